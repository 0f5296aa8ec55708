import Testing

@testable import Store

@Suite struct DeviceMeterTests {
  @Test func asksForWhatComesBeyondTheFreeOnes() {
    var meter = DeviceMeter(.messages)
    for _ in 0..<meter.limit.free { #expect(meter.add(7, now: 0) == 0) }
    // The first beyond them pays for all.
    #expect(meter.add(7, now: 0) == meter.limit.free + 1)
    #expect(meter.add(7, now: 59_999) == 1)
    #expect(meter.add(7, now: 60_000) == 0)
  }

  @Test func devicesOfOnePlaceAreNotTakenForEachOther() {
    var meter = DeviceMeter(.messages)
    for _ in 0..<30 { _ = meter.add(7, now: 0) }
    // In the same place as a busy one: asked for at once.
    #expect(meter.add(7 + 4096, now: 0) == 1)
    #expect(meter.postpone(7 + 4096, retryAt: 500) == 500)
    #expect(meter.add(8, now: 0) == 0)
  }

  @Test func eachThatWaitsHasATimeOfItsOwn() {
    var meter = DeviceMeter(.messages)
    #expect(meter.postpone(7, retryAt: 500) == 500)
    _ = meter.add(7, now: 0)
    #expect(meter.postpone(7, retryAt: 500) == 500)
    #expect(meter.postpone(7, retryAt: 500) == 500 + meter.limit.rate.interval)
    #expect(meter.postpone(7, retryAt: 9000) == 9000)
  }
}
