/// The decisions of a lane's connections, as a value: events in, actions out. Knows no socket, no
/// clock and no randomness of its own; times are milliseconds of any monotonic clock.
///
/// A slot's way: `empty → opening → ready → draining → empty`; from `opening` and `ready` also straight
/// to `empty` when the connection fails. What each means stands at ``State``.
public struct PoolMachine: Sendable {
  public struct Configuration: Sendable, Equatable {
    /// Connections kept for new streams; draining ones come on top. At least 1.
    public var connections = 2
    /// Never more streams than this on a connection, whatever SETTINGS allows.
    public var maximumStreams = 1000
    /// Only one stream until the peer has accepted a request (Apple, Sending notification requests to
    /// APNs: assume nothing about the number of streams).
    public var probesFirst = true
    /// Between the openings of two connections, milliseconds.
    public var stagger: UInt64 = 200
    /// A connection must be usable within this time, milliseconds.
    public var connectDeadline: UInt64 = 15_000
    /// Waiting after failures in a row: full jitter below `floor · 2ⁿ`, at most `ceiling`, milliseconds.
    public var backoffFloor: UInt64 = 250
    public var backoffCeiling: UInt64 = 30_000
    /// PING when nothing came for so long with streams open, or without any, milliseconds.
    public var pingBusy: UInt64 = 10_000
    public var pingIdle: UInt64 = 3_600_000
    /// A PING must be answered within this time, milliseconds.
    public var pingDeadline: UInt64 = 10_000
    /// Open connections before there is work, and open lost ones again.
    public var staysOpen = false

    public init() {}
  }

  public enum State: Sendable, Equatable {
    /// No connection.
    case empty
    /// Name look-up, TCP, proxy, TLS and the first SETTINGS. Becomes `ready`, or fails.
    case opening
    /// Takes new streams.
    case ready
    /// The peer said GOAWAY, or we retired it: open streams end, new ones go elsewhere.
    case draining
  }

  public enum Action: Sendable, Equatable {
    case open(Int)
    case close(Int, TransportError)
    case ping(Int)
  }

  struct Slot: Sendable, Equatable {
    var state = State.empty
    var since: UInt64 = 0
    var lastHeard: UInt64 = 0
    var inFlight = 0
    /// What SETTINGS says; 100 before any came (RFC 9113 advises no less).
    var peerLimit = 100
    /// What refusals taught us; grows back with what is answered.
    var learntLimit = Int.max
    var answeredSinceGrowth = 0
    /// Streams that were out when the limit was last lowered: their refusals teach nothing new.
    var outAtLowering = 0
    /// Refusals without an answer between them, counted where only one stream is tried at a time.
    var refusedAlone = 0
    var isProven = false
    var pingSent: UInt64?

    func limit(_ configuration: Configuration) -> Int {
      if configuration.probesFirst && !isProven { return Swift.min(1, peerLimit) }
      return Swift.min(peerLimit, learntLimit, configuration.maximumStreams)
    }
  }

  public let configuration: Configuration
  private(set) var slots: [Slot]
  /// Failures since a connection last proved good.
  private(set) var failures = 0
  /// No opening before this time.
  private(set) var nextOpening: UInt64 = 0
  private(set) var isClosing = false

  public init(_ configuration: Configuration) {
    self.configuration = configuration
    // As many again may be draining; GOAWAY in a storm then waits for a slot.
    slots = Array(repeating: Slot(), count: Swift.max(configuration.connections, 1) * 2 + 2)
  }

  /// How many slots there are: connection numbers are below this.
  public var slotCount: Int { slots.count }
  public func state(_ slot: Int) -> State { slots[slot].state }
  public func inFlight(_ slot: Int) -> Int { slots[slot].inFlight }
  /// Connections that take new streams now.
  public var readyCount: Int { slots.count { $0.state == .ready } }
  private var livingCount: Int { slots.count { $0.state == .ready || $0.state == .opening } }

  // MARK: Events

  /// The time has come, or work has: opens what is wanted, pings and gives up what is silent.
  public mutating func tick(now: UInt64, queued: Int) -> [Action] {
    var actions: [Action] = []
    for index in slots.indices { check(index, now, &actions) }
    let wanted = wantedConnections(queued)
    if !isClosing && livingCount < wanted && now >= nextOpening,
      let free = slots.firstIndex(where: { $0.state == .empty })
    {
      slots[free] = Slot(state: .opening, since: now, lastHeard: now)
      nextOpening = later(now, configuration.stagger)
      actions.append(.open(free))
    }
    return actions
  }

  /// One where there is anything to do, all of them where the ready ones are not enough.
  private func wantedConnections(_ queued: Int) -> Int {
    let all = Swift.max(configuration.connections, 1)
    if configuration.staysOpen { return all }
    if queued == 0 { return 0 }
    let spare = slots.reduce(0) { $0 + room($1) }
    // Those being opened will take some: no second one for a single push.
    let coming = slots.count { $0.state == .opening }
    return queued > spare + coming ? all : 1
  }

  private mutating func check(_ index: Int, _ now: UInt64, _ actions: inout [Action]) {
    let slot = slots[index]
    switch slot.state {
    case .empty: return
    case .opening:
      if now >= later(slot.since, configuration.connectDeadline) {
        actions.append(.close(index, TransportError(.timeout, "no usable connection in time")))
      }
    case .ready, .draining:
      if let sent = slot.pingSent {
        if now >= later(sent, configuration.pingDeadline) {
          actions.append(.close(index, TransportError(.timeout, "the peer no longer answers PING")))
        }
      } else if now >= later(slot.lastHeard, silence(slot)) {
        slots[index].pingSent = now
        actions.append(.ping(index))
      } else if slot.state == .draining && slot.inFlight == 0 {
        actions.append(.close(index, TransportError(.closed, "drained")))
      }
    }
  }

  /// TLS and the peer's first SETTINGS are done.
  public mutating func opened(_ slot: Int, now: UInt64) {
    guard slots[slot].state == .opening else { return }
    slots[slot].state = .ready
    slots[slot].lastHeard = now
  }

  /// Bytes came.
  public mutating func heard(_ slot: Int, now: UInt64) {
    slots[slot].lastHeard = now
    slots[slot].pingSent = nil
  }

  /// SETTINGS_MAX_CONCURRENT_STREAMS as it is now; it may change while the connection lives.
  public mutating func settings(_ slot: Int, maximumStreams: Int) {
    slots[slot].peerLimit = maximumStreams
  }

  /// An answer came. `proves`: it shows that the peer accepts our requests.
  @inline(__always)
  public mutating func answered(_ slot: Int, proves: Bool) {
    end(slot)
    slots[slot].refusedAlone = 0
    if proves && !slots[slot].isProven {
      slots[slot].isProven = true
      failures = 0
    }
    if slots[slot].learntLimit != .max { grow(slot) }
  }

  private mutating func grow(_ slot: Int) {
    slots[slot].answeredSinceGrowth += 1
    guard slots[slot].answeredSinceGrowth >= slots[slot].learntLimit else { return }
    slots[slot].answeredSinceGrowth = 0
    slots[slot].learntLimit += 1
    if slots[slot].learntLimit >= Swift.min(slots[slot].peerLimit, configuration.maximumStreams) {
      slots[slot].learntLimit = .max
    }
  }

  @inline(__always)
  private mutating func end(_ slot: Int) {
    slots[slot].inFlight -= 1
    if slots[slot].outAtLowering > 0 { slots[slot].outAtLowering -= 1 }
  }

  /// A stream ended without an answer. `refused`: the peer did not process it (REFUSED_STREAM).
  public mutating func unanswered(_ slot: Int, refused: Bool) {
    let known = slots[slot].outAtLowering > 0
    end(slot)
    guard refused, !known else { return }
    let limit = slots[slot].limit(configuration)
    if limit <= 1 { slots[slot].refusedAlone += 1 }
    // One step for each round of streams: a batch of refusals is one piece of news.
    slots[slot].learntLimit = Swift.max(1, limit * 7 / 8)
    slots[slot].answeredSinceGrowth = 0
    slots[slot].outAtLowering = slots[slot].inFlight
  }

  /// The peer refuses even single streams, again and again: it must not be asked without a pause.
  public func refusesEverything(_ slot: Int) -> Bool {
    slots[slot].state == .ready && slots[slot].refusedAlone >= 16
  }

  /// No new streams on this connection, and a pause before the next one is opened.
  public mutating func turnAway(_ slot: Int, now: UInt64, jitter: Double) {
    guard slots[slot].state == .ready else { return }
    slots[slot].state = .draining
    backOff(now, jitter)
  }

  /// GOAWAY: no new streams; the replacement may be opened at once, unless the peer turns us away
  /// without ever answering.
  public mutating func goaway(_ slot: Int, now: UInt64, jitter: Double) {
    guard slots[slot].state == .ready || slots[slot].state == .opening else { return }
    slots[slot].state = .draining
    if slots[slot].isProven {
      nextOpening = now
    } else {
      backOff(now, jitter)
    }
  }

  /// The connection is gone. `jitter` is uniform in 0 ..< 1.
  public mutating func lost(_ slot: Int, now: UInt64, jitter: Double) {
    let was = slots[slot]
    slots[slot] = Slot()
    switch was.state {
    case .empty, .draining: return
    case .opening: backOff(now, jitter)
    case .ready:
      if was.isProven { nextOpening = Swift.min(nextOpening, now) } else { backOff(now, jitter) }
    }
  }

  private mutating func backOff(_ now: UInt64, _ jitter: Double) {
    let (raised, tooMuch) = configuration.backoffFloor.multipliedReportingOverflow(
      by: 1 << UInt64(Swift.min(failures, 16)))
    let ceiling = Swift.min(configuration.backoffCeiling, tooMuch ? .max : raised, 1 << 52)
    failures += 1
    // Not below the stagger: full jitter may come out near zero.
    let wait = UInt64(Double(ceiling) * Swift.min(Swift.max(jitter, 0), 1))
    nextOpening = later(now, Swift.max(wait, configuration.stagger, 1))
  }

  /// After this long without a byte the peer is asked whether it is there.
  private func silence(_ slot: Slot) -> UInt64 {
    slot.inFlight > 0 ? configuration.pingBusy : configuration.pingIdle
  }

  /// No connection is opened any more; those that are open drain.
  public mutating func close(now: UInt64) -> [Action] {
    isClosing = true
    var actions: [Action] = []
    for index in slots.indices where slots[index].state != .empty {
      slots[index].state = .draining
      if slots[index].inFlight == 0 { actions.append(.close(index, TransportError(.closed, "closed"))) }
    }
    return actions
  }

  // MARK: Streams

  private func room(_ slot: Slot) -> Int {
    slot.state == .ready ? Swift.max(0, slot.limit(configuration) - slot.inFlight) : 0
  }

  /// The connection with the most room, and how many streams may be opened on it now.
  public func roomiest() -> (slot: Int, room: Int)? {
    var best: (slot: Int, room: Int)?
    for index in slots.indices {
      let free = room(slots[index])
      if free > (best?.room ?? 0) { best = (index, free) }
    }
    return best
  }

  /// A stream was opened.
  @inline(__always)
  public mutating func began(_ slot: Int) { slots[slot].inFlight += 1 }

  /// When `tick` must be called next, at the latest.
  public func nextTick(now: UInt64, queued: Int) -> UInt64 {
    var next = now + 60_000
    for slot in slots {
      switch slot.state {
      case .empty: continue
      case .opening: next = Swift.min(next, later(slot.since, configuration.connectDeadline))
      case .ready, .draining:
        if let sent = slot.pingSent {
          next = Swift.min(next, later(sent, configuration.pingDeadline))
        } else {
          next = Swift.min(next, later(slot.lastHeard, silence(slot)))
        }
      }
    }
    if !isClosing && livingCount < wantedConnections(queued), slots.contains(where: { $0.state == .empty }) {
      next = Swift.min(next, nextOpening)
    }
    return Swift.max(next, now)
  }
}

/// A time that may be as far away as "never".
func later(_ time: UInt64, _ milliseconds: UInt64) -> UInt64 {
  let (sum, isNever) = time.addingReportingOverflow(milliseconds)
  return isNever ? .max : sum
}
