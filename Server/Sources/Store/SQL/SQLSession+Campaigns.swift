/// Campaigns, as people and the API act on them.
extension SQLSession {
  func createCampaign(
    _ request: CampaignRequest, most: Int, now: Int
  ) throws(StoreError) -> CampaignOutcome {
    let tenant = try names.makeTenantNumber(request.tenant)
    if let known = try known(request, tenant) { return known }
    outbox.tellsCampaigns = true
    let isTopic = request.audience.topic != nil || request.audience.condition != nil
    let way = isTopic ? .topic : request.way
    if way == .direct, let devices = try devices(request, tenant, above: most) {
      return .tooLarge(devices: devices, most: most)
    }
    let number = try learn(request.facts)
    let startsAt = max(request.startsAt, now)
    let lives = max(request.timeToLive, 0).multipliedReportingOverflow(by: 1000)
    let insert = try connection.statement(
      """
      INSERT INTO campaigns(
        tenant, key, digest, class, state, audience, parameters, way, rate, ramp, sampling, created_at,
        starts_at, expires_at, last_row, total)
      VALUES(?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 0, 0) RETURNING id
      """)
    insert.set(1, tenant)
    insert.set(2, request.id)
    insert.set(3, blob: request.digest)
    insert.set(4, number)
    insert.set(5, CampaignText.text(request.audience))
    insert.set(6, blob: request.parameters)
    insert.set(7, way.rawValue)
    insert.set(8, max(request.ratePerSecond, 0))
    insert.set(9, CampaignText.text(request.ramp))
    insert.set(10, max(request.receiptSampling, 0))
    insert.set(11, now)
    insert.set(12, startsAt)
    insert.set(13, lives.overflow ? Int.max / 2 : startsAt &+ lives.partialValue)
    let row = try insert.next() ? insert.int(0) : 0
    insert.reset()
    let account = try connection.statement(
      "INSERT INTO campaign_accounts(campaign, account) VALUES(?1, ?2) ON CONFLICT DO NOTHING")
    for name in request.audience.accounts {
      account.set(1, row)
      account.set(2, name)
      try account.run()
    }
    return .created(row: row)
  }

  /// What there is of this id already; nil: nothing.
  private func known(_ request: CampaignRequest, _ tenant: Int32) throws(StoreError) -> CampaignOutcome? {
    let select = try connection.statement("SELECT id, digest FROM campaigns WHERE tenant=?1 AND key=?2")
    select.set(1, tenant)
    select.set(2, request.id)
    defer { select.reset() }
    if try select.next() {
      return select.blob(1).elementsEqual(request.digest) ? .repeated(row: select.int(0)) : .conflict
    }
    // The campaign's id is the notification id on each device.
    let other = try connection.statement("SELECT 1 FROM notifications WHERE tenant=?1 AND key=?2")
    other.set(1, tenant)
    other.set(2, request.id)
    defer { other.reset() }
    return try other.next() ? .conflict : nil
  }

  /// A number above `most`, where the audience has more devices; nil: it has not. Of a list of accounts all
  /// devices are counted, whatever else is asked of them.
  private func devices(
    _ request: CampaignRequest, _ tenant: Int32, above most: Int
  ) throws(StoreError) -> Int? {
    // All registrations there are are counted in an index, and mostly settle it.
    let all = try connection.statement("SELECT count(*) FROM registrations")
    let total = try all.next() ? all.int(0) : 0
    all.reset()
    guard total > most else { return nil }
    var found = 0
    if !request.audience.accounts.isEmpty {
      let select = try connection.statement(
        "SELECT count(*) FROM registrations WHERE tenant=?1 AND account=?2")
      for account in Set(request.audience.accounts) where found <= most {
        select.set(1, tenant)
        select.set(2, account)
        if try select.next() { found += select.int(0) }
        select.reset()
      }
      return found > most ? found : nil
    }
    _ = try scan(CampaignFilter(tenant: tenant, request.audience), from: 0, end: .max, limit: .max) { _ in
      found += 1
      return found <= most
    }
    return found > most ? found : nil
  }

  func setCampaign(
    tenant: String, id: String, to state: CampaignState, why: String, now: Int
  ) throws(StoreError) -> CampaignState? {
    guard let tenant = try names.tenantNumber(tenant) else { return nil }
    outbox.tellsCampaigns = true
    let select = try connection.statement(
      "SELECT id, state, started_at FROM campaigns WHERE tenant=?1 AND key=?2")
    select.set(1, tenant)
    select.set(2, id)
    guard try select.next() else { return nil }
    let row = select.int(0)
    var machine = Self.campaignMachine(select, at: 1)
    select.reset()
    let before = machine.state
    guard let event = CampaignMachine.event(to: state), machine.apply(event) else { return before }
    guard try write(row, machine, from: before, why: why, now: now) else { return before }
    return machine.state
  }

  // MARK: States

  /// Reads state and started_at, in this order from a column on.
  static func campaignMachine(_ row: any SQLStatement, at column: Int32) -> CampaignMachine {
    // A state that is not known is left alone.
    CampaignMachine(
      state: CampaignState(rawValue: row.byte(column)) ?? .failed, hasStarted: !row.isNull(column + 1))
  }

  /// False: it is not in the state `from` any more.
  func write(
    _ row: Int, _ machine: CampaignMachine, from: CampaignState, why: String, now: Int
  ) throws(StoreError) -> Bool {
    let update = try connection.statement(
      """
      UPDATE campaigns SET state=?3, why=?4, started_at=CASE WHEN ?5=1 THEN coalesce(started_at, ?6)
        ELSE started_at END, ended_at=CASE WHEN ?7=1 THEN ?6 ELSE ended_at END
      WHERE id=?1 AND state=?2
      """)
    update.set(1, row)
    update.set(2, from.rawValue)
    update.set(3, machine.state.rawValue)
    update.set(4, why)
    update.set(5, machine.hasStarted ? 1 : 0)
    update.set(6, now)
    update.set(7, machine.state.hasEnded ? 1 : 0)
    try update.run()
    guard try connection.changes() == 1 else { return false }
    if machine.state.hasEnded { try closeCampaign(row, machine.state, now: now) }
    return true
  }

  /// What is not needed any more goes, and what waits ends.
  private func closeCampaign(_ row: Int, _ state: CampaignState, now: Int) throws(StoreError) {
    let purge = try connection.statement("UPDATE campaigns SET parameters=?2 WHERE id=?1")
    purge.set(1, row)
    purge.set(2, blob: [])
    try purge.run()
    let bucket = try connection.statement("DELETE FROM buckets WHERE name=?1")
    bucket.set(1, "campaign.\(row)")
    try bucket.run()
    guard state != .done else { return }
    // What may have been sent never ends as not sent.
    for (kind, end) in [
      (
        CampaignCount.unconfirmed,
        try connection.statement(
          """
          UPDATE campaign_exceptions SET state=7, due=0, at=?2, reason=?3
          WHERE campaign=?1 AND state=0 AND unanswered=1
          """)
      ),
      (
        CampaignCount.suppressed,
        try connection.statement(
          "UPDATE campaign_exceptions SET state=2, due=0, at=?2, reason=?3 WHERE campaign=?1 AND state=0")
      ),
    ] {
      end.set(1, row)
      end.set(2, now)
      end.set(3, Suppression.cancelled.rawValue)
      try end.run()
      let ended = try connection.changes()
      if ended > 0 { count(row, kind, Suppression.cancelled.rawValue, by: ended) }
    }
  }

  /// Written at the end of the transaction, in one order for all nodes.
  func count(_ campaign: Int, _ kind: String, _ reason: String, by amount: Int) {
    outbox.campaignCounts[.init(campaign: campaign, kind: kind, reason: reason), default: 0] += amount
  }

  func writeCampaignCounts() throws(StoreError) {
    guard !outbox.campaignCounts.isEmpty else { return }
    let counts = outbox.campaignCounts.sorted {
      ($0.key.campaign, $0.key.kind, $0.key.reason) < ($1.key.campaign, $1.key.kind, $1.key.reason)
    }
    outbox.campaignCounts.removeAll(keepingCapacity: true)
    let upsert = try connection.statement(
      """
      INSERT INTO campaign_counts(campaign, kind, reason, count) VALUES(?1, ?2, ?3, ?4)
      ON CONFLICT(campaign, kind, reason) DO UPDATE SET count=campaign_counts.count+excluded.count
      """)
    for (key, amount) in counts {
      upsert.set(1, key.campaign)
      upsert.set(2, key.kind)
      upsert.set(3, key.reason)
      upsert.set(4, amount)
      try upsert.run()
    }
  }
}
