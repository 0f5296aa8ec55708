internal import Foundation
internal import Store

/// The way to the cluster: the connection, the stream, and whether they work. A thread of its own restores
/// what is lost; nobody else waits for the servers.
final class FeedLink: NATSListener {
  /// What works at the moment.
  struct Route: Sendable {
    let connection: NATSConnection
    let stream: String
  }

  private struct State {
    var connection: NATSConnection?
    var route: Route?
    var health = FeedHealth()
    /// Places whose messages are pulled here.
    var wanted: Set<Int> = []
    /// Of these, those that can be.
    var ready: Set<Int> = []
    /// Places whose answers are listened to on this connection.
    var heard: Set<Int> = []
    /// Something did not answer: all of it is looked at.
    var isSuspect = true
    var isDirect = false
    var isStopped = false
    var connectAt = 0
    var pause = 0
  }

  let settings: FeedSettings
  let names: FeedNames
  let clock: @Sendable () -> Int
  private let connectionName: String
  private let tell: @Sendable (FeedEvent) -> Void
  private let state = Guarded(State())
  private let wakes = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  // Set before the thread starts.
  nonisolated(unsafe) weak var puller: FeedPuller?
  nonisolated(unsafe) weak var feeder: Feeder?

  /// Between two looks at what waits, milliseconds.
  static let step = 250
  static let longestPause = 5_000

  init(
    _ settings: FeedSettings, connectionName: String, clock: @escaping @Sendable () -> Int,
    tell: @escaping @Sendable (FeedEvent) -> Void
  ) {
    self.settings = settings
    self.connectionName = connectionName
    self.clock = clock
    self.tell = tell
    names = FeedNames(app: settings.app)
  }

  func start() {
    let thread = Thread { [self] in
      while !state.withLock({ $0.isStopped }) {
        work()
        _ = wakes.wait(timeout: .now() + .milliseconds(Self.step))
      }
      ended.signal()
    }
    thread.start()
    thread.name = "feed"
  }

  /// Waits for the thread, then closes the connection.
  func stop() {
    let wasStopped = state.withLock { state in
      defer { state.isStopped = true }
      return state.isStopped
    }
    guard !wasStopped else { return }
    wakes.signal()
    ended.wait()
    let connection = state.withLock { state in
      defer {
        state.connection = nil
        state.route = nil
      }
      return state.connection
    }
    if let connection, connection.isUp { connection.flush() }
    connection?.close()
  }

  // MARK: For the others

  /// Nil: nothing can be pulled or published now.
  var route: Route? { state.withLock { $0.route } }

  /// The same for one place. Where it is asked for the first time it is prepared.
  func route(_ place: Int) -> Route? {
    let (route, isNew) = state.withLock { state -> (Route?, Bool) in
      let isNew = state.wanted.insert(place).inserted
      return (state.ready.contains(place) ? state.route : nil, isNew)
    }
    if isNew { wakes.signal() }
    return route
  }

  /// Whatever connection there is, for acknowledgements.
  var connection: NATSConnection? { state.withLock { $0.connection } }

  var isDirect: Bool { state.withLock { $0.isDirect } }

  func write(to snapshot: inout FeedSnapshot) {
    let now = clock()
    let (health, isDirect) = state.withLock { ($0.health, $0.isDirect) }
    snapshot.trouble = health.troubleSince == nil ? nil : health.error?.message ?? "it does not answer"
    snapshot.troubleFor = health.troubleSince.map { now - $0 } ?? 0
    snapshot.isDirect = isDirect
  }

  /// Something did not answer, or said no: everything is looked at.
  func suspect(_ error: FeedError) {
    fail(error)
    wakes.signal()
  }

  private func fail(_ error: FeedError) {
    let now = clock()
    let isNews = state.withLock { state -> Bool in
      state.isSuspect = true
      let before = state.health.error
      state.health.failed(error, now: now)
      return before?.code != error.code || before?.message != error.message
    }
    if isNews { tell(.failed(error)) }
  }

  // MARK: NATSListener

  func connection(isUp: Bool) {
    guard !state.withLock({ $0.isStopped }) else { return }
    if !isUp {
      state.withLock { $0.route = nil }
      fail(FeedError(.unreachable, "the connection to NATS is lost"))
      puller?.lost()
    }
    wakes.signal()
  }

  func delivered(
    _ place: Int, _ text: UnsafeBufferPointer<UInt8>, answerTo reply: UnsafeBufferPointer<UInt8>
  ) { puller?.delivered(place, text, answerTo: reply) }

  func ended(_ place: Int, _ name: Substring, status: Int) { puller?.ended(place, name) }

  func published(_ text: UnsafeBufferPointer<UInt8>, _ result: PublishResult) {
    feeder?.published(text, result)
  }

  // MARK: On the thread

  private func work() {
    puller?.tick(now: clock())
    let connection = state.withLock { $0.connection }
    if connection?.hasEnded ?? true { connect(after: connection) }
    let (isSuspect, isIncomplete) = state.withLock {
      ($0.isSuspect, !$0.wanted.isSubset(of: $0.ready))
    }
    if isSuspect || isIncomplete, let connection = state.withLock({ $0.connection }), connection.isUp {
      verify(connection)
    }
    let now = clock()
    let began = state.withLock { state -> Bool in
      guard !state.isDirect, state.health.isDirect(after: settings.directAfter, now: now) else {
        return false
      }
      state.isDirect = true
      return true
    }
    if began {
      tell(.direct)
      feeder?.wake()
    }
  }

  private func connect(after old: NATSConnection?) {
    let now = clock()
    guard now >= state.withLock({ $0.connectAt }) else { return }
    if let why = old?.lastError { fail(FeedError(.closed, "NATS closed the connection: \(why)")) }
    old?.close()
    do throws(FeedError) {
      let made = try NATSConnection(settings, name: connectionName, listener: self)
      state.withLock { state in
        state.connection = made
        state.route = nil
        state.heard = []
        state.ready = []
        state.isSuspect = true
        state.pause = 0
      }
    } catch {
      fail(error)
      let now = clock()
      state.withLock { state in
        state.connection = nil
        state.route = nil
        state.pause = min(max(state.pause * 2, Self.step), Self.longestPause)
        state.connectAt = now + state.pause
      }
    }
  }

  /// Looks whether stream and consumers answer, and makes what is missing.
  private func verify(_ connection: NATSConnection) {
    let (wanted, heard) = state.withLock { state in
      state.isSuspect = false
      return (state.wanted, state.heard)
    }
    let stream = NATSStream(connection: connection, settings: settings, names: names)
    do throws(FeedError) {
      let found = try stream.ensure(now: clock())
      for place in wanted.sorted() {
        guard let (lane, band) = FeedNames.laneAndBand(place) else { continue }
        try stream.ensureConsumer(found.name, lane, band)
        guard !heard.contains(place) else { continue }
        try connection.listen(place)
        _ = state.withLock { $0.heard.insert(place) }
      }
      well(Route(connection: connection, stream: found.name), isNew: found.isNew, ready: wanted)
    } catch {
      state.withLock { $0.ready = [] }
      fail(error)
    }
  }

  private func well(_ route: Route, isNew: Bool, ready: Set<Int>) {
    let now = clock()
    // Asked without the lock: the library may wait.
    let isUp = route.connection.isUp
    let (trouble, isOther) = state.withLock { state -> (Int?, Bool) in
      // Lost meanwhile: then it is looked at again.
      guard !state.isSuspect, isUp else { return (nil, false) }
      let isOther = state.route?.stream != route.stream
      state.route = route
      state.ready = ready
      state.isDirect = false
      return (state.health.well(now: now), isOther)
    }
    if isOther || isNew { tell(.connected(stream: route.stream, isNew: isNew)) }
    if let trouble { tell(.recovered(trouble)) }
    if isNew { feeder?.streamIsNew() } else if isOther || trouble != nil { feeder?.wake() }
  }
}
