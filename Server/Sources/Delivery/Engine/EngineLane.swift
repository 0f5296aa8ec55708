internal import Compose
internal import Providers
internal import Store
internal import Transport

/// One lane of the engine: the lane itself, its messages, and when it asks for more. On the loop's thread.
final class EngineLane: PushLaneOwner {
  let code: LaneCode
  let source: OutboxSource
  let sink: OutboxSink
  let lane: PushLane
  let token: ProviderToken?
  var plans = [ClaimPlan](repeating: ClaimPlan(), count: Band.allCases.count)
  private(set) var isDraining = false
  /// Loop time at which a drain ends, done or not.
  private(set) var drainsUntil: UInt64 = .max

  private let room: LaneRoom
  private let places: Int
  /// Places that it has by now.
  private var allowed: Int
  private weak var engine: EngineLoop?
  private let provider: any PushProvider

  /// - Throws: what the setup's own maker throws, or a configuration with which nothing could be sent.
  init(
    _ setup: LaneSetup, loop: EventLoop, room: LaneRoom, places: Int, firstPlaces: Int, outbox: VerdictOutbox,
    clock: TurnClock,
    engine: EngineLoop
  ) throws {
    code = setup.code
    self.room = room
    self.places = places
    allowed = min(max(firstPlaces, 1), places)
    self.engine = engine
    token = setup.token
    let seconds = { clock.milliseconds / 1000 }
    let (provider, tls) = try setup.make(loop, seconds)
    self.provider = provider
    sink = OutboxSink(outbox: outbox, room: room, clock: clock)
    var configuration = setup.configuration
    configuration.handsBackAfter = configuration.handsBackAfter ?? 30_000
    source = OutboxSource(
      code: code, contents: setup.contents, window: configuration.client.window, sink: sink, clock: clock)
    if engine.hasQuotas { source.quota = setup.quota.map { QuotaMeter($0) } }
    let owner = Owner()
    lane = try PushLane(
      loop: loop, tls: tls, provider: provider, source: source, sink: sink,
      draft: PushDraft(row: ParameterRow(schema: [])), configuration: configuration, owner: owner,
      clock: seconds)
    sink.lane = lane
    self.owner = owner
    owner.lane = self
  }

  /// The lane wants its owner before there is one.
  private final class Owner: PushLaneOwner {
    weak var lane: EngineLane?
    func lane(_ lane: PushLane, noticed event: PushLane.Event) { self.lane?.lane(lane, noticed: event) }
    func laneIsIdle(_ lane: PushLane) { self.lane?.laneIsIdle(lane) }
  }
  private let owner: Owner

  // MARK: PushLaneOwner

  func lane(_ lane: PushLane, noticed event: PushLane.Event) {
    switch event {
    case .held:
      // What is parked (Apple through FCM) holds no lane.
      if let verdict = lane.heldBy { source.handBackReady(verdict, dueIn: 0) }
    case .paused(let verdict, let milliseconds):
      if milliseconds > lane.configuration.handsBackAfter ?? .max || lane.isQuiet {
        source.handBackReady(verdict, dueIn: milliseconds)
      }
    case .connection, .released, .recovered, .renewed, .braked: break
    }
    setPlaces()
    engine?.lane(self, noticed: event)
  }

  func laneIsIdle(_ lane: PushLane) { engine?.needsTurnEnd() }

  // MARK: For the engine

  /// Takes messages from now on.
  func begin() {
    room.setExists(code, true)
    setPlaces()
    lane.wake()
  }

  /// As many as it may have now: none while nothing can be sent, and a few while it only tries.
  func setPlaces() {
    guard !isDraining else { return }
    let isTrying = lane.isSick || lane.isQuiet
    room.setPlaces(
      code, lane.heldBy != nil ? 0 : isTrying ? min(lane.configuration.probes * 2, allowed) : allowed)
  }

  /// Nothing is taken any more; what waits goes back, and what is under way ends by itself, or at `until`.
  func drain(until: UInt64) {
    guard !isDraining else {
      drainsUntil = min(drainsUntil, until)
      return
    }
    isDraining = true
    drainsUntil = until
    room.setPlaces(code, 0)
    source.handBackReady(TransportAnswer.closed, dueIn: 0)
    lane.drain()
  }

  /// What waits here is not sent any more.
  func giveUp() {
    source.handBackReady(TransportAnswer.closed, dueIn: 0)
    lane.handBackWaiting(TransportAnswer.closed)
  }

  /// Nothing of it is left inside.
  var isEmpty: Bool { lane.underWay == 0 && lane.waiting == 0 && source.count == 0 }

  /// Ends what is still under way: it goes back as sent and not answered.
  func close() {
    isDraining = true
    room.setPlaces(code, 0)
    source.handBackReady(TransportAnswer.closed, dueIn: 0)
    lane.close()
    // Nothing should be left; what is all the same must not stay leased.
    source.handBackRest(TransportAnswer.closed)
  }

  /// A second has passed.
  func tick() {
    if lane.isQuiet, lane.pausedFor > 1000 {
      source.handBackReady(TransportAnswer.closed, dueIn: lane.pausedFor)
    }
    source.handBackStale(TransportAnswer.waitedTooLong)
    allowed = min(allowed * 2, places)
    setPlaces()
  }

  func snapshot(_ base: PushLane.Counters) -> DeliverySnapshot.Lane {
    var view = DeliverySnapshot.Lane(
      code: code, provider: provider.name, host: provider.endpoint.host)
    view.heldBy = lane.heldBy
    view.parkedBy = lane.parkedBy
    view.pausedFor = lane.pausedFor
    view.isSick = lane.isSick
    view.isDraining = isDraining
    view.ready = Band.allCases.map { source.ready($0) }
    view.inFlight = lane.underWay
    view.waiting = lane.waiting
    view.connections = lane.openConnections
    view.resends = lane.resends
    view.isBraked = lane.brake.isBraked
    view.badTokenShare = lane.brake.share
    view.counters = base
    view.counters += lane.counters
    return view
  }
}
