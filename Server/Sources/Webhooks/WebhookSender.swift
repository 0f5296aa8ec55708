internal import CCurl
internal import Foundation

/// How webhooks are sent.
public struct WebhookConfiguration: Sendable {
  /// Until the connection stands, TLS included; milliseconds.
  public var connectMilliseconds = 5000
  /// For the whole exchange, milliseconds.
  public var wholeMilliseconds = 15_000
  /// How many may wait.
  public var queue = 10_000
  /// How many are under way at one time, and to one host and port.
  public var inFlight = 32
  public var perOrigin = 4
  /// `http://host:port`; nil: none, whatever the environment says. Behind a proxy the address that is
  /// connected to is the proxy's: it must itself refuse private addresses.
  public var proxy: String?
  /// Certificates to be trusted in place of the system's, PEM.
  public var authoritiesPEM: String?
  /// UNIX seconds, for the signature.
  public var now: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }

  public init() {}
}

/// Posts signed bodies to customers' URLs, on a thread of its own.
///
/// TLS is verified, redirects are not followed, and what an answer says beside its status is thrown away.
/// An address that is not of the open internet is refused when it is about to be connected to, so that no
/// name can resolve to it after a check.
public final class WebhookSender: Sendable {
  private let desk: SenderDesk

  public init(configuration: WebhookConfiguration = WebhookConfiguration()) throws(WebhookError) {
    desk = try SenderDesk(configuration)
    let loop = try SenderLoop(desk)
    // Handed over to the thread, which alone uses it from here.
    nonisolated(unsafe) let handed = loop
    let thread = Thread { handed.run() }
    thread.name = "webhooks"
    thread.start()
  }

  deinit { desk.close(milliseconds: 0) }

  /// Sends, soon. `done` is called once, on the sender's thread, and must not wait there.
  /// - Returns: false where too many wait already, or the sender is closed: then `done` is not called.
  public func post(_ delivery: WebhookDelivery, done: @escaping @Sendable (WebhookOutcome) -> Void) -> Bool {
    desk.add(SenderDesk.Order(delivery: delivery, done: done))
  }

  /// How many wait or are under way.
  public var openDeliveries: Int { desk.openCount }

  /// Takes no more. What waits, and what is still under way after the time, ends as `retry`. Returns when
  /// every `done` has been called; not to be called inside one.
  public func close(milliseconds: Int) {
    desk.close(milliseconds: milliseconds)
    desk.ended.wait()
    desk.ended.signal()
  }
}

/// What the sender's thread shares with the others.
// Unchecked: the state is guarded by the lock. It is Foundation's, which the thread sanitizer sees.
final class SenderDesk: @unchecked Sendable {
  struct Order: Sendable {
    let delivery: WebhookDelivery
    let done: @Sendable (WebhookOutcome) -> Void
  }

  private struct State {
    var queue: DeliveryQueue<Order>
    /// When what is under way is given up; set once the desk is closed.
    var deadline: ContinuousClock.Instant?
    var hasEnded = false
  }

  let configuration: WebhookConfiguration
  let ended = DispatchSemaphore(value: 0)
  // The thread uses it alone, but for the waking, which libcurl allows from any thread; and under the lock,
  // so that it is not freed meanwhile.
  nonisolated(unsafe) let multi: UnsafeMutableRawPointer
  private var state: State
  private let lock = NSLock()

  init(_ configuration: WebhookConfiguration) throws(WebhookError) {
    guard configuration.queue > 0, configuration.inFlight > 0, configuration.perOrigin > 0,
      configuration.connectMilliseconds > 0, configuration.wholeMilliseconds > 0
    else { throw WebhookError(.configuration, "The limits and times of webhooks must be positive.") }
    guard Library.isReady, let multi = curl_multi_init() else {
      throw WebhookError(.library, "libcurl cannot be started.")
    }
    self.configuration = configuration
    self.multi = multi
    state = State(
      queue: DeliveryQueue(
        limit: configuration.queue, inFlight: configuration.inFlight, perOrigin: configuration.perOrigin))
  }

  private func withState<Result>(_ use: (inout State) -> Result) -> Result {
    lock.withLock { use(&state) }
  }

  var openCount: Int { withState { $0.queue.waitingCount + $0.queue.runningCount } }

  func add(_ order: Order) -> Bool {
    withState { state in
      guard state.deadline == nil, state.queue.add(order, origin: order.delivery.endpoint.origin) else {
        return false
      }
      curl_multi_wakeup(multi)
      return true
    }
  }

  var isClosed: Bool { withState { $0.deadline != nil } }

  func next() -> Order? { withState { $0.deadline == nil ? $0.queue.next() : nil } }

  func ended(_ order: Order) { withState { $0.queue.ended(origin: order.delivery.endpoint.origin) } }

  /// When what is under way is given up, and what waits no longer; nil: not closed.
  func closing() -> (deadline: ContinuousClock.Instant, waiting: [Order])? {
    withState { state in state.deadline.map { ($0, state.queue.takeAll()) } }
  }

  func close(milliseconds: Int) {
    withState { state in
      if state.deadline == nil { state.deadline = .now + .milliseconds(milliseconds) }
      if !state.hasEnded { curl_multi_wakeup(multi) }
    }
  }

  func end() {
    withState { state in
      state.hasEnded = true
      curl_multi_cleanup(multi)
    }
    ended.signal()
  }
}

enum Library {
  /// libcurl is set up once in a process.
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
