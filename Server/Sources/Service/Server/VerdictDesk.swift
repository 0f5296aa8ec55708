internal import Delivery
internal import Dispatch
internal import Store

/// Carries verdicts from the lanes into the store. What was taken is not lost: a commit that fails is tried
/// again until the store takes it.
final class VerdictDesk: VerdictOutlet {
  /// Between two tries while the store fails, milliseconds.
  static let pause = 250

  private let writer: StoreWriter
  private let metrics: ServiceMetrics
  private let stored: @Sendable (VerdictBatch) -> Void
  private let told: @Sendable (VerdictEffects) -> Void
  private let campaigns: CampaignRunner?
  private let queue = DispatchQueue(label: "pushwire verdicts")

  /// - Parameters:
  ///   - campaigns: gets the verdicts of messages that have no row.
  ///   - stored: verdicts of messages that have one, once they are durable; on the writer's thread.
  ///   - told: what followed for tokens, once it is durable; on the writer's thread.
  init(
    writer: StoreWriter, metrics: ServiceMetrics, campaigns: CampaignRunner? = nil,
    stored: @escaping @Sendable (VerdictBatch) -> Void = { _ in },
    told: @escaping @Sendable (VerdictEffects) -> Void
  ) {
    self.writer = writer
    self.metrics = metrics
    self.campaigns = campaigns
    self.stored = stored
    self.told = told
  }

  func take(_ batch: VerdictBatch) {
    let own = batch.entries.count { $0.message < 0 }
    guard own > 0, let campaigns else { return submit(VerdictJob(batch, desk: self)) }
    campaigns.take(batch)
    count(batch) { $0.message < 0 }
    // Of these the store needs no more than what is to be done to tokens; mostly that is nothing.
    guard own < batch.entries.count || batch.entries.contains(where: { $0.tokenAction != .keep }) else {
      return
    }
    var rest = batch
    rest.entries.removeAll { $0.message < 0 && $0.tokenAction == .keep }
    submit(VerdictJob(rest, desk: self))
  }

  fileprivate func submit(_ job: VerdictJob) {
    // After the writer's end a lease tells what was under way.
    _ = writer.submit(job, always: true)
  }

  fileprivate func again(_ job: VerdictJob) {
    metrics.count("verdict_batches_retried")
    queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { [self] in submit(job) }
  }

  fileprivate func committed(_ batch: VerdictBatch, _ effects: VerdictEffects) {
    stored(batch)
    count(batch) { $0.message >= 0 }
    if effects.tokensKept > 0 { metrics.count("bad_tokens_kept", by: effects.tokensKept) }
    for change in effects.tokenChanges { metrics.count("tokens_retired", change.kind.rawValue) }
    told(effects)
  }

  private func count(_ batch: VerdictBatch, where fits: (VerdictBatch.Entry) -> Bool) {
    var states = [Int](repeating: 0, count: MessageState.allCases.count)
    var latency = Histogram()
    var retried = 0
    for entry in batch.entries where fits(entry) {
      if entry.state.hasEnded {
        states[Int(entry.state.rawValue)] += 1
        // A campaign's messages wait for their turn: that says nothing of the way.
        if entry.state == .accepted, entry.message >= 0 { latency.add(Double(entry.at - entry.createdAt)) }
      } else if !entry.isHandedBack {
        retried += 1
      }
    }
    for state in MessageState.allCases where states[Int(state.rawValue)] > 0 {
      metrics.count("messages_ended", state.name, by: states[Int(state.rawValue)])
    }
    if retried > 0 { metrics.count("attempts_retried", by: retried) }
    metrics.add("accept_to_accepted", latency)
  }
}

private final class VerdictJob: WriteJob, @unchecked Sendable {
  private let batch: VerdictBatch
  private let desk: VerdictDesk
  // Written and read on the writer's thread alone.
  private var effects = VerdictEffects()

  init(_ batch: VerdictBatch, desk: VerdictDesk) {
    self.batch = batch
    self.desk = desk
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    effects = try session.apply(batch, now: now)
  }

  func committed() { desk.committed(batch, effects) }
  func failed(_ error: StoreError) { desk.again(self) }
}
