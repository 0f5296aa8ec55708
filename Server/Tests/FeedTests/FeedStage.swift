import Compose
import Delivery
import Emulators
import Foundation
import Providers
import PushContract
import Store
import TestSupport
import Testing
import Transport

@testable import Feed

/// A store, emulators, and nodes that share both: each has an engine, room and feed of its own.
final class FeedStage: @unchecked Sendable {
  let suite: EmulatorSuite
  let store: any PushStore
  let writer: StoreWriter
  let folder: ScratchFolder
  let token: ProviderToken
  let classNumber: Int32
  private(set) var nodes: [FeedNode] = []

  static let bundle = "dev.pushwire.parcel"
  static let clock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970 * 1000) }
  static let shipped: NotificationClass = {
    var shipped = NotificationClass(name: "order_shipped", kind: .alert)
    shipped.parameters = [Parameter(name: "order", type: .id)]
    shipped.title = .text(Template(parts: [.literal("Your parcel is on its way")]))
    shipped.body = .text(Template(parts: [.literal("It arrives today.")]))
    shipped.timeToLive = .seconds(3600)
    return shipped
  }()

  enum Kind { case sqlite, postgres }

  init(_ kind: Kind = .sqlite) throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    options.logCapacity = 50_000
    suite = try EmulatorSuite.start(options)
    let pem = try suite.issueAPNsKey(
      keyID: "ABC123DEFG", teamID: "ABCDE12345", environments: [.sandbox, .production], topics: nil)
    let key = try APNsKeyFile.check(
      pem: Array(pem.utf8), file: "AuthKey_ABC123DEFG.p8", keyID: "ABC123DEFG", teamID: "ABCDE12345")
    token = ProviderToken(key: key, environment: .sandbox)
    folder = try ScratchFolder()
    store =
      switch kind {
      case .sqlite: try SQLiteStore(path: folder.path + "/push.db")
      case .postgres: try PostgresStore(PostgresStore.Options(url: try PostgresServer.shared().database()))
      }
    writer = StoreWriter(store: store, clock: Self.clock)
    writer.start()
    classNumber = try writer.run { (session, _) throws(StoreError) in
      try session.classNumber(Self.shipped.name)
    }
  }

  func end() {
    for node in nodes { node.stop() }
    writer.stop()
    store.close()
  }

  /// `settings`: nil for a node that claims from the store.
  func add(_ settings: FeedSettings?, lanes: [LaneCode] = [.iosSandbox]) throws -> FeedNode {
    let node = try FeedNode(self, settings, lanes: lanes)
    nodes.append(node)
    return node
  }

  // MARK: Messages

  static func device(_ number: Int) -> String { "phone-\(number)" }

  static func token(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "a1", count: 24) + String(repeating: "0", count: 16 - digits.count) + digits
  }

  func register(_ devices: Range<Int>, environment: TokenEnvironment = .sandbox) throws {
    _ = try writer.run { (session, now) throws(StoreError) in
      for number in devices {
        var request = RegistrationRequest()
        request.installation = Self.device(number)
        request.environment = environment
        request.environmentSource = "test"
        request.topic = Self.bundle
        request.token = Self.token(number)
        request.generation = 1
        request.secretHash = Array("secret of \(number)".utf8)
        request.osVersion = "18.2"
        request.appVersion = "1.0"
        request.locale = "en"
        request.timeZone = "UTC"
        _ = try session.register(request, now: now)
      }
      return 0
    }
  }

  /// One notification to each; nothing is leased at birth, so that all of it has to come by the feed.
  func accept(_ devices: Range<Int>, named prefix: String = "n", band: Band = .normal) throws {
    for start in stride(from: devices.lowerBound, to: devices.upperBound, by: 200) {
      let part = start..<min(start + 200, devices.upperBound)
      _ = try writer.run { (session, now) throws(StoreError) in
        for number in part {
          var request = NotificationRequest()
          request.id = "\(prefix)-\(number)"
          request.digest = Array(request.id.utf8)
          request.target = .installations([Self.device(number)])
          request.facts.name = Self.shipped.name
          request.band = band
          request.timeToLive = 3600
          request.parameters = Array(#"{"order":"o1"}"#.utf8)
          var claimed = ClaimBatch()
          _ = try session.accept(request, capacity: NoRoom(), claimed: &claimed, now: now)
        }
        return 0
      }
    }
    let lane = LaneCode(.ios, .sandbox) ?? .iosSandbox
    for node in nodes {
      if node.isFed {
        node.feed.noticed(lane, band, dueAt: 0)
      } else {
        node.engine.noticed(lane, band, dueAt: 0)
      }
    }
  }

  private struct NoRoom: LaneCapacity {
    func reserve(_ lane: LaneCode, _ band: Band) -> Bool { false }
    func release(_ lane: LaneCode, _ band: Band) {}
    func exists(_ lane: LaneCode) -> Bool { true }
  }

  func state(_ id: String) -> MessageState? {
    (try? store.read { reader throws(StoreError) in
      try reader.notification(tenant: "", id: id, after: 0, limit: 1)
    })??.messages.first?.state
  }

  func count(_ states: MessageState..., of devices: Range<Int>, named prefix: String = "n") -> Int {
    devices.count { number in state("\(prefix)-\(number)").map { states.contains($0) } ?? false }
  }

  /// What the emulator accepted: all requests, and different ids among them.
  var accepted: (all: Int, different: Int) {
    let ids = suite.snapshot().recent.filter { $0.outcome == "accepted" }.compactMap(\.id)
    return (ids.count, Set(ids).count)
  }

  /// Waits until it is so.
  @discardableResult
  func eventually(
    within seconds: Double = 60, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
  ) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while !condition() {
      guard Date() < end else {
        let states = nodes.map { "\($0.feed.snapshot())" }.joined(separator: "\n")
        Issue.record("\(what)\n\(states)", sourceLocation: sourceLocation)
        return false
      }
      usleep(5000)
    }
    return true
  }

  func allAccepted(
    _ devices: Range<Int>, named prefix: String = "n", within seconds: Double = 90,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var left = Set(devices)
    eventually(within: seconds, "all of \(devices) accepted", sourceLocation: sourceLocation) {
      left = left.filter { state("\(prefix)-\($0)") != .accepted }
      return left.isEmpty
    }
  }
}

/// What one process has.
final class FeedNode: @unchecked Sendable {
  /// A node that claims from the store has one too, which was never started.
  let feed: NATSFeed
  let isFed: Bool
  let engine: DeliveryEngine
  let room = LaneRoom()
  private let desk: Desk
  private let seen = Seen()
  private var isStopped = false
  var events: [FeedEvent] { seen.all }

  init(_ stage: FeedStage, _ settings: FeedSettings?, lanes: [LaneCode]) throws {
    let direct = Direct(stage.writer)
    let seen = seen
    isFed = settings != nil
    feed = try NATSFeed(
      settings ?? FeedSettings(servers: ["nats://127.0.0.1:1"], app: "Parcel"), name: "node",
      writer: stage.writer, direct: direct, clock: FeedStage.clock,
      events: { seen.add($0) })
    desk = Desk(stage.writer, feed)
    engine = DeliveryEngine(room: room, feed: isFed ? feed : direct, outlet: desk, clock: FeedStage.clock)
    direct.engine = engine
    feed.serve(engine)
    if isFed { feed.start() }
    try engine.start(lanes.map { Self.lane($0, stage) })
  }

  static func lane(_ code: LaneCode, _ stage: FeedStage) -> LaneSetup {
    var configuration = PushLane.Configuration.server
    configuration.policy.backoff = Backoff(base: 20, cap: 200)
    configuration.policy.targetBackoff = Backoff(base: 20, cap: 200)
    // Nothing ends by its attempts.
    configuration.policy.maximumAttempts = .max
    configuration.policy.laneBackoff = Backoff(base: 1, cap: 50)
    configuration.client.pool.backoffFloor = 1
    configuration.client.pool.stagger = 1
    let token = stage.token
    let isSandbox = code == .iosSandbox || code == .macosSandbox
    let port = isSandbox ? stage.suite.apnsSandbox.port : stage.suite.apnsProduction.port
    let trust = stage.suite.caPath
    return LaneSetup(
      code: code,
      contents: [.init(number: stage.classNumber, parameters: FeedStage.shipped.parameters)],
      configuration: configuration, token: token
    ) { _, _ in
      let provider = APNsProvider(
        environment: isSandbox ? .sandbox : .production, token: token, ids: MessageIDs(key: Array(0..<16)),
        contents: [.template(try APNsTemplate(FeedStage.shipped, bundleID: FeedStage.bundle))],
        endpoint: Endpoint(host: "localhost", port: port))
      return (provider, try TLSContext(trust: .file(trust)))
    }
  }

  func stop() {
    guard !isStopped else { return }
    isStopped = true
    engine.drain(within: 5_000)
    if isFed { feed.stop() }
  }

  /// As a process that was killed: what it holds is neither sent nor acknowledged.
  func vanish() {
    guard !isStopped else { return }
    isStopped = true
    desk.isDead = true
    feed.stop()
    engine.drain(within: 0)
  }
}

private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [FeedEvent] = []
  func add(_ event: FeedEvent) { lock.withLock { list.append(event) } }
  var all: [FeedEvent] { lock.withLock { list } }
}

/// Claims from the store, as without a feed.
final class Direct: DueFeed, @unchecked Sendable {
  private let writer: StoreWriter
  weak var engine: DeliveryEngine?
  init(_ writer: StoreWriter) { self.writer = writer }

  private final class Job: WriteJob, @unchecked Sendable {
    let request: ClaimRequest
    let feed: Direct
    var batch = ClaimBatch()
    var outcome = ClaimOutcome()
    init(_ request: ClaimRequest, _ feed: Direct) {
      self.request = request
      self.feed = feed
    }
    func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
      batch = ClaimBatch()
      outcome = try session.claim(request, claimed: &batch, now: now)
    }
    func committed() { feed.engine?.answered(request, batch, outcome) }
    func failed(_ error: StoreError) { feed.engine?.answered(request, ClaimBatch(), nil) }
  }

  func claim(_ request: ClaimRequest) {
    if !writer.submit(Job(request, self)) { engine?.answered(request, ClaimBatch(), nil) }
  }
}

/// Stores verdicts, and tells the feed.
private final class Desk: VerdictOutlet, @unchecked Sendable {
  private let writer: StoreWriter
  private let feed: NATSFeed
  private let lock = NSLock()
  private var dead = false
  init(_ writer: StoreWriter, _ feed: NATSFeed) {
    self.writer = writer
    self.feed = feed
  }

  var isDead: Bool {
    get { lock.withLock { dead } }
    set { lock.withLock { dead = newValue } }
  }

  private final class Job: WriteJob, @unchecked Sendable {
    let batch: VerdictBatch
    let feed: NATSFeed
    init(_ batch: VerdictBatch, _ feed: NATSFeed) {
      self.batch = batch
      self.feed = feed
    }
    func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
      _ = try session.apply(batch, now: now)
    }
    func committed() { feed.settled(batch) }
    func failed(_ error: StoreError) { Issue.record("a verdict was not stored: \(error)") }
  }

  func take(_ batch: VerdictBatch) {
    guard !isDead else { return }
    _ = writer.submit(Job(batch, feed), always: true)
  }
}
