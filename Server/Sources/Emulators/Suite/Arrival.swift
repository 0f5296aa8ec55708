/// One request as it arrived, and what became of it. Shows a token as its first and last four characters.
public struct Arrival: Sendable {
  /// Counts the requests of a suite, from 1.
  public var number = 0
  /// Milliseconds since 1970.
  public var time: Int64
  /// Which server it came to.
  public var server: EmulatedServer
  /// The connection's number on its server, from 1.
  public var connection: Int
  /// The HTTP status; nil where nothing was answered.
  public var status: Int?
  /// The word that is counted: `accepted`, a reason, an error code, or what the scenario did.
  public var outcome: String
  /// `apns-id` or FCM's response name.
  public var id: String?
  /// The body's length in bytes.
  public var size: Int
  /// The scenario's rules that fired.
  public var rules: [String]
  /// The body, only where the options ask for payloads in the log.
  public var payload: [UInt8]?
  var request: EmulatedRequest?
  var rawToken: String?

  /// The token, masked; nil where there was none.
  public var token: String? { rawToken.map(maskedToken) }

  /// A request header that may be shown: everything but `authorization`.
  public func header(_ name: String) -> String? { name == "authorization" ? nil : request?.header(name) }

  /// One JSON object on one line.
  public var line: String {
    var members: [JSONValue.Member] = [
      .init(name: "number", value: .number(String(number))),
      .init(name: "time", value: .number(String(time))),
      .init(name: "server", value: .string(server.rawValue)),
      .init(name: "connection", value: .number(String(connection))),
      .init(name: "outcome", value: .string(outcome)), .init(name: "size", value: .number(String(size))),
    ]
    func add(_ name: String, _ text: String?) {
      if let text { members.append(.init(name: name, value: .string(text))) }
    }
    if let status { members.append(.init(name: "status", value: .number(String(status)))) }
    add("id", id)
    add("token", token)
    for name in [
      "apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration", "apns-collapse-id",
    ] {
      add(name, header(name))
    }
    if !rules.isEmpty {
      members.append(.init(name: "rules", value: .array(rules.map { .string($0) })))
    }
    if let payload { add("payload", String(decoding: payload, as: UTF8.self)) }
    return JSONValue.object(members).text
  }
}
