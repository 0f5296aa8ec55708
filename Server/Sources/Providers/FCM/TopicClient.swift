internal import Bytes
public import Transport

/// Puts app instances into FCM's topics and takes them out, in calls of up to a thousand tokens. On the
/// loop's thread.
///
/// It makes one try of each call. What failed is told by position, so that only that is tried again, and by
/// whom the record is kept.
public final class TopicClient: HTTP2ClientOwner {
  /// Where topics are managed. Google, Instance ID, Server reference.
  public static let endpoint = Endpoint(host: "iid.googleapis.com", port: 443)
  /// Calls that wait or are under way.
  public static let mostCalls = 16

  private static let path = HeaderName(":path")
  private static let contentType = HeaderName("content-type")
  private static let tokenAuth = HeaderName("access_token_auth")

  private struct Call {
    let change: TopicChange
    let topic: String
    let tokens: [String]
    let done: (TopicAnswer) -> Void
    /// The access token that it went out with.
    var serial = 0
    var hasRenewed = false
  }

  private let tokens: AccessTokens
  private let clock: () -> Int
  private var client: HTTP2Client?
  private var waiting: [Call] = []
  private var sent: [Int: Call] = [:]
  private var nextTag = 1
  private var serial: Int?
  private var failures = 0

  /// - Parameters:
  ///   - endpoint: nil for Google's own.
  ///   - clock: UNIX seconds.
  public init(
    loop: EventLoop, tls: TLSContext, account: ServiceAccount, endpoint: Endpoint? = nil,
    oauthEndpoint: Endpoint? = nil, proxy: Endpoint.Proxy? = nil, clock: @escaping () -> Int
  ) throws(TransportError) {
    self.clock = clock
    var own = endpoint ?? Self.endpoint
    own.proxy = own.proxy ?? proxy
    var oauth = oauthEndpoint ?? Endpoint(host: account.tokenURI.host, port: account.tokenURI.port)
    oauth.proxy = oauth.proxy ?? proxy
    tokens = try AccessTokens(loop: loop, tls: tls, account: account, endpoint: oauth, clock: clock)
    var configuration = HTTP2Client.Configuration()
    configuration.window = Self.mostCalls
    configuration.deadline = 30_000
    configuration.captures = ["retry-after"]
    configuration.pool.connections = 1
    configuration.pool.probesFirst = false
    client = try HTTP2Client(loop: loop, endpoint: own, tls: tls, configuration: configuration, owner: self)
    tokens.changed = { [weak self] in self?.advance() }
  }

  deinit {
    client?.close()
    tokens.close()
  }

  /// Calls that may be begun now.
  public var room: Int { max(Self.mostCalls - waiting.count - sent.count, 0) }

  /// Makes one call; `done` is called once, on the loop's thread, and never inside this call.
  ///
  /// - Parameters:
  ///   - topic: a topic's name without `/topics/`.
  ///   - tokens: registration tokens or installation ids, ``TopicChange/mostTokens`` at most.
  /// - Returns: false, and nothing happens, where there is no room or the tokens are too many or none.
  public func change(
    _ change: TopicChange, topic: String, tokens: [String], _ done: @escaping (TopicAnswer) -> Void
  ) -> Bool {
    guard room > 0, (1...TopicChange.mostTokens).contains(tokens.count) else { return false }
    waiting.append(Call(change: change, topic: topic, tokens: tokens, done: done))
    advance()
    return true
  }

  /// Somebody has repaired what the token service refused.
  public func repaired() { tokens.repaired() }

  /// Sends what waits for a token, as far as there is one.
  private func advance() {
    guard !waiting.isEmpty, let client else { return }
    switch tokens.need(now: clock()) {
    case .use(let token), .useAndFetch(let token):
      if serial != token.serial {
        serial = token.serial
        client.setShared(FCMRequest.authorization, token.authorization)
      }
      while let call = waiting.first, let index = client.begin() {
        waiting.removeFirst()
        submit(call, client, index, serial: token.serial)
      }
    case .held(_, let verdict):
      let refused = waiting
      waiting = []
      for call in refused { call.done(.refused(verdict, word: nil)) }
    case .fetch, .wait: break
    }
  }

  private func submit(_ call: Call, _ client: HTTP2Client, _ index: Int32, serial: Int) {
    var call = call
    call.serial = serial
    failures = 0
    let exchange = client.exchange(index)
    exchange.pointee.tag = nextTag
    sent[nextTag] = call
    nextTag += 1
    // A result for each of a thousand tokens.
    exchange.pointee.answerLimit = 256 * 1024
    exchange.pointee.field(Self.path, Array(call.change.path.utf8))
    exchange.pointee.field(Self.contentType, "application/json")
    exchange.pointee.field(Self.tokenAuth, "true")
    TopicChange.write(topic: call.topic, tokens: call.tokens, into: &exchange.pointee.buffer)
    client.submit(index)
  }

  // MARK: HTTP2ClientOwner

  public func client(_ client: HTTP2Client, finished batch: UnsafeBufferPointer<Int32>) {
    var ended: [(Call, TopicAnswer)] = []
    let now = clock()
    for index in batch {
      let exchange = client.exchange(index)
      guard var call = sent.removeValue(forKey: exchange.pointee.tag) else { continue }
      let outcome = exchange.pointee.outcome
      guard outcome == .answered else {
        ended.append((call, .refused(TransportAnswer.verdict(outcome, error: client.lastError), word: nil)))
        continue
      }
      let pause = exchange.pointee.captured(0).flatMap { RetryAfter.seconds($0, now: now) }
      let answer = TopicAnswer.read(
        status: exchange.pointee.status, body: exchange.pointee.answerBody, count: call.tokens.count,
        retryAfter: pause)
      if case .refused(let verdict, _) = answer, verdict.kind == .credentialExpired, !call.hasRenewed {
        tokens.refused(serial: call.serial, now: now)
        call.hasRenewed = true
        waiting.append(call)
      } else {
        ended.append((call, answer))
      }
    }
    for (call, answer) in ended { call.done(answer) }
    advance()
  }

  public func clientHasRoom(_ client: HTTP2Client) { advance() }

  public func client(_ client: HTTP2Client, noticed event: HTTP2Client.Event) {
    // The record tries again by itself; nobody is served by waiting out the deadline.
    if case .lost(_, _, wasOpen: false) = event {
      failures += 1
      if failures >= 2 { client.failQueued() }
    }
  }
}
