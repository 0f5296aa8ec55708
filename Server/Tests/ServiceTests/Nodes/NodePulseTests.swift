import Testing

@testable import Service

struct NodePulseTests {
  @Test func aNodeBuriesOnlyAfterItHasReachedTheStoreAllThatTime() {
    var pulse = NodePulse(now: 1_000)
    var now = 1_000
    for _ in 1...4 {
      now += NodePulse.beat
      #expect(!pulse.mayBury(now: now), "\(now)")
      pulse.beaten(now: now)
    }
    now += NodePulse.beat
    #expect(pulse.mayBury(now: now))
    pulse.beaten(now: now)
    // The store was away for a minute: everybody is unseen for that, and nobody dead for it.
    now += 60_000
    #expect(!pulse.mayBury(now: now))
    pulse.beaten(now: now)
    for _ in 1...4 {
      now += NodePulse.beat
      #expect(!pulse.mayBury(now: now))
      pulse.beaten(now: now)
    }
    now += NodePulse.beat
    #expect(pulse.mayBury(now: now))
  }

  @Test func aClockThatIsSetBackBeginsAnew() {
    var pulse = NodePulse(now: 100_000)
    for step in 1...6 { pulse.beaten(now: 100_000 + step * NodePulse.beat) }
    #expect(pulse.mayBury(now: 114_000))
    pulse.beaten(now: 50_000)
    #expect(!pulse.mayBury(now: 52_000))
  }
}
