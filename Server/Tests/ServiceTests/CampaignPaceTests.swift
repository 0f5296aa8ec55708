import Store
import Testing

@testable import Service

@Suite struct CampaignPaceTests {
  @Test func countsTheLastSecondsOnly() {
    var pace = CampaignPace()
    pace.add(0, now: 0)
    #expect(pace.rate == nil)
    pace.add(100, now: 1000)
    #expect(pace.rate == 100)
    // It slows down; what lies longer back is forgotten.
    for second in 2...40 { pace.add(100 + 10 * second, now: second * 1000) }
    #expect(pace.rate == 10)
    // A clock that went back, or a store that was put back, begins anew.
    pace.add(50, now: 41_000)
    #expect(pace.rate == nil)
  }

  @Test func reckonsWithTheRamp() {
    let none = CampaignRamp()
    #expect(CampaignPace.seconds(1000, rate: 0, ramp: none) == nil)
    #expect(CampaignPace.seconds(0, rate: 10, ramp: none) == 0)
    #expect(CampaignPace.seconds(1001, rate: 10, ramp: none) == 101)
    var ramp = CampaignRamp()
    ramp.from = 10
    ramp.step = 10
    // 10 s at 10, 10 s at 20, 10 s at 40: 700; the rest at 80.
    #expect(CampaignPace.seconds(700, rate: 80, ramp: ramp) == 30)
    #expect(CampaignPace.seconds(780, rate: 80, ramp: ramp) == 31)
    #expect(CampaignPace.seconds(25, rate: 80, ramp: ramp) == 3)
    #expect(CampaignPace.seconds(.max, rate: 1, ramp: none) != nil)
  }

  @Test func amountsHaveTwoDigits() {
    #expect(CampaignForecastText.amount(0) == "0.00")
    #expect(CampaignForecastText.amount(12.345) == "12.35" || CampaignForecastText.amount(12.345) == "12.34")
    #expect(CampaignForecastText.amount(7.5) == "7.50")
    #expect(CampaignForecastText.amount(.infinity) == "0.00")
  }

  @Test func theViewAddsUpItsCounts() {
    var view = CampaignView()
    view.state = .running
    view.total = 100
    view.looked = 50
    view.waiting = 2
    view.counts = [
      CampaignCount(kind: CampaignCount.accepted, count: 40),
      CampaignCount(kind: CampaignCount.rejected, reason: "Unregistered", count: 3),
      CampaignCount(kind: CampaignCount.rejected, reason: "BadDeviceToken", count: 1),
      CampaignCount(kind: CampaignCount.suppressed, reason: "stale", count: 6),
      CampaignCount(kind: "receipt.opened", count: 7),
    ]
    #expect(view.sent == 44 && view.count(CampaignCount.rejected) == 4)
    #expect(view.secondsLeft(rate: 26) == 2 && view.secondsLeft(rate: 0) == nil)
    let text = String(decoding: view.json(rate: 26.4), as: UTF8.self)
    #expect(text.contains(#""rejected_by":{"BadDeviceToken":1,"Unregistered":3}"#), "\(text)")
    #expect(text.contains(#""receipts":{"opened":7}"#) && text.contains(#""rate":26,"seconds_left":2"#))
    view.state = .done
    #expect(view.secondsLeft(rate: 26) == nil)
  }
}
