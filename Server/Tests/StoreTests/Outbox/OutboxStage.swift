import Foundation
import Synchronization
import Testing

@testable import Store

/// How much the lanes of a test take.
final class StageLanes: LaneCapacity {
  private struct Places {
    var lanes: Set<LaneCode> = Set(LaneCode.allCases)
    /// So many more; the same for all lanes and bands.
    var room = Int.max
    var taken = 0
  }
  private let places = Mutex(Places())

  var room: Int {
    get { places.withLock { $0.room } }
    set { places.withLock { $0.room = newValue } }
  }
  var lanes: Set<LaneCode> {
    get { places.withLock { $0.lanes } }
    set { places.withLock { $0.lanes = newValue } }
  }
  /// Places that were taken and not given back.
  var taken: Int { places.withLock { $0.taken } }

  func reserve(_ lane: LaneCode, _ band: Band) -> Bool {
    places.withLock {
      guard $0.room > 0 else { return false }
      $0.room -= 1
      $0.taken += 1
      return true
    }
  }

  func release(_ lane: LaneCode, _ band: Band) {
    places.withLock {
      $0.room += 1
      $0.taken -= 1
    }
  }

  func exists(_ lane: LaneCode) -> Bool { places.withLock { $0.lanes.contains(lane) } }
}

/// A store with a clock of its own and words for what tests do to it. It uses nothing but ``PushStore``, so
/// that every store can stand on it.
final class OutboxStage {
  let store: any PushStore
  let lanes = StageLanes()
  /// Milliseconds since 1970.
  var now = 1_800_000_000_000
  static let day = 86_400_000
  static let hour = 3_600_000

  init(_ store: any PushStore) { self.store = store }

  // MARK: Registrations

  /// What a device says at a launch.
  static func device(
    _ installation: String, account: String? = nil, tenant: String = "", generation: Int = 1,
    token: String?? = nil
  ) -> RegistrationRequest {
    var request = RegistrationRequest()
    request.tenant = tenant
    request.installation = installation
    request.account = account
    request.environment = .production
    request.environmentSource = "test"
    request.topic = "com.example.app"
    request.token = token ?? "token-of-\(installation)-\(generation)"
    request.generation = generation
    request.secretHash = Array("secret of \(installation)".utf8)
    request.osVersion = "18.2.1"
    request.appVersion = "3.1"
    request.locale = "de"
    request.timeZone = "Europe/Berlin"
    return request
  }

  @discardableResult
  func register(
    _ installation: String, account: String? = nil, tenant: String = "", generation: Int = 1,
    token: String?? = nil, _ change: (inout RegistrationRequest) -> Void = { _ in }
  ) throws -> RegistrationOutcome {
    var request = Self.device(
      installation, account: account, tenant: tenant, generation: generation, token: token)
    change(&request)
    let made = request
    return try store.transaction { session throws(StoreError) in try session.register(made, now: now) }
  }

  // MARK: Outbox

  static func request(
    _ id: String, to target: NotificationRequest.Target,
    _ change: (inout NotificationRequest) -> Void = { _ in }
  ) -> NotificationRequest {
    var request = NotificationRequest()
    request.id = id
    request.digest = Array(id.utf8)
    request.target = target
    request.facts.name = "order_shipped"
    request.timeToLive = 86_400
    request.parameters = Array(#"{"order":"1"}"#.utf8)
    change(&request)
    return request
  }

  static func makeSilent(_ request: inout NotificationRequest) {
    request.facts.isSilent = true
    request.facts.name = "sync"
  }

  static func makePersonal(_ request: inout NotificationRequest) {
    request.facts.audience = .account
    request.facts.name = "statement"
  }

  func accept(_ request: NotificationRequest) throws -> (outcome: AcceptOutcome, batch: ClaimBatch) {
    var batch = ClaimBatch()
    let outcome = try store.transaction { session throws(StoreError) in
      try session.accept(request, capacity: lanes, claimed: &batch, now: now)
    }
    return (outcome, batch)
  }

  @discardableResult
  func accept(
    _ id: String, to installations: String..., change: (inout NotificationRequest) -> Void = { _ in }
  ) throws -> ClaimBatch {
    let (outcome, batch) = try accept(Self.request(id, to: .installations(installations), change))
    guard case .accepted = outcome else {
      Issue.record("\(id) was not accepted: \(outcome)")
      return batch
    }
    return batch
  }

  func claim(
    _ lane: LaneCode = .iosProduction, _ band: Band = .normal, limit: Int = 100, after: Int32 = 0
  ) throws -> (outcome: ClaimOutcome, batch: ClaimBatch) {
    var batch = ClaimBatch()
    let outcome = try store.transaction { session throws(StoreError) in
      try session.claim(
        ClaimRequest(lane: lane, band: band, limit: limit, after: after), claimed: &batch, now: now)
    }
    return (outcome, batch)
  }

  /// What a lane says of an entry.
  struct Answer {
    var state = MessageState.accepted
    var verdict = ""
    var reason = ""
    var providerID = ""
    var status = 200
    var handBackUntil: Int?
    var isUnanswered = false
    var action = VerdictBatch.TokenAction.keep
    var asOf = 0

    static let accepted = Answer(providerID: "id-1")
    static func rejected(_ reason: String) -> Answer {
      Answer(state: .rejected, verdict: "messageInvalid", reason: reason, status: 400)
    }
    static func dead(asOf: Int) -> Answer {
      Answer(
        state: .rejected, verdict: "tokenDead", reason: "Unregistered", status: 410, action: .delete,
        asOf: asOf)
    }
    static let suspect = Answer(
      state: .rejected, verdict: "tokenSuspect", reason: "BadDeviceToken", status: 400, action: .quarantine)
    static func again(_ reason: String) -> Answer {
      Answer(state: .queued, verdict: "unavailable", reason: reason, status: 503)
    }
  }

  static func text(_ slice: ByteSlice, _ batch: ClaimBatch) -> String {
    String(decoding: batch.bytes[Int(slice.start)..<Int(slice.start + slice.count)], as: UTF8.self)
  }

  func verdicts(_ batch: ClaimBatch, _ answer: (ClaimBatch.Entry) -> Answer?) -> VerdictBatch {
    var verdicts = VerdictBatch()
    for entry in batch.entries {
      guard let answer = answer(entry) else { continue }
      var made = VerdictBatch.Entry(
        message: entry.message, registration: entry.registration, generation: entry.generation,
        lane: entry.lane,
        notificationClass: entry.notificationClass, state: answer.state, attempts: entry.attempts + 1,
        leaseEndsAt: entry.leaseEndsAt, wasUnanswered: entry.wasUnanswered || answer.isUnanswered,
        isHandedBack: answer.handBackUntil != nil, tokenAction: answer.action, status: Int16(answer.status),
        createdAt: entry.createdAt, sentAt: now, at: now, asOf: answer.asOf, dueAt: answer.handBackUntil ?? 0)
      func keep(_ text: String) -> ByteSlice {
        Array(text.utf8).withUnsafeBufferPointer { verdicts.append($0) }
      }
      made.verdict = keep(answer.verdict)
      made.reason = keep(answer.reason)
      made.providerID = keep(answer.providerID)
      made.token = keep(Self.text(entry.token, batch))
      verdicts.entries.append(made)
    }
    return verdicts
  }

  @discardableResult
  func apply(_ batch: ClaimBatch, _ answer: Answer) throws -> VerdictEffects {
    let verdicts = verdicts(batch) { _ in answer }
    return try store.transaction { session throws(StoreError) in try session.apply(verdicts, now: now) }
  }

  func sweep(_ sweep: Sweep, limit: Int = 100) throws -> SweepOutcome {
    try store.transaction { session throws(StoreError) in try session.sweep(sweep, limit: limit, now: now) }
  }

  /// Steps until there is no more.
  @discardableResult
  func sweepAll(_ sweep: Sweep, limit: Int = 3) throws -> Int {
    var removed = 0
    for _ in 0..<10_000 {
      let outcome = try self.sweep(sweep, limit: limit)
      removed += outcome.removed
      if !outcome.hasMore { return removed }
    }
    Issue.record("\(sweep) does not end")
    return removed
  }

  func setPolicy(_ change: (inout StorePolicy) -> Void) throws {
    var policy = StorePolicy()
    change(&policy)
    try store.transaction { session throws(StoreError) in session.setPolicy(policy) }
  }

  // MARK: What is read

  func view(_ id: String, tenant: String? = "") throws -> NotificationView? {
    try store.read { reader throws(StoreError) in
      try reader.notification(tenant: tenant, id: id, after: 0, limit: 1000)
    }
  }

  func messages(_ id: String, tenant: String? = "") throws -> [MessageView] {
    try view(id, tenant: tenant)?.messages ?? []
  }

  /// State and reason of the only message of a notification.
  func state(_ id: String, tenant: String? = "") throws -> String {
    let messages = try messages(id, tenant: tenant)
    guard messages.count == 1, let message = messages.first else { return "\(messages.count) messages" }
    return message.reason.isEmpty ? message.state.name : "\(message.state.name) \(message.reason)"
  }

  /// Sum of a counter.
  func count(_ metric: String, className: String? = nil) throws -> Int {
    let day = now / Self.day
    return try store.read { reader throws(StoreError) in
      try reader.rollups(fromDay: day - 400, toDay: day).reduce(0) {
        $1.key.metric == metric && (className == nil || $1.key.className == className) ? $0 + $1.count : $0
      }
    }
  }

  func receive(
    _ installation: String, _ receipts: [Receipt], events: [ClientEvent] = [], secret: [UInt8]? = nil
  ) throws -> ReceiptOutcome {
    var batch = ReceiptBatch()
    batch.installation = installation
    batch.secretHash = secret ?? Array("secret of \(installation)".utf8)
    batch.receipts = receipts
    batch.events = events
    let made = batch
    return try store.transaction { session throws(StoreError) in try session.receive(made, now: now) }
  }
}
