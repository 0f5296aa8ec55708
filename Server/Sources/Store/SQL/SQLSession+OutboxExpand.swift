/// From a target to registrations, each with its decision.
extension SQLSession {
  /// Fills the outbox's candidates.
  func expand(
    _ request: NotificationRequest, _ tenant: Int32, _ capacity: any LaneCapacity, now: Int
  ) throws(StoreError) {
    outbox.candidates.removeAll(keepingCapacity: true)
    outbox.scratch.removeAll(keepingCapacity: true)
    _ = try bindingKey(now: now)
    switch request.target {
    case .account(let account): try expand(account: account, request, tenant, capacity, now: now)
    case .installations(let ids):
      if ids.count == 1 {
        try expand(installation: ids[0], request, tenant, capacity, now: now)
      } else {
        var seen: Set<String> = []
        for id in ids where seen.insert(id).inserted {
          try expand(installation: id, request, tenant, capacity, now: now)
        }
      }
    case .topic(let text), .condition(let text):
      // For no installation: FCM knows who is subscribed.
      var all = OutboxCandidate()
      all.decision = capacity.exists(.android) ? .send(.android) : .suppress(.noLane)
      let start = outbox.scratch.count
      outbox.scratch.append(contentsOf: text.utf8)
      all.token = start..<outbox.scratch.count
      outbox.candidates.append(all)
    }
  }

  private func expand(
    account: String, _ request: NotificationRequest, _ tenant: Int32, _ capacity: any LaneCapacity, now: Int
  ) throws(StoreError) {
    let select = try candidates(tenant, account: account)
    defer { select.reset() }
    while try select.next() {
      addCandidate(select, request, tenant, isMeant: { _ in true }, capacity, now: now)
    }
    guard outbox.candidates.isEmpty else { return }
    var nobody = OutboxCandidate()
    nobody.decision = .suppress(.unknownAccount)
    outbox.candidates.append(nobody)
  }

  private func expand(
    installation: String, _ request: NotificationRequest, _ tenant: Int32, _ capacity: any LaneCapacity,
    now: Int
  ) throws(StoreError) {
    let select = try candidate(installation: installation)
    defer { select.reset() }
    // Another tenant's looks as if it did not exist. A challenge is the server's own.
    if try select.next(), request.isChallenge || select.int32(1) == tenant {
      addCandidate(select, request, tenant, isMeant: { $0 }, capacity, now: now)
      return
    }
    var unknown = OutboxCandidate()
    let start = outbox.scratch.count
    outbox.scratch.append(contentsOf: installation.utf8)
    unknown.installation = start..<outbox.scratch.count
    outbox.candidates.append(unknown)
  }

  func candidates(_ tenant: Int32, account: String) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement(
      """
      SELECT id, tenant, installation, generation, platform, environment, token, token_kind, binding, account,
        permission, confirmed_at, hold_kind
      FROM registrations WHERE tenant=?1 AND account=?2 ORDER BY id
      """)
    select.set(1, tenant)
    select.set(2, account)
    return select
  }

  func candidate(installation: String) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement(
      """
      SELECT id, tenant, installation, generation, platform, environment, token, token_kind, binding, account,
        permission, confirmed_at, hold_kind
      FROM registrations WHERE installation=?1
      """)
    select.set(1, installation)
    return select
  }

  /// - Parameter isMeant: whether the bound account is the one that is meant, given that there is one.
  private func addCandidate(
    _ row: any SQLStatement, _ request: NotificationRequest, _ tenant: Int32, isMeant: (Bool) -> Bool,
    _ capacity: any LaneCapacity, now: Int
  ) {
    var candidate = OutboxCandidate()
    candidate.registration = row.int(0)
    candidate.generation = row.int(3)
    candidate.tokenKind = DeviceTokenKind(rawValue: row.byte(7)) ?? .token
    let account = row.utf8(9)
    let means = meansAccount(request)
    var device = Self.device(row, at: 4, channel: request.facts.channel, readsGate: !request.facts.isSilent)
    device.isMeantAccount = isMeant(!row.isNull(9))
    candidate.decision = decide(
      .init(meansAccount: means, isSilent: request.facts.isSilent, band: request.band), device,
      isChallenge: request.isChallenge, now: now, exists: capacity.exists)
    if means, device.binding == .bound, let key = outbox.binding {
      var name = request.tenant
      candidate.meant = name.withUTF8 { key.accountHash(tenant: $0, account: account) }
    }
    candidate.installation = keep(row.utf8(2))
    if case .send = candidate.decision {
      candidate.token = keep(row.utf8(6))
      if candidate.meant != nil { candidate.account = keep(row.utf8(9)) }
    }
    outbox.candidates.append(candidate)
  }

  private func meansAccount(_ request: NotificationRequest) -> Bool {
    if request.isChallenge { return false }
    switch request.target {
    case .account: return true
    case .topic, .condition: return false
    case .installations: break
    }
    return request.facts.audience == .account
  }

  private func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = outbox.scratch.count
    outbox.scratch.append(contentsOf: bytes)
    return start..<outbox.scratch.count
  }

  /// Reads platform, environment, token, token kind, binding, account, permission, confirmed_at and
  /// hold_kind, in this order from a column on.
  static func device(
    _ row: any SQLStatement, at column: Int32, channel: String?, readsGate: Bool
  ) -> Eligibility.Device {
    var device = Eligibility.Device()
    if let platform = DevicePlatform(rawValue: row.byte(column)) {
      device.platform = platform
    } else {
      device.isKnown = false
    }
    device.environment = TokenEnvironment(rawValue: row.byte(column + 1)) ?? .unknown
    device.hasToken = !row.isNull(column + 2)
    // What is not understood is never sent to.
    device.binding = BindingState(rawValue: row.byte(column + 4)) ?? .ambiguous
    if readsGate { device.gate = PermissionGate(json: row.utf8(column + 6), channel: channel) }
    device.lastConfirmedAt = row.int(column + 7)
    if !row.isNull(column + 8) {
      device.hold = Registration.Hold.Kind(rawValue: row.byte(column + 8)) ?? .quarantined
    }
    return device
  }

  func decide(
    _ subject: Eligibility.Subject, _ device: Eligibility.Device, isChallenge: Bool, now: Int,
    exists: (LaneCode) -> Bool
  ) -> Eligibility.Decision {
    guard isChallenge else {
      return Eligibility.decide(
        subject, device, now: now, staleAfter: settings.policy.staleAfter, exists: exists)
    }
    // A challenge asks whether the token in dispute reaches this device: nothing of it may be held back.
    var held = device
    held.hold = nil
    return Eligibility.decide(
      .init(meansAccount: false, isSilent: true, band: .urgent), held, now: now,
      staleAfter: settings.policy.staleAfter, exists: exists)
  }
}
