internal import Store

/// Keeps a group so small that it tells of single people out of what is shown: its counts go to the group
/// without system and app version, so that totals stay true.
enum CohortFold {
  /// `minimum`: what a group of one system or app version must have of a metric in a day to be shown.
  static func fold(
    _ counts: [(key: RollupKey, count: Int)], minimum: Int
  ) -> [(key: RollupKey, count: Int)] {
    var shown: [(key: RollupKey, count: Int)] = []
    var rest: [RollupKey: Int] = [:]
    for (key, count) in counts {
      let isSegment = !key.osMajor.isEmpty || !key.appVersion.isEmpty
      if isSegment, count >= minimum {
        shown.append((key, count))
      } else {
        var whole = key
        whole.osMajor = ""
        whole.appVersion = ""
        rest[whole, default: 0] += count
      }
    }
    return (shown + rest.map { ($0.key, $0.value) }).sorted { left, right in
      order(left.key).lexicographicallyPrecedes(order(right.key))
    }
  }

  private static func order(_ key: RollupKey) -> [String] {
    // Days have five digits for some centuries to come.
    [String(key.day), key.metric, key.className, key.platform, key.osMajor, key.appVersion]
  }
}
