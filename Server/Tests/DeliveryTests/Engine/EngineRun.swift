import Compose
import Emulators
import Foundation
import Providers
import PushContract
import Store
import Testing
import Transport

@testable import Delivery

/// An engine over a store in memory, against the emulators.
final class EngineRun: Sendable {
  let parties: Parties
  let store: FakeStore
  let room = LaneRoom()
  let engine: DeliveryEngine
  private let seen = SeenEvents()
  var events: [DeliveryEvent] { seen.all }

  /// Ended when the test is: an engine that still runs would keep its thread.
  init(
    _ parties: Parties, store: FakeStore = FakeStore(),
    configuration: DeliveryEngine.Configuration = .init(), vault: (any ProviderTokenVault)? = nil,
    quotas: (any QuotaSource)? = nil
  ) {
    self.parties = parties
    self.store = store
    let seen = self.seen
    engine = DeliveryEngine(
      configuration: configuration, room: room, feed: store, outlet: store, vault: vault, quotas: quotas,
      clock: store.clock,
      events: { seen.add($0) })
    store.engine = engine
  }
  static let tight: PushLane.Configuration = {
    var configuration = PushLane.Configuration.server
    configuration.policy.backoff = Backoff(base: 1, cap: 20)
    configuration.policy.targetBackoff = Backoff(base: 1, cap: 20)
    configuration.policy.quotaPause = 0
    configuration.policy.laneBackoff = Backoff(base: 1, cap: 50)
    configuration.client.pool.backoffFloor = 1
    configuration.client.pool.stagger = 1
    return configuration
  }()

  /// Class 1 has one id, class 2 a text and a number.
  static let classes: [NotificationClass] = {
    var note = NotificationClass(name: "note", kind: .alert)
    note.parameters = [Parameter(name: "text", type: .string), Parameter(name: "n", type: .integer)]
    note.title = .text(Template(parts: [.parameter("text")]))
    note.body = .text(Template(parts: [.parameter("n")]))
    note.timeToLive = .seconds(600)
    return [LaneRun.alert(), note]
  }()

  static func contents(_ count: Int = 2) -> [LaneSetup.Content] {
    classes.prefix(count).enumerated().map { .init(number: Int32($0 + 1), parameters: $1.parameters) }
  }

  func apns(
    _ token: ProviderToken? = nil, code: LaneCode = .iosSandbox, classes: Int = 2,
    configuration: PushLane.Configuration = EngineRun.tight, ca: String? = nil
  ) -> LaneSetup {
    let token = token ?? parties.token
    let port = parties.suite.apnsSandbox.port
    let trust = ca ?? parties.suite.caPath
    return LaneSetup(
      code: code, contents: Self.contents(classes), configuration: configuration, token: token
    ) { _, _ in
      let provider = APNsProvider(
        environment: .sandbox, token: token, ids: MessageIDs(key: Array(0..<16)),
        contents: try Self.classes.prefix(classes).map {
          .template(try APNsTemplate($0, bundleID: LaneRun.topic))
        },
        endpoint: Endpoint(host: "localhost", port: port))
      return (provider, try TLSContext(trust: .file(trust)))
    }
  }

  func fcm(_ account: ServiceAccount, configuration: PushLane.Configuration = EngineRun.tight) -> LaneSetup {
    let port = parties.suite.fcm.port
    let trust = parties.suite.caPath
    return LaneSetup(code: .android, contents: Self.contents(), configuration: configuration) { loop, clock in
      let provider = try FCMProvider(
        loop: loop, tls: try TLSContext(trust: .file(trust)), account: account,
        contents: try Self.classes.map { .template(try FCMTemplate($0, platforms: .android)) },
        endpoint: Endpoint(host: "localhost", port: port), clock: clock)
      return (provider, try TLSContext(trust: .file(trust)))
    }
  }

  /// Waits until it is so.
  func eventually(
    within seconds: Double = 60, _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () -> Bool
  ) {
    let end = Date().addingTimeInterval(seconds)
    while !condition() {
      guard Date() < end else {
        Issue.record(what, sourceLocation: sourceLocation)
        return
      }
      usleep(1000)
    }
  }

  /// Ends the engine and checks what must be so after every run.
  func finish(within milliseconds: Int = 5000, sourceLocation: SourceLocation = #_sourceLocation) {
    engine.drain(within: milliseconds)
    #expect(store.problems.isEmpty, sourceLocation: sourceLocation)
    #expect(store.leased == 0, "left under a lease", sourceLocation: sourceLocation)
    for lane in LaneCode.allCases {
      for band in Band.allCases {
        #expect(room.used(lane, band) == 0, "\(lane) \(band)", sourceLocation: sourceLocation)
      }
    }
    store.engine = nil
  }
}

/// Events, for a closure that must not hold the run.
final class SeenEvents: Sendable {
  private let list = Guarded<[DeliveryEvent]>([])
  func add(_ event: DeliveryEvent) { list.withLock { $0.append(event) } }
  var all: [DeliveryEvent] { list.withLock { $0 } }
}
