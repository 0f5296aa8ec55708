import Foundation
import HTTPFront
import ProfileFile
import PushContract
import Store
import TestSupport
import Testing

@testable import Service

/// A server without sockets: the real API over the real store, with a clock and lanes of the test's own.
final class ServerStage: Sendable {
  static let appID = "demo"
  static let start = 1_893_456_000_000

  let folder: ScratchFolder
  let store: SQLiteStore
  let writer: StoreWriter
  let api: ServiceAPI
  let clock: TestClock
  let lanes: TestLanes
  let events: EventLog
  /// What was leased at birth.
  let offered: OfferLog

  init(
    profile: String = StageProfile.text, limits: RateLimits = .none, ticketKeys: [TicketKey] = [],
    change: (inout ServiceContext) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    let clock = TestClock(Self.start)
    let lanes = TestLanes()
    let events = EventLog()
    let offered = OfferLog()
    let reading = try ProfileFile.read(bytes: Array(profile.utf8))
    let faults = reading.diagnostics.filter { $0.severity == .error }
    try #require(faults.isEmpty, "\(faults.map(\.message))")
    var options = SQLiteStore.Options()
    options.role = .server
    let store = try SQLiteStore(path: folder.path + "/push.db", options: options)
    let writer = StoreWriter(store: store, clock: { clock.now })
    writer.start()
    let key = try #require(BindingKey([UInt8](repeating: 7, count: 16)))
    try writer.run { (session, now) throws(StoreError) in
      try session.setSecret(
        StoredSecret(
          name: BindingKey.secretName, value: [UInt8](repeating: 7, count: 16), createdAt: now))
    }
    var context = ServiceContext(
      store: store, submit: { writer.submit($0) },
      catalogue: CatalogueHolder(try ClassCatalogue(reading.profile)), capacity: lanes,
      offer: { offered.add($0) }, clock: { clock.now }, appID: Self.appID, bindingKey: key)
    context.limits = limits
    context.ticketKeys = ticketKeys
    context.observe = { events.add($0) }
    change(&context)
    self.folder = folder
    self.store = store
    self.writer = writer
    self.clock = clock
    self.lanes = lanes
    self.events = events
    self.offered = offered
    api = ServiceAPI(context)
  }

  deinit {
    checkShape(self)
    writer.stop()
    store.close()
  }

  /// As the API began, but for what changes.
  func reload(_ change: (inout LiveSettings) -> Void) {
    var settings = api.context.live
    change(&settings)
    api.reload(settings)
  }

  // MARK: Keys and tickets

  func key(
    _ scopes: [ServerKey.Scope] = [.admin], tenant: String = "*", name: String = UUID().uuidString
  ) throws -> String {
    let made = try ServerKey.make(name: name, tenant: tenant, scopes: scopes, now: clock.now)
    let isAdded = try writer.run { (session, _) throws(StoreError) in try session.addKey(made.record) }
    try #require(isAdded)
    api.credentials.reload(now: clock.now)
    return made.text
  }

  @discardableResult
  func ticketSecret() throws -> CredentialSnapshot.TicketSecret {
    let secret = try StoredSecret.ticket(now: clock.now)
    try writer.run { (session, _) throws(StoreError) in try session.setSecret(secret) }
    api.credentials.reload(now: clock.now)
    return try #require(
      api.credentials.current(now: clock.now).ticketSecrets.first { secret.name.hasSuffix($0.keyID) })
  }

  func ticket(_ account: String, tenant: String = "", life: Int = 600, at: Int? = nil) throws -> String {
    let known = api.credentials.current(now: clock.now).ticketSecrets.first
    return try Ticket.mint(
      account: account, tenant: tenant, app: Self.appID, life: life, secret: known ?? ticketSecret(),
      seconds: at ?? clock.now / 1000)
  }

  // MARK: Requests

  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String? = nil
  ) -> Reply {
    let request = StageRequest(method, path, headers, body.map { Array($0.utf8) } ?? [])
    switch api.admitted(request) {
    case .answer(let answer): return Reply(answer)
    case .body(let limit):
      #expect(request.bytes.count <= max(limit, 0), "the body is larger than the operation takes")
      api.dispatch(request)
      return Reply(request.wait())
    }
  }

  func post(_ path: String, key: String, _ body: String) -> Reply {
    send("POST", path, ["Authorization": "Bearer " + key], body)
  }

  func get(_ path: String, key: String) -> Reply {
    send("GET", path, ["Authorization": "Bearer " + key])
  }
}

extension RateLimits {
  static var none: RateLimits {
    var limits = RateLimits()
    limits.key = nil
    limits.installation = nil
    limits.account = nil
    limits.anonymous = nil
    limits.failures = nil
    return limits
  }
}

final class TestClock: Sendable {
  private let time: Guarded<Int>
  init(_ start: Int) { time = Guarded(start) }
  var now: Int { time.withLock { $0 } }
  func advance(_ milliseconds: Int) { time.withLock { $0 += milliseconds } }
}

/// Lanes with room for so many, without anybody behind them.
final class TestLanes: LaneCapacity {
  private struct State {
    var room = 0
    var missing: Set<LaneCode> = []
  }
  private let state = Guarded(State())
  func reserve(_ lane: LaneCode, _ band: Band) -> Bool {
    state.withLock { state in
      guard state.room > 0 else { return false }
      state.room -= 1
      return true
    }
  }
  func release(_ lane: LaneCode, _ band: Band) { state.withLock { $0.room += 1 } }
  func exists(_ lane: LaneCode) -> Bool { state.withLock { !$0.missing.contains(lane) } }
  func set(room: Int) { state.withLock { $0.room = room } }
  var room: Int { state.withLock { $0.room } }
  func remove(_ lane: LaneCode) { state.withLock { _ = $0.missing.insert(lane) } }
}

final class EventLog: Sendable {
  private let events = Guarded<[APIEvent]>([])
  func add(_ event: APIEvent) { events.withLock { $0.append(event) } }
  var all: [APIEvent] { events.withLock { $0 } }
}

final class OfferLog: Sendable {
  private let batches = Guarded<[ClaimBatch]>([])
  func add(_ batch: ClaimBatch) { batches.withLock { $0.append(batch) } }
  var all: [ClaimBatch] { batches.withLock { $0 } }
  var messages: Int { all.reduce(0) { $0 + $1.entries.count } }
}

/// A request that waits for its answer.
final class StageRequest: APIRequest {
  let method: String
  let path: String
  let remoteAddress: String
  let bytes: [UInt8]
  private let headers: [String: String]
  private let items: [URLQueryItem]
  private let answer = Guarded<HTTPAnswer?>(nil)
  private let done = DispatchSemaphore(value: 0)

  init(
    _ method: String, _ target: String, _ headers: [String: String] = [:], _ bytes: [UInt8] = [],
    address: String = "192.0.2.1"
  ) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = String(parts[0])
    items = parts.count > 1 ? URLComponents(string: "/?" + parts[1])?.queryItems ?? [] : []
    var headers = Dictionary(headers.map { ($0.lowercased(), $1) }) { $1 }
    if !bytes.isEmpty, headers["content-type"] == nil { headers["content-type"] = "application/json" }
    self.headers = headers
    self.bytes = bytes
    remoteAddress = address
  }

  var components: [String] {
    path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map { $0.removingPercentEncoding ?? String($0) }
  }
  var queryNames: [String] { items.map(\.name) }
  func query(_ name: String) -> String? { items.first { $0.name == name }.map { $0.value ?? "" } }
  func header(_ name: StaticString) -> String? { headers[name.description.lowercased()] }
  func readHeader(_ name: StaticString, _ use: (UnsafeBufferPointer<UInt8>) -> Void) -> Bool {
    guard var value = header(name) else { return false }
    value.withUTF8(use)
    return true
  }
  func read(_ use: (UnsafeBufferPointer<UInt8>) -> Void) { bytes.withUnsafeBufferPointer(use) }

  func respond(_ make: @escaping @Sendable () -> HTTPAnswer) -> Bool { respond(make()) }
  func respond(_ answer: HTTPAnswer) -> Bool {
    let isFirst = self.answer.withLock { held in
      defer { if held == nil { held = answer } }
      return held == nil
    }
    #expect(isFirst, "answered twice")
    done.signal()
    return isFirst
  }

  func wait() -> HTTPAnswer {
    let came = done.wait(timeout: .now() + 30)
    return answer.withLock { $0 } ?? HTTPAnswer(status: came == .success ? 0 : -1)
  }
}

/// An answer, read.
struct Reply {
  let status: Int
  let headers: [String: String]
  let text: String
  /// The object of the body; empty where it is none.
  let json: [String: Any]

  init(_ answer: HTTPAnswer) {
    if answer.contentType?.hasSuffix("json") == true {
      #expect((try? JSONSerialization.jsonObject(with: Data(answer.body))) != nil, "an answer is no JSON")
    }
    status = answer.status
    headers = Dictionary(answer.headers) { $1 }
    text = String(decoding: answer.body, as: UTF8.self)
    json = (try? JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]) ?? [:]
  }

  var code: String? { json["code"] as? String }
  var field: String? { json["field"] as? String }
  func string(_ name: String) -> String? { json[name] as? String }
  func integer(_ name: String) -> Int? { json[name] as? Int }
  func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
}
