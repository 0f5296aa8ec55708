/// How many messages of campaigns a lane is given ahead: about as many as it ends in half a second, so that a
/// pause or the end of a campaign is felt at once, however slow the provider is. Pure; milliseconds.
struct LaneAllowance: Equatable {
  static let least = 64
  static let interval = 100

  /// Given to the lane, and not ended.
  private(set) var out = 0
  private(set) var limit = LaneAllowance.least
  private var ended = 0
  private var since: Int

  init(now: Int) { since = now }

  /// More that may be given.
  var free: Int { max(limit - out, 0) }

  mutating func gave(_ count: Int) { out += count }

  /// `isProgress`: the provider took or refused it; what comes back untried says nothing of its speed.
  mutating func ended(_ count: Int, isProgress: Bool) {
    out = max(out - count, 0)
    if isProgress { ended += count }
  }

  mutating func tick(now: Int) {
    let spent = now - since
    guard spent >= Self.interval else { return }
    // A lane that had nothing to do is not slow for that.
    if ended > 0 || out > 0 { limit = max(ended * 500 / spent, Self.least) }
    ended = 0
    since = now
  }
}
