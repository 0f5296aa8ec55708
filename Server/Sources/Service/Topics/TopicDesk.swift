internal import Foundation
internal import Providers
internal import Store
internal import Transport

/// Puts installations into FCM's topics and takes them out: what the API asks for at once, and what failed,
/// or was forgotten, when its time comes. A thread with a loop of its own.
final class TopicDesk: TopicTeller {
  /// What it works with.
  struct Setup: Sendable {
    var account: ServiceAccount
    /// Nil: Google's own.
    var endpoint: Endpoint?
    var trust: TLSContext.Trust
  }

  /// How long a call's installations are kept from others, milliseconds.
  static let lease = 120_000
  /// Calls of the API that wait here; beyond them they are left to their lease.
  static let mostWaiting = 256

  struct Request: Sendable {
    var batch: TopicBatch
    var done: @Sendable ([TopicSettled]?) -> Void
  }

  private enum Command: Sendable {
    case tell(Request)
    case setUp(Setup?)
    case stop
  }
  private struct Inbox {
    var commands: [Command] = []
    var waker: Waker?
    var isReady = false
    var isOpen = true
  }

  private let inbox = Guarded(Inbox())
  private let store: any PushStore
  private let writer: StoreWriter
  private let clock: @Sendable () -> Int
  private let log: ServerLog
  private let metrics: ServiceMetrics
  private let told: @Sendable (VerdictEffects) -> Void
  private let ended = DispatchSemaphore(value: 0)

  /// `clock`: milliseconds since 1970. `told`: what followed for tokens, once it is durable.
  init(
    store: any PushStore, writer: StoreWriter, clock: @escaping @Sendable () -> Int, log: ServerLog,
    metrics: ServiceMetrics, told: @escaping @Sendable (VerdictEffects) -> Void
  ) {
    self.store = store
    self.writer = writer
    self.clock = clock
    self.log = log
    self.metrics = metrics
    self.told = told
  }

  // MARK: Any thread

  var isReady: Bool { inbox.withLock { $0.isReady } }

  func tell(_ batch: TopicBatch, done: @escaping @Sendable ([TopicSettled]?) -> Void) {
    if !send(.tell(Request(batch: batch, done: done))) { done(nil) }
  }

  /// Begins, without a credential at first.
  func start() {
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()
    thread.name = "topics"
  }

  /// Another credential, or none any more.
  func change(_ setup: Setup?) {
    inbox.withLock { $0.isReady = setup != nil }
    _ = send(.setUp(setup))
  }

  func stop() {
    guard send(.stop) else { return }
    ended.wait()
  }

  private func send(_ command: Command) -> Bool {
    inbox.withLock { inbox in
      guard inbox.isOpen else { return false }
      inbox.commands.append(command)
      if inbox.commands.count == 1 { inbox.waker?.wake() }
      return true
    }
  }

  // MARK: The thread

  private func run() {
    guard let loop = try? EventLoop() else { return close([]) }
    let work = TopicLoop(loop, desk: self, clock: clock)
    let target = WakeTarget(loop) { [self] in take(work) }
    inbox.withLock { $0.waker = target.waker }
    take(work)
    while !work.hasEnded { loop.run() }
    close(work.end())
    withExtendedLifetime(target) {}
  }

  private func take(_ work: TopicLoop) {
    let commands = inbox.withLock { inbox -> [Command] in
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for command in commands {
      switch command {
      case .tell(let request): work.take(request)
      case .setUp(let setup):
        do throws(TransportError) {
          try work.setUp(setup)
        } catch { log.write(.error, "topics.failed", ["why": .text(error.message)]) }
      case .stop: work.stop()
      }
    }
  }

  /// Nothing is taken any more; who waits is told.
  private func close(_ waiting: [Request]) {
    let late = inbox.withLock { inbox -> [Command] in
      inbox.isOpen = false
      inbox.isReady = false
      inbox.waker = nil
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for request in waiting { request.done(nil) }
    for case .tell(let request) in late { request.done(nil) }
  }

  // MARK: For the loop

  /// Whether something waits whose time has come.
  func hasDue() -> Bool {
    let now = clock()
    return (try? store.read { (reader) throws(StoreError) in try reader.hasDueTopics(now: now) }) ?? false
  }

  /// Takes what is due; it comes back by ``tell(_:done:)``. `done`: on any thread, once the claim is over.
  func claim(_ done: @escaping @Sendable () -> Void) {
    let job = TopicClaimJob { [self] batch in
      if let batch, !batch.items.isEmpty { tell(batch) { _ in } }
      done()
    }
    if !writer.submit(job) { done() }
  }

  /// Stores what the provider said. `sentAt`: milliseconds since 1970 by our clock.
  func store(_ verdicts: TopicVerdicts, of request: Request, sentAt: Int) {
    if verdicts.isBraked {
      metrics.count("topic_tokens_kept", by: verdicts.steps.count)
      log.write(
        .error, "topics.braked",
        [
          "topic": .text(request.batch.topic), "tokens": .number(verdicts.steps.count),
          "why": "more than half of the tokens were called dead at once; none was retired",
        ])
    }
    for step in verdicts.steps {
      switch step {
      case .done: metrics.count("topic_changes", request.batch.subscribes ? "subscribed" : "unsubscribed")
      case .tokenDead: metrics.count("topic_changes", "token_dead")
      case .failed: metrics.count("topic_changes", "failed")
      case .again: metrics.count("topic_changes", "retried")
      }
    }
    let age = clock() - sentAt
    let job = TopicSettleJob(request.batch, verdicts, age: age) { [told] settled, effects in
      if let effects { told(effects) }
      request.done(settled)
    }
    if !writer.submit(job, always: true) { request.done(nil) }
  }
}

/// The loop's half. On the loop's thread alone.
private final class TopicLoop {
  private let loop: EventLoop
  private unowned let desk: TopicDesk
  private let clock: @Sendable () -> Int
  private var client: TopicClient?
  private var waiting: [TopicDesk.Request] = []
  /// By a number of its own.
  private var underWay: [Int: TopicDesk.Request] = [:]
  private var nextNumber = 0
  private var isClaiming = false
  private var ticker: LoopTimer?
  private let claimed: Guarded<Bool>
  private var random = SystemRandomNumberGenerator()
  private(set) var hasEnded = false

  init(_ loop: EventLoop, desk: TopicDesk, clock: @escaping @Sendable () -> Int) {
    self.loop = loop
    self.desk = desk
    self.clock = clock
    claimed = Guarded(false)
    ticker = LoopTimer(loop) { [unowned self] in tick() }
    ticker?.set(after: 1000)
  }

  func setUp(_ setup: TopicDesk.Setup?) throws(TransportError) {
    client = nil
    // Saying it again changes nothing for the provider.
    waiting = underWay.sorted { $0.key < $1.key }.map(\.value) + waiting
    underWay = [:]
    guard let setup else { return }
    let clock = clock
    client = try TopicClient(
      loop: loop, tls: try TLSContext(trust: setup.trust), account: setup.account, endpoint: setup.endpoint,
      clock: { clock() / 1000 })
    advance()
  }

  func take(_ request: TopicDesk.Request) {
    guard waiting.count < TopicDesk.mostWaiting else { return request.done(nil) }
    waiting.append(request)
    advance()
  }

  private func advance() {
    guard let client else { return }
    while let request = waiting.first, client.room > 0 {
      waiting.removeFirst()
      let sentAt = clock()
      let batch = request.batch
      let number = nextNumber
      nextNumber += 1
      underWay[number] = request
      let isTaken = client.change(
        batch.subscribes ? .subscribe : .unsubscribe, topic: batch.topic, tokens: batch.items.map(\.token)
      ) { [weak self] answer in
        self?.answered(number, answer, sentAt: sentAt)
      }
      if !isTaken {
        underWay[number] = nil
        request.done(nil)
      }
    }
  }

  private func answered(_ number: Int, _ answer: TopicAnswer, sentAt: Int) {
    guard let request = underWay.removeValue(forKey: number) else { return }
    let verdicts = TopicVerdicts(request.batch.items, answer) { random.next() }
    desk.store(verdicts, of: request, sentAt: sentAt)
    advance()
  }

  /// Looks for what is due, while nothing else is to be done.
  private func tick() {
    ticker?.set(after: 1000)
    if isClaiming, claimed.withLock({ $0 }) { isClaiming = false }
    guard client != nil, !isClaiming, waiting.isEmpty, underWay.isEmpty, desk.hasDue() else { return }
    isClaiming = true
    claimed.withLock { $0 = false }
    let claimed = claimed
    desk.claim { claimed.withLock { $0 = true } }
  }

  func stop() {
    hasEnded = true
    ticker?.cancel()
    ticker = nil
    loop.stop()
  }

  /// Whoever still waits. What is under way ends with its connection, and is tried again after its lease.
  func end() -> [TopicDesk.Request] {
    client = nil
    defer {
      waiting = []
      underWay = [:]
    }
    return Array(underWay.values) + waiting
  }
}

private final class TopicClaimJob: WriteJob, @unchecked Sendable {
  private let done: @Sendable (TopicBatch?) -> Void
  // Written and read on the writer's thread alone.
  private var batch: TopicBatch?

  init(_ done: @escaping @Sendable (TopicBatch?) -> Void) { self.done = done }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    batch = try session.claimTopics(limit: TopicChange.mostTokens, lease: TopicDesk.lease, now: now)
  }

  func committed() { done(batch) }
  func failed(_ error: StoreError) { done(nil) }
}

private final class TopicSettleJob: WriteJob, @unchecked Sendable {
  private let batch: TopicBatch
  private let verdicts: TopicVerdicts
  private let age: Int
  private let done: @Sendable ([TopicSettled]?, VerdictEffects?) -> Void
  // Written and read on the writer's thread alone.
  private var settled: [TopicSettled] = []
  private var effects = VerdictEffects()

  init(
    _ batch: TopicBatch, _ verdicts: TopicVerdicts, age: Int,
    _ done: @escaping @Sendable ([TopicSettled]?, VerdictEffects?) -> Void
  ) {
    self.batch = batch
    self.verdicts = verdicts
    self.age = age
    self.done = done
  }

  var size: Int { max(batch.items.count, 1) }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    settled = verdicts.settled(batch, now: now, age: age)
    effects = try session.settle(settled, now: now)
  }

  func committed() { done(settled, effects) }
  func failed(_ error: StoreError) { done(nil, nil) }
}
