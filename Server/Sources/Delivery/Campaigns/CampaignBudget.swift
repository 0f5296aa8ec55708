/// What a campaign may send of its rate, over all nodes that work on it.
public protocol CampaignBudget: AnyObject, Sendable {
  /// Asks for up to `wanted` messages. `answer` is called once, at once or later, on any thread; with 0
  /// where there are none now, or it cannot be known.
  ///
  /// - Parameters:
  ///   - rate: messages a second.
  ///   - burst: messages that may be sent at once after a pause.
  func take(
    campaign: Int, wanted: Int, rate: Int, burst: Int, now: Int, _ answer: @escaping @Sendable (Int) -> Void)
}

/// For one node alone.
public final class LocalCampaignBudget: CampaignBudget {
  private let buckets = Guarded<[Int: PaceBucket]>([:])

  public init() {}

  public func take(
    campaign: Int, wanted: Int, rate: Int, burst: Int, now: Int, _ answer: @escaping @Sendable (Int) -> Void
  ) {
    answer(
      buckets.withLock { buckets in
        // Those of ended campaigns.
        if buckets.count > 256 { buckets = buckets.filter { now - $0.value.at < 60_000 } }
        return buckets[campaign, default: PaceBucket(at: now)].take(
          wanted, rate: rate, burst: burst, now: now)
      })
  }
}
