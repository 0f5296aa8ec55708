internal import Foundation
internal import Store
internal import Synchronization

/// Gives what is due in the store to the feed. One node does it; two of them would do no harm, since a row is
/// given in a transaction. A thread of its own.
final class Feeder: Sendable {
  private struct State {
    var plan: FeederPlan
    var isLeading = false
    var isStopped = false
    var mustRecall = false
    /// What the feed held was taken back since its servers are out of reach.
    var hasRecalled = false
    /// Could not be published.
    var failed: [FedMessage] = []
    var isWoken = false
    /// Places that have a consumer in this stream, as far as is known.
    var consumers: Set<Int> = []
    var consumersOf = ""
  }

  private let link: FeedLink
  private let writer: StoreWriter
  private let counters: FeedCounters
  private let tell: @Sendable (FeedEvent) -> Void
  private let state: Guarded<State>
  private let wakes = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(
    link: FeedLink, writer: StoreWriter, counters: FeedCounters, tell: @escaping @Sendable (FeedEvent) -> Void
  ) {
    self.link = link
    self.writer = writer
    self.counters = counters
    self.tell = tell
    state = Guarded(
      State(plan: FeederPlan(most: max(link.settings.mostWaiting, 1), poll: max(link.settings.poll, 1))))
  }

  /// `leads`: whether it falls to this node; asked about once a second.
  func start(leads: (@Sendable () -> Bool)? = nil) {
    let thread = Thread { [self] in
      while !state.withLock({ $0.isStopped }) {
        if let leads { setLeading(leads()) }
        round()
      }
      ended.signal()
    }
    thread.start()
    thread.name = "feeder"
  }

  func stop() {
    let wasStopped = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped
    }
    guard !wasStopped else { return }
    wake()
    ended.wait()
  }

  // MARK: Any thread

  var isLeading: Bool { state.withLock { $0.isLeading } }

  func lead(_ isLeading: Bool) {
    setLeading(isLeading)
    wake()
  }

  private func setLeading(_ isLeading: Bool) {
    state.withLock { state in
      if isLeading, !state.isLeading { state.plan.forget() }
      state.isLeading = isLeading
    }
  }

  func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int) {
    let isLeading = state.withLock { state in
      state.plan.noticed(FeedNames.place(lane, band), dueAt: dueAt)
      return state.isLeading
    }
    if isLeading { wake() }
  }

  /// What the one before had is lost.
  func streamIsNew() {
    state.withLock { $0.mustRecall = true }
    wake()
  }

  func wake() {
    let isFirst = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if isFirst { wakes.signal() }
  }

  /// On a thread of the library.
  func published(_ text: UnsafeBufferPointer<UInt8>, _ result: PublishResult) {
    switch result {
    case .stored: counters.fed.add(1, ordering: .relaxed)
    case .duplicate:
      counters.fed.add(1, ordering: .relaxed)
      counters.duplicates.add(1, ordering: .relaxed)
    case .failed(let error):
      guard let message = FedText.read(text) else { return }
      state.withLock { $0.failed.append(FedMessage(row: message.row, lease: message.lease)) }
      link.suspect(error)
      wake()
    }
  }

  /// Whether what the feed held was taken back since its servers are out of reach.
  var hasRecalled: Bool { state.withLock { $0.hasRecalled } }

  // MARK: On the thread

  private func round() {
    let now = link.clock()
    let (isLeading, failed, nextAt) = state.withLock { state in
      defer { state.failed = [] }
      return (state.isLeading, state.failed, state.plan.nextAt)
    }
    if !failed.isEmpty { giveBack(failed) }
    if !link.isDirect { state.withLock { $0.hasRecalled = false } }
    guard isLeading else { return wait(milliseconds: 1_000) }
    if link.isDirect || state.withLock({ $0.mustRecall }) { recall() }
    if link.isDirect { state.withLock { $0.hasRecalled = true } }
    guard let route = link.route else { return wait(milliseconds: link.settings.poll) }
    guard nextAt <= now else { return wait(milliseconds: min(nextAt - now, link.settings.poll)) }
    feed(route, now: now)
  }

  private func wait(milliseconds: Int) {
    _ = wakes.wait(timeout: .now() + .milliseconds(max(milliseconds, 1)))
    state.withLock { $0.isWoken = false }
  }

  private func feed(_ route: FeedLink.Route, now: Int) {
    var requests: [ClaimRequest] = []
    let stream = NATSStream(connection: route.connection, settings: link.settings, names: link.names)
    do throws(FeedError) {
      for place in state.withLock({ $0.plan.due(now: now) }) {
        guard let (lane, band) = FeedNames.laneAndBand(place) else { continue }
        var allowance = state.withLock { $0.plan.allowance(place) }
        if allowance == nil {
          let waiting = try waiting(stream, route.stream, lane, band)
          allowance = state.withLock { $0.plan.counted(place, waiting: waiting) }
        }
        if let allowance, allowance > 0 {
          requests.append(ClaimRequest(lane: lane, band: band, limit: allowance))
        } else {
          state.withLock { $0.plan.full(place, now: now) }
        }
      }
    } catch {
      link.suspect(error)
      return wait(milliseconds: link.settings.poll)
    }
    guard !requests.isEmpty else { return }
    let wanted = requests
    let lease = link.settings.lease
    let rounds: [Round]
    do throws(StoreError) {
      rounds = try writer.run { (session, now) throws(StoreError) in
        var rounds: [Round] = []
        for request in wanted {
          var round = Round()
          round.outcome = try session.feedDue(request, until: now + lease, fed: &round.fed, now: now)
          rounds.append(round)
        }
        return rounds
      }
    } catch { return wait(milliseconds: link.settings.poll) }
    for (request, round) in zip(wanted, rounds) { publish(route, request, round, now: now) }
  }

  /// What a lane and band gave.
  private struct Round: Sendable {
    var fed: [FedMessage] = []
    var outcome = ClaimOutcome()
  }

  private func waiting(
    _ stream: NATSStream, _ name: String, _ lane: LaneCode, _ band: Band
  ) throws(FeedError) -> Int {
    // It is made when the first message comes.
    guard let depth = try stream.depth(name, lane, band) else { return 0 }
    let place = FeedNames.place(lane, band)
    know(place, of: name)
    return depth.waiting
  }

  private func ensureConsumer(_ route: FeedLink.Route, _ request: ClaimRequest) throws(FeedError) {
    let place = FeedNames.place(request.lane, request.band)
    guard !state.withLock({ $0.consumersOf == route.stream && $0.consumers.contains(place) }) else { return }
    try NATSStream(connection: route.connection, settings: link.settings, names: link.names)
      .ensureConsumer(route.stream, request.lane, request.band)
    know(place, of: route.stream)
  }

  private func know(_ place: Int, of stream: String) {
    state.withLock { state in
      if state.consumersOf != stream { state.consumers = [] }
      state.consumersOf = stream
      state.consumers.insert(place)
    }
  }

  private func publish(_ route: FeedLink.Route, _ request: ClaimRequest, _ round: Round, now: Int) {
    let place = FeedNames.place(request.lane, request.band)
    state.withLock { $0.plan.fed(place, round.fed.count, round.outcome, now: now) }
    guard !round.fed.isEmpty else { return }
    let subject = link.names.subject(request.lane, request.band)
    for (index, message) in round.fed.enumerated() {
      do throws(FeedError) {
        if index == 0 { try ensureConsumer(route, request) }
        try route.connection.publish(
          FedText.write(row: message.row, lease: message.lease, separator: UInt8(ascii: " ")),
          id: FedText.write(row: message.row, lease: message.lease, separator: UInt8(ascii: "-")),
          to: subject,
          within: link.settings.answerWithin)
      } catch {
        state.withLock { $0.failed.append(contentsOf: round.fed[index...]) }
        return link.suspect(error)
      }
    }
  }

  private func giveBack(_ messages: [FedMessage]) {
    counters.unpublished.add(messages.count, ordering: .relaxed)
    // Where the store fails, the feed's time with them ends by itself.
    _ = try? writer.run { (session, now) throws(StoreError) in
      try session.returnFed(messages, now: now)
    }
    state.withLock { $0.plan.forget() }
  }

  private static let recallStep = 500

  private func recall() {
    var count = 0
    while true {
      let step = try? writer.run { (session, now) throws(StoreError) in
        try session.recallFed(limit: Self.recallStep, now: now)
      }
      guard let step else { return }
      count += step
      if step < Self.recallStep { break }
    }
    state.withLock { state in
      state.mustRecall = false
      if count > 0 { state.plan.forget() }
    }
    if count > 0 { tell(.recalled(count)) }
  }
}
