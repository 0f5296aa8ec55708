extension SQLReader {
  func campaignTraces(
    tenant: String?, installation: String, limit: Int, staleAfter: Int, exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> [CampaignTrace] {
    let find = try connection.statement("SELECT id, tenant FROM registrations WHERE installation=?1")
    find.set(1, installation)
    guard try find.next() else { return [] }
    let (row, number) = (find.int(0), find.int32(1))
    find.reset()
    if let tenant, try names.tenantNumber(tenant) != number { return [] }
    let select = try connection.statement(
      """
      SELECT id FROM campaigns WHERE tenant=?1 AND started_at IS NOT NULL AND last_row>=?2
      ORDER BY id DESC LIMIT ?3
      """)
    select.set(1, number)
    select.set(2, row)
    select.set(3, limit)
    var rows: [Int] = []
    while try select.next() { rows.append(select.int(0)) }
    var policy = StorePolicy()
    policy.staleAfter = staleAfter
    var found: [CampaignTrace] = []
    for campaign in rows {
      guard let task = try campaignTask(campaign) else { continue }
      var trace = CampaignTrace()
      trace.campaign = task.id
      trace.className = task.facts.name
      trace.startedAt = task.startedAt ?? 0
      // Whether the audience fits it, and what would become of it, as of now.
      let judge = CampaignJudge(task, policy, now: now, exists: exists)
      var isMeant = false
      _ = try scan(CampaignFilter(task), from: row, end: row + 1, limit: 1) { device in
        isMeant = true
        if case .suppress(let reason) = judge.decide(device) { trace.suppressedNow = reason }
        return false
      }
      let isException = try addException(&trace, campaign, row)
      trace.receipts = try campaignReceipts(campaign, row)
      guard isMeant || isException || !trace.receipts.isEmpty else { continue }
      if !isException { try addPlace(&trace, campaign, row) }
      found.append(trace)
    }
    return found
  }

  /// False: it is none of those that were not accepted.
  private func addException(
    _ trace: inout CampaignTrace, _ campaign: Int, _ row: Int
  ) throws(StoreError) -> Bool {
    let select = try connection.statement(
      """
      SELECT state, reason, at FROM campaign_exceptions WHERE campaign=?1 AND registration=?2
      """)
    select.set(1, campaign)
    select.set(2, row)
    defer { select.reset() }
    guard try select.next() else { return false }
    let state = MessageState(rawValue: select.byte(0)) ?? .failed
    trace.state = state
    trace.outcome = state.hasEnded ? .ended : state == .leased ? .underWay : .waiting
    trace.reason = select.text(1)
    trace.at = select.int(2)
    return true
  }

  private func addPlace(_ trace: inout CampaignTrace, _ campaign: Int, _ row: Int) throws(StoreError) {
    let select = try connection.statement(
      """
      SELECT checkpoint, reach FROM campaign_segments WHERE campaign=?1 AND first_row<=?2 AND end_row>?2
      """)
    select.set(1, campaign)
    select.set(2, row)
    defer { select.reset() }
    guard try select.next() else { return }
    trace.outcome = row < select.int(0) ? .passed : row < select.int(1) ? .underWay : .notReached
  }

  private func campaignReceipts(_ campaign: Int, _ row: Int) throws(StoreError) -> [Receipt.Kind] {
    let select = try connection.statement(
      "SELECT kind FROM campaign_receipts WHERE campaign=?1 AND registration=?2 ORDER BY kind")
    select.set(1, campaign)
    select.set(2, row)
    var found: [Receipt.Kind] = []
    while try select.next() { if let kind = Receipt.Kind(rawValue: select.text(0)) { found.append(kind) } }
    return found
  }
}
