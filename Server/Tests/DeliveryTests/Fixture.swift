import Bytes
import Compose
import Emulators
import Foundation
import Providers
import PushContract
import Transport

@testable import Delivery

/// Messages from a list; the place in it is the message's name.
final class ListSource: PushSource {
  struct Item {
    var target: String
    var kind = FCMTarget.Kind.token
    var order = "o1"
  }
  let items: [Item]
  let notification: String
  var createdAt: Int?
  private var at = 0
  init(_ items: [Item], notification: String = "n-1") {
    self.items = items
    self.notification = notification
  }
  convenience init(_ targets: [String]) { self.init(targets.map { Item(target: $0) }) }
  var isExhausted: Bool { at == items.count }
  func next(_ draft: inout PushDraft) -> Bool {
    guard at < items.count else { return false }
    at += 1
    return again(at - 1, &draft)
  }
  func again(_ reference: Int, _ draft: inout PushDraft) -> Bool {
    let item = items[reference]
    draft.reference = reference
    if let createdAt { draft.createdAt = createdAt }
    draft.target.append(item.target)
    draft.targetKind = item.kind
    draft.notification.append(notification)
    do { try draft.row.set("order", item.order) } catch { return false }
    return true
  }
}

/// A lane against a suite of emulators, run until it is idle.
final class LaneRun: PushLaneOwner {
  let loop: EventLoop
  let suite: EmulatorSuite
  let memory = VerdictMemory()
  var events: [PushLane.Event] = []
  var lane: PushLane?
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

  init(_ suite: EmulatorSuite) throws {
    self.suite = suite
    loop = try EventLoop()
  }

  func lane(_ lane: PushLane, noticed event: PushLane.Event) { events.append(event) }
  func laneIsIdle(_ lane: PushLane) { loop.stop() }

  var configuration: PushLane.Configuration {
    var configuration = PushLane.Configuration()
    configuration.policy.backoff = Backoff(base: 1, cap: 20)
    configuration.client.pool.backoffFloor = 1
    configuration.client.pool.stagger = 1
    return configuration
  }

  static func now() -> Int { Int(Date().timeIntervalSince1970) }

  func apns(
    key: APNsKeyFile, environment: Providers_Environment = .sandbox, source: any PushSource,
    class alert: NotificationClass = LaneRun.alert(), configuration: PushLane.Configuration? = nil,
    clock: @escaping () -> Int = LaneRun.now
  ) throws {
    let template = try APNsTemplate(alert, bundleID: Self.topic)
    let port = environment == .sandbox ? suite.apnsSandbox.port : suite.apnsProduction.port
    let provider = APNsProvider(
      environment: environment, token: ProviderToken(key: key, environment: environment),
      ids: MessageIDs(key: Array(0..<16)), contents: [.template(template)],
      endpoint: Endpoint(host: "localhost", port: port))
    try start(provider, source, alert, configuration ?? self.configuration, clock)
  }

  func fcm(
    account: ServiceAccount, source: any PushSource, class alert: NotificationClass = LaneRun.alert(),
    configuration: PushLane.Configuration? = nil, validateOnly: Bool = false,
    clock: @escaping () -> Int = LaneRun.now
  ) throws {
    let template = try FCMTemplate(alert, platforms: .android)
    let provider = try FCMProvider(
      loop: loop, tls: TLSContext(trust: .file(suite.caPath)), account: account,
      contents: [.template(template)], validateOnly: validateOnly,
      endpoint: Endpoint(host: "localhost", port: suite.fcm.port), clock: clock)
    try start(provider, source, alert, configuration ?? self.configuration, clock)
  }

  private func start(
    _ provider: any PushProvider, _ source: any PushSource, _ alert: NotificationClass,
    _ configuration: PushLane.Configuration, _ clock: @escaping () -> Int
  ) throws {
    lane = try PushLane(
      loop: loop, tls: TLSContext(trust: .file(suite.caPath)), provider: provider, source: source,
      sink: memory, draft: PushDraft(row: ParameterRow(schema: alert.parameters)),
      configuration: configuration, owner: self, clock: clock)
    lane?.wake()
  }

  /// Runs until the lane is idle; a test that hangs ends after a minute.
  func run() {
    let watchdog = LoopTimer(loop) { [unowned self] in
      timedOut = true
      loop.stop()
    }
    watchdog.set(after: 60_000)
    self.watchdog = watchdog
    loop.run()
    watchdog.cancel()
  }
}

typealias Providers_Environment = PushContract.APNsEnvironment

/// Keys and tokens of a suite.
struct Parties {
  let suite: EmulatorSuite
  let key: APNsKeyFile
  let account: ServiceAccount

  init(_ options: EmulatorOptions = EmulatorOptions()) throws {
    suite = try EmulatorSuite.start(options)
    let pem = try suite.issueAPNsKey(keyID: "ABC123DEFG", teamID: "ABCDE12345")
    key = try APNsKeyFile.check(
      pem: Array(pem.utf8), file: "AuthKey_ABC123DEFG.p8", keyID: "ABC123DEFG", teamID: "ABCDE12345")
    account = try ServiceAccount.check(
      json: Array(try suite.issueServiceAccount(project: "parcel-example").utf8), file: "account.json")
  }

  /// Device tokens known to APNs' sandbox.
  func apnsTokens(_ count: Int, environment: Emulators.APNsEnvironment = .sandbox) -> [String] {
    (0..<count).map { index in
      let digits = String(index, radix: 16)
      let token =
        String(repeating: "a1", count: 24) + String(repeating: "0", count: 16 - digits.count) + digits
      suite.register(APNsDevice(token: token, environment: environment, topic: LaneRun.topic))
      return token
    }
  }

  func fcmTokens(_ count: Int) -> [String] {
    (0..<count).map { index in
      let token = "fcm-token-\(index):APA91b" + String(repeating: "x", count: 100)
      suite.register(FCMDevice(token: token, project: "parcel-example"))
      return token
    }
  }
}
