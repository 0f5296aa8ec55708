/// A lane: many exchanges over a pool of HTTP/2 connections to one endpoint.
///
/// Within the client no exchange is lost and none is answered twice: what the peer did not process
/// (GOAWAY above the last stream, REFUSED_STREAM, never sent) goes out again unchanged, and everything
/// else ends with an ``Outcome``. Lives on its loop's thread.
public final class HTTP2Client: ClientConnectionOwner {
  public let endpoint: Endpoint
  public let configuration: Configuration
  private let loop: EventLoop
  private let tls: TLSContext
  private weak var owner: (any HTTP2ClientOwner)?
  // Touched several times for every push, always on the loop's thread and never across a call out:
  // the run-time check of exclusive access is left out.
  @exclusivity(unchecked) var table: ExchangeTable
  @exclusivity(unchecked) var pool: PoolMachine
  private var connections: [ClientConnection?]
  private var shared = SharedFields()
  private var timer: LoopTimer?
  private var random = SystemRandomNumberGenerator()
  private var isDelivering = false
  private var isClosed = false
  /// The earliest deadline that may be due; scanned for at this time.
  private var nextScan: UInt64 = .max
  private var armed: UInt64 = .max
  /// The newest reason why no connection came up.
  public private(set) var lastError: TransportError?

  public init(
    loop: EventLoop, endpoint: Endpoint, tls: TLSContext, configuration: Configuration,
    owner: any HTTP2ClientOwner
  ) throws(TransportError) {
    guard configuration.window > 0, configuration.pool.connections > 0, configuration.pool.maximumStreams > 0
    else {
      throw TransportError(.configuration, "window, connections and streams must be at least 1")
    }
    self.loop = loop
    self.endpoint = endpoint
    self.tls = tls
    self.configuration = configuration
    self.owner = owner
    table = ExchangeTable(capacity: configuration.window)
    pool = PoolMachine(configuration.pool)
    connections = Array(repeating: nil, count: pool.slotCount)
    setShared(HeaderName(":method"), "POST")
    setShared(HeaderName(":scheme"), "https")
    setShared(HeaderName(":authority"), endpoint.authority)
    timer = LoopTimer(loop) { [unowned self] in self.timerFired() }
  }

  /// A header that every request carries from now on, resends included.
  public func setShared(_ name: HeaderName, _ value: String) {
    var value = value
    value.withUTF8 { shared.set(name, $0) }
  }

  // MARK: Exchanges

  /// How many exchanges may be begun now.
  public var room: Int { isClosed ? 0 : table.freeCount }
  /// Exchanges that have not ended yet.
  public var unfinished: Int { table.queuedCount + table.inFlightCount }
  public var queued: Int { table.queuedCount }
  public var inFlight: Int { table.inFlightCount }
  /// Requests that went out again at no cost.
  public var resends: Int { table.resends }
  public var openConnections: Int { pool.readyCount }

  /// Takes a free exchange to be filled; `nil` when there is none.
  public func begin() -> Int32? { isClosed ? nil : table.begin() }

  /// The memory of an exchange: to be filled after `begin`, to be read in a batch.
  @inline(__always)
  public func exchange(_ index: Int32) -> UnsafeMutablePointer<Exchange> { exchanges + Int(index) }
  private var exchanges: UnsafeMutablePointer<Exchange> { table.entries }

  /// Gives a begun exchange back unused.
  public func discard(_ index: Int32) { table.discard(index) }

  /// Sends a filled exchange as soon as there is room for it.
  public func submit(_ index: Int32) {
    guard table.enqueue(index) else { return }
    if isClosed {
      // Begun before `close`: it ends like all that was queued then, not inside this call.
      table.expireQueued(now: 0, all: true)
      if !isDelivering { timer?.set(after: 0) }
      return
    }
    let deadline = later(loop.now, configuration.deadline)
    let entry = table.entries + Int(index)
    if deadline < entry.pointee.deadline { entry.pointee.deadline = deadline }
    nextScan = Swift.min(nextScan, entry.pointee.deadline)
    // Within a batch everything is sent together at its end.
    if !isDelivering { arm(at: loop.now) }
  }

  /// Sends what was submitted, now rather than at the end of this turn.
  public func pump() {
    assign()
    step()
    deliver()
  }

  /// Opens a connection before there is work; all of them where the pool is told to stay open.
  public func open() {
    perform(pool.tick(now: loop.now, queued: Swift.max(table.queuedCount, 1)))
    pump()
  }

  /// Ends every exchange that waits for a connection, as unsent.
  public func failQueued() {
    table.expireQueued(now: 0, all: true)
    if !isDelivering { deliver() }
  }

  /// No new exchanges; closes all connections. What is under way ends as `connectionLost`,
  /// what is queued as `unsent`.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    _ = pool.close(now: loop.now)
    for slot in connections.indices {
      guard let connection = connections[slot] else { continue }
      settle(connection)
      connection.close()
      endInFlight(slot)
      connections[slot] = nil
      pool.lost(slot, now: loop.now, jitter: 0)
    }
    table.expireQueued(now: 0, all: true)
    timer?.cancel()
    if !isDelivering { deliver() }
  }

  // MARK: The turn

  /// Hands what is queued to connections with room, a run at a time so that records are full.
  private func assign() {
    while table.queuedCount > 0, let (slot, room) = pool.roomiest(), let connection = connections[slot] {
      guard connection.session.takesRequests else {
        // Stream numbers have run out, or GOAWAY came.
        pool.goaway(slot, now: loop.now, jitter: jitter())
        continue
      }
      var left = room
      while left > 0, let index = table.take(for: Int32(slot)) {
        left -= 1
        pool.began(slot)
        if !connection.session.submit(index, shared) {
          table.requeue(index)
          pool.unanswered(slot, refused: false)
          pool.goaway(slot, now: loop.now, jitter: jitter())
          break
        }
      }
      flush(connection)
    }
  }

  /// Writes what HTTP/2 has to say. Sending may end streams: a request that cannot be sent does.
  private func flush(_ connection: ClientConnection) {
    connection.flush()
    guard connection.session.hasNews else { return }
    settle(connection)
    // Whoever called may be past the point where what is queued is assigned.
    if table.queuedCount > 0 || table.finishedCount > 0 { arm(at: loop.now) }
  }

  /// Lets the pool act on the time.
  private func step() {
    perform(pool.tick(now: loop.now, queued: table.queuedCount))
    rearm()
  }

  private func perform(_ actions: [PoolMachine.Action]) {
    for action in actions {
      switch action {
      case .open(let slot): open(slot)
      case .ping(let slot):
        guard let connection = connections[slot] else { continue }
        connection.session.ping()
        flush(connection)
      case .close(let slot, let error):
        guard let connection = connections[slot] else {
          pool.lost(slot, now: loop.now, jitter: jitter())
          continue
        }
        connection.close()
        ended(slot, connection, error)
      }
    }
  }

  private func open(_ slot: Int) {
    do throws(TransportError) {
      let session = try ClientSession(
        entries: table.entries, capacity: table.capacity, connection: Int32(slot),
        captures: configuration.captures)
      let connection = try ClientConnection(
        slot: slot, loop: loop, endpoint: endpoint, tls: tls, session: session, owner: self)
      connections[slot] = connection
      connection.start()
    } catch {
      lastError = error
      pool.lost(slot, now: loop.now, jitter: jitter())
      owner?.client(self, noticed: .lost(connection: slot, error: error, wasOpen: false))
    }
  }

  private func jitter() -> Double { Double.random(in: 0..<1, using: &random) }

  /// Hands finished exchanges up in one batch, takes new ones, sends them.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    // What fails at once while being sent makes another round.
    while table.finishedCount > 0 {
      let count = table.finishedCount
      owner?.client(self, finished: UnsafeBufferPointer(start: table.finished, count: count))
      table.releaseFinished(count)
      if !isClosed { owner?.clientHasRoom(self) }
      assign()
    }
    if !isClosed { rearm() }
  }

  /// The session's results become the table's and the pool's.
  private func settle(_ connection: ClientConnection) {
    let slot = connection.slot
    connection.session.drainEnded { ended in
      let entry = table.entries + Int(ended.exchange)
      guard entry.pointee.place == .inFlight, entry.pointee.stream == ended.stream,
        entry.pointee.connection == Int32(slot)
      else { return }
      if entry.pointee.isAnswered {
        let status = entry.pointee.status
        // 401 and 403 say that we are not who we should be: no proof that more streams are welcome.
        pool.answered(slot, proves: status != 401 && status != 403 && status < 500)
        table.finish(ended.exchange, .answered)
      } else if !entry.pointee.isSent {
        pool.unanswered(slot, refused: false)
        if connection.session.takesRequests {
          // HTTP/2 cannot carry this very request (its headers are too large): no other
          // connection could.
          table.finish(ended.exchange, .unsent)
        } else {
          table.requeue(ended.exchange)
        }
      } else if ended.errorCode == refusedStream {
        pool.unanswered(slot, refused: pool.state(slot) == .ready)
        table.requeue(ended.exchange)
      } else {
        pool.unanswered(slot, refused: false)
        entry.pointee.resetCode = ended.errorCode
        table.finish(ended.exchange, .reset)
      }
    }
    for event in connection.session.takeEvents() { apply(event, slot) }
    if pool.refusesEverything(slot) { pool.turnAway(slot, now: loop.now, jitter: jitter()) }
  }

  private func apply(_ event: SessionEvent, _ slot: Int) {
    switch event {
    case .settings(let maximum):
      pool.settings(slot, maximumStreams: maximum)
      if pool.state(slot) == .opening {
        pool.opened(slot, now: loop.now)
        lastError = nil
        owner?.client(self, noticed: .opened(connection: slot))
      }
      owner?.client(self, noticed: .settings(connection: slot, maximumStreams: maximum))
    case .goaway(let code, _, let reason):
      pool.goaway(slot, now: loop.now, jitter: jitter())
      owner?.client(self, noticed: .goaway(connection: slot, code: code, reason: reason))
    case .pingAnswered: break
    }
  }

  private func ended(_ slot: Int, _ connection: ClientConnection, _ error: TransportError) {
    // Draining counts as open: the peer said GOAWAY on it.
    let wasOpen = pool.state(slot) != .opening
    if connections[slot] === connection { connections[slot] = nil }
    settle(connection)
    endInFlight(slot)
    if !wasOpen { lastError = error }
    let wasDraining = pool.state(slot) == .draining
    pool.lost(slot, now: loop.now, jitter: jitter())
    if !(wasDraining && error.code == .closed) {
      owner?.client(self, noticed: .lost(connection: slot, error: error, wasOpen: wasOpen))
    }
  }

  /// Everything still on a connection that is gone.
  private func endInFlight(_ slot: Int) {
    guard table.inFlightCount > 0 else { return }
    for index in 0..<Int32(table.capacity) {
      let entry = table.entries + Int(index)
      guard entry.pointee.place == .inFlight, entry.pointee.connection == Int32(slot) else { continue }
      if entry.pointee.isAnswered {
        table.finish(index, .answered)
      } else if entry.pointee.isSent {
        table.finish(index, .connectionLost)
      } else {
        table.requeue(index)
      }
    }
  }

  // MARK: Time

  private func timerFired() {
    armed = .max
    if isClosed {
      deliver()
      return
    }
    if loop.now >= nextScan { scanDeadlines() }
    pump()
  }

  private func scanDeadlines() {
    let now = loop.now
    table.expireQueued(now: now)
    var next = UInt64.max
    for index in 0..<Int32(table.capacity) {
      let entry = table.entries + Int(index)
      switch entry.pointee.place {
      case .queued: next = Swift.min(next, entry.pointee.deadline)
      case .inFlight:
        if entry.pointee.deadline > now {
          next = Swift.min(next, entry.pointee.deadline)
          continue
        }
        let slot = Int(entry.pointee.connection)
        connections[slot]?.session.abandon(index)
        if entry.pointee.isAnswered {
          pool.answered(slot, proves: false)
          table.finish(index, .answered)
        } else {
          pool.unanswered(slot, refused: false)
          table.finish(index, entry.pointee.isSent ? .deadline : .unsent)
        }
      case .free, .filling, .finished: continue
      }
    }
    nextScan = next
    // The cancellations go out together.
    for case .some(let connection) in connections where connection.session.hasOutput { flush(connection) }
  }

  private func rearm() {
    arm(at: Swift.min(pool.nextTick(now: loop.now, queued: table.queuedCount), nextScan))
  }

  private func arm(at time: UInt64) {
    guard !isClosed, time < armed else { return }
    armed = time
    timer?.set(after: time > loop.now ? time - loop.now : 0)
  }

  // MARK: ClientConnectionOwner

  /// TLS stands; the connection is usable with the peer's first SETTINGS, which say how many streams it
  /// takes.
  func connectionOpened(_ connection: ClientConnection) { connection.flush() }

  func connectionHeard(_ connection: ClientConnection) {
    guard connections[connection.slot] === connection else { return }
    pool.heard(connection.slot, now: loop.now)
    settle(connection)
    deliver()
    pump()
    if connections[connection.slot] === connection { flush(connection) }
  }

  func connectionDrained(_ connection: ClientConnection) {
    if connections[connection.slot] === connection { flush(connection) }
  }

  func connection(_ connection: ClientConnection, ended error: TransportError) {
    guard connections[connection.slot] === connection else { return }
    ended(connection.slot, connection, error)
    deliver()
    pump()
  }
}

/// RFC 9113, section 7: the peer has not processed the stream.
private let refusedStream: UInt32 = 0x7
