import Testing

@testable import Transport

/// The pool's decisions, told as event → actions. Times are milliseconds.
@Suite struct PoolMachineTests {
  private func machine(
    _ connections: Int = 2, _ change: (inout PoolMachine.Configuration) -> Void = { _ in }
  ) -> PoolMachine {
    var configuration = PoolMachine.Configuration()
    configuration.connections = connections
    change(&configuration)
    return PoolMachine(configuration)
  }

  /// A pool with one connection that has answered.
  private func proven(
    _ connections: Int = 1, streams: Int = 100, _ change: (inout PoolMachine.Configuration) -> Void = { _ in }
  ) -> PoolMachine {
    var pool = machine(connections, change)
    _ = pool.tick(now: 0, queued: 1)
    pool.opened(0, now: 0)
    pool.settings(0, maximumStreams: streams)
    pool.began(0)
    pool.answered(0, proves: true)
    return pool
  }

  private func room(_ pool: PoolMachine) -> Int { pool.roomiest()?.room ?? 0 }

  @Test func nothingIsOpenedWithoutWork() {
    var pool = machine()
    #expect(pool.tick(now: 0, queued: 0) == [])
    #expect(pool.nextTick(now: 0, queued: 0) == 60_000)
    #expect(pool.tick(now: 5, queued: 1) == [.open(0)])
    #expect(pool.state(0) == .opening)
  }

  @Test func onePushOpensOneConnection() {
    var pool = machine(4)
    #expect(pool.tick(now: 0, queued: 1) == [.open(0)])
    #expect(pool.tick(now: 1000, queued: 1) == [])
  }

  @Test func manyPushesOpenAllOneAfterTheOther() {
    var pool = machine(3) { $0.stagger = 200 }
    #expect(pool.tick(now: 0, queued: 500) == [.open(0)])
    #expect(pool.tick(now: 199, queued: 500) == [])
    #expect(pool.nextTick(now: 199, queued: 500) == 200)
    #expect(pool.tick(now: 200, queued: 500) == [.open(1)])
    #expect(pool.tick(now: 400, queued: 500) == [.open(2)])
    #expect(pool.tick(now: 600, queued: 500) == [])
  }

  @Test func openBeforeThereIsWork() {
    var pool = machine(2) { $0.staysOpen = true }
    #expect(pool.tick(now: 0, queued: 0) == [.open(0)])
    #expect(pool.tick(now: 200, queued: 0) == [.open(1)])
    pool.opened(0, now: 210)
    pool.lost(0, now: 300, jitter: 0)
    #expect(pool.tick(now: 500, queued: 0) == [.open(0)])
  }

  @Test func oneStreamUntilOneIsAccepted() {
    var pool = machine(1)
    _ = pool.tick(now: 0, queued: 50)
    #expect(pool.roomiest() == nil)
    pool.opened(0, now: 10)
    pool.settings(0, maximumStreams: 1000)
    #expect(room(pool) == 1)
    pool.began(0)
    #expect(pool.roomiest() == nil)
    // An answer that says who we are not proves nothing.
    pool.answered(0, proves: false)
    #expect(room(pool) == 1)
    pool.began(0)
    pool.answered(0, proves: true)
    #expect(room(pool) == 1000)
  }

  @Test func withoutProbingAllAtOnce() {
    var pool = machine(1) { $0.probesFirst = false }
    _ = pool.tick(now: 0, queued: 50)
    pool.opened(0, now: 10)
    #expect(room(pool) == 100)
  }

  @Test func settingsAreFollowedUpAndDown() {
    var pool = proven(streams: 10)
    #expect(room(pool) == 10)
    for _ in 0..<10 { pool.began(0) }
    #expect(pool.roomiest() == nil)
    pool.settings(0, maximumStreams: 12)
    #expect(room(pool) == 2)
    pool.settings(0, maximumStreams: 4)
    #expect(pool.roomiest() == nil)
    for _ in 0..<6 { pool.answered(0, proves: true) }
    #expect(pool.inFlight(0) == 4)
    #expect(pool.roomiest() == nil)
    pool.answered(0, proves: true)
    #expect(room(pool) == 1)
    pool.settings(0, maximumStreams: 0)
    #expect(pool.roomiest() == nil)
    pool.settings(0, maximumStreams: .max)
    #expect(room(pool) == 1000 - 3)
  }

  @Test func theRoomiestConnectionTakesTheNext() {
    var pool = proven(2, streams: 5)
    pool.began(0)
    #expect(pool.tick(now: 200, queued: 9) == [.open(1)])
    pool.opened(1, now: 210)
    #expect(pool.roomiest().map { [$0.slot, $0.room] } == [0, 4])
    for _ in 0..<4 { pool.began(0) }
    #expect(pool.roomiest().map { [$0.slot, $0.room] } == [1, 1])
  }

  @Test func refusalsLowerTheLimitOnceARound() {
    var pool = proven(streams: 80)
    for _ in 0..<80 { pool.began(0) }
    // A batch of ten refusals is one piece of news.
    for _ in 0..<10 { pool.unanswered(0, refused: true) }
    #expect(room(pool) == 0)
    for _ in 0..<70 { pool.answered(0, proves: true) }
    #expect(room(pool) == 71)
    // It grows back, by one for as many answers as the limit is.
    for _ in 0..<71 {
      pool.began(0)
      pool.answered(0, proves: true)
    }
    #expect(room(pool) == 72)
    for _ in 0..<1000 {
      pool.began(0)
      pool.answered(0, proves: true)
    }
    #expect(room(pool) == 80)
  }

  @Test func aPeerThatRefusesEverythingIsLeftAlone() {
    var pool = machine(1)
    _ = pool.tick(now: 0, queued: 1)
    pool.opened(0, now: 0)
    for round in 0..<16 {
      #expect(!pool.refusesEverything(0), "after \(round) refusals")
      pool.began(0)
      pool.unanswered(0, refused: true)
    }
    #expect(pool.refusesEverything(0))
    pool.turnAway(0, now: 1000, jitter: 0.5)
    #expect(pool.roomiest() == nil)
    #expect(pool.tick(now: 1000, queued: 1) == [.close(0, TransportError(.closed, "drained"))])
    pool.lost(0, now: 1000, jitter: 0.5)
    #expect(pool.tick(now: 1199, queued: 1) == [])
    #expect(pool.tick(now: 1200, queued: 1) == [.open(0)])
  }

  @Test func goawayOfAProvenOneIsReplacedAtOnce() {
    var pool = proven()
    pool.began(0)
    pool.goaway(0, now: 5000, jitter: 0.9)
    #expect(pool.state(0) == .draining)
    #expect(pool.roomiest() == nil)
    #expect(pool.tick(now: 5000, queued: 1) == [.open(1)])
    // Heard twice, it counts once.
    pool.goaway(0, now: 5001, jitter: 0.9)
    pool.opened(1, now: 5010)
    #expect(room(pool) == 1)
    pool.answered(0, proves: true)
    #expect(pool.tick(now: 5020, queued: 0) == [.close(0, TransportError(.closed, "drained"))])
    pool.lost(0, now: 5020, jitter: 0.9)
    #expect(pool.state(0) == .empty)
  }

  @Test func goawayBeforeAnyAnswerBacksOff() {
    var pool = machine(1) {
      $0.stagger = 10
      $0.backoffFloor = 1000
      $0.backoffCeiling = 3000
    }
    var now: UInt64 = 0
    for expected: UInt64 in [500, 1000, 1500, 1500] {
      #expect(pool.tick(now: now, queued: 1) == [.open(0)])
      pool.opened(0, now: now)
      pool.goaway(0, now: now, jitter: 0.5)
      #expect(pool.tick(now: now, queued: 1) == [.close(0, TransportError(.closed, "drained"))])
      pool.lost(0, now: now, jitter: 0.5)
      #expect(pool.nextTick(now: now, queued: 1) == now + expected)
      #expect(pool.tick(now: now + expected - 1, queued: 1) == [])
      now += expected
    }
  }

  @Test func failedOpeningsBackOffWithFullJitter() {
    for jitter in [0, 0.25, 0.999, 1, 7, -1] {
      var pool = machine(1) {
        $0.stagger = 20
        $0.backoffFloor = 100
        $0.backoffCeiling = 1000
      }
      var now: UInt64 = 0
      for ceiling: UInt64 in [100, 200, 400, 800, 1000, 1000, 1000] {
        #expect(pool.tick(now: now, queued: 1) == [.open(0)])
        pool.lost(0, now: now, jitter: jitter)
        let wait = pool.nextTick(now: now, queued: 1) - now
        #expect(wait == max(20, UInt64(Double(ceiling) * min(max(jitter, 0), 1))))
        now += wait
      }
    }
  }

  @Test func anAnswerEndsTheBackOff() {
    var pool = machine(1) { $0.backoffFloor = 1000 }
    for at: UInt64 in [0, 10_000, 20_000] {
      #expect(pool.tick(now: at, queued: 1) == [.open(0)])
      pool.lost(0, now: at, jitter: 1)
    }
    #expect(pool.failures == 3)
    _ = pool.tick(now: 90_000, queued: 1)
    pool.opened(0, now: 90_000)
    pool.began(0)
    pool.answered(0, proves: true)
    #expect(pool.failures == 0)
    // A proven connection that breaks is replaced at once.
    pool.lost(0, now: 95_000, jitter: 1)
    #expect(pool.tick(now: 95_000, queued: 1) == [.open(0)])
  }

  @Test func aConnectionMustComeUpInTime() {
    var pool = machine(1) { $0.connectDeadline = 15_000 }
    _ = pool.tick(now: 0, queued: 1)
    #expect(pool.nextTick(now: 0, queued: 1) == 15_000)
    #expect(pool.tick(now: 14_999, queued: 1) == [])
    #expect(
      pool.tick(now: 15_000, queued: 1)
        == [.close(0, TransportError(.timeout, "no usable connection in time"))])
  }

  @Test func pingWhenBusyAndSilent() {
    var pool = proven()
    pool.began(0)
    pool.heard(0, now: 1000)
    #expect(pool.nextTick(now: 1000, queued: 0) == 11_000)
    #expect(pool.tick(now: 10_999, queued: 0) == [])
    #expect(pool.tick(now: 11_000, queued: 0) == [.ping(0)])
    #expect(pool.tick(now: 12_000, queued: 0) == [])
    pool.heard(0, now: 12_500)
    #expect(pool.nextTick(now: 12_500, queued: 0) == 22_500)
  }

  @Test func pingWhenIdleForAnHour() {
    var pool = proven()
    pool.heard(0, now: 1000)
    #expect(pool.tick(now: 3_600_999, queued: 0) == [])
    #expect(pool.tick(now: 3_601_000, queued: 0) == [.ping(0)])
  }

  @Test func anUnansweredPingEndsTheConnection() {
    var pool = proven()
    pool.began(0)
    #expect(pool.tick(now: 10_000, queued: 0) == [.ping(0)])
    #expect(pool.nextTick(now: 10_000, queued: 0) == 20_000)
    #expect(
      pool.tick(now: 20_000, queued: 3)
        == [.close(0, TransportError(.timeout, "the peer no longer answers PING"))])
    pool.lost(0, now: 20_000, jitter: 1)
    #expect(pool.tick(now: 20_000, queued: 3) == [.open(0)])
  }

  @Test func aDrainingOneIsPingedToo() {
    var pool = proven()
    pool.began(0)
    pool.goaway(0, now: 1000, jitter: 0)
    #expect(pool.tick(now: 10_000, queued: 0) == [.ping(0)])
    #expect(
      pool.tick(now: 20_000, queued: 0)
        == [.close(0, TransportError(.timeout, "the peer no longer answers PING"))])
  }

  /// Every slot drains with a stream that never ends: nothing to do but wait, without turning in circles.
  @Test func drainingOnesMayFillAllSlots() {
    var pool = machine(1)
    var now: UInt64 = 0
    for slot in 0..<pool.slotCount {
      #expect(pool.tick(now: now, queued: 1) == [.open(slot)])
      pool.opened(slot, now: now)
      pool.began(slot)
      pool.answered(slot, proves: true)
      pool.began(slot)
      pool.goaway(slot, now: now, jitter: 0)
      now += 1
    }
    #expect(pool.tick(now: now, queued: 9) == [])
    #expect(pool.nextTick(now: now, queued: 9) > now + 1000)
    pool.answered(2, proves: true)
    #expect(pool.tick(now: now, queued: 9) == [.close(2, TransportError(.closed, "drained"))])
    pool.lost(2, now: now, jitter: 0)
    #expect(pool.tick(now: now, queued: 9) == [.open(2)])
  }

  @Test func closingEndsWhatIsIdleAndDrainsTheRest() {
    var pool = proven(3)
    _ = pool.tick(now: 200, queued: 500)
    pool.opened(1, now: 210)
    pool.began(1)
    #expect(pool.close(now: 300) == [.close(0, TransportError(.closed, "closed"))])
    pool.lost(0, now: 300, jitter: 0)
    #expect(pool.tick(now: 9000, queued: 500) == [])
    pool.answered(1, proves: true)
    #expect(pool.tick(now: 9001, queued: 500) == [.close(1, TransportError(.closed, "drained"))])
  }

  @Test func neverIsATime() {
    var pool = proven {
      $0.pingIdle = .max
      $0.pingBusy = .max
      $0.connectDeadline = .max
      $0.stagger = .max
      $0.backoffFloor = .max
      $0.backoffCeiling = .max
      $0.pingDeadline = .max
    }
    #expect(pool.tick(now: 1 << 60, queued: 0) == [])
    pool.lost(0, now: 1 << 60, jitter: 1)
    _ = pool.tick(now: 1 << 60, queued: 1)
    pool.lost(0, now: 1 << 60, jitter: 1)
    #expect(pool.nextTick(now: 5, queued: 1) == 60_005)
  }
}
