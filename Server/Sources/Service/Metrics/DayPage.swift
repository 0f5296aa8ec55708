internal import Store

/// What the store has counted since midnight UTC, as gauges: it survives a restart, and holds for all nodes of
/// a store. Only classes and platforms are labels.
struct DayPage {
  /// Of today.
  var counts: [(key: RollupKey, count: Int)]

  private struct Labels: Hashable {
    var metric: String
    var className: String
    var platform: String
  }

  func write(_ text: inout MetricsText) {
    var sums: [Labels: Int] = [:]
    for (key, count) in counts where !key.metric.hasPrefix("fleet.") {
      sums[Labels(metric: key.metric, className: key.className, platform: key.platform), default: 0] += count
    }
    let sorted = sums.sorted { left, right in
      (left.key.metric, left.key.className, left.key.platform)
        < (right.key.metric, right.key.className, right.key.platform)
    }
    text.begin("pushwire_day_events", .gauge, "Counted since midnight UTC, from the store.")
    for (labels, count) in sorted where !labels.metric.hasPrefix("latency.") {
      text.value(
        "pushwire_day_events",
        ["metric": labels.metric, "class": labels.className, "platform": labels.platform], count)
    }
    latencies(sums, &text)
  }

  private static let stages = [
    ("accepted", RollupMetric.acceptedLatency), ("received", RollupMetric.receivedLatency),
    ("opened", RollupMetric.openedLatency),
  ]

  /// From the backend's request on, by class.
  private func latencies(_ sums: [Labels: Int], _ text: inout MetricsText) {
    let name = "pushwire_day_latency_seconds"
    text.begin(
      name, .histogram, "From a notification's acceptance to the stage, since midnight UTC, by class.")
    for (stage, prefix) in Self.stages {
      var classes: [String: [String: Int]] = [:]
      for (labels, count) in sums where labels.metric.hasPrefix(prefix) {
        classes[labels.className, default: [:]][String(labels.metric.dropFirst(prefix.count)), default: 0] +=
          count
      }
      for (className, parts) in classes.sorted(by: { $0.key < $1.key }) {
        var seen = 0
        for part in RollupMetric.latencyParts where part != "sum" {
          seen += parts[part] ?? 0
          let bound = Int(part).map { "\(Double($0) / 1000)" } ?? "+Inf"
          text.value(name + "_bucket", ["stage": stage, "class": className, "le": bound], seen)
        }
        text.value(name + "_sum", ["stage": stage, "class": className], Double(parts["sum"] ?? 0) / 1000)
        text.value(name + "_count", ["stage": stage, "class": className], seen)
      }
    }
  }
}
