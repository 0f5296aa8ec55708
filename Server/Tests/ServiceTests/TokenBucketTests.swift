import TestSupport
import Testing

@testable import Service

@Suite struct TokenBucketTests {
  @Test func givesABurstThenARate() {
    var bucket = TokenBucket()
    let rate = Rate(perSecond: 2, burst: 3)
    for _ in 0..<3 { #expect(bucket.take(1, rate, now: 1000) == nil) }
    #expect(bucket.take(1, rate, now: 1000) == 500)
    #expect(bucket.take(1, rate, now: 1499) == 1)
    #expect(bucket.take(1, rate, now: 1500) == nil)
    #expect(bucket.take(1, rate, now: 1500) == 500)
    // After a pause there is a whole burst again, and no more.
    for _ in 0..<3 { #expect(bucket.take(1, rate, now: 1_000_000) == nil) }
    #expect(bucket.take(1, rate, now: 1_000_000) != nil)
  }

  @Test func moreThanItHoldsGoesThroughWhenItIsFull() {
    var bucket = TokenBucket()
    let rate = Rate(perSecond: 10, burst: 5)
    #expect(bucket.take(100, rate, now: 0) == nil)
    #expect(bucket.take(1, rate, now: 0) != nil)
    #expect(bucket.take(1, rate, now: 20_000) == nil)
  }

  @Test func aClockThatWentBackLocksNobodyOut() {
    var bucket = TokenBucket()
    let rate = Rate(perSecond: 1, burst: 2)
    #expect(bucket.take(1, rate, now: 1_000_000_000) == nil)
    let wait = bucket.take(1, rate, now: 0)
    #expect((wait ?? 0) <= 2000)
    #expect(bucket.take(1, rate, now: 2001) == nil)
  }

  /// Never more than burst and rate allow, over any window.
  @Test func neverGivesMoreThanItMay() {
    var random = Fuzz.random("token bucket")
    for _ in 0..<200 {
      let rate = Rate(perSecond: Double(1 + random.below(20)), burst: Double(1 + random.below(10)))
      var bucket = TokenBucket()
      var now = 0.0
      var given: [Double] = []
      for _ in 0..<200 {
        now += Double(random.below(200))
        if bucket.take(1, rate, now: now) == nil { given.append(now) }
      }
      for (first, start) in given.enumerated() {
        for last in first..<given.count {
          let most = rate.burst + (given[last] - start) / 1000 * rate.perSecond
          #expect(Double(last - first + 1) <= most + 1e-6)
        }
      }
    }
  }

  @Test func theTableIsBounded() {
    let table = RateTable(capacity: 80)
    let rate = Rate(perSecond: 1, burst: 1)
    for number in 0..<10_000 { _ = table.take(RateKey("caller \(number)"), rate, now: 5000) }
    #expect(table.size <= 80)
    // Those that it knows are still held to their rate.
    #expect((0..<10_000).contains { table.take(RateKey("caller \($0)"), rate, now: 5000) != nil })
    // What is full again makes room.
    _ = table.take(RateKey("late"), rate, now: 100_000)
    #expect(table.size < 80)
  }
}
