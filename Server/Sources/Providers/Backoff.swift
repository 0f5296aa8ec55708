/// How long to wait before the next try: exponential with full jitter, within the time to live.
///
/// Full jitter draws the whole pause, not a part of it, so that what failed together does not come
/// back together. Times are milliseconds.
public struct Backoff: Sendable, Equatable {
  /// The most that the first pause can be.
  public var base: Int
  /// The most that any pause can be.
  public var cap: Int

  public init(base: Int = 1000, cap: Int = 60_000) {
    self.base = max(base, 1)
    self.cap = max(cap, self.base)
  }

  /// The pause before try `attempt` + 1, or nil where nothing is left of the time to live.
  /// - Parameters:
  ///   - attempt: how many tries there were, from 1.
  ///   - retryAfter: seconds that the provider asked for, negative or nil where it did not. Never cut
  ///     short; the jitter comes on top, so that all who were sent away do not return in one moment.
  ///   - remaining: milliseconds until the push is worthless.
  ///   - random: any 64 random bits.
  public func pause(attempt: Int, retryAfter: Int? = nil, remaining: Int, random: UInt64) -> Int? {
    let doublings = min(max(attempt, 1) - 1, 40)
    let most = doublings < base.leadingZeroBitCount - 1 ? min(base << doublings, cap) : cap
    let asked = min(max(retryAfter ?? 0, 0), RetryAfter.longest) * 1000
    // The high half of the product is uniform in 0…most.
    let jitter = Int(random.multipliedFullWidth(by: UInt64(most) + 1).high)
    let pause = asked + (asked > 0 ? min(jitter, max(asked / 2, 1000)) : jitter)
    return pause < remaining ? pause : nil
  }
}
