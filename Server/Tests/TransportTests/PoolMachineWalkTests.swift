import Testing

@testable import Transport

/// Random events against a plain model of what a driver sees.
@Suite struct PoolMachineWalkTests {
  /// The world around the machine: connections that exist, and streams on them.
  private struct World {
    var pool: PoolMachine
    var random: Random
    var now: UInt64 = 0
    var queued = 0
    var exists: [Bool]
    var streams: [Int]
    var limits: [Int]
    var opens = 0
    var ends = 0

    init(_ configuration: PoolMachine.Configuration, _ random: Random) {
      pool = PoolMachine(configuration)
      self.random = random
      exists = Array(repeating: false, count: pool.slotCount)
      streams = Array(repeating: 0, count: pool.slotCount)
      limits = Array(repeating: 100, count: pool.slotCount)
    }

    mutating func perform(_ actions: [PoolMachine.Action]) {
      for action in actions {
        switch action {
        case .open(let slot):
          #expect(!exists[slot], "opened twice")
          exists[slot] = true
          streams[slot] = 0
          limits[slot] = 100
          opens += 1
        case .close(let slot, _):
          #expect(exists[slot], "an empty slot was closed")
          end(slot)
        case .ping(let slot):
          #expect(exists[slot] && pool.state(slot) != .opening, "an empty slot was pinged")
        }
      }
    }

    mutating func end(_ slot: Int) {
      guard exists[slot] else { return }
      exists[slot] = false
      queued += streams[slot]
      streams[slot] = 0
      ends += 1
      pool.lost(slot, now: now, jitter: Double.random(in: 0..<1, using: &random))
    }

    /// Ticks as a driver does until nothing is due; that must come to an end.
    mutating func tick() {
      for _ in 0..<(4 * pool.slotCount) {
        perform(pool.tick(now: now, queued: queued))
        check()
        if pool.nextTick(now: now, queued: queued) > now { return }
      }
      Issue.record("time stands still at \(now)")
    }

    mutating func assign() {
      while queued > 0, let (slot, room) = pool.roomiest() {
        #expect(exists[slot] && room > 0)
        for _ in 0..<min(room, queued) {
          pool.began(slot)
          streams[slot] += 1
          queued -= 1
        }
        #expect(streams[slot] <= min(limits[slot], pool.configuration.maximumStreams))
      }
    }

    mutating func someStream() -> Int? {
      let busy = streams.indices.filter { streams[$0] > 0 }
      return busy.isEmpty ? nil : busy[random.below(busy.count)]
    }

    mutating func check() {
      var living = 0
      for slot in exists.indices {
        #expect(exists[slot] == (pool.state(slot) != .empty))
        #expect(pool.inFlight(slot) == streams[slot])
        if pool.state(slot) == .ready || pool.state(slot) == .opening { living += 1 }
      }
      #expect(living <= pool.configuration.connections)
    }

    mutating func event() {
      let slot = random.below(pool.slotCount)
      switch random.below(14) {
      case 0, 1: queued += random.below(60)
      case 2, 3, 4:
        if exists[slot] && pool.state(slot) == .opening { pool.opened(slot, now: now) }
      case 5:
        if exists[slot] {
          limits[slot] = random.chance(6) ? 0 : random.below(200)
          pool.settings(slot, maximumStreams: limits[slot])
        }
      case 6, 7, 8:
        for _ in 0..<random.below(40) {
          guard let busy = someStream() else { break }
          streams[busy] -= 1
          pool.heard(busy, now: now)
          if random.chance(8) {
            let refused = random.chance(2)
            if refused { queued += 1 }
            pool.unanswered(busy, refused: refused)
          } else {
            pool.answered(busy, proves: !random.chance(5))
          }
        }
        for busy in exists.indices where pool.refusesEverything(busy) {
          pool.turnAway(busy, now: now, jitter: Double.random(in: 0..<1, using: &random))
        }
      case 9:
        if exists[slot] { pool.goaway(slot, now: now, jitter: Double.random(in: 0..<1, using: &random)) }
      case 10: if random.chance(2) { end(slot) }
      case 11: if exists[slot] { pool.heard(slot, now: now) }
      case 12: now += UInt64(random.below(300))
      default: now = max(now, pool.nextTick(now: now, queued: queued))
      }
    }
  }

  @Test func whateverHappensTheLimitsHold() {
    var random = Fuzz.random("PoolMachine walk")
    for _ in 0..<60 {
      var configuration = PoolMachine.Configuration()
      configuration.connections = 1 + random.below(4)
      configuration.maximumStreams = 1 + random.below(120)
      configuration.probesFirst = !random.chance(4)
      configuration.stagger = UInt64(random.below(3) * 100)
      configuration.staysOpen = random.chance(3)
      configuration.pingIdle = 20_000
      var world = World(configuration, Random(state: random.next()))
      for _ in 0..<400 {
        world.event()
        world.assign()
        world.tick()
      }
      #expect(world.opens > 0)
      world.perform(world.pool.close(now: world.now))
      while let busy = world.someStream() {
        world.streams[busy] -= 1
        world.pool.answered(busy, proves: true)
      }
      // A connection that was being pinged or opened is given up in time.
      for _ in 0..<4 {
        world.tick()
        world.now = max(world.now + 1, world.pool.nextTick(now: world.now, queued: 0))
      }
      #expect(world.exists.allSatisfy { !$0 }, "a connection was never ended")
      #expect(world.opens == world.ends)
    }
  }
}
