/// Notices push that silently decays: the share of fresh tokens, or of people who allow alerts, falls over a
/// week. Pure.
public struct DecayAlarm: Sendable, Equatable {
  /// One day's count of a platform.
  public struct Day: Sendable, Equatable {
    public var total: Int
    /// Fresh, or permitted.
    public var good: Int
    public init(total: Int, good: Int) {
      self.total = total
      self.good = good
    }
    var share: Double { total > 0 ? Double(good) / Double(total) : 0 }
  }

  /// With fewer installations than this a share says nothing.
  public var minimum = 100
  /// The part of last week's share by which it may fall.
  public var tolerance = 0.1

  public init() {}

  /// `days`: by day since 1970, UTC. Compares `today` with a week before; where that day is missing, with
  /// the nearest one up to three days earlier.
  public func isFalling(_ days: [Int: Day], today: Int) -> Bool {
    guard let now = days[today], now.total >= minimum,
      let before = (7...10).lazy.compactMap({ days[today - $0] }).first, before.total >= minimum
    else { return false }
    return now.share < before.share * (1 - tolerance)
  }
}
