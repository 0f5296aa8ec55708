extension SQLSession {
  func sweep(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    switch sweep {
    case .prune(let unseenSince): try prune(unseenSince: unseenSince, limit: limit, now: now)
    case .liftQuarantine(let before): try liftQuarantine(before: before, limit: limit)
    case .tombstones(let before): try removeTombstones(before: before, limit: limit)
    case .notifications, .receipts, .inbox, .rollups, .parameters, .attempts, .overdue:
      try sweepOutbox(sweep, limit: limit, now: now)
    }
  }

  private func prune(unseenSince: Int, limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      """
      SELECT * FROM registrations WHERE confirmed_day<=?1 AND confirmed_at<?2 ORDER BY confirmed_day LIMIT ?3
      /*+pg FOR UPDATE SKIP LOCKED */
      """)
    select.set(1, unseenSince / RegistrationRow.day)
    select.set(2, unseenSince)
    select.set(3, limit)
    let unseen = try all(select)
    for registration in unseen {
      let days = (now - registration.lastConfirmedAt) / RegistrationRow.day
      let tombstone = Lifecycle.tombstone(registration, .pruned, "not seen for \(days) days", now)
      try remove(registration, tombstone)
      var facts = WebhookFacts()
      facts.installation = registration.installation
      facts.reason = tombstone.detail
      facts.at = now
      try announce("pruned", tenant: try names.makeTenantNumber(registration.tenant), facts, now: now)
    }
    return SweepOutcome(removed: unseen.count, hasMore: unseen.count == limit)
  }

  private func liftQuarantine(before: Int, limit: Int) throws(StoreError) -> SweepOutcome {
    connection.forgetPrefetched(nil)
    let update = try connection.statement(
      """
      UPDATE registrations SET hold_kind=NULL, hold_reason=NULL, hold_since=NULL WHERE id IN (
        SELECT id FROM registrations WHERE hold_kind=1 AND hold_since<?1 ORDER BY hold_since LIMIT ?2
        /*+pg FOR UPDATE SKIP LOCKED */)
      """)
    update.set(1, before)
    update.set(2, limit)
    try update.run()
    let lifted = try connection.changes()
    return SweepOutcome(removed: lifted, hasMore: lifted == limit)
  }

  /// The oldest lie in front: it ends at the first that is young enough.
  private func removeTombstones(before: Int, limit: Int) throws(StoreError) -> SweepOutcome {
    let delete = try connection.statement(
      """
      DELETE FROM tombstones WHERE id IN (
        SELECT id FROM (SELECT id, at FROM tombstones ORDER BY id LIMIT ?2) AS oldest WHERE at<?1)
      """)
    delete.set(1, before)
    delete.set(2, limit)
    try delete.run()
    let removed = try connection.changes()
    return SweepOutcome(removed: removed, hasMore: removed == limit)
  }
}
