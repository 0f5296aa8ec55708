/// What is sent back for a request.
public struct HTTPAnswer: Sendable {
  /// 200 to 599.
  public var status: Int
  /// Names and values as they are sent; `Content-Type`, `Content-Length`, `Date` and `Connection` are
  /// written by the front.
  public var headers: [(String, String)]
  public var contentType: String?
  public var body: [UInt8]

  public init(
    status: Int, contentType: String? = nil, headers: [(String, String)] = [], body: [UInt8] = []
  ) {
    self.status = status
    self.contentType = contentType
    self.headers = headers
    self.body = body
  }
}

/// What becomes of a request whose head is there.
public enum HTTPAdmission: Sendable {
  /// Go on, with a body of so many bytes at most.
  case body(limit: Int)
  /// Answered without the body. A small body is read and thrown away, so that the connection stays;
  /// behind a large one it is closed.
  case answer(HTTPAnswer)
}

/// Who answers the requests of an ``HTTPFront``. Called on the front's threads, many at a time.
public protocol HTTPHandler: AnyObject, Sendable {
  /// The head is there, the body is not. Not called for what the front refuses by itself.
  func admit(_ head: HTTPRequest) -> HTTPAdmission
  /// The whole request is there. It is to be answered by ``HTTPRequest/respond(_:)``, now or later,
  /// from any thread: a request that nobody answers holds its connection until the front stops.
  func handle(_ request: HTTPRequest)
}

/// The usual methods.
public enum HTTPMethod: String, Sendable {
  case get = "GET"
  case head = "HEAD"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case options = "OPTIONS"
}
