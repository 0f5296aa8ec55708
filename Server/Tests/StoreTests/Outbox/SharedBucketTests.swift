import TestSupport
import Testing

@testable import Store

@Suite struct SharedBucketTests {
  private let rate = BucketRate(perMinute: 600, burst: 100)

  @Test func givesWhatThereIsAndSaysWhen() {
    var bucket = SharedBucket(full: rate, now: 0)
    #expect(bucket.take(60, rate, now: 0) == BucketGrant(granted: 60))
    // 20 are missing; half of them come back within a second.
    #expect(bucket.take(60, rate, now: 0) == BucketGrant(granted: 40, retryAt: 1000))
    #expect(bucket.take(60, rate, now: 1000) == BucketGrant(granted: 10, retryAt: 3500))
    #expect(bucket.take(1, rate, now: 1100) == BucketGrant(granted: 1))
    #expect(bucket.take(1, rate, now: 1100) == BucketGrant(granted: 0, retryAt: 1200))
  }

  @Test func isNeverMoreThanFull() {
    var bucket = SharedBucket(thousandths: 0, at: 0)
    #expect(bucket.take(500, rate, now: 3_600_000) == BucketGrant(granted: 100))
    // A policy that became tighter counts at once.
    var wide = SharedBucket(thousandths: 900_000, at: 0)
    #expect(wide.take(500, rate, now: 0).granted == 100)
  }

  @Test func aClockThatWentBackGivesNothing() {
    var bucket = SharedBucket(thousandths: 0, at: 60_000)
    #expect(bucket.take(1, rate, now: 0).granted == 0)
    #expect(bucket.take(1, rate, now: 100).granted == 1)
  }

  /// Over any time no more goes through than the burst and what came back, however it is asked for.
  @Test func fuzzNeverMoreThanTheRate() {
    Fuzz.run("shared buckets") { number, random in
      let rate = BucketRate(
        perMinute: Int.random(in: 1...1_000_000, using: &random),
        burst: Int.random(in: 1...10_000, using: &random))
      var bucket = SharedBucket(full: rate, now: 0)
      var now = 0
      var total = 0
      for _ in 0..<200 {
        now += Int.random(in: 0...500, using: &random)
        let wanted = Int.random(in: 0...2_000, using: &random)
        let grant = bucket.take(wanted, rate, now: now)
        total += grant.granted
        let place: Comment = "seed \(Fuzz.seed) round \(number)"
        #expect(grant.granted <= wanted, place)
        #expect(total <= rate.burst + now * rate.perMinute / 60_000, place)
        if let retryAt = grant.retryAt { #expect(retryAt > now, place) }
      }
    }
  }
}
