import Foundation
import Store
import Testing

@testable import Service

struct MetricsTests {
  @Test func aHistogramCountsByUpperBound() {
    var histogram = Histogram()
    for milliseconds in [0.5, 1, 1.5, 9, 99, 4_000_000] { histogram.add(milliseconds) }
    #expect(histogram.total == 6)
    #expect(histogram.counts[0] == 2)
    #expect(histogram.counts[Histogram.bounds.count] == 1)
    #expect(histogram.quantile(0.5) == 2)
    #expect(histogram.quantile(1) == nil)
    var other = Histogram()
    other.add(1)
    other.add(histogram)
    #expect(other.total == 7)
    #expect(other.counts[0] == 3)
  }

  @Test func nothingCountedHasNoQuantile() {
    #expect(Histogram().quantile(0.5) == nil)
  }

  @Test func theTextIsPrometheus() {
    var text = MetricsText()
    text.begin("pushwire_x_total", .counter, "With a\nline and a \\ in it.")
    text.value("pushwire_x_total", ["class": "a\"b\\c\nd", "kind": "x"], 3)
    text.value("pushwire_x_total", [:], 1.5)
    var histogram = Histogram()
    histogram.add(3)
    text.histogram("pushwire_s", ["route": "r"], histogram)
    let lines = String(decoding: text.finish(), as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines[0] == "# HELP pushwire_x_total With a\\nline and a \\\\ in it.")
    #expect(lines[1] == "# TYPE pushwire_x_total counter")
    #expect(lines[2] == "pushwire_x_total{class=\"a\\\"b\\\\c\\nd\",kind=\"x\"} 3")
    #expect(lines[3] == "pushwire_x_total 1.5")
    #expect(lines.contains("pushwire_s_bucket{route=\"r\",le=\"0.002\"} 0"))
    #expect(lines.contains("pushwire_s_bucket{route=\"r\",le=\"0.005\"} 1"))
    #expect(lines.contains("pushwire_s_bucket{route=\"r\",le=\"+Inf\"} 1"))
    #expect(lines.contains("pushwire_s_sum{route=\"r\"} 0.003"))
    #expect(lines.last == "pushwire_s_count{route=\"r\"} 1")
  }

  @Test func countersAddUpOverThreads() async {
    let metrics = ServiceMetrics()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<1000 {
            metrics.count("things")
            metrics.count("kinds", "a")
            metrics.answered("GET /x", status: 200, milliseconds: 1)
          }
        }
      }
    }
    #expect(metrics.value("things") == 4000)
    var text = MetricsText()
    metrics.write(&text)
    let page = String(decoding: text.finish(), as: UTF8.self)
    #expect(page.contains("pushwire_things_total 4000\n"))
    #expect(page.contains("pushwire_kinds_total{kind=\"a\"} 4000\n"))
    #expect(page.contains("pushwire_http_requests_total{route=\"GET /x\",status=\"200\"} 4000\n"))
  }
}

struct DecayAlarmTests {
  private func days(_ shares: [Int: Int], total: Int = 1000) -> [Int: DecayAlarm.Day] {
    shares.mapValues { DecayAlarm.Day(total: total, good: total * $0 / 100) }
  }

  @Test func aFallOverAWeekRaisesIt() {
    #expect(DecayAlarm().isFalling(days([100: 90, 107: 80]), today: 107))
    #expect(!DecayAlarm().isFalling(days([100: 90, 107: 82]), today: 107))
    #expect(!DecayAlarm().isFalling(days([100: 90, 107: 95]), today: 107))
  }

  @Test func aGapOfAFewDaysIsBridged() {
    #expect(DecayAlarm().isFalling(days([98: 90, 107: 50]), today: 107))
    #expect(!DecayAlarm().isFalling(days([96: 90, 107: 50]), today: 107))
  }

  @Test func fewInstallationsSayNothing() {
    #expect(!DecayAlarm().isFalling(days([100: 90, 107: 10], total: 99), today: 107))
    #expect(!DecayAlarm().isFalling([:], today: 107))
  }

  @Test func theFleetsCountersBringItAbout() {
    var fleet = FleetCount(platform: .ios, environment: .production)
    fleet.withToken = 500
    fleet.confirmedWithinWeek = 450
    fleet.permitted = 400
    var later = fleet
    later.confirmedWithinWeek = 440
    later.permitted = 200
    var sandbox = FleetCount(platform: .ios, environment: .sandbox)
    sandbox.withToken = 1
    let rollups =
      FleetWatch.counters([fleet, sandbox], day: 100) + FleetWatch.counters([later, sandbox], day: 107)
    let alarms = FleetWatch.alarms(rollups, today: 107, rule: DecayAlarm())
    #expect(alarms.map(\.platform) == ["ios"])
    #expect(alarms.map(\.measure) == [.optIn])
    #expect(rollups.first?.count == 501)
  }
}

struct CohortTests {
  private func key(_ metric: String, os: String = "", app: String = "") -> RollupKey {
    RollupKey(
      day: 20_000, metric: metric, className: "c", platform: "ios", osMajor: os, appVersion: app)
  }

  @Test func smallGroupsGoToTheRestAndTotalsStay() {
    let folded = CohortFold.fold(
      [(key("a", os: "18"), 30), (key("a", os: "17"), 3), (key("a", os: "16"), 4), (key("a"), 5)], minimum: 20
    )
    #expect(folded.map(\.count) == [12, 30])
    #expect(folded.map(\.key.osMajor) == ["", "18"])
  }

  @Test func theDaysLatenciesAreCumulativeByClass() {
    let counts = [
      (key("latency.accepted.25", os: "18"), 2), (key("latency.accepted.100"), 1),
      (key("latency.accepted.inf"), 1), (key("latency.accepted.sum"), 90_100_150), (key("accepted"), 4),
      (key("fleet.total"), 9),
    ]
    var text = MetricsText()
    DayPage(counts: counts.map { (key: $0.0, count: $0.1) }).write(&text)
    let page = String(decoding: text.finish(), as: UTF8.self)
    #expect(page.contains("pushwire_day_events{metric=\"accepted\",class=\"c\",platform=\"ios\"} 4\n"))
    #expect(!page.contains("fleet"))
    let bucket = "pushwire_day_latency_seconds_bucket{stage=\"accepted\",class=\"c\",le="
    #expect(page.contains(bucket + "\"0.025\"} 2\n"))
    #expect(page.contains(bucket + "\"0.1\"} 3\n"))
    #expect(page.contains(bucket + "\"86400.0\"} 3\n"))
    #expect(page.contains(bucket + "\"+Inf\"} 4\n"))
    #expect(page.contains("pushwire_day_latency_seconds_sum{stage=\"accepted\",class=\"c\"} 90100.15\n"))
  }
}
