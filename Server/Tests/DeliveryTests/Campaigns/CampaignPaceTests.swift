import Store
import TestSupport
import Testing

@testable import Delivery

@Suite struct CampaignPaceTests {
  private func pace(_ rate: Int, from: Int = 0, step: Int = 60) -> CampaignPace {
    var ramp = CampaignRamp()
    ramp.from = from
    ramp.step = step
    return CampaignPace(ratePerSecond: rate, ramp: ramp, startedAt: 1_000)
  }

  @Test func theTable() {
    #expect(pace(0).rate(at: 1_000) == nil)
    #expect(pace(500).rate(at: 1_000) == 500)
    let ramp = pace(1_000, from: 100)
    #expect(ramp.rate(at: 0) == 100)
    #expect(ramp.rate(at: 60_999) == 100)
    #expect(ramp.rate(at: 61_000) == 200)
    #expect(ramp.rate(at: 121_000) == 400)
    #expect(ramp.rate(at: 181_000) == 800)
    #expect(ramp.rate(at: 241_000) == 1_000)
    #expect(ramp.rate(at: .max / 2) == 1_000)
    // A ramp without a rate ends where it holds nothing back any more.
    #expect(pace(0, from: 500_000).rate(at: 1_000) == 500_000)
    #expect(pace(0, from: 500_000).rate(at: 61_000) == nil)
    // A first rate above the campaign's own is no licence.
    #expect(pace(10, from: 100).rate(at: 1_000) == 10)
    #expect(pace(.max, from: .max).rate(at: .max / 2) == .max)
  }

  @Test func aBucketNeverGivesMoreThanItsRateAndBurst() {
    Fuzz.run("pace bucket") { _, random in
      let rate = Int(1 + random.next() % 5_000)
      let burst = Int(1 + random.next() % 1_000)
      var now = 1_000_000
      var bucket = PaceBucket(at: now)
      let start = now
      var given = 0
      for _ in 0..<200 {
        now += Int(random.next() % 400)
        let wanted = Int(random.next() % 3_000)
        let taken = bucket.take(wanted, rate: rate, burst: burst, now: now)
        #expect(taken <= wanted && taken <= burst)
        given += taken
        #expect(given <= (now - start) * rate / 1000 + burst + 1)
      }
      // Whoever asks steadily gets the rate, whole messages of which none is lost to rounding.
      given = 0
      let from = now
      for _ in 0..<1_000 {
        now += 10
        given += bucket.take(.max / 2000, rate: rate, burst: max(burst, rate / 50 + 1), now: now)
      }
      #expect(given >= (now - from) * rate / 1000 - 1)
    }
  }

  @Test func aClockThatGoesBackGivesNothing() {
    var bucket = PaceBucket(at: 10_000)
    let taken = [10_000, 1_000, 10_003].map { bucket.take(5, rate: 1_000, burst: 100, now: $0) }
    #expect(taken == [1, 0, 3])
  }

  /// A line: time, what ended in it, and the limit after it.
  @Test func aLaneIsGivenWhatItEndsInHalfASecond() {
    var allowance = LaneAllowance(now: 0)
    #expect(allowance.free == 64)
    var transcript: [String] = []
    for (time, ended) in [(100, 64), (200, 320), (300, 1_600), (400, 1_600), (500, 10), (600, 0)] {
      allowance.gave(ended)
      allowance.ended(ended, isProgress: true)
      allowance.gave(1)
      allowance.tick(now: time)
      transcript.append("\(time) \(ended) -> \(allowance.limit)")
    }
    #expect(
      transcript == [
        "100 64 -> 320", "200 320 -> 1600", "300 1600 -> 8000", "400 1600 -> 8000", "500 10 -> 64",
        "600 0 -> 64",
      ])
    #expect(allowance.free == 64 - 6)
  }
}
