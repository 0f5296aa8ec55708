internal import Delivery
internal import Store
internal import Synchronization

/// Due work straight from the store: a claim is a job like any other.
final class StoreFeed: DueFeed {
  private let writer: StoreWriter
  private let metrics: ServiceMetrics
  private let held = EngineHolder()

  init(writer: StoreWriter, metrics: ServiceMetrics) {
    self.writer = writer
    self.metrics = metrics
  }

  /// Before the engine starts.
  func serve(_ engine: DeliveryEngine) { held.engine = engine }

  func claim(_ request: ClaimRequest) {
    let job = ClaimJob(request) { [self] batch, outcome in
      if let outcome { metrics.countEnded(atClaim: outcome) }
      held.engine?.answered(request, batch, outcome)
    }
    if !writer.submit(job) { held.engine?.answered(request, ClaimBatch(), nil) }
  }
}

private final class ClaimJob: WriteJob, @unchecked Sendable {
  private let request: ClaimRequest
  private let done: @Sendable (ClaimBatch, ClaimOutcome?) -> Void
  // Written and read on the writer's thread alone.
  private var batch = ClaimBatch()
  private var outcome = ClaimOutcome()

  init(_ request: ClaimRequest, _ done: @escaping @Sendable (ClaimBatch, ClaimOutcome?) -> Void) {
    self.request = request
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    batch = ClaimBatch()
    outcome = try session.claim(request, claimed: &batch, now: now)
  }

  func committed() { done(batch, outcome) }
  func failed(_ error: StoreError) { done(ClaimBatch(), nil) }
}
