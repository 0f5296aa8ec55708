import PushContract
import Store
import Testing

@testable import pushwire

/// Counters in, what `pushwire stats` says out.
@Suite struct StatsReportTests {
  private func report(
    _ counters: [(day: Int, metric: String, className: String, platform: String, os: String, count: Int)],
    days: Int = 30, by grouping: StatsReport.Grouping? = nil, cohort: Int = 20, segments: Bool = true
  ) -> StatsReport {
    var analytics = Analytics()
    analytics.minimumCohort = cohort
    analytics.segments = segments
    return StatsReport(
      counters.map { item in
        (
          RollupKey(
            day: item.day, metric: item.metric, className: item.className, platform: item.platform,
            osMajor: item.os), item.count
        )
      }, fleet: [], days: days, today: 1000, grouping: grouping, analytics: analytics)
  }

  private func page(_ report: StatsReport) -> String {
    StatsPage(report: report, style: Styler(isOn: false), width: 100).text()
  }

  @Test func theFunnelIsAddedUpOverTheDays() {
    let report = report([
      (1000, "event.explainer_shown", "", "ios", "18", 100),
      (999, "event.explainer_shown", "", "android", "15", 60),
      (999, "event.explainer_accepted", "", "ios", "18", 90),
      (998, "event.prompt_shown", "", "ios", "18", 80),
      (990, "event.permission_granted", "", "ios", "18", 40),
      (990, "event.permission_denied", "", "ios", "18", 40),
      (970, "event.explainer_shown", "", "ios", "18", 7), (1001, "event.explainer_shown", "", "ios", "18", 9),
    ])
    #expect(report.total.event(.explainerShown) == 160, "neither older ones nor tomorrow's")
    let page = page(report)
    #expect(page.firstMatch(of: #/explainer shown +160 +█{24}\n/#) != nil, "\(page)")
    #expect(page.firstMatch(of: #/prompt shown +80 +█{12}·{12} 50 %\n/#) != nil, "\(page)")
    #expect(page.firstMatch(of: #/granted +40 +█{6}·{18} 25 %\n/#) != nil, "\(page)")
    #expect(page.contains("40 denied"))
    #expect(report.json.text.contains(#""funnel":{"explainer_shown":160,"#))
  }

  @Test func twoWeeksAreComparedEvenWhereOneIsTold() {
    let report = report(
      [
        (1000, "event.permission_granted", "", "ios", "", 30),
        (1000, "event.permission_denied", "", "ios", "", 70),
        (993, "event.permission_granted", "", "ios", "", 70),
        (987, "event.permission_denied", "", "ios", "", 30),
        (986, "event.permission_denied", "", "ios", "", 1000),
      ], days: 7)
    #expect(report.total.event(.permissionDenied) == 70)
    #expect(StatsReport.optIn(report.thisWeek) == 0.3)
    #expect(StatsReport.optIn(report.lastWeek) == 0.7)
    #expect(page(report).contains("the last 7 days: 30 %, the 7 before: 70 % (falling)"))
  }

  @Test func smallGroupsAreHeldBackAndItIsSaid() {
    let counters: [(Int, String, String, String, String, Int)] = [
      (1000, "accepted", "order_shipped", "ios", "18", 500),
      (1000, "receipt.opened", "order_shipped", "ios", "18", 77),
      (1000, "accepted", "rare", "macos", "15", 19), (1000, "receipt.opened", "rare", "macos", "15", 13),
    ]
    let report = report(counters, by: .os)
    let page = page(report)
    #expect(page.firstMatch(of: #/order_shipped +500 +0 +0 +0 +77 /#) != nil, "\(page)")
    #expect(page.firstMatch(of: #/rare +19 +0 +· +· +· /#) != nil, "\(page)")
    #expect(page.contains("What devices report of 1 class with fewer than 20 is held back"))
    #expect(page.contains("ios 18"))
    #expect(!page.contains("macos 15"))
    #expect(page.contains("Nothing is shown of 1 group with fewer than 20"))
    let json = report.json.text
    #expect(json.contains(#""groups_held_back":1"#))
    #expect(!json.contains(#""opened":13"#))
    // With a cohort of one everything is told.
    #expect(self.page(self.report(counters, by: .os, cohort: 1)).contains("macos 15"))
  }

  @Test func withoutSegmentsNothingIsToldBySystem() {
    let page = page(report([(1000, "accepted", "a", "ios", "", 50)], by: .app, segments: false))
    #expect(page.contains("Switched off: `analytics.segments`"))
  }

  @Test func latenciesAreBoundsOfBuckets() {
    var counts = StatsCounts()
    #expect(counts.latency("accepted", share: 0.5) == nil)
    for (bound, count) in [("100", 50), ("250", 44), ("1000", 5), ("inf", 1), ("sum", 123_456)] {
      counts.add("latency.accepted." + bound, count)
    }
    #expect(counts.latency("accepted", share: 0.5) == 100)
    #expect(counts.latency("accepted", share: 0.51) == 250)
    #expect(counts.latency("accepted", share: 0.95) == 1000)
    #expect(counts.latency("accepted", share: 1) == Int.max)
    #expect(counts.latency("received", share: 0.5) == nil)
  }

  @Test func tapsThatFellBackAreFailures() {
    let report = report([
      (1000, "accepted", "a", "ios", "", 99), (1000, "rejected.tokenDead", "a", "ios", "", 1),
      (1000, "receipt.routed", "a", "ios", "", 3), (1000, "receipt.fell_back", "a", "ios", "", 1),
    ])
    #expect(page(report).firstMatch(of: #/accepted by providers +99 +█{24} 99 %/#) != nil)
    #expect(page(report).firstMatch(of: #/taps that reached their place +3 +█{18}·{6} 75 %/#) != nil)
    #expect(report.json.text.contains(#""deep_link_success":0.75"#))
  }

  @Test func whatWasNotSentIsToldByReason() {
    let report = report([
      (1000, "messages", "a", "", "", 10), (1000, "suppressed.stale", "a", "", "", 3),
      (1000, "suppressed.unbound", "a", "", "", 6), (1000, "token_dead", "", "ios", "", 1),
    ])
    #expect(page(report).contains("not sent, with a reason"))
    #expect(report.json.text.contains(#""suppressed_by":{"unbound":6,"stale":3}"#))
    #expect(report.total.invalidTokens == 1)
  }

  @Test func anEmptyStoreSaysSo() {
    let page = page(report([]))
    for words in ["No device has reported yet", "No installation is registered", "None was sent"] {
      #expect(page.contains(words))
    }
    #expect(report([]).json.text.contains(#""acceptance":null"#))
  }
}
