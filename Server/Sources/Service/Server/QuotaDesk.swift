internal import Delivery
internal import Store

/// Takes portions of the providers' limits out of the store's buckets, which all nodes share.
final class QuotaDesk: QuotaSource {
  /// Where the store fails: asked again after so many milliseconds.
  static let pause = 500

  private let writer: StoreWriter
  private let metrics: ServiceMetrics
  private let held = EngineHolder()

  init(writer: StoreWriter, metrics: ServiceMetrics) {
    self.writer = writer
    self.metrics = metrics
  }

  /// Before the engine starts.
  func serve(_ engine: DeliveryEngine) { held.engine = engine }

  func take(_ lane: LaneCode, _ quota: LaneQuota, wanted: Int) {
    let job = QuotaJob(quota, wanted: wanted) { [self] grant in
      if let grant, grant.granted < wanted { metrics.count("quota_short", lane.name) }
      held.engine?.granted(lane, grant ?? QuotaGrant(granted: 0, retryAfter: Self.pause))
    }
    if !writer.submit(job) { held.engine?.granted(lane, QuotaGrant(granted: 0, retryAfter: Self.pause)) }
  }
}

private final class QuotaJob: WriteJob, @unchecked Sendable {
  private let quota: LaneQuota
  private let wanted: Int
  private let done: @Sendable (QuotaGrant?) -> Void
  // Written and read on the writer's thread alone.
  private var grant = QuotaGrant(granted: 0)

  init(_ quota: LaneQuota, wanted: Int, _ done: @escaping @Sendable (QuotaGrant?) -> Void) {
    self.quota = quota
    self.wanted = wanted
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    let taken = try session.take(bucket: quota.bucket, wanted: wanted, quota.rate, now: now)
    grant = QuotaGrant(granted: taken.granted, retryAfter: max((taken.retryAt ?? now) - now, 0))
  }

  func committed() { done(grant) }
  func failed(_ error: StoreError) { done(nil) }
}
