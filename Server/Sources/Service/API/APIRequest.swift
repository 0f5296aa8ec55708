public import HTTPFront

/// A request as the API sees it; ``HTTPRequest`` in a server, something simpler in tests.
protocol APIRequest: AnyObject, Sendable {
  var method: String { get }
  /// As it was sent, percent-encoded, without the query.
  var path: String { get }
  /// The parts of the path, decoded.
  var components: [String] { get }
  var remoteAddress: String { get }
  var queryNames: [String] { get }
  func query(_ name: String) -> String?
  /// While the handler is called only.
  func header(_ name: StaticString) -> String?
  /// The same without making text of it. False: there is none, and `use` was not called.
  func readHeader(_ name: StaticString, _ use: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool
  func read(_ use: (UnsafeBufferPointer<UInt8>) -> Void)
  @discardableResult
  func respond(_ answer: HTTPAnswer) -> Bool
  /// The same, made on the thread that sends it.
  @discardableResult
  func respond(_ make: @escaping @Sendable () -> HTTPAnswer) -> Bool
}

extension HTTPRequest: APIRequest {
  func read(_ use: (UnsafeBufferPointer<UInt8>) -> Void) { withBody(use) }

  func readHeader(_ name: StaticString, _ use: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    withHeader(name, use) != nil
  }
}
