internal import Store

/// How fast a campaign goes, from what was seen of it. Pure.
struct CampaignPace: Equatable {
  /// What lies longer back is forgotten, milliseconds.
  static let span = 15_000
  private static let most = 32

  private struct Sample: Equatable {
    var at: Int
    var looked: Int
  }
  private var samples: [Sample] = []

  /// What the store says of it at `now`, milliseconds since 1970.
  mutating func add(_ looked: Int, now: Int) {
    samples.removeAll { now - $0.at > Self.span || $0.at > now || $0.looked > looked }
    if let last = samples.last, now - last.at < 500 { return }
    if samples.count == Self.most { samples.removeFirst() }
    samples.append(Sample(at: now, looked: looked))
  }

  /// Devices a second over the last seconds; nil: not enough was seen.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.at - first.at >= 1000 else { return nil }
    return Double(last.looked - first.looked) * 1000 / Double(last.at - first.at)
  }

  /// Since its start, for whoever asks for the first time.
  static func average(_ view: CampaignView, now: Int) -> Double? {
    guard let start = view.startedAt, view.looked > 0 else { return nil }
    let passed = (view.endedAt ?? now) - start
    return passed >= 1000 ? Double(view.looked) * 1000 / Double(passed) : nil
  }

  /// Seconds that so many messages take at a rate with its ramp; nil: as fast as it goes.
  static func seconds(_ messages: Int, rate: Int, ramp: CampaignRamp) -> Int? {
    guard rate > 0 else { return nil }
    var left = max(messages, 0)
    var seconds = 0
    var step = ramp.from
    while step > 0, step < rate, left > 0 {
      let (sent, overflow) = step.multipliedReportingOverflow(by: max(ramp.step, 1))
      if overflow || sent >= left { return sum(seconds, left, step) }
      left -= sent
      seconds += max(ramp.step, 1)
      step *= 2
    }
    return sum(seconds, left, rate)
  }

  private static func sum(_ seconds: Int, _ left: Int, _ rate: Int) -> Int {
    let rest = left / rate + (left % rate > 0 ? 1 : 0)
    let (sum, overflow) = seconds.addingReportingOverflow(rest)
    return overflow ? Int.max : sum
  }
}

/// The paces of the campaigns that somebody looks at. Any thread.
final class CampaignPaces: Sendable {
  private static let most = 256
  private let paces = Guarded<[Int: CampaignPace]>([:])

  /// Devices a second; nil: it does not run, or nothing is known yet.
  func rate(_ view: CampaignView, now: Int) -> Double? {
    guard view.state == .running || view.state == .finishing else {
      paces.withLock { _ = $0.removeValue(forKey: view.row) }
      return nil
    }
    let seen = paces.withLock { paces in
      if paces.count >= Self.most, paces[view.row] == nil { paces.removeAll() }
      paces[view.row, default: CampaignPace()].add(view.looked, now: now)
      return paces[view.row]?.rate
    }
    return seen ?? CampaignPace.average(view, now: now)
  }
}
