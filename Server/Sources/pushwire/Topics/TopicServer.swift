import PushClient

/// The server that keeps topics: only it can tell FCM.
struct TopicServer {
  static let options: [Syntax.Option] = [
    .init(name: "server", value: "URL", summary: "The running server"),
    .init(
      name: "key", short: "k", value: "KEY", summary: "A server key; else the environment's PUSHWIRE_KEY"),
    .init(name: "tenant", short: "t", value: "NAME", summary: "Whose installations; with a key for all"),
  ]

  let server: VerifyServer

  init(_ arguments: Arguments, _ context: Context) throws {
    guard let server = try VerifyPlan.server(arguments, context.environment) else {
      throw CommandError.usage(
        "--server is missing.", advice: "Topics are told to FCM by a running server: --server URL.")
    }
    self.server = server
  }

  /// - Parameter verb: what stands behind the id in the path.
  func answer(
    _ method: String, _ kind: String, _ id: String, _ verb: String? = nil,
    _ body: PushClient.JSONValue? = nil
  ) throws -> PushClient.JSONValue {
    var path = server.path(kind, id)
    // Where there is a body it names the tenant.
    if let verb { path = path.prefix { $0 != "?" } + "/" + verb }
    return try server.answer(server.ask(method, path, body))
  }
}
