extension SQLiteSession {
  private var notYet: StoreError { StoreError(.library, "The outbox is not built yet.") }

  func accept(
    _ request: NotificationRequest, capacity: any LaneCapacity, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> AcceptOutcome { throw notYet }

  func claim(
    _ request: ClaimRequest, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> ClaimOutcome { throw notYet }

  func apply(_ batch: VerdictBatch, now: Int) throws(StoreError) -> VerdictEffects { throw notYet }

  func cancel(tenant: String, notification: String, now: Int) throws(StoreError) -> CancelOutcome? {
    throw notYet
  }

  func expireLeases(now: Int) throws(StoreError) -> Int { throw notYet }
  func replayDead(limit: Int, now: Int) throws(StoreError) -> Int { throw notYet }
  func receive(_ batch: ReceiptBatch, now: Int) throws(StoreError) -> ReceiptOutcome { throw notYet }

  func markRead(
    tenant: String, account: String, notifications: [String], now: Int
  ) throws(StoreError) -> Int { throw notYet }

  func setWebhookKinds(_ kinds: Set<String>) throws(StoreError) { throw notYet }
  func finishWebhook(row: Int) throws(StoreError) { throw notYet }
  func postponeWebhook(row: Int, dueAt: Int) throws(StoreError) { throw notYet }
  func count(_ key: RollupKey, by amount: Int) throws(StoreError) { throw notYet }

  /// Of the sweeps these: notifications, receipts, inbox, rollups, parameters, attempts.
  func sweepOutbox(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome { throw notYet }

  /// The account's inbox items, and the parameters of its messages.
  func eraseOutbox(
    tenant: Int32, account: String, now: Int
  ) throws(StoreError) -> (inbox: Int, messages: Int) { throw notYet }
}
