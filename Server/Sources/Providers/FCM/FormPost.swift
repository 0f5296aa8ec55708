internal import Bytes
internal import Transport

/// Posts a form now and then: for the token endpoint, which is asked once an hour. Keeps no connection
/// open for longer than the peer likes, and one request at a time.
final class FormPost: HTTP2ClientOwner {
  /// What came back.
  struct Answer {
    var outcome: Outcome
    /// 0 without an answer.
    var status: Int
    var body: [UInt8]
    var retryAfter: [UInt8]?
    /// Why no connection came up.
    var error: TransportError?
  }

  private static let path = HeaderName(":path")
  private static let contentType = HeaderName("content-type")
  private var client: HTTP2Client?
  private let pathBytes: [UInt8]
  private var done: ((Answer) -> Void)?
  private var failures = 0

  init(loop: EventLoop, endpoint: Endpoint, path: String, tls: TLSContext) throws(TransportError) {
    pathBytes = Array(path.utf8)
    var configuration = HTTP2Client.Configuration()
    configuration.window = 1
    configuration.deadline = 20_000
    configuration.captures = ["retry-after"]
    configuration.pool.connections = 1
    configuration.pool.probesFirst = false
    client = try HTTP2Client(
      loop: loop, endpoint: endpoint, tls: tls, configuration: configuration, owner: self)
  }

  /// Posts; `done` is called once. False, and nothing happens, while another one is under way.
  func post(_ form: [UInt8], _ done: @escaping (Answer) -> Void) -> Bool {
    guard self.done == nil, let client, let index = client.begin() else { return false }
    self.done = done
    failures = 0
    let exchange = client.exchange(index)
    exchange.pointee.field(Self.path, pathBytes)
    exchange.pointee.field(Self.contentType, "application/x-www-form-urlencoded")
    exchange.pointee.buffer.append(form)
    client.submit(index)
    client.pump()
    return true
  }

  func close() { client?.close() }

  func client(_ client: HTTP2Client, finished batch: UnsafeBufferPointer<Int32>) {
    guard let index = batch.first, let done else { return }
    self.done = nil
    let exchange = client.exchange(index)
    let outcome = exchange.pointee.outcome
    done(
      Answer(
        outcome: outcome, status: outcome == .answered ? exchange.pointee.status : 0,
        body: Array(exchange.pointee.answerBody), retryAfter: exchange.pointee.captured(0).map { Array($0) },
        error: client.lastError))
  }

  func clientHasRoom(_ client: HTTP2Client) {}

  func client(_ client: HTTP2Client, noticed event: HTTP2Client.Event) {
    // Nobody is served by waiting out the deadline: the lane that needs the token backs off by itself.
    if case .lost(_, _, wasOpen: false) = event {
      failures += 1
      if failures >= 2 { client.failQueued() }
    }
  }
}
