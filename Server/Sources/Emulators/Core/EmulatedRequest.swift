/// A request as an emulator judges it: no socket, no stream, only what the client said.
public struct EmulatedRequest: Sendable {
  /// The HTTP method, as sent.
  public var method: String
  /// The path with its query, as sent.
  public var path: String
  /// Header names (lower case, as HTTP/2 demands) and values, in the order they came.
  public var headers: [(name: String, value: String)]
  /// The whole body.
  public var body: [UInt8]

  public init(
    method: String, path: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }

  /// The first header of that name (lower case).
  public func header(_ name: String) -> String? {
    for header in headers where header.name == name { return header.value }
    return nil
  }
}

/// What an emulator answers: status, headers and body, before any scenario changes it.
public struct EmulatedAnswer: Sendable {
  /// The HTTP status.
  public var status: Int
  /// Header names in lower case, and values.
  public var headers: [(name: String, value: String)]
  /// The body; empty for an accepted APNs request.
  public var body: [UInt8]
  /// The word that is counted in the log: `accepted`, an APNs reason or an FCM or OAuth error code.
  public var outcome: String
  /// The id that the provider gives the push: `apns-id`, or FCM's response name.
  public var id: String?

  public init(
    status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = [], outcome: String
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.outcome = outcome
  }

  /// The first header of that name (lower case).
  public func header(_ name: String) -> String? {
    for header in headers where header.name == name { return header.value }
    return nil
  }

  /// The body as text; what is not UTF-8 is replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }
}
