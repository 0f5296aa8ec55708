internal import Store

/// Keeps one count of the installations a day, and says where push silently decays.
struct FleetWatch {
  /// What is compared over a week.
  enum Measure: String, CaseIterable {
    /// Of the installations with a token, those that confirmed it within a week.
    case freshness = "token_freshness_falling"
    /// Those that allow alerts.
    case optIn = "opt_in_falling"

    var metric: String {
      switch self {
      case .freshness: "fleet.fresh"
      case .optIn: "fleet.permitted"
      }
    }
  }

  static let total = "fleet.total"

  /// The counters of one day, to be added once.
  static func counters(_ fleet: [FleetCount], day: Int) -> [(key: RollupKey, count: Int)] {
    var sums: [String: (total: Int, fresh: Int, permitted: Int)] = [:]
    for count in fleet {
      var sum = sums[count.platform.name] ?? (0, 0, 0)
      sum.total += count.withToken
      sum.fresh += count.confirmedWithinWeek
      sum.permitted += count.permitted
      sums[count.platform.name] = sum
    }
    return sums.sorted { $0.key < $1.key }.flatMap { platform, sum in
      [(total, sum.total), (Measure.freshness.metric, sum.fresh), (Measure.optIn.metric, sum.permitted)]
        .map { (RollupKey(day: day, metric: $0.0, platform: platform), $0.1) }
    }
  }

  /// Which alarms are on, by platform. `rollups`: of the last two weeks.
  static func alarms(
    _ rollups: [(key: RollupKey, count: Int)], today: Int, rule: DecayAlarm
  ) -> [(platform: String, measure: Measure)] {
    var days: [String: [Int: (total: Int, good: [Measure: Int])]] = [:]
    for (key, count) in rollups where key.metric.hasPrefix("fleet.") {
      var day = days[key.platform, default: [:]][key.day] ?? (0, [:])
      if key.metric == total { day.total += count }
      if let measure = Measure.allCases.first(where: { $0.metric == key.metric }) {
        day.good[measure, default: 0] += count
      }
      days[key.platform, default: [:]][key.day] = day
    }
    return days.sorted { $0.key < $1.key }.flatMap { platform, days in
      Measure.allCases.filter { measure in
        rule.isFalling(
          days.mapValues { DecayAlarm.Day(total: $0.total, good: $0.good[measure] ?? 0) }, today: today)
      }.map { (platform, $0) }
    }
  }
}
