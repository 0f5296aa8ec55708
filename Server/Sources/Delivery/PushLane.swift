internal import Compose
public import Providers
public import Transport

/// One provider, credential and environment at work: takes messages from a source, sends them, and
/// hands every verdict to a sink. A sick lane holds only itself.
///
/// Lives on its loop's thread. Nothing in here is made per message.
public final class PushLane: HTTP2ClientOwner {
  public let provider: any PushProvider
  public let configuration: Configuration
  // Counted for every push, never across a call out: without the run-time check of exclusive access.
  @exclusivity(unchecked) public internal(set) var counters = Counters()
  /// Why the lane is held.
  public private(set) var heldBy: Verdict?
  /// Why messages are parked.
  public private(set) var parkedBy: Verdict?
  @exclusivity(unchecked) public private(set) var brake = TokenBrake()
  /// The client's own numbers: resends at no cost, connections.
  public var resends: Int { client?.resends ?? 0 }
  public var waiting: Int { retries.count }
  public var underWay: Int { client?.unfinished ?? 0 }
  public var openConnections: Int { client?.openConnections ?? 0 }
  /// Milliseconds for which nothing is sent.
  public var pausedFor: Int { pausedUntil > loop.now ? Int(pausedUntil - loop.now) : 0 }
  /// The provider fails or slows us down as a whole; the lane only tries whether that is over.
  public var isSick: Bool { health.isSick }

  /// Somebody has looked and found the tokens to be bad indeed.
  public func releaseBrake() { brake.releaseByHand() }

  let loop: EventLoop
  private let source: any PushSource
  let sink: any VerdictSink
  weak var owner: (any PushLaneOwner)?
  private let clock: () -> Int
  var client: HTTP2Client?
  private var timer: LoopTimer?
  /// By pointer: the source and the provider work in it for every message.
  private let draft: UnsafeMutablePointer<PushDraft>
  var retries = RetryQueue()
  private let flights: UnsafeMutablePointer<Flight>
  var random = SystemRandomNumberGenerator()
  var pausedUntil: UInt64 = 0
  private var isFilling = false
  var isDraining = false
  private var wasIdle = false
  var isClosed = false
  private var generation = -1
  /// To connect, or to get a credential.
  private var failures = 0
  @exclusivity(unchecked) var health = LaneHealth()

  /// `clock`: UNIX seconds. `draft`: made for the parameters of the source's classes.
  /// - Throws: `configuration` where a limit is below 1, with which nothing would ever be sent.
  public init(
    loop: EventLoop, tls: TLSContext, provider: any PushProvider, source: any PushSource,
    sink: any VerdictSink, draft: consuming PushDraft, configuration: Configuration,
    owner: any PushLaneOwner, clock: @escaping () -> Int
  ) throws(TransportError) {
    self.loop = loop
    self.provider = provider
    self.source = source
    self.sink = sink
    self.owner = owner
    self.clock = clock
    self.draft = .allocate(capacity: 1)
    self.draft.initialize(to: draft)
    var configuration = configuration
    configuration.client.captures = provider.captures
    configuration.client.pool.probesFirst = provider.probesFirst
    self.configuration = configuration
    flights = .allocate(capacity: max(configuration.client.window, 1))
    flights.initialize(
      repeating: Flight(reference: 0, createdAt: 0, expiresAt: 0),
      count: max(configuration.client.window, 1))
    guard configuration.maximumWaiting > 0, configuration.policy.maximumAttempts > 0,
      configuration.policy.unknownAttempts > 0, configuration.probes > 0
    else {
      throw TransportError(.configuration, "waiting messages, probes and attempts must be at least 1")
    }
    let client = try HTTP2Client(
      loop: loop, endpoint: provider.endpoint, tls: tls, configuration: configuration.client, owner: self)
    self.client = client
    timer = LoopTimer(loop) { [unowned self] in self.wake() }
    provider.attach(client) { [weak self] in self?.wake() }
  }

  deinit {
    flights.deallocate()
    draft.deinitialize(count: 1)
    draft.deallocate()
  }

  /// Begins, or goes on: there may be new messages, or a pause is over.
  public func wake() {
    wasIdle = false
    guard let client else { return }
    fill(client)
    client.pump()
    settleDown()
  }

  /// The repair is done: sends again, what was held first.
  public func release() {
    guard !isClosed else { return }
    if heldBy != nil { pausedUntil = 0 }
    heldBy = nil
    parkedBy = nil
    failures = 0
    _ = health.recovered()
    provider.repaired()
    owner?.lane(self, noticed: .released)
    wake()
  }

  /// Takes nothing new; what is under way ends.
  public func hold(_ verdict: Verdict) {
    guard heldBy == nil, !isClosed else { return }
    heldBy = verdict
    owner?.lane(self, noticed: .held(verdict))
    client?.failQueued()
    handBackWaiting(verdict)
  }

  /// Takes nothing any more, neither new nor for another try; what is under way ends, then the lane is
  /// idle.
  public func drain() {
    isDraining = true
    client?.failQueued()
    handBackWaiting(TransportAnswer.closed)
    settleDown()
  }

  /// Closes the connections. What was sent and not answered ends as unconfirmed, or is handed back where the
  /// lane does that; what waits stays queued, or is handed back.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    client?.close()
    timer?.cancel()
    handBackWaiting(TransportAnswer.closed)
    settleDown()
  }

  // MARK: Out

  private func fill(_ client: HTTP2Client) {
    guard !isFilling, !isDraining, !isClosed, heldBy == nil, loop.now >= pausedUntil, client.room > 0 else {
      return
    }
    let now = clock()
    switch provider.credential(now: now) {
    case .ready(let current):
      if current != generation {
        if generation >= 0 { owner?.lane(self, noticed: .renewed) }
        generation = current
        failures = 0
      }
    case .pending: return
    case .waiting(let until, let verdict):
      failed(verdict)
      if heldBy == nil { pause(verdict, milliseconds: max(until - now, 1) * 1000) }
      return
    case .refused(let verdict):
      hold(verdict)
      return
    }
    isFilling = true
    defer { isFilling = false }
    while heldBy == nil, client.room > 0, source.maySend,
      !health.isSick || client.unfinished < configuration.probes,
      let flight = nextFlight(now)
    {
      send(flight, client, now)
    }
  }

  /// Takes what is due for another try, else something new, into the draft.
  private func nextFlight(_ now: Int) -> Flight? {
    if source.hasUrgent, let flight = newFlight(now) { return flight }
    while let flight = retries.take(now: loop.now) {
      draft.pointee.removeAll()
      // A retry does not live longer than the first attempt.
      draft.pointee.createdAt = flight.createdAt
      guard source.again(flight.reference, &draft.pointee) else {
        counters.refused += 1
        sink.refused(reference: flight.reference, why: "it is no longer there to be sent again")
        continue
      }
      return flight
    }
    return newFlight(now)
  }

  private func newFlight(_ now: Int) -> Flight? {
    // All that is under way may come back to wait.
    guard retries.count + underWay < configuration.maximumWaiting else { return nil }
    draft.pointee.removeAll()
    draft.pointee.createdAt = now
    guard source.next(&draft.pointee) else { return nil }
    var flight = Flight(
      reference: draft.pointee.reference, createdAt: draft.pointee.createdAt,
      expiresAt: draft.pointee.createdAt
        + draft.pointee.lifetime(provider.timeToLive(content: draft.pointee.content)))
    flight.attempts = draft.pointee.attempts
    flight.wasUnanswered = draft.pointee.wasUnanswered
    return flight
  }

  private func send(_ flight: Flight, _ client: HTTP2Client, _ now: Int) {
    // A class that lives for one attempt always gets that one.
    if flight.expiresAt > flight.createdAt && now >= flight.expiresAt {
      let isOpen = flight.wasUnanswered
      end(
        flight, isOpen ? TransportAnswer.unconfirmed : TransportAnswer.expired,
        isOpen ? .unconfirmed : .expired)
      return
    }
    guard let index = client.begin() else { return }
    let exchange = client.exchange(index)
    do throws(ComposeError) {
      try provider.write(draft.pointee, into: &exchange.pointee, now: now)
    } catch {
      client.discard(index)
      counters.refused += 1
      sink.refused(reference: flight.reference, why: error.message)
      return
    }
    flights[Int(index)] = flight
    flights[Int(index)].generation = generation
    flights[Int(index)].round = health.serial
    client.submit(index)
  }

  // MARK: In

  public func client(_ client: HTTP2Client, finished batch: UnsafeBufferPointer<Int32>) {
    let now = clock()
    for index in batch {
      let exchange = client.exchange(index)
      if exchange.pointee.outcome == .answered && exchange.pointee.status == 200 {
        let id = provider.acceptedID(of: exchange.pointee)
        if id != nil || !provider.needsID {
          if let logID = provider.logID(of: exchange.pointee) {
            sink.found(logID: logID, reference: flights[Int(index)].reference)
          }
          accept(&flights[Int(index)], id)
          continue
        }
      }
      judge(&flights[Int(index)], exchange.pointee, now)
    }
  }

  @inline(__always)
  private func accept(_ flight: inout Flight, _ id: UnsafeBufferPointer<UInt8>?) {
    failures = 0
    if health.isMarked { recovered() }
    counters.attempts += 1
    counters.accepted += 1
    brake.count(.accepted())
    sink.record(
      VerdictRecord(
        reference: flight.reference, verdict: .accepted(), status: .accepted,
        attempts: UInt8(clamping: flight.attempts + 1), wasUnanswered: flight.wasUnanswered),
      providerID: id)
  }

  private func judge(_ flight: inout Flight, _ exchange: borrowing Exchange, _ now: Int) {
    let verdict =
      exchange.outcome == .answered
      ? provider.verdict(of: exchange, generation: flight.generation, now: now)
      : TransportAnswer.verdict(
        exchange.outcome, error: client?.lastError, isConnected: (client?.openConnections ?? 0) > 0)
    if exchange.outcome == .unsent && (heldBy != nil || isDraining || isClosed) {
      // It never left; it keeps its place.
      keep(flight, heldBy ?? TransportAnswer.closed, milliseconds: 0)
      if configuration.handsBackAfter == nil { report(flight, heldBy ?? verdict, nil) }
      return
    }
    if exchange.outcome == .unsent && configuration.countsLaneFailuresApart && loop.now < pausedUntil {
      // Called back before it left, since the lane waits.
      keep(flight, verdict, milliseconds: Int(pausedUntil - loop.now))
      return
    }
    if exchange.outcome != .unsent { counters.attempts += 1 }
    if exchange.outcome == .answered { failures = 0 }
    let isLanes = configuration.countsLaneFailuresApart && health.blames(verdict.laneEvidence, now: loop.now)
    // What is refused for ever would otherwise go round for ever.
    if !isLanes && (verdict.countsAsAttempt || exchange.outcome == .refused) { flight.attempts += 1 }
    if verdict.isUnanswered { flight.wasUnanswered = true }
    watchBrake(verdict)
    let id = exchange.outcome == .answered ? provider.acceptedID(of: exchange) : nil
    if isLanes {
      backOff(flight, verdict, now, id)
      return
    }
    if exchange.outcome == .answered && verdict.laneEvidence == .none && health.isMarked { recovered() }
    if isClosed && verdict.isUnanswered && configuration.handsBackAfter == nil {
      end(flight, verdict, .unconfirmed, id)
      return
    }
    let decision = configuration.policy.decide(
      verdict, flight, now: now, random: random.next())
    switch decision {
    case .finish(let status):
      end(flight, verdict, status, id)
    case .retry(let milliseconds):
      wait(flight, verdict, milliseconds: milliseconds, id)
      if verdict.scope == .lane && milliseconds > 0 { pause(verdict, milliseconds: milliseconds) }
    case .renew:
      flight.wasRenewed = true
      wait(flight, verdict, milliseconds: 0, id)
      renew(flight.generation, now)
    case .hold:
      if verdict.hold == .appleTraffic && !provider.isForAppleOnly {
        // Only what goes to Apple through this project waits; the lane goes on for Android.
        counters.parked += 1
        report(flight, verdict, id)
        if configuration.handsBackAfter != nil {
          handBack(flight, verdict, milliseconds: configuration.policy.backoff.cap)
        }
        if parkedBy == nil {
          parkedBy = verdict
          owner?.lane(self, noticed: .held(verdict))
        }
      } else {
        wait(flight, verdict, milliseconds: 0, id)
        hold(verdict)
      }
    }
  }

  private func renew(_ old: Int, _ now: Int) {
    switch provider.renew(generation: old, now: now) {
    case .ready, .pending: return
    case .waiting(let until, let verdict): pause(verdict, milliseconds: max(until - now, 1) * 1000)
    case .refused(let verdict): hold(verdict)
    }
  }

  private func watchBrake(_ verdict: Verdict) {
    if brake.count(verdict) == .braked { owner?.lane(self, noticed: .braked(share: brake.share)) }
  }

  func report(_ flight: Flight, _ verdict: Verdict, _ id: UnsafeBufferPointer<UInt8>?) {
    sink.record(made(flight, verdict, .queued), providerID: id)
  }

  func made(_ flight: Flight, _ verdict: Verdict, _ status: MessageStatus) -> VerdictRecord {
    VerdictRecord(
      reference: flight.reference, verdict: verdict, status: status,
      attempts: UInt8(clamping: flight.attempts), wasUnanswered: flight.wasUnanswered)
  }

  func end(
    _ flight: Flight, _ verdict: Verdict, _ status: MessageStatus, _ id: UnsafeBufferPointer<UInt8>? = nil
  ) {
    switch status {
    case .accepted: counters.accepted += 1
    case .rejected: counters.rejected += 1
    case .failed: counters.failed += 1
    case .unconfirmed: counters.unconfirmed += 1
    case .expired: counters.expired += 1
    case .queued, .suppressed: break
    }
    sink.record(made(flight, verdict, status), providerID: id)
  }

  // MARK: The lane

  public func clientHasRoom(_ client: HTTP2Client) {
    fill(client)
    settleDown()
  }

  public func client(_ client: HTTP2Client, noticed event: HTTP2Client.Event) {
    owner?.lane(self, noticed: .connection(event))
    switch event {
    case .goaway(_, _, let reason):
      if let verdict = provider.verdict(goaway: reason), verdict.hold == .lane { hold(verdict) }
    case .lost(_, let error, wasOpen: false): failed(TransportAnswer.verdict(.unsent, error: error))
    case .opened, .settings, .lost: break
    }
  }

  /// No connection, or no credential. What cannot get better by itself holds the lane at once; the rest
  /// after some tries, where asked.
  private func failed(_ verdict: Verdict) {
    failures += 1
    if heldBy == nil { health.failed(now: loop.now) }
    if verdict.hold == .lane || (configuration.givesUpAfter > 0 && failures >= configuration.givesUpAfter) {
      hold(verdict)
    }
  }

  /// Sets the timer for what waits, and says so when nothing can happen any more.
  private func settleDown() {
    guard let client else { return }
    if heldBy == nil, !isDraining, !isClosed {
      let due = max(retries.soonest ?? pausedUntil, pausedUntil)
      // What is due already waits for room or for a credential, and whoever brings that calls `fill`.
      if due > loop.now { timer?.set(after: due - loop.now) }
    }
    guard !wasIdle, client.unfinished == 0 else { return }
    if heldBy != nil || isDraining || isClosed || (source.isExhausted && retries.count == 0) {
      wasIdle = true
      owner?.laneIsIdle(self)
    }
  }
}
