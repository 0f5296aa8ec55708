internal import Foundation
internal import Store

/// This process among the nodes that share its store: it says that it lives, takes back what the dead held,
/// and takes its part of what one node does for all.
final class NodeLife: Sendable {
  struct Settings: Sendable {
    var identity: NodeIdentity
    var duties: [NodeDuty] = []
    /// Others may be there.
    var isShared = false
  }

  private struct State {
    var node: Int
    var pulse: NodePulse
    /// Until when each is ours, by the store's clock.
    var duties: [NodeDuty: Int] = [:]
    var isBeating = false
    var isStopped = false
    /// How often it was taken for dead.
    var burials = 0
  }

  private let settings: Settings
  private let state: Guarded<State>
  private let writer: StoreWriter
  /// The store's, milliseconds since 1970.
  private let clock: @Sendable () -> Int
  private let log: ServerLog
  private let metrics: ServiceMetrics
  private let buried = Guarded<@Sendable () -> Void>({})
  private let abilities = Guarded<[NodeDuty: @Sendable () -> Bool]>([:])
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// - Parameter node: as it has entered.
  init(
    _ settings: Settings, node: Int, writer: StoreWriter, clock: @escaping @Sendable () -> Int,
    log: ServerLog,
    metrics: ServiceMetrics
  ) {
    self.settings = settings
    self.writer = writer
    self.clock = clock
    self.log = log
    self.metrics = metrics
    state = Guarded(State(node: node, pulse: NodePulse(now: clock())))
  }

  /// Called on the writer's thread when all leases until now are gone. Before the start.
  func whenBuried(_ buried: @escaping @Sendable () -> Void) { self.buried.withLock { $0 = buried } }

  /// Whether it can do its duty now; while it cannot, another does. Before the start.
  func whenAble(_ duty: NodeDuty, _ isAble: @escaping @Sendable () -> Bool) {
    abilities.withLock { $0[duty] = isAble }
  }

  private func isAble(_ duty: NodeDuty) -> Bool { abilities.withLock { $0[duty] }?() ?? true }

  func start() {
    // So that duties are taken before the first round of whoever wants one.
    beatNow()
    let pause = settings.isShared ? NodePulse.beat : NodePulse.quietBeat
    let thread = Thread { [self] in
      while !state.withLock({ $0.isStopped }) {
        _ = wake.wait(timeout: .now() + .milliseconds(pause))
        beat()
      }
      ended.signal()
    }
    thread.name = "pushwire node"
    thread.start()
  }

  /// Leaves, so that others take its duties at once. Before the writer stops.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
    ended.wait()
    let node = state.withLock { $0.node }
    _ = try? writer.run { (session, now) throws(StoreError) in
      try session.leave(node, now: now)
      return true
    }
  }

  var node: Int { state.withLock { $0.node } }

  /// Whether it does this for all now.
  func holds(_ duty: NodeDuty) -> Bool {
    guard settings.duties.contains(duty) else { return false }
    if !settings.isShared { return true }
    let now = clock()
    return state.withLock { ($0.duties[duty] ?? 0) > now }
  }

  /// Beats at once, and waits until that is stored.
  func beatNow() { try? writer.submitAndWait(BeatJob(self)) }

  /// For tests: as if the process had stood still from now on.
  func fallSilent() {
    state.withLock { $0.isStopped = true }
    wake.signal()
  }

  private func beat() {
    let isFree = state.withLock { state in
      defer { state.isBeating = true }
      return !state.isBeating && !state.isStopped
    }
    guard isFree else { return }
    if !writer.submit(BeatJob(self), always: true) { state.withLock { $0.isBeating = false } }
  }

  // MARK: On the writer's thread

  fileprivate struct Beat {
    var node = 0
    var hasEntered = false
    var lost = 0
    var duties: [NodeDuty] = []
    var now = 0
  }

  fileprivate func perform(_ session: any StoreSession, now: Int) throws(StoreError) -> Beat {
    let (node, mayBury, burials) = state.withLock {
      ($0.node, settings.isShared && $0.pulse.mayBury(now: now), $0.burials)
    }
    var beat = Beat()
    beat.node = node
    beat.now = now
    if try !session.beat(node, now: now) {
      var identity = settings.identity
      // Whoever has its name now stays: two of one name would bury each other for ever.
      identity.name += "~\(burials + 1).\(node)"
      beat.node = try session.enter(identity, now: now).node
      beat.hasEntered = true
    }
    for duty in settings.isShared ? settings.duties : [] {
      guard isAble(duty) else {
        // Another may have it from now on.
        if state.withLock({ $0.duties[duty] != nil }) {
          _ = try session.take(duty: duty.rawValue, node: beat.node, until: now, now: now)
        }
        continue
      }
      let until = now + NodePulse.dead
      if try session.take(duty: duty.rawValue, node: beat.node, until: until, now: now) {
        beat.duties.append(duty)
      }
    }
    if mayBury, !beat.hasEntered {
      beat.lost = try session.buryNodes(unseenSince: now - NodePulse.dead, now: now)
    }
    return beat
  }

  fileprivate func committed(_ beat: Beat) {
    let taken = state.withLock { state in
      let taken = beat.duties.filter { (state.duties[$0] ?? 0) <= beat.now }
      state.isBeating = false
      state.node = beat.node
      state.pulse.beaten(now: beat.now)
      if beat.hasEntered { state.burials += 1 }
      for duty in settings.duties {
        state.duties[duty] = beat.duties.contains(duty) ? beat.now + NodePulse.dead : nil
      }
      return taken
    }
    if beat.hasEntered {
      metrics.count("node_buried")
      log.write(
        .warning, "node.buried",
        ["name": .text(settings.identity.name), "why": "it was not seen for too long; its leases are gone"])
      buried.withLock { $0 }()
    }
    for duty in taken { log.write(.info, "duty.taken", ["duty": .text(duty.rawValue)]) }
    if beat.lost > 0 {
      metrics.count("leases_taken_back", by: beat.lost)
      log.write(.warning, "leases.taken_back", ["messages": .number(beat.lost)])
      // There may be more.
      wake.signal()
    }
  }

  fileprivate func failed() { state.withLock { $0.isBeating = false } }
}

private final class BeatJob: WriteJob, @unchecked Sendable {
  private let life: NodeLife
  // Written and read on the writer's thread alone.
  private var beat = NodeLife.Beat()

  init(_ life: NodeLife) { self.life = life }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    beat = try life.perform(session, now: now)
  }
  func committed() { life.committed(beat) }
  func failed(_ error: StoreError) { life.failed() }
}
