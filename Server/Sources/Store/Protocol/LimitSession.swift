/// Limits that all nodes keep together. Times are milliseconds since 1970, by the store's clock.
public protocol LimitSession: AnyObject {
  /// Takes a portion out of a bucket that nodes share; one that is not there yet is full.
  func take(bucket: String, wanted: Int, _ rate: BucketRate, now: Int) throws(StoreError) -> BucketGrant
}

/// So many a minute, and so many at once.
public struct BucketRate: Sendable, Equatable {
  /// More than 0.
  public var perMinute: Int
  /// At least 1.
  public var burst: Int

  public init(perMinute: Int, burst: Int) {
    self.perMinute = min(max(perMinute, 1), 1_000_000_000)
    self.burst = min(max(burst, 1), 1_000_000_000)
  }
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
