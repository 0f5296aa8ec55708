internal import Store

/// How fast a campaign may go: its rate, and the ramp up to it. Pure; times are milliseconds since 1970.
///
/// | time since the start | messages a second |
/// |---|---|
/// | before the first step ends | the ramp's first rate |
/// | after n steps | 2ⁿ times that, until it is the campaign's rate |
/// | no ramp | the campaign's rate |
/// | no rate, and the ramp has passed a million a second, or there is none | unbounded |
struct CampaignPace: Equatable {
  var ratePerSecond: Int
  var ramp: CampaignRamp
  var startedAt: Int

  init(ratePerSecond: Int, ramp: CampaignRamp, startedAt: Int) {
    self.ratePerSecond = max(ratePerSecond, 0)
    self.ramp = ramp
    self.startedAt = startedAt
  }

  /// Beyond it a ramp holds nothing back.
  static let unbounded = 1_000_000

  /// Messages a second; nil: unbounded.
  func rate(at now: Int) -> Int? {
    guard ramp.from > 0 else { return ratePerSecond > 0 ? ratePerSecond : nil }
    let steps = max(now - startedAt, 0) / (max(ramp.step, 1) * 1000)
    var rate = ramp.from
    let most = ratePerSecond > 0 ? ratePerSecond : Self.unbounded
    for _ in 0..<min(steps, 63) where rate < most { rate = rate > most / 2 ? most : rate * 2 }
    rate = min(rate, most)
    return ratePerSecond == 0 && rate >= Self.unbounded ? nil : rate
  }

  /// What may be sent at once after a pause: a fifth of a second's, and one at least.
  func burst(at now: Int) -> Int { rate(at: now).map { max($0 / 5, 1) } ?? .max }
}

/// Messages that a campaign may send now, of a rate: whole ones, and what has grown of the next. Pure.
struct PaceBucket: Equatable {
  /// Thousandths of a message.
  private(set) var tokens: Int
  private(set) var at: Int

  /// It begins empty but for one message, so that a ramp begins slowly.
  init(at now: Int) {
    tokens = 1000
    at = now
  }

  /// Takes as many as there are, at most `wanted`.
  mutating func take(_ wanted: Int, rate: Int, burst: Int, now: Int) -> Int {
    let spent = min(max(now - at, 0), 60_000)
    at = max(at, now)
    tokens = min(tokens + spent * max(rate, 0), max(burst, 1) * 1000)
    let taken = min(max(wanted, 0), tokens / 1000)
    tokens -= taken * 1000
    return taken
  }
}
