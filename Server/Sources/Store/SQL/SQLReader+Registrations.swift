extension SQLReader {
  func registration(tenant: String?, installation: String) throws(StoreError) -> Registration? {
    guard let found = try registration(installation: installation) else { return nil }
    return tenant == nil || found.tenant == tenant ? found : nil
  }

  func registrations(_ query: RegistrationQuery) throws(StoreError) -> [Registration] {
    var sql = "SELECT * FROM registrations WHERE id>?1"
    var tenant: Int32?
    if let name = query.tenant {
      guard let number = try names.tenantNumber(name) else { return [] }
      tenant = number
      sql += " AND tenant=?2"
    }
    if query.account != nil { sql += " AND account=?3" }
    if query.platform != nil { sql += " AND platform=?4" }
    if query.onlyHeld { sql += " AND hold_kind IS NOT NULL" }
    if query.unseenSince != nil { sql += " AND confirmed_at<?5" }
    let select = try connection.prepare(sql + " ORDER BY id LIMIT ?6")
    defer { select.finalize() }
    select.set(1, query.after)
    if let tenant { select.set(2, tenant) }
    if let account = query.account { select.set(3, account) }
    if let platform = query.platform { select.set(4, platform.rawValue) }
    if let unseenSince = query.unseenSince { select.set(5, unseenSince) }
    select.set(6, query.limit)
    return try all(select)
  }

  func tombstones(tenant: String?, installation: String) throws(StoreError) -> [Tombstone] {
    let select = try connection.statement(
      """
      SELECT tenant, kind, detail, token, generation, at FROM tombstones WHERE installation=?1
      ORDER BY id DESC
      """)
    defer { select.reset() }
    select.set(1, installation)
    var found: [Tombstone] = []
    while try select.next() {
      let owner = try names.tenantName(select.int32(0))
      guard tenant == nil || owner == tenant else { continue }
      // A kind that a newer version wrote is not shown.
      guard let kind = Tombstone.Kind(rawValue: select.text(1)) else { continue }
      found.append(
        Tombstone(
          tenant: owner, installation: installation, kind: kind, detail: select.text(2),
          token: select.text(3),
          generation: select.int(4), at: select.int(5)))
    }
    return found
  }

  /// Reads every registration: for a scrape now and then, not for a request.
  func fleet(now: Int, staleAfter: Int) throws(StoreError) -> [FleetCount] {
    try fleet(now: now, staleAfter: staleAfter, page: 5_000)
  }

  /// - Parameter page: rows of one result, which PostgreSQL's library has in memory as a whole.
  func fleet(now: Int, staleAfter: Int, page: Int) throws(StoreError) -> [FleetCount] {
    let select = try connection.statement(
      """
      SELECT id, platform, environment, token IS NOT NULL, binding, hold_kind IS NOT NULL, confirmed_at, permission
      FROM registrations WHERE id>?1 ORDER BY id LIMIT ?2
      """)
    defer { select.reset() }
    var counts: [Int: FleetCount] = [:]
    var last = 0
    var seen = page
    while seen == page {
      select.set(1, last)
      select.set(2, page)
      seen = 0
      while try select.next() {
        seen += 1
        last = select.int(0)
        let platform = DevicePlatform(rawValue: select.byte(1)) ?? .ios
        let environment = TokenEnvironment(rawValue: select.byte(2)) ?? .unknown
        let key = Int(platform.rawValue) << 8 | Int(environment.rawValue)
        let unseen = now - select.int(6)
        let permission = select.isNull(7) ? nil : PermissionText.decode(select.utf8(7))
        counts[key, default: FleetCount(platform: platform, environment: environment)].add(
          hasToken: select.int(3) != 0, isAmbiguous: select.byte(4) == BindingState.ambiguous.rawValue,
          isHeld: select.int(5) != 0, unseen: unseen, staleAfter: staleAfter, permission: permission)
      }
    }
    return counts.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension FleetCount {
  fileprivate mutating func add(
    hasToken: Bool, isAmbiguous: Bool, isHeld: Bool, unseen: Int, staleAfter: Int, permission: Permission?
  ) {
    if hasToken { withToken += 1 }
    if isAmbiguous { ambiguous += 1 }
    if isHeld { held += 1 }
    if unseen >= staleAfter { stale += 1 }
    if unseen < RegistrationRow.day { confirmedWithinDay += 1 }
    if unseen < 7 * RegistrationRow.day { confirmedWithinWeek += 1 }
    if permission?.allowsAlerts == true { permitted += 1 }
  }
}

extension Permission {
  /// As far as the device said: something would be shown.
  fileprivate var allowsAlerts: Bool {
    guard let status, ["authorized", "provisional", "ephemeral", "granted"].contains(status) else {
      return false
    }
    return alert != "disabled" && appBlocked != true
  }
}
