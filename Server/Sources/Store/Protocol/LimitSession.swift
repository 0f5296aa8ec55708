/// Limits that all nodes keep together. Times are milliseconds since 1970, by the store's clock.
public protocol LimitSession: AnyObject {
  /// Takes a portion out of a bucket that nodes share; one that is not there yet is full.
  func take(bucket: String, wanted: Int, _ rate: BucketRate, now: Int) throws(StoreError) -> BucketGrant
}

/// So many a minute, and so many at once.
public struct BucketRate: Sendable, Equatable {
  /// More than 0.
  public var perMinute: Int
  /// `perMinute` come in so many minutes, for what is rarer than once a minute.
  public var minutes: Int
  /// At least 1.
  public var burst: Int

  public init(perMinute: Int, burst: Int) {
    self.perMinute = min(max(perMinute, 1), 1_000_000_000)
    minutes = 1
    self.burst = min(max(burst, 1), 1_000_000_000)
  }

  /// One in so many minutes, a day at most.
  public init(onePerMinutes minutes: Int, burst: Int) {
    self.init(perMinute: 1, burst: burst)
    self.minutes = min(max(minutes, 1), 1440)
  }

  /// Milliseconds in which one comes, rounded up.
  var interval: Int { (60_000 * minutes + perMinute - 1) / perMinute }
}

public struct BucketGrant: Sendable, Equatable {
  /// As many as there were, `wanted` at most.
  public var granted: Int
  /// When it makes sense to ask again, where fewer were granted than wanted.
  public var retryAt: Int?

  public init(granted: Int, retryAt: Int? = nil) {
    self.granted = granted
    self.retryAt = retryAt
  }
}
