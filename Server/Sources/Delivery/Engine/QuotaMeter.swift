public import Store

/// A limit of the provider that all nodes keep together, as requests a minute.
public struct LaneQuota: Sendable, Equatable {
  /// The bucket's name in the store.
  public var bucket: String
  public var rate: BucketRate

  public init(bucket: String, rate: BucketRate) {
    self.bucket = bucket
    self.rate = rate
  }

  /// So that no minute has more than this many, wherever it begins: a tenth at once, the rest evenly.
  public init(bucket: String, perMinute: Int) {
    let burst = max(perMinute / 10, 1)
    self.init(bucket: bucket, rate: BucketRate(perMinute: max(perMinute - burst, 1), burst: burst))
  }

  /// What a lane asks for at once: a tenth of a second's worth, and never all that there is.
  var portion: Int { min(max(rate.perMinute / 600, 1), max(rate.burst / 4, 1), 1000) }
}

/// Where portions come from: the store.
public protocol QuotaSource: AnyObject, Sendable {
  /// Returns at once; the answer comes by ``DeliveryEngine/granted(_:_:)``, exactly once for each request. On
  /// the engine's thread.
  func take(_ lane: LaneCode, _ quota: LaneQuota, wanted: Int)
}

/// What came of a request for a portion.
public struct QuotaGrant: Sendable, Equatable {
  public var granted: Int
  /// Milliseconds after which it makes sense to ask again; 0: at once.
  public var retryAfter: Int

  public init(granted: Int, retryAfter: Int = 0) {
    self.granted = granted
    self.retryAfter = retryAfter
  }
}

/// How many requests a lane may still send. Times are milliseconds since 1970.
struct QuotaMeter {
  let quota: LaneQuota
  /// So many may go now.
  private(set) var left = 0
  private var isAsking = false
  /// It is not asked before.
  private(set) var notBefore = 0

  init(_ quota: LaneQuota) { self.quota = quota }

  mutating func spend() { left = max(left - 1, 0) }

  /// How many to ask for now; 0: none. A portion is asked for while half of one is left, so that nothing
  /// stands still meanwhile.
  mutating func wants(now: Int) -> Int {
    let portion = quota.portion
    guard !isAsking, left * 2 <= portion, now >= notBefore else { return 0 }
    isAsking = true
    return portion
  }

  mutating func answered(_ grant: QuotaGrant, now: Int) {
    isAsking = false
    left += max(grant.granted, 0)
    notBefore = now + max(grant.retryAfter, 0)
  }
}
