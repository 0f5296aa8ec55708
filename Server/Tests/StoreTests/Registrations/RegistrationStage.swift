import Testing

@testable import Store

/// A store with some devices, spoken to through its protocol alone: any backend can stand here.
final class RegistrationStage {
  let store: any PushStore
  /// Milliseconds since 1970; moved by the test.
  var now = 1_750_000_000_000

  private var session: (any StoreSession)?

  init(_ store: any PushStore) { self.store = store }

  /// What is done in `body` is one transaction; it sees nothing of it by reading.
  func together(_ body: () throws -> Void) throws {
    var fault: (any Error)?
    try store.transaction { session throws(StoreError) in
      self.session = session
      defer { self.session = nil }
      do { try body() } catch { fault = error }
    }
    if let fault { throw fault }
  }

  private func write<Result>(
    _ body: (any StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if let session { return try body(session) }
    return try store.transaction(body)
  }

  /// A device as the tests think of it.
  struct Device {
    var installation: String
    var tenant = ""
    var account: String?
    var token: String?
    var generation = 1
    var environment = TokenEnvironment.production
    var platform = DevicePlatform.ios
    var secret: [UInt8]
    var replaces: String?
    var predecessor: [UInt8]?
    var echo: [UInt8]?
    var challenge: [UInt8] = RegistrationStage.hash("challenge 1")
    var permission: Permission?

    init(_ installation: String, token: String? = nil, account: String? = nil, tenant: String = "") {
      self.installation = installation
      self.token = token
      self.account = account
      self.tenant = tenant
      secret = RegistrationStage.hash("secret of \(installation)")
    }

    var request: RegistrationRequest {
      var request = RegistrationRequest()
      request.tenant = tenant
      request.installation = installation
      request.platform = platform
      request.environment = environment
      request.environmentSource = "embedded_profile"
      request.topic = "com.example.app"
      request.token = token
      request.generation = generation
      request.account = account
      request.secretHash = secret
      request.replacesAccount = replaces
      request.predecessorSecretHash = predecessor
      request.challengeHash = echo
      request.freshChallengeHash = challenge
      request.permission = permission
      request.osVersion = "18.2"
      request.appVersion = "1.0"
      request.locale = "de-AT"
      request.timeZone = "Europe/Vienna"
      return request
    }
  }

  /// As long as a hash, and not one.
  static func hash(_ text: String) -> [UInt8] {
    Array((text + String(repeating: ".", count: 32)).utf8.prefix(32))
  }

  @discardableResult
  func register(_ device: Device) throws -> RegistrationOutcome {
    let now = now
    return try write { session throws(StoreError) in
      try session.register(device.request, now: now)
    }
  }

  /// Registers, and expects it to be stored.
  @discardableResult
  func stored(_ device: Device) throws -> (registration: Registration, outcome: RegistrationOutcome.Stored) {
    switch try register(device) {
    case .stored(let registration, let outcome): return (registration, outcome)
    case .refused(let refusal): throw Unexpected(what: "refused: \(refusal)")
    }
  }

  /// Registers, and expects it to be refused.
  func refused(_ device: Device) throws -> RegistrationOutcome.Refusal {
    let before = try found(device.installation)
    guard case .refused(let refusal) = try register(device) else { throw Unexpected(what: "stored") }
    #expect(try found(device.installation) == before, "what is refused changes nothing")
    return refusal
  }

  func logout(_ device: Device, generation: Int? = nil) throws -> LogoutOutcome {
    let now = now
    return try write { session throws(StoreError) in
      try session.logout(
        installation: device.installation, secretHash: device.secret, generation: generation, now: now)
    }
  }

  func sweep(_ sweep: Sweep, limit: Int = 100) throws -> SweepOutcome {
    let now = now
    return try write { session throws(StoreError) in
      try session.sweep(sweep, limit: limit, now: now)
    }
  }

  func found(_ installation: String, tenant: String? = nil) throws -> Registration? {
    try store.read { reader throws(StoreError) in
      try reader.registration(tenant: tenant, installation: installation)
    }
  }

  func get(_ installation: String) throws -> Registration {
    guard let found = try found(installation) else { throw Unexpected(what: "\(installation) is not there") }
    return found
  }

  func tombstones(_ installation: String) throws -> [Tombstone.Kind] {
    try store.read { reader throws(StoreError) in
      try reader.tombstones(tenant: nil, installation: installation).map(\.kind)
    }
  }

  /// Every registration there is.
  func everything() throws -> [Registration] {
    try store.read { reader throws(StoreError) in
      var query = RegistrationQuery()
      query.limit = 1_000_000
      return try reader.registrations(query)
    }
  }

  /// A push on its way to a provider, with the token that was read for it.
  struct Push {
    var entry: ClaimBatch.Entry
    var token: String
  }

  private var pushes = 0

  /// Sends to one installation; nil: it is not sent to.
  func push(_ installation: String) throws -> Push? {
    try push(installation, tenant: try found(installation)?.tenant ?? "")
  }

  func push(_ installation: String, tenant: String) throws -> Push? {
    pushes += 1
    var request = NotificationRequest()
    request.id = "push \(pushes)"
    request.digest = Self.hash(request.id)
    request.target = .installations([installation])
    request.timeToLive = 3_600
    request.parameters = Array("{}".utf8)
    request.facts.name = "note"
    request.tenant = tenant
    let now = now
    return try write { session throws(StoreError) in
      request.facts.number = try session.classNumber("note")
      var claimed = ClaimBatch()
      _ = try session.accept(request, capacity: EndlessRoom(), claimed: &claimed, now: now)
      return claimed.entries.first.map { entry in
        let start = Int(entry.token.start)
        let token = claimed.bytes[start..<start + Int(entry.token.count)]
        return Push(entry: entry, token: String(decoding: token, as: UTF8.self))
      }
    }
  }

  /// The provider's answer to a push.
  @discardableResult
  func judge(
    _ push: Push, _ action: VerdictBatch.TokenAction, asOf: Int = 0, sentAt: Int,
    reason: String = "Unregistered"
  ) throws -> VerdictEffects {
    var batch = VerdictBatch()
    let read = push.entry
    var entry = VerdictBatch.Entry(
      message: read.message, registration: read.registration, generation: read.generation, lane: read.lane,
      notificationClass: read.notificationClass, state: .rejected, attempts: 1, leaseEndsAt: read.leaseEndsAt,
      wasUnanswered: false, isHandedBack: false, tokenAction: action, status: 410, createdAt: read.createdAt,
      sentAt: sentAt, at: now, asOf: asOf, dueAt: 0)
    entry.reason = batch.add(reason)
    entry.verdict = batch.add(action == .delete ? "tokenDead" : "tokenSuspect")
    entry.token = batch.add(push.token)
    batch.entries.append(entry)
    let now = now
    let made = batch
    return try write { session throws(StoreError) in try session.apply(made, now: now) }
  }
}

private struct EndlessRoom: LaneCapacity {
  func reserve(_ lane: LaneCode, _ band: Band) -> Bool { true }
  func release(_ lane: LaneCode, _ band: Band) {}
  func exists(_ lane: LaneCode) -> Bool { true }
}

struct Unexpected: Error {
  let what: String
}

extension VerdictBatch {
  fileprivate mutating func add(_ text: String) -> ByteSlice {
    var text = text
    return text.withUTF8 { append($0) }
  }
}
