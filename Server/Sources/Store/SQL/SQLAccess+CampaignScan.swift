/// What has to fit for a registration to belong to a campaign's audience.
struct CampaignFilter {
  var tenant: Int32
  /// A bit for each number of a platform; 0: all.
  var platforms: UInt8 = 0
  var fromVersion: [UInt8]?
  var toVersion: [UInt8]?
  var tag: String?
  /// The campaign whose list of accounts it is; nil: there is none.
  var accountsOf: Int?

  init(tenant: Int32, _ audience: CampaignAudience, accountsOf: Int? = nil) {
    self.tenant = tenant
    for platform in audience.platforms { platforms |= 1 << platform.rawValue }
    fromVersion = audience.minimumAppVersion.map { Array($0.utf8) }
    toVersion = audience.maximumAppVersion.map { Array($0.utf8) }
    tag = audience.tag
    self.accountsOf = accountsOf
  }

  init(_ task: CampaignTask) {
    self.init(
      tenant: task.tenantNumber, task.audience, accountsOf: task.hasAccounts ? task.row : nil)
  }

  /// Whether rows have to be looked at that may not fit.
  var isSelective: Bool { platforms != 0 || fromVersion != nil || toVersion != nil }

  /// Of a row as ``SQLAccess/scan(_:from:end:limit:_:)`` reads it.
  func fits(_ row: any SQLStatement) -> Bool {
    if platforms != 0 {
      let platform = row.byte(3)
      guard platform < 8, platforms & (1 << platform) != 0 else { return false }
    }
    return AppVersionOrder.contains(row.utf8(12), from: fromVersion, to: toVersion)
  }
}

extension SQLAccess {
  /// Goes through the registrations of an audience in the order of their rows, from `from` on and before
  /// `end`, looking at `limit` of them at most. `body` gets each that fits, and says whether to go on.
  ///
  /// Columns: id, installation, generation, platform, environment, token, token_kind, binding, account,
  /// permission, confirmed_at, hold_kind, app_version.
  ///
  /// - Returns: the row to go on with; nil: all were looked at.
  func scan(
    _ filter: CampaignFilter, from: Int, end: Int, limit: Int,
    _ body: (any SQLStatement) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int? {
    guard from < end, limit > 0 else { return from < end ? from : nil }
    let select = try statement(for: filter)
    select.set(1, filter.tenant)
    select.set(2, from)
    select.set(3, end)
    select.set(4, limit)
    defer { select.reset() }
    var looked = 0
    var last = from
    while try select.next() {
      looked += 1
      last = select.int(0)
      guard filter.fits(select) else { continue }
      if try !body(select) { return last + 1 }
    }
    return looked == limit ? last + 1 : nil
  }

  private func statement(for filter: CampaignFilter) throws(StoreError) -> any SQLStatement {
    if let campaign = filter.accountsOf {
      let select = try connection.statement(
        """
        SELECT r.id, r.installation, r.generation, r.platform, r.environment, r.token, r.token_kind, r.binding,
          r.account, r.permission, r.confirmed_at, r.hold_kind, r.app_version
        FROM campaign_accounts a JOIN registrations r ON r.tenant=?1 AND r.account=a.account
        WHERE a.campaign=?5 AND r.id>=?2 AND r.id<?3 AND (?6 IS NULL OR EXISTS(
          SELECT 1 FROM registration_tags t WHERE t.registration=r.id AND t.tag=?6))
        ORDER BY r.id LIMIT ?4
        """)
      select.set(5, campaign)
      select.set(6, filter.tag)
      return select
    }
    if let tag = filter.tag {
      let select = try connection.statement(
        """
        SELECT r.id, r.installation, r.generation, r.platform, r.environment, r.token, r.token_kind, r.binding,
          r.account, r.permission, r.confirmed_at, r.hold_kind, r.app_version
        FROM registration_tags t JOIN registrations r ON r.id=t.registration
        WHERE t.tag=?5 AND t.registration>=?2 AND t.registration<?3 AND r.tenant=?1
        ORDER BY t.registration LIMIT ?4
        """)
      select.set(5, tag)
      return select
    }
    return try connection.statement(
      """
      SELECT id, installation, generation, platform, environment, token, token_kind, binding, account,
        permission, confirmed_at, hold_kind, app_version
      FROM registrations WHERE id>=?2 AND id<?3 AND tenant=?1 ORDER BY id LIMIT ?4
      """)
  }
}
