internal import Delivery
internal import Store
internal import Synchronization

/// The delivery node's side: fetches what the engine has room for, leases it by its rows, and acknowledges
/// each message once its verdict or next due time is durable.
final class FeedPuller: Sendable {
  private let link: FeedLink
  private let writer: StoreWriter
  private let counters: FeedCounters
  private let places: [Guarded<PullMachine>]
  private let shelf = ReplyShelf()
  private let held = Guarded(HeldMessages())
  private let sender: FeedSender
  private let told: @Sendable (ClaimOutcome) -> Void
  // Set before the engine starts; the engine outlives every claim.
  nonisolated(unsafe) weak var engine: DeliveryEngine?

  /// A lease's end is by the store's clock, milliseconds.
  private static let clockMargin = 60_000

  /// `told`: what claims ended in passing; on the writer's thread.
  init(
    link: FeedLink, writer: StoreWriter, counters: FeedCounters,
    told: @escaping @Sendable (ClaimOutcome) -> Void
  ) {
    self.link = link
    self.writer = writer
    self.counters = counters
    self.told = told
    places = (0..<FeedNames.places).map { _ in
      Guarded(PullMachine(answerWithin: link.settings.answerWithin))
    }
    sender = FeedSender(link, shelf)
    sender.puller = self
  }

  func start() { sender.start() }

  /// What is to be acknowledged is sent before.
  func stop() { sender.stop() }

  var heldCount: Int { held.withLock { $0.count } }

  // MARK: The engine's thread

  func claim(_ request: ClaimRequest) {
    let place = FeedNames.place(request.lane, request.band)
    guard link.route(place) != nil else {
      engine?.answered(request, ClaimBatch(), nil)
      return
    }
    step(place) { $0.asked(request, now: $1) }
  }

  // MARK: Any thread

  private func step(_ place: Int, _ body: (inout PullMachine, Int) -> [PullMachine.Action]) {
    guard places.indices.contains(place) else { return }
    let now = link.clock()
    for action in places[place].withLock({ body(&$0, now) }) { perform(action, place) }
  }

  private func perform(_ action: PullMachine.Action, _ place: Int) {
    switch action {
    case .fetch(let count, let name): ask(place, name, "{\"batch\":\(count),\"no_wait\":true}")
    case .wait(let name):
      ask(place, name, "{\"batch\":1,\"expires\":\(PullMachine.standingFor)000000}")
    case .claim(let request, let messages, let mayHaveMore):
      let job = ClaimRowsJob(request, messages) { [self] job, isStored in
        if isStored { claimed(job, mayHaveMore) } else { notClaimed(job) }
      }
      if !writer.submit(job) { notClaimed(job) }
    case .nothing(let request, let isWell):
      var outcome = ClaimOutcome()
      outcome.last = request.after
      engine?.answered(request, ClaimBatch(), isWell ? outcome : nil)
      if !isWell { link.suspect(FeedError(.timeout, "NATS does not answer when it is asked for messages")) }
    case .notice:
      if let (lane, band) = FeedNames.laneAndBand(place) { engine?.noticed(lane, band, dueAt: 0) }
    case .giveBack(let messages):
      counters.givenBack.add(messages.count, ordering: .relaxed)
      answer("-NAK", messages.map(\.reply))
    }
  }

  private func ask(_ place: Int, _ name: String, _ body: String) {
    guard let (lane, band) = FeedNames.laneAndBand(place), let route = link.route(place)
    else { return notAsked(place) }
    sender.request(
      place, name,
      subject: "$JS.API.CONSUMER.MSG.NEXT.\(route.stream).\(link.names.consumer(lane, band))", body: body)
  }

  func notAsked(_ place: Int) { step(place) { $0.failed(now: $1) } }

  private func answer(_ word: StaticString, _ replies: [Int32], keeps: Bool = false) {
    guard !replies.isEmpty else { return }
    sender.answer(word, replies, keeps: keeps)
  }

  private func acknowledge(_ replies: [Int32]) {
    counters.acknowledged.add(replies.count, ordering: .relaxed)
    answer("+ACK", replies)
  }

  // MARK: The library's thread

  func delivered(
    _ place: Int, _ text: UnsafeBufferPointer<UInt8>, answerTo reply: UnsafeBufferPointer<UInt8>
  ) {
    counters.pulled.add(1, ordering: .relaxed)
    if let count = AckSubject.deliveries(reply), count > 1 {
      counters.redelivered.add(1, ordering: .relaxed)
    }
    guard let slot = shelf.put(reply) else { return }
    guard let message = FedText.read(text) else {
      // No feeder wrote it.
      counters.unclaimable.add(1, ordering: .relaxed)
      return answer("+TERM", [slot])
    }
    step(place) { $0.arrived(PulledMessage(row: message.row, reply: slot), now: $1) }
  }

  func ended(_ place: Int, _ name: Substring) { step(place) { $0.ended(name, now: $1) } }

  func lost() { for place in places.indices { step(place) { $0.failed(now: $1) } } }

  // MARK: The writer's thread

  private func claimed(_ job: ClaimRowsJob, _ mayHaveMore: Bool) {
    let now = link.clock()
    var useless: [Int32] = []
    held.withLock { held in
      // Both in the order of rows.
      var entries = job.batch.entries[...]
      for message in job.messages {
        while let entry = entries.first, entry.message < message.row { entries.removeFirst() }
        if let entry = entries.first, entry.message == message.row {
          entries.removeFirst()
          let before = held.hold(
            message.row, reply: message.reply, lease: entry.leaseEndsAt + Self.clockMargin, now: now)
          if let before { useless.append(before) }
        } else {
          useless.append(message.reply)
        }
      }
    }
    var outcome = job.outcome
    let judged = outcome.claimed + outcome.ended + outcome.dead
    counters.unclaimable.add(max(job.messages.count - judged, 0), ordering: .relaxed)
    acknowledge(useless)
    outcome.hasMore = mayHaveMore
    if outcome.ended + outcome.dead > 0 { told(outcome) }
    for waiting in job.batch.waiting { engine?.noticed(waiting.lane, waiting.band, dueAt: waiting.dueAt) }
    engine?.answered(job.request, job.batch, outcome)
  }

  private func notClaimed(_ job: ClaimRowsJob) {
    let place = FeedNames.place(job.request.lane, job.request.band)
    let now = link.clock()
    places[place].withLock { $0.putBack(job.messages, now: now) }
    engine?.answered(job.request, ClaimBatch(), nil)
  }

  /// Verdicts that are durable by now.
  func settled(_ batch: VerdictBatch) {
    let replies = held.withLock { held -> [Int32] in
      guard held.count > 0 else { return [] }
      var replies: [Int32] = []
      for entry in batch.entries where entry.message > 0 && (entry.state.hasEnded || entry.isHandedBack) {
        if let reply = held.settle(entry.message) { replies.append(reply) }
      }
      return replies
    }
    acknowledge(replies)
  }

  /// All leases of this node are gone: others may have their messages at once.
  func giveUp() {
    let replies = held.withLock { $0.removeAll() }
    counters.givenBack.add(replies.count, ordering: .relaxed)
    answer("-NAK", replies)
  }

  // MARK: The feed's thread

  func tick(now: Int) {
    for place in places.indices { step(place) { $0.tick(now: $1) } }
    let (late, lost) = held.withLock { held in
      let lost = held.lost(now: now)
      return (held.overdue(every: max(link.settings.acknowledgeWait / 3, 1), now: now), lost)
    }
    counters.progressed.add(late.count, ordering: .relaxed)
    answer("+WPI", late, keeps: true)
    // Its row is somebody else's by now.
    shelf.free(lost)
  }
}

/// Leases the rows that the feed has brought.
private final class ClaimRowsJob: WriteJob, @unchecked Sendable {
  let request: ClaimRequest
  /// By row.
  let messages: [PulledMessage]
  private let done: @Sendable (ClaimRowsJob, Bool) -> Void
  // Written and read on the writer's thread alone.
  private(set) var batch = ClaimBatch()
  private(set) var outcome = ClaimOutcome()

  init(
    _ request: ClaimRequest, _ messages: [PulledMessage],
    _ done: @escaping @Sendable (ClaimRowsJob, Bool) -> Void
  ) {
    self.request = request
    self.messages = messages.sorted { $0.row < $1.row }
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    batch = ClaimBatch()
    outcome = try session.claim(request, messages: messages.map(\.row), claimed: &batch, now: now)
  }

  func committed() { done(self, true) }
  func failed(_ error: StoreError) { done(self, false) }
}
