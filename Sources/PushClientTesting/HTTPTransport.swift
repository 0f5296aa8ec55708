/// One HTTP request of a virtual device.
public struct HTTPRequest: Sendable, Equatable {
  public var method: String
  /// Scheme, host, port, path and query.
  public var url: String
  public var headers: [String: String]
  public var body: [UInt8]

  public init(_ method: String, _ url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// What a server answered.
public struct HTTPAnswer: Sendable, Equatable {
  public var status: Int
  /// Names in lower case.
  public var headers: [String: String]
  public var body: [UInt8]

  public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Sends a request and waits for its answer.
///
/// A device asks one thing after the other, so that a test is the same each time. ``URLSessionTransport``
/// speaks to a real server; a test without one answers by itself.
public protocol HTTPTransport: AnyObject {
  /// - Returns: the answer; nil: there was none.
  func send(_ request: HTTPRequest) -> HTTPAnswer?
}
