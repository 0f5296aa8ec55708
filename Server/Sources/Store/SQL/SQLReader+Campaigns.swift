/// What is shown of campaigns.
extension SQLReader {
  func campaign(tenant: String?, id: String) throws(StoreError) -> CampaignView? {
    let select = try connection.statement(
      """
      SELECT c.id, t.name, c.key, c.class, c.state, c.way, c.audience, c.rate, c.ramp, c.sampling, c.created_at,
        c.starts_at, c.started_at, c.ended_at, c.why, c.total
      FROM campaigns c JOIN tenants t ON t.id=c.tenant
      WHERE c.key=?1 AND (?2 IS NULL OR t.name=?2) ORDER BY c.id DESC LIMIT 1
      """)
    select.set(1, id)
    select.set(2, tenant)
    return try views(select).first
  }

  func campaigns(tenant: String?, before: Int?, limit: Int) throws(StoreError) -> [CampaignView] {
    let select = try connection.statement(
      """
      SELECT c.id, t.name, c.key, c.class, c.state, c.way, c.audience, c.rate, c.ramp, c.sampling, c.created_at,
        c.starts_at, c.started_at, c.ended_at, c.why, c.total
      FROM campaigns c JOIN tenants t ON t.id=c.tenant
      WHERE c.id<?1 AND (?2 IS NULL OR t.name=?2) ORDER BY c.id DESC LIMIT ?3
      """)
    select.set(1, before ?? .max)
    select.set(2, tenant)
    select.set(3, limit)
    return try views(select)
  }

  private func views(_ select: any SQLStatement) throws(StoreError) -> [CampaignView] {
    var found: [CampaignView] = []
    var withAccounts: [Int] = []
    while try select.next() {
      var view = CampaignView()
      view.row = select.int(0)
      view.tenant = select.text(1)
      view.id = select.text(2)
      view.className = try names.className(select.int32(3))
      view.state = CampaignState(rawValue: select.byte(4)) ?? .failed
      view.way = CampaignWay(rawValue: select.byte(5)) ?? .direct
      let (audience, hasAccounts) = CampaignText.audience(select.text(6))
      view.audience = audience
      if hasAccounts { withAccounts.append(found.count) }
      view.ratePerSecond = select.int(7)
      view.ramp = CampaignText.ramp(select.text(8))
      view.receiptSampling = select.int(9)
      view.createdAt = select.int(10)
      view.startsAt = select.int(11)
      view.startedAt = select.optionalInt(12)
      view.endedAt = select.optionalInt(13)
      view.why = select.text(14)
      view.total = select.int(15)
      found.append(view)
    }
    for place in withAccounts { found[place].audience.accounts = try accounts(found[place].row) }
    for place in found.indices { try addCounts(&found[place]) }
    return found
  }

  private func accounts(_ campaign: Int) throws(StoreError) -> [String] {
    let select = try connection.statement(
      "SELECT account FROM campaign_accounts WHERE campaign=?1 ORDER BY account")
    select.set(1, campaign)
    var found: [String] = []
    while try select.next() { found.append(select.text(0)) }
    return found
  }

  /// So that the ends of an ended campaign come to its total, and those of a running one to what was looked
  /// at but for those that wait.
  private func addCounts(_ view: inout CampaignView) throws(StoreError) {
    let select = try connection.statement(
      "SELECT kind, reason, count FROM campaign_counts WHERE campaign=?1 ORDER BY kind, reason")
    select.set(1, view.row)
    while try select.next() {
      view.counts.append(CampaignCount(kind: select.text(0), reason: select.text(1), count: select.int(2)))
    }
    let ended = view.counts.reduce(0) { CampaignCount.ends.contains($1.kind) ? $0 + $1.count : $0 }
    guard !view.state.hasEnded else {
      let rest = view.total - ended
      if rest > 0 { view.add(rest) }
      view.looked = max(view.total, ended)
      view.total = view.looked
      return
    }
    let waiting = try connection.statement(
      "SELECT count(*) FROM campaign_exceptions WHERE campaign=?1 AND state<2")
    waiting.set(1, view.row)
    if try waiting.next() { view.waiting = waiting.int(0) }
    waiting.reset()
    view.looked = ended + view.waiting
    // Who joined the audience after it was counted is sent to all the same.
    view.total = max(view.total, view.looked)
  }
}

extension CampaignView {
  /// Devices of an ended campaign that were never looked at.
  fileprivate mutating func add(_ rest: Int) {
    let (kind, reason) =
      switch state {
      case .cancelled: (CampaignCount.suppressed, Suppression.cancelled.rawValue)
      case .failed: (CampaignCount.failed, why)
      default: (CampaignCount.gone, "")
      }
    if let place = counts.firstIndex(where: { $0.kind == kind && $0.reason == reason }) {
      counts[place].count += rest
    } else {
      counts.append(CampaignCount(kind: kind, reason: reason, count: rest))
    }
  }
}
