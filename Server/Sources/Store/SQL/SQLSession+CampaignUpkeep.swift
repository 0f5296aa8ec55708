/// What devices report of campaigns, and what goes in time.
extension SQLSession {
  enum CampaignReceipt {
    /// Or dropped, since the device is not in the sample.
    case counted
    case repeated
  }

  /// Nil: there is no campaign of this name that the device may have something of.
  func receiveOfCampaign(
    _ receipt: Receipt, _ device: ReportingDevice
  ) throws(StoreError) -> CampaignReceipt? {
    let select = try connection.statement(
      "SELECT id, sampling FROM campaigns WHERE tenant=?1 AND key=?2 AND last_row>=?3 AND started_at IS NOT NULL"
    )
    select.set(1, device.tenant)
    select.set(2, receipt.notification)
    select.set(3, device.registration)
    guard try select.next() else { return nil }
    let campaign = select.int(0)
    let sampling = select.int(1)
    select.reset()
    guard
      CampaignSample.contains(
        installation: device.installation, campaign: receipt.notification, one: sampling)
    else { return .counted }
    let insert = try connection.statement(
      """
      INSERT INTO campaign_receipts(campaign, registration, kind) VALUES(?1, ?2, ?3) ON CONFLICT DO NOTHING
      """)
    insert.set(1, campaign)
    insert.set(2, device.registration)
    insert.set(3, receipt.kind.rawValue)
    try insert.run()
    guard try connection.changes() == 1 else { return .repeated }
    count(campaign, CampaignCount.receiptPrefix + receipt.kind.rawValue, "", by: 1)
    return .counted
  }

  /// An account's name goes from the lists of audiences.
  func eraseCampaigns(tenant: Int32, account: String) throws(StoreError) {
    let delete = try connection.statement(
      """
      DELETE FROM campaign_accounts WHERE account=?2 AND campaign IN (SELECT id FROM campaigns WHERE tenant=?1)
      """)
    delete.set(1, tenant)
    delete.set(2, account)
    try delete.run()
  }

  /// Campaigns that ended before, a part of one at a time.
  func sweepCampaigns(_ before: Int, _ limit: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      "SELECT id FROM campaigns WHERE state>=4 AND ended_at<?1 ORDER BY id LIMIT 1")
    select.set(1, before)
    guard try select.next() else { return SweepOutcome() }
    let row = select.int(0)
    select.reset()
    for statement in [
      try connection.statement(
        """
        DELETE FROM campaign_receipts WHERE campaign=?1 AND registration IN (
          SELECT registration FROM campaign_receipts WHERE campaign=?1 ORDER BY registration LIMIT ?2)
        """),
      try connection.statement(
        """
        DELETE FROM campaign_exceptions WHERE campaign=?1 AND registration IN (
          SELECT registration FROM campaign_exceptions WHERE campaign=?1 ORDER BY registration LIMIT ?2)
        """),
      try connection.statement(
        """
        DELETE FROM campaign_accounts WHERE campaign=?1 AND account IN (
          SELECT account FROM campaign_accounts WHERE campaign=?1 ORDER BY account LIMIT ?2)
        """),
    ] {
      statement.set(1, row)
      statement.set(2, limit)
      try statement.run()
      if try connection.changes() > 0 { return SweepOutcome(removed: 0, hasMore: true) }
    }
    for statement in [
      try connection.statement("DELETE FROM campaign_segments WHERE campaign=?1"),
      try connection.statement("DELETE FROM campaign_counts WHERE campaign=?1"),
      try connection.statement("DELETE FROM campaigns WHERE id=?1"),
    ] {
      statement.set(1, row)
      try statement.run()
    }
    return SweepOutcome(removed: 1, hasMore: true)
  }
}
