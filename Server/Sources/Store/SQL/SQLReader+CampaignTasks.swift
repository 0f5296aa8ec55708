extension SQLReader {
  func campaignPulses() throws(StoreError) -> [CampaignPulse] {
    let select = try connection.statement(
      """
      SELECT id, state, starts_at,
        (SELECT min(e.due) FROM campaign_exceptions e WHERE e.campaign=campaigns.id AND e.state<2)
      FROM campaigns WHERE state<4 ORDER BY id
      """)
    var found: [CampaignPulse] = []
    while try select.next() {
      guard let state = CampaignState(rawValue: select.byte(1)) else { continue }
      found.append(
        CampaignPulse(
          row: select.int(0), state: state, startsAt: select.int(2), nextRetryAt: select.optionalInt(3)))
    }
    return found
  }

  func campaignTask(_ row: Int) throws(StoreError) -> CampaignTask? {
    let select = try connection.statement(
      """
      SELECT c.tenant, c.key, c.class, c.state, c.audience, c.parameters, c.way, c.rate, c.ramp, c.starts_at,
        c.started_at, c.expires_at, c.last_row, c.total, k.name, k.silent, k.audience, k.channel
      FROM campaigns c JOIN classes k ON k.id=c.class WHERE c.id=?1
      """)
    select.set(1, row)
    defer { select.reset() }
    guard try select.next() else { return nil }
    var task = CampaignTask()
    task.row = row
    task.tenantNumber = select.int32(0)
    task.tenant = try names.tenantName(task.tenantNumber)
    task.id = select.text(1)
    task.facts.number = select.int32(2)
    task.state = CampaignState(rawValue: select.byte(3)) ?? .failed
    (task.audience, task.hasAccounts) = CampaignText.audience(select.text(4))
    task.parameters = select.bytes(5)
    task.way = CampaignWay(rawValue: select.byte(6)) ?? .direct
    task.ratePerSecond = select.int(7)
    task.ramp = CampaignText.ramp(select.text(8))
    task.startsAt = select.int(9)
    task.startedAt = select.optionalInt(10)
    task.expiresAt = select.int(11)
    task.lastRow = select.int(12)
    task.total = select.int(13)
    task.facts.name = select.text(14)
    task.facts.isSilent = select.int(15) != 0
    // What is not understood is taken for the strictest.
    task.facts.audience = ClassFacts.Audience(rawValue: select.byte(16)) ?? .account
    task.facts.channel = select.optionalText(17)
    return task
  }
}
