extension SQLSession {
  func register(
    _ request: RegistrationRequest, freshChallenge: () throws(StoreError) -> [UInt8], now: Int
  ) throws(StoreError) -> RegistrationOutcome {
    var request = request
    // Before any row: who has this waits for nobody who has a row and wants this.
    if let token = request.token {
      try connection.lock([.token(RegistrationRow.hash(request.platform, request.environment, token))])
    }
    let existing = try registration(installation: request.installation)
    var holders: [Registration] = []
    if let token = request.token, Lifecycle.needsHolders(request, existing: existing) {
      holders = try self.holders(of: token, request)
      // Only somebody else's token can have to be proved.
      if !holders.isEmpty { request.freshChallengeHash = try freshChallenge() }
    }
    switch Lifecycle.register(request, existing: existing, holders: holders, now: now) {
    case .refused(let refusal): return .refused(refusal)
    case .stored(var change):
      if try isFull(change, existing) {
        return .refused(.accountFull(limit: settings.policy.installationsPerAccount))
      }
      if let existing {
        try update(change.registration, before: existing)
        try renewTopics(change.registration, before: existing, now: now)
      } else {
        change.registration.row = try insert(change.registration)
      }
      for other in change.others { try update(other, before: nil) }
      for tombstone in change.tombstones {
        let other = change.others.first { $0.installation == tombstone.installation }
        try bury(tombstone, row: other?.row ?? change.registration.row)
      }
      return .stored(change.registration, change.outcome)
    }
  }

  /// Whether an account that is bound anew has no room for one more.
  private func isFull(_ change: Lifecycle.Change, _ existing: Registration?) throws(StoreError) -> Bool {
    let bound = change.registration
    guard bound.binding == .bound, let account = bound.account, change.outcome.retired == nil,
      existing?.account != account || existing?.tenant != bound.tenant,
      let tenant = try names.tenantNumber(bound.tenant)
    else { return false }
    try connection.lock([.account(tenant: bound.tenant, account)])
    let count = try connection.statement(
      """
      SELECT count(*) FROM (
        SELECT 1 FROM registrations INDEXED BY registrations_account
        WHERE tenant=?1 AND account=?2 AND account IS NOT NULL LIMIT ?3) AS bound
      """)
    count.set(1, tenant)
    count.set(2, account)
    count.set(3, settings.policy.installationsPerAccount)
    defer { count.reset() }
    return try count.next() && count.int(0) >= settings.policy.installationsPerAccount
  }

  func logout(
    installation: String, secretHash: [UInt8], generation: Int?, now: Int
  ) throws(StoreError) -> LogoutOutcome {
    guard let existing = try registration(installation: installation) else { return .unknownInstallation }
    let (outcome, change) = Lifecycle.logout(
      existing, secretHash: secretHash, generation: generation, now: now)
    if let change {
      try update(change.registration, before: nil)
      try bury(change.tombstone, row: existing.row)
    }
    return outcome
  }

  func erase(
    tenant: String, account: String, now: Int
  ) throws(StoreError) -> (registrations: Int, inbox: Int, messages: Int) {
    guard let number = try names.tenantNumber(tenant) else { return (0, 0, 0) }
    // First, while the store still knows which installations are the account's.
    let (inbox, messages) = try eraseOutbox(tenant: number, account: account, now: now)
    try eraseCampaigns(tenant: number, account: account)
    let bound = try registrations(tenant: number, account: account)
    for registration in bound {
      let earlier = try connection.statement("DELETE FROM tombstones WHERE registration=?1")
      earlier.set(1, registration.row)
      try earlier.run()
      var tombstone = Lifecycle.tombstone(registration, .erased, "the account was erased", now)
      tombstone.token = ""
      try remove(registration, tombstone)
    }
    return (bound.count, inbox, messages)
  }

  /// Other registrations with the request's token, on its platform and in its environment.
  private func holders(
    of token: String, _ request: RegistrationRequest
  ) throws(StoreError) -> [Registration] {
    let select = try registered(
      tokenHash: RegistrationRow.hash(request.platform, request.environment, token))
    return try all(select).filter {
      $0.token == token && $0.platform == request.platform && $0.environment == request.environment
        && $0.installation != request.installation
    }
  }

  // MARK: Rows

  private func insert(_ registration: Registration) throws(StoreError) -> Int {
    willChange(registration)
    let insert = try connection.statement(RegistrationRow.insert)
    RegistrationRow.set(registration, tenant: try names.makeTenantNumber(registration.tenant), on: insert)
    defer { insert.reset() }
    return try insert.next() ? insert.int(0) : 0
  }

  /// Writes no more than what differs from `before`, since each index that is touched costs a page; nil: all.
  func update(_ registration: Registration, before: Registration?) throws(StoreError) {
    willChange(registration)
    if let before { willChange(before) } else { connection.forgetPrefetched(nil) }
    if var before {
      let wasSameDay =
        before.lastConfirmedAt / RegistrationRow.day == registration.lastConfirmedAt / RegistrationRow.day
      before.lastConfirmedAt = registration.lastConfirmedAt
      if before == registration {
        return wasSameDay ? try touch(registration) : try touchDay(registration)
      }
      before.permission = registration.permission
      before.osVersion = registration.osVersion
      before.appVersion = registration.appVersion
      before.locale = registration.locale
      before.timeZone = registration.timeZone
      if before == registration { return try updateFacts(registration) }
    }
    let update = try connection.statement(RegistrationRow.update)
    RegistrationRow.set(registration, tenant: try names.makeTenantNumber(registration.tenant), on: update)
    update.set(28, registration.row)
    try update.run()
  }

  private func touch(_ registration: Registration) throws(StoreError) {
    let update = try connection.statement("UPDATE registrations SET confirmed_at=?2 WHERE id=?1")
    update.set(1, registration.row)
    update.set(2, registration.lastConfirmedAt)
    try update.run()
  }

  private func touchDay(_ registration: Registration) throws(StoreError) {
    let update = try connection.statement(
      "UPDATE registrations SET confirmed_at=?2, confirmed_day=?3 WHERE id=?1")
    update.set(1, registration.row)
    update.set(2, registration.lastConfirmedAt)
    update.set(3, registration.lastConfirmedAt / RegistrationRow.day)
    try update.run()
  }

  private func updateFacts(_ registration: Registration) throws(StoreError) {
    let update = try connection.statement(
      """
      UPDATE registrations SET confirmed_at=?2, confirmed_day=?3, permission=?4, os_version=?5, app_version=?6,
        locale=?7, time_zone=?8 WHERE id=?1
      """)
    update.set(1, registration.row)
    update.set(2, registration.lastConfirmedAt)
    update.set(3, registration.lastConfirmedAt / RegistrationRow.day)
    RegistrationRow.setFacts(registration, on: update, from: 4)
    try update.run()
  }

  func bury(_ tombstone: Tombstone, row: Int) throws(StoreError) {
    let insert = try connection.statement(
      """
      INSERT INTO tombstones(registration, tenant, installation, kind, detail, token, generation, at)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    insert.set(1, row)
    insert.set(2, try names.makeTenantNumber(tombstone.tenant))
    insert.set(3, tombstone.installation)
    insert.set(4, tombstone.kind.rawValue)
    insert.set(5, tombstone.detail)
    insert.set(6, tombstone.token)
    insert.set(7, tombstone.generation)
    insert.set(8, tombstone.at)
    try insert.run()
  }

  /// The whole registration, with what hangs on its row alone.
  func remove(_ registration: Registration, _ tombstone: Tombstone) throws(StoreError) {
    willChange(registration)
    let delete = try connection.statement("DELETE FROM registrations WHERE id=?1")
    delete.set(1, registration.row)
    try delete.run()
    let sends = try connection.statement("DELETE FROM silent_sends WHERE registration=?1")
    sends.set(1, registration.row)
    try sends.run()
    let waiting = try connection.statement("DELETE FROM silent_waiting WHERE registration=?1")
    waiting.set(1, registration.row)
    try waiting.run()
    try removeTopics(registration.row)
    try removeTags(registration: registration.row)
    try bury(tombstone, row: registration.row)
  }
}
