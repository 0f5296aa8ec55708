internal import Providers
internal import Store
internal import Transport

/// All lanes on one loop, and what they have in common. On the loop's thread alone.
final class EngineLoop {
  let loop: EventLoop
  private let configuration: DeliveryEngine.Configuration
  private let room: LaneRoom
  private let feed: any DueFeed
  private let vault: (any ProviderTokenVault)?
  private let quotas: (any QuotaSource)?
  var hasQuotas: Bool { quotas != nil }
  private let publish: (DeliverySnapshot) -> Void
  private let tell: (DeliveryEvent) -> Void
  private let clock: TurnClock
  private var outbox: VerdictOutbox?
  private var lanes: [EngineLane?] = Array(repeating: nil, count: 8)
  /// Take over once the lane before them has drained.
  private var successors: [EngineLane?] = Array(repeating: nil, count: 8)
  /// Of lanes that were replaced.
  private var counters = [PushLane.Counters](repeating: PushLane.Counters(), count: 8)
  private var ticker: LoopTimer?
  private var dueTimer: LoopTimer?
  private var quotaTimer: LoopTimer?
  private var turnEndTimer: LoopTimer?
  private var turnEndIsSet = false
  /// A second has passed since the start.
  private var hasBegun = false
  private var publishedAt: UInt64 = 0
  private var drainWait: UInt64?
  /// Everything has drained and is handed over.
  private(set) var hasEnded = false

  init(
    loop: EventLoop, configuration: DeliveryEngine.Configuration, room: LaneRoom, feed: any DueFeed,
    outlet: any VerdictOutlet, vault: (any ProviderTokenVault)?, quotas: (any QuotaSource)?,
    clock: @escaping () -> Int,
    publish: @escaping (DeliverySnapshot) -> Void, tell: @escaping (DeliveryEvent) -> Void
  ) {
    self.loop = loop
    self.configuration = configuration
    self.room = room
    self.feed = feed
    self.vault = vault
    self.quotas = quotas
    self.publish = publish
    self.tell = tell
    self.clock = TurnClock(loop, clock)
    outbox = VerdictOutbox(outlet: outlet) { [unowned self] in needsTurnEnd() }
    ticker = LoopTimer(loop) { [unowned self] in tick() }
    quotaTimer = LoopTimer(loop) { [unowned self] in needsTurnEnd() }
    dueTimer = LoopTimer(loop) { [unowned self] in needsTurnEnd() }
    turnEndTimer = LoopTimer(loop) { [unowned self] in turnEnd() }
    ticker?.set(after: Self.second)
  }

  private static let second: UInt64 = 1000

  /// Of the lanes that are built now: those of a reload come when the start is long over.
  private var firstPlaces: Int {
    hasBegun ? configuration.places : configuration.firstPlaces ?? configuration.places
  }

  // MARK: Lanes

  /// Builds lanes for all setups, or none of them.
  func build(_ setups: [LaneSetup]) throws -> [EngineLane] {
    guard let outbox else { return [] }
    return try setups.map { setup in
      let lane = try EngineLane(
        setup, loop: loop, room: room, places: configuration.places, firstPlaces: firstPlaces,
        outbox: outbox, clock: clock, engine: self)
      adoptToken(lane)
      return lane
    }
  }

  /// New lanes take over from those with their code as soon as these have drained; a lane without a
  /// successor goes.
  func install(_ fresh: [EngineLane]) {
    guard drainWait == nil else {
      for lane in fresh { lane.close() }
      return
    }
    let until = loop.now + UInt64(max(configuration.replaceWithin, 0))
    for code in LaneCode.allCases {
      let place = Int(code.rawValue)
      successors[place]?.close()
      successors[place] = fresh.first { $0.code == code }
      if let old = lanes[place] { old.drain(until: until) }
    }
    replaceDrained()
    needsTurnEnd()
  }

  private func replaceDrained() {
    for place in lanes.indices {
      if let old = lanes[place], old.isDraining {
        if !old.isEmpty, loop.now >= old.drainsUntil { old.close() }
        guard old.isEmpty else { continue }
        old.close()
        counters[place] += old.lane.counters
        lanes[place] = nil
        if successors[place] == nil {
          room.setExists(old.code, false)
          tell(.removed(old.code))
        } else {
          tell(.replaced(old.code))
        }
      }
      if lanes[place] == nil, let fresh = successors[place] {
        successors[place] = nil
        lanes[place] = fresh
        fresh.begin()
      }
    }
  }

  func lane(_ lane: EngineLane, noticed event: PushLane.Event) {
    tell(.lane(lane.code, event))
    publishedAt = 0
    needsTurnEnd()
  }

  private func each(_ code: LaneCode?, _ body: (EngineLane) -> Void) {
    for case .some(let lane) in lanes where code == nil || lane.code == code { body(lane) }
    needsTurnEnd()
  }

  func hold(_ code: LaneCode, _ verdict: Verdict) { each(code) { $0.lane.hold(verdict) } }

  /// Nil: all of them.
  func release(_ code: LaneCode?) {
    each(code) { lane in
      lane.lane.release()
      lane.setPlaces()
    }
  }

  func releaseBrake(_ code: LaneCode) { each(code) { $0.lane.releaseBrake() } }

  // MARK: Messages

  /// Gives claimed messages to their lanes, or back where a lane takes none. ``send()`` sends them.
  func take(_ batch: ClaimBatch) {
    var homeless: [ClaimBatch.Entry] = []
    batch.bytes.withUnsafeBufferPointer { bytes in
      for entry in batch.entries {
        if let lane = lanes[Int(entry.lane.rawValue)], !lane.isDraining, lane.lane.heldBy == nil {
          lane.source.add(entry, bytes)
        } else {
          homeless.append(entry)
        }
      }
    }
    if !homeless.isEmpty, let outbox {
      for entry in homeless { room.release(entry.lane, entry.band) }
      let back = VerdictBatch.handingBack(batch, homeless, now: clock.milliseconds)
      for entry in back.entries { outbox.add(entry) }
    }
    needsTurnEnd()
  }

  /// Sends what the lanes were given: all together, since each write and each TLS record costs more than a
  /// message in it.
  func send() {
    for case .some(let lane) in lanes where lane.source.count > 0 { lane.lane.wake() }
  }

  func answered(_ request: ClaimRequest, _ batch: ClaimBatch, _ outcome: ClaimOutcome?) {
    // What was asked for and did not come.
    let came = batch.entries.count { $0.lane == request.lane && $0.band == request.band }
    room.release(request.lane, request.band, count: max(request.limit - came, 0))
    if let lane = lanes[Int(request.lane.rawValue)] {
      let band = Int(request.band.rawValue)
      if let outcome { lane.plans[band].answered(outcome) } else { lane.plans[band].failed() }
    }
    take(batch)
  }

  func noticed(_ code: LaneCode, _ band: Band, dueAt: Int) {
    lanes[Int(code.rawValue)]?.plans[Int(band.rawValue)].noticed(dueAt: dueAt, now: clock.milliseconds)
    needsTurnEnd()
  }

  /// All that is here was taken from this process: it goes back, where that still means anything, and what is
  /// under way ends by itself.
  func giveUp() {
    each(nil) { $0.giveUp() }
  }

  /// Asks for what there is room for, urgent first.
  private func askForMore() {
    guard drainWait == nil else { return }
    let now = clock.milliseconds
    var soonest = Int.max
    for case .some(let lane) in lanes where !lane.isDraining && lane.lane.heldBy == nil {
      for band in Band.allCases {
        let place = Int(band.rawValue)
        let wanted = lane.plans[place].wants(
          free: room.free(lane.code, band), used: room.used(lane.code, band),
          limit: configuration.claimLimit, now: now)
        if wanted > 0 {
          let granted = room.reserve(lane.code, band, upTo: wanted)
          if granted > 0 {
            lane.plans[place].asked(now: now)
            feed.claim(
              ClaimRequest(lane: lane.code, band: band, limit: granted, after: lane.plans[place].after))
          }
        }
        if let due = lane.plans[place].wakesAt, due > now { soonest = min(soonest, due) }
      }
    }
    // Later than a second from now, the tick sees to it.
    if soonest - now < Int(Self.second) { dueTimer?.set(after: UInt64(max(soonest - now, 1))) }
  }

  /// Asks for what lanes may send of limits that all nodes share, while they have something to send.
  private func askForQuota() {
    guard let quotas else { return }
    let now = clock.milliseconds
    var soonest = Int.max
    for case .some(let lane) in lanes where lane.source.count > 0 {
      guard var meter = lane.source.quota else { continue }
      let wanted = meter.wants(now: now)
      lane.source.quota = meter
      if wanted > 0 {
        quotas.take(lane.code, meter.quota, wanted: wanted)
      } else if meter.notBefore > now {
        soonest = min(soonest, meter.notBefore)
      }
    }
    if soonest < Int.max { quotaTimer?.set(after: UInt64(max(soonest - now, 1))) }
  }

  /// A portion came. A lane that came after the one which asked takes it as well.
  func granted(_ code: LaneCode, _ grant: QuotaGrant) {
    guard let lane = lanes[Int(code.rawValue)] else { return }
    lane.source.quota?.answered(grant, now: clock.milliseconds)
    if grant.granted > 0 { lane.lane.wake() }
    needsTurnEnd()
  }

  // MARK: Turns

  /// What is to be done once for a turn is done at its end.
  func needsTurnEnd() {
    guard !turnEndIsSet, !hasEnded else { return }
    turnEndIsSet = true
    turnEndTimer?.set(after: 0)
  }

  private func turnEnd() {
    turnEndIsSet = false
    replaceDrained()
    outbox?.flush()
    askForMore()
    askForQuota()
    if loop.now - publishedAt >= 100 { publishNow() }
    if drainWait != nil { endIfDrained() }
  }

  private func tick() {
    ticker?.set(after: Self.second)
    for case .some(let lane) in lanes where !lane.isDraining {
      lane.tick()
      adoptNewerToken(lane)
    }
    hasBegun = true
    publishedAt = 0
    turnEnd()
  }

  private func publishNow() {
    publishedAt = loop.now
    var snapshot = DeliverySnapshot()
    for case .some(let lane) in lanes {
      snapshot.lanes.append(lane.snapshot(counters[Int(lane.code.rawValue)]))
    }
    snapshot.isDraining = drainWait != nil
    snapshot.at = clock.milliseconds
    publish(snapshot)
  }

  // MARK: The end

  /// Ends within so many milliseconds.
  func drain(within milliseconds: Int) {
    let until = loop.now + UInt64(max(milliseconds, 0))
    drainWait = min(drainWait ?? until, until)
    for place in lanes.indices {
      successors[place]?.close()
      successors[place] = nil
      lanes[place]?.drain(until: until)
    }
    dueTimer?.set(after: UInt64(max(milliseconds, 0)))
    needsTurnEnd()
  }

  private func endIfDrained() {
    guard lanes.allSatisfy({ $0 == nil }), !hasEnded else { return }
    outbox?.flush()
    publishNow()
    hasEnded = true
    ticker?.cancel()
    dueTimer?.cancel()
    quotaTimer?.cancel()
    turnEndTimer?.cancel()
    loop.stop()
  }

  // MARK: Provider tokens

  private func adoptToken(_ lane: EngineLane) {
    guard let token = lane.token, let vault else { return }
    let name = token.storageName
    token.settleEach { vault.settle(name, $0) }
    if let issued = vault.load(name) { _ = token.adopt(issued, now: clock.milliseconds / 1000) }
  }

  /// Shortly before a new one is made, another process may have made it.
  private func adoptNewerToken(_ lane: EngineLane) {
    guard let issuedAt = lane.token?.present?.issuedAt,
      clock.milliseconds / 1000 - issuedAt >= ProviderTokenState.replaceAge - 60
    else { return }
    adoptToken(lane)
  }
}
