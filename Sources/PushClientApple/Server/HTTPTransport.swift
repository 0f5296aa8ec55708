public import Foundation

/// One request. Secrets stand in its headers alone: never in the address, and never in a log.
public struct HTTPCall: Sendable {
  public var method: String
  public var url: URL
  public var headers: [String: String]
  public var body: Data?
  public init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

public struct HTTPReply: Sendable {
  public var status: Int
  /// Names in lower case.
  public var headers: [String: String]
  public var body: Data
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = Dictionary(headers.map { ($0.key.lowercased(), $0.value) }) { $1 }
    self.body = body
  }
}

/// How requests get to the server. `URLSessionTransport` unless the app brings its own.
public protocol HTTPTransport: Sendable {
  /// - Throws: whatever kept it from an answer. A task that is cancelled gives up.
  func send(_ call: HTTPCall) async throws -> HTTPReply
}
