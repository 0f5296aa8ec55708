internal import PushClient

extension VerifyServer {
  /// The answer's body; what is no success is an error in the server's own words.
  func answer(_ reply: Reply) throws -> PushClient.JSONValue {
    switch reply.status {
    case 200..<300: return reply.body
    case 0:
      throw CommandError.unreadable(
        "The server does not answer.", place: address,
        advice: "Is `pushwire serve` running there, and the address right?")
    default:
      let code = reply.body["code"].string ?? "status_\(reply.status)"
      throw CommandError(
        CommandError.Code(rawValue: code),
        reply.body["detail"].string ?? "The server answers \(reply.status).",
        place: reply.body["field"].string ?? address, advice: reply.body["hint"].string,
        exit: [401, 403].contains(reply.status) ? .usage : .no)
    }
  }
}
