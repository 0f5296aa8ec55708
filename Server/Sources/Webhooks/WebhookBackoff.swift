/// When a webhook is tried again: exponential with full jitter, so that what failed together does not come
/// back together. Seconds.
public struct WebhookBackoff: Sendable, Equatable {
  /// The most that the first pause can be.
  public var base: Int
  /// The most that any pause can be, unless the customer asks for more.
  public var cap: Int
  /// How many tries there are in all.
  public var attempts: Int

  public init(base: Int = 10, cap: Int = 6 * 3600, attempts: Int = 12) {
    self.base = max(base, 1)
    self.cap = max(cap, self.base)
    self.attempts = max(attempts, 1)
  }

  /// The pause before try `attempt` + 1, or nil where there is no further one.
  /// - Parameters:
  ///   - attempt: how many tries there were, from 1.
  ///   - retryAfter: seconds that the customer asked for; never cut short, but taken at a day at most.
  ///   - random: any 64 random bits.
  public func pause(attempt: Int, retryAfter: Int? = nil, random: UInt64) -> Int? {
    guard attempt < attempts else { return nil }
    let doublings = min(max(attempt, 1) - 1, 40)
    let most = doublings < base.leadingZeroBitCount - 1 ? min(base << doublings, cap) : cap
    // The high half of the product is uniform in 0…most.
    let jitter = Int(random.multipliedFullWidth(by: UInt64(most) + 1).high)
    let asked = min(max(retryAfter ?? 0, 0), 86_400)
    return asked > 0 ? asked + min(jitter, max(asked / 2, 1)) : jitter
  }
}
