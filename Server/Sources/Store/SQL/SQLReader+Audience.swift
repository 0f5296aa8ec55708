extension SQLReader: AudienceReader {
  func audience(
    _ query: AudienceQuery, after row: Int, limit: Int, now: Int
  ) throws(StoreError) -> AudiencePage {
    var page = AudiencePage()
    var tenant: Int32?
    if let name = query.tenant {
      guard let number = try names.tenantNumber(name) else { return page }
      tenant = number
    }
    let select = try connection.statement(
      "SELECT * FROM registrations WHERE id>?1 AND (?2 IS NULL OR tenant=?2) ORDER BY id LIMIT ?3")
    select.set(1, row)
    select.set(2, tenant.map(Int.init))
    select.set(3, limit)
    let all = try all(select)
    let tagged = try tagged(query.tag, all)
    let judge = AudienceJudge(query, now: now)
    for registration in all {
      guard judge.fits(registration), tagged?.contains(registration.row) != false else {
        page.others += 1
        continue
      }
      if let reason = judge.suppression(registration) {
        page.excluded[reason, default: 0] += 1
      } else {
        page.eligible.append(registration)
      }
    }
    page.next = all.count == limit ? all.last?.row : nil
    return page
  }

  /// Rows of these that have the tag; nil: none is asked for.
  private func tagged(_ tag: String?, _ registrations: [Registration]) throws(StoreError) -> Set<Int>? {
    guard let tag else { return nil }
    guard let first = registrations.first?.row, let last = registrations.last?.row else { return [] }
    let select = try connection.statement(
      "SELECT registration FROM registration_tags WHERE tag=?1 AND registration>=?2 AND registration<=?3")
    select.set(1, tag)
    select.set(2, first)
    select.set(3, last)
    defer { select.reset() }
    var found: Set<Int> = []
    while try select.next() { found.insert(select.int(0)) }
    return found
  }

  func foresee(retiring reports: [DeadReport], now: Int) throws(StoreError) -> [RetireOutcome] {
    var outcomes: [RetireOutcome] = []
    for report in reports {
      outcomes.append(try judge(report, now: now).outcome)
    }
    return outcomes
  }
}

/// Whether a registration belongs to an audience that is handed over, and may be sent to.
struct AudienceJudge {
  private let query: AudienceQuery
  private let subject: Eligibility.Subject
  private let from: [UInt8]?
  private let to: [UInt8]?
  private let now: Int

  init(_ query: AudienceQuery, now: Int) {
    self.query = query
    self.now = now
    from = query.minimumAppVersion.map { Array($0.utf8) }
    to = query.maximumAppVersion.map { Array($0.utf8) }
    // Without a class nobody is asked for a permission.
    subject = Eligibility.Subject(
      meansAccount: query.facts?.audience == .account, isSilent: query.facts?.isSilent ?? true, band: .bulk)
  }

  func fits(_ registration: Registration) -> Bool {
    guard query.platforms.isEmpty || query.platforms.contains(registration.platform) else { return false }
    var version = registration.appVersion
    return version.withUTF8 { AppVersionOrder.contains($0, from: from, to: to) }
  }

  /// Why nothing is sent to it; nil: it may be sent to.
  func suppression(_ registration: Registration) -> Suppression? {
    var device = Eligibility.Device()
    device.binding = registration.binding
    device.isMeantAccount = registration.account != nil
    device.hold = registration.hold?.kind
    device.hasToken = registration.token != nil
    device.platform = registration.platform
    device.environment = registration.environment
    device.gate = PermissionGate(registration.permission, channel: query.facts?.channel)
    device.lastConfirmedAt = registration.lastConfirmedAt
    // Another sender has credentials of its own.
    switch Eligibility.decide(
      subject, device, now: now, staleAfter: query.staleAfter, exists: { _ in true })
    {
    case .send: return nil
    case .suppress(let reason): return reason
    }
  }
}
