import Bytes
import Compose
import Emulators
import Foundation
import Providers
import PushContract
import Synchronization
import Transport

@testable import Delivery

/// Both modules have one; the contract's is meant where it stands alone.
typealias Environment = PushContract.APNsEnvironment

/// Messages from a list; the place in it is the message's name. More can come while the lane runs.
final class ListSource: PushSource {
  struct Item {
    var target: String
    var kind = FCMTarget.Kind.token
    var order = "o1"
  }
  private(set) var items: [Item]
  let notification: String
  var createdAt: Int?
  var timeToLive = -1
  var attempts = 0
  var wasUnanswered = false
  /// More may come.
  var isOpen = false
  /// Given out so far.
  private(set) var taken = 0

  init(_ items: [Item], notification: String = "n-1") {
    self.items = items
    self.notification = notification
  }
  convenience init(_ targets: [String]) { self.init(targets.map { Item(target: $0) }) }

  func append(_ targets: [String]) { items += targets.map { Item(target: $0) } }

  var isExhausted: Bool { !isOpen && taken == items.count }

  func next(_ draft: inout PushDraft) -> Bool {
    guard taken < items.count else { return false }
    taken += 1
    if let createdAt { draft.createdAt = createdAt }
    draft.attempts = attempts
    draft.wasUnanswered = wasUnanswered
    return again(taken - 1, &draft)
  }

  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    let item = items[reference]
    draft.reference = reference
    draft.target.append(item.target)
    draft.targetKind = item.kind
    draft.notification.append(notification)
    draft.timeToLive = timeToLive
    do { try draft.row.set("order", item.order) } catch { return false }
    return true
  }
}

/// A clock that a test sets: UNIX seconds. The emulators' thread reads it too.
final class TestClock: Sendable {
  private let seconds: Mutex<Int>
  init(_ seconds: Int = LaneRun.now()) { self.seconds = Mutex(seconds) }
  var now: Int {
    get { seconds.withLock { $0 } }
    set { seconds.withLock { $0 = newValue } }
  }
}

/// Keeps every record, and counts how often each message ended.
final class Ledger: VerdictSink {
  private(set) var records: [VerdictRecord] = []
  private(set) var ids: [Int: String] = [:]
  private(set) var refusals: [(reference: Int, why: String)] = []
  /// How often each message came to an end: never more than once.
  private(set) var ends: [Int: Int] = [:]
  private(set) var finals: [Int: VerdictRecord] = [:]
  /// Called after each record.
  var onRecord: ((VerdictRecord) -> Void)?
  /// What was handed back, in order; a message may be claimed again and come back again.
  private(set) var handedBack: [(record: VerdictRecord, dueIn: Int)] = []
  private(set) var handBacks: [Int: Int] = [:]
  /// Called after each hand-back.
  var onHandBack: ((VerdictRecord, Int) -> Void)?
  /// Only counts what went well at the first try.
  var keepsAll = true

  func record(_ record: VerdictRecord, providerID: UnsafeBufferPointer<UInt8>?) {
    if keepsAll {
      records.append(record)
      if let providerID { ids[record.reference] = String(decoding: providerID, as: UTF8.self) }
    }
    if record.status != .queued {
      ends[record.reference, default: 0] += 1
      finals[record.reference] = record
    }
    onRecord?(record)
  }

  func handBack(_ record: VerdictRecord, dueIn milliseconds: Int) {
    handedBack.append((record, milliseconds))
    handBacks[record.reference, default: 0] += 1
    onHandBack?(record, milliseconds)
  }

  func refused(reference: Int, why: String) {
    refusals.append((reference, why))
    ends[reference, default: 0] += 1
  }

  func of(_ reference: Int) -> [VerdictRecord] { records.filter { $0.reference == reference } }
  func last(_ reference: Int = 0) -> VerdictRecord? { records.last { $0.reference == reference } }
  func ended(_ status: MessageStatus) -> Int { finals.values.count { $0.status == status } }
  var endedTwice: [Int] { ends.filter { $0.value != 1 }.keys.sorted() }
}

/// A lane against a suite of emulators, run until it is idle.
final class LaneRun: PushLaneOwner {
  let loop: EventLoop
  let suite: EmulatorSuite
  let ledger = Ledger()
  var events: [PushLane.Event] = []
  var lane: PushLane?
  /// What happens when the lane is idle; the loop stops where there is nothing.
  var onIdle: ((PushLane) -> Void)?
  var onEvent: ((PushLane.Event) -> Void)?
  var isHeld: Bool { lane?.heldBy != nil }
  private var watchdog: LoopTimer?
  private(set) var timedOut = false
  static let topic = "com.example.parcel"

  static func alert(ttl: NotificationClass.TimeToLive = .seconds(3600)) -> NotificationClass {
    var alert = NotificationClass(name: "order_shipped", kind: .alert)
    alert.parameters = [Parameter(name: "order", type: .id)]
    alert.title = .text(Template(parts: [.literal("Your parcel is on its way")]))
    alert.body = .text(Template(parts: [.literal("It arrives today.")]))
    alert.timeToLive = ttl
    alert.sound = .default
    return alert
  }

  /// `loop`: nil for one of its own.
  init(_ suite: EmulatorSuite, loop: EventLoop? = nil) throws {
    self.suite = suite
    self.loop = try loop ?? EventLoop()
  }

  func lane(_ lane: PushLane, noticed event: PushLane.Event) {
    events.append(event)
    onEvent?(event)
  }

  func laneIsIdle(_ lane: PushLane) {
    if let onIdle { onIdle(lane) } else { loop.stop() }
  }

  /// Pauses of milliseconds, so that a test of many tries is short.
  static var quick: PushLane.Configuration {
    var configuration = PushLane.Configuration()
    configuration.policy.backoff = Backoff(base: 1, cap: 20)
    configuration.policy.targetBackoff = Backoff(base: 1, cap: 20)
    configuration.policy.quotaPause = 0
    configuration.client.pool.backoffFloor = 1
    configuration.client.pool.stagger = 1
    return configuration
  }

  static func now() -> Int { Int(Date().timeIntervalSince1970) }

  /// `content`: nil for the class as a template.
  func apns(
    _ token: ProviderToken, source: any PushSource, class alert: NotificationClass = LaneRun.alert(),
    content: APNsContent? = nil, configuration: PushLane.Configuration = LaneRun.quick,
    clock: @escaping () -> Int = LaneRun.now
  ) throws {
    let environment = token.environment
    let port = environment == .sandbox ? suite.apnsSandbox.port : suite.apnsProduction.port
    let provider = APNsProvider(
      environment: environment, token: token, ids: MessageIDs(key: Array(0..<16)),
      contents: [try content ?? .template(APNsTemplate(alert, bundleID: Self.topic))],
      endpoint: Endpoint(host: "localhost", port: port))
    try start(provider, source, alert, configuration, clock)
  }

  func fcm(
    _ account: ServiceAccount, source: any PushSource, class alert: NotificationClass = LaneRun.alert(),
    content: FCMContent? = nil, configuration: PushLane.Configuration = LaneRun.quick,
    oauthPort: Int? = nil, clock: @escaping () -> Int = LaneRun.now
  ) throws {
    let provider = try FCMProvider(
      loop: loop, tls: TLSContext(trust: .file(suite.caPath)), account: account,
      contents: [try content ?? .template(FCMTemplate(alert, platforms: .android))],
      endpoint: Endpoint(host: "localhost", port: suite.fcm.port),
      oauthEndpoint: oauthPort.map { Endpoint(host: "localhost", port: $0) }, clock: clock)
    try start(provider, source, alert, configuration, clock)
  }

  func start(
    _ provider: any PushProvider, _ source: any PushSource,
    _ alert: NotificationClass = LaneRun.alert(), _ configuration: PushLane.Configuration = LaneRun.quick,
    _ clock: @escaping () -> Int = LaneRun.now, tls: TLSContext? = nil
  ) throws {
    lane = try PushLane(
      loop: loop, tls: tls ?? TLSContext(trust: .file(suite.caPath)), provider: provider, source: source,
      sink: ledger, draft: PushDraft(row: ParameterRow(schema: alert.parameters)),
      configuration: configuration, owner: self, clock: clock)
    lane?.wake()
  }

  /// Runs until the lane is idle; a test that hangs ends after so many milliseconds.
  func run(limit: UInt64 = 60_000) {
    let watchdog = LoopTimer(loop) { [unowned self] in
      timedOut = true
      loop.stop()
    }
    watchdog.set(after: limit)
    self.watchdog = watchdog
    loop.run()
    watchdog.cancel()
  }
}
