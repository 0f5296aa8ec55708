import Store

/// Counters of the daily roll-up, added up for one group.
struct StatsCounts: Equatable {
  private var counts: [String: Int] = [:]
  /// By the upper bound of their bucket in milliseconds; `Int.max`: above all bounds.
  private var latencies: [String: [Int: Int]] = [:]

  mutating func add(_ metric: String, _ count: Int) {
    guard metric.hasPrefix(Self.latency) else { return counts[metric, default: 0] += count }
    let rest = metric.dropFirst(Self.latency.count)
    guard let dot = rest.lastIndex(of: ".") else { return }
    let part = rest[rest.index(after: dot)...]
    // The sum is no bucket.
    guard let bound = part == "inf" ? Int.max : Int(part) else { return }
    latencies[String(rest[..<dot]), default: [:]][bound, default: 0] += count
  }

  private static let latency = "latency."

  func count(_ metric: String) -> Int { counts[metric] ?? 0 }
  func event(_ kind: ClientEvent.Kind) -> Int { count(RollupMetric.eventPrefix + kind.rawValue) }
  func receipt(_ kind: Receipt.Kind) -> Int { count(RollupMetric.receiptPrefix + kind.rawValue) }

  /// What counters with this beginning come to, by the rest of their names, most first.
  func parts(_ prefix: String) -> [(name: String, count: Int)] {
    counts.filter { $0.key.hasPrefix(prefix) && $0.value > 0 }
      .map { (String($0.key.dropFirst(prefix.count)), $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  private func sum(_ prefix: String) -> Int { parts(prefix).reduce(0) { $0 + $1.count } }

  var accepted: Int { count(RollupMetric.accepted) }
  var rejected: Int { sum(RollupMetric.rejectedPrefix) }
  var suppressed: Int { sum(RollupMetric.suppressedPrefix) }
  /// Messages that a provider took or refused.
  var answered: Int { accepted + rejected }
  /// Tokens that providers called dead or foreign, those that were kept among them.
  var invalidTokens: Int {
    count(RollupMetric.tokenDead) + count(RollupMetric.tokenQuarantined) + count(RollupMetric.tokenKept)
  }

  /// The bound under which this share of the latencies lies; nil: there are none.
  func latency(_ name: String, share: Double) -> Int? {
    guard let buckets = latencies[name] else { return nil }
    let total = buckets.values.reduce(0, +)
    guard total > 0 else { return nil }
    let wanted = max(1, Int((Double(total) * share).rounded(.up)))
    var passed = 0
    for (bound, count) in buckets.sorted(by: { $0.key < $1.key }) {
      passed += count
      if passed >= wanted { return bound }
    }
    return Int.max
  }

  /// How many devices' doings are in it at most; judged against the profile's minimum cohort.
  var cohort: Int {
    let asked = max(event(.explainerShown), event(.promptShown), event(.registered))
    return max(asked, accepted, receipt(.received))
  }
}
