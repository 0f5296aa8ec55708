/// Cancel, restart and replay.
extension SQLSession {
  func cancel(tenant: String, notification: String, now: Int) throws(StoreError) -> CancelOutcome? {
    guard let tenant = try names.tenantNumber(tenant) else { return nil }
    let find = try connection.statement(
      """
      SELECT first_message, messages, class, max(accepted_at, not_before) FROM notifications
      WHERE tenant=?1 AND key=?2
      """)
    find.set(1, tenant)
    find.set(2, notification)
    guard try find.next() else { return nil }
    let (first, count, number, at) = (find.int(0), find.int(1), find.int32(2), find.int(3))
    find.reset()
    var outcome = CancelOutcome()
    var hasGone = false
    for message in first..<first + count {
      guard let row = try machine(message) else { continue }
      var machine = row.machine
      if machine.state.hasEnded {
        outcome.ended += 1
        hasGone = hasGone || machine.mayHaveBeenSent
      } else if machine.apply(.cancel) {
        try write(message, machine, reason: .cancelled, now: now)
        countEnd(machine.state, reason: .cancelled, number: number, lane: row.lane, now: now)
        if machine.state == .suppressed { outcome.cancelled += 1 } else { outcome.tooLate += 1 }
      } else {
        outcome.tooLate += 1
      }
    }
    // What nobody got before its time, or at all, is not to be read in the inbox either.
    if !hasGone, outcome.tooLate == 0, outcome.cancelled > 0 || at > now {
      try removeInbox(tenant: tenant, notification: notification, at: at)
    }
    return outcome
  }

  func expireLeases(now: Int) throws(StoreError) -> Int {
    let select = try connection.statement(
      """
      SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.lane, n.class
      FROM messages m INDEXED BY messages_due JOIN notifications n ON n.id=m.notification
      WHERE m.state<2 AND m.state=1 /*+pg FOR UPDATE OF m SKIP LOCKED */
      """)
    let count = try loseLeases(select, now: now)
    outbox.onProbation = [:]
    outbox.passedProbation = 0
    return count
  }

  /// Their parameters are kept as long as they are. Of those whose time is over none is sent any more.
  func replayDead(limit: Int, now: Int) throws(StoreError) -> Int {
    let select = try connection.statement("SELECT id FROM messages WHERE state=8 ORDER BY id LIMIT ?1")
    select.set(1, limit)
    var found: [Int] = []
    while try select.next() { found.append(select.int(0)) }
    return try replayDead(rows: found, now: now)
  }

  func replayDead(rows found: [Int], now: Int) throws(StoreError) -> Int {
    var count = 0
    for message in found {
      guard var machine = try machine(message)?.machine, machine.apply(.replay(now: now)) else { continue }
      try write(message, machine, reason: Suppression(rawValue: ""), now: now)
      count += 1
    }
    if count > 0 { outbox.hasBacklog = [Bool?](repeating: nil, count: outbox.hasBacklog.count) }
    return count
  }
}
