/// Upkeep of the outbox's half: each call is a small step from the oldest end, and leaves what lives.
extension SQLSession {
  func sweepOutbox(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    let limit = max(limit, 1)
    switch sweep {
    case .notifications(let before):
      var outcome = try sweepNotifications(before, limit)
      let campaigns = try sweepCampaigns(before, limit)
      outcome.removed += campaigns.removed
      outcome.hasMore = outcome.hasMore || campaigns.hasMore
      return outcome
    case .parameters: return try sweepParameters(limit)
    case .receipts(let before): return try sweepReceipts(before, limit)
    case .inbox(let before):
      return try remove(
        connection.statement(
          "DELETE FROM inbox WHERE id IN (SELECT id FROM inbox WHERE at<?1 ORDER BY at LIMIT ?2)"),
        before, limit)
    case .rollups(let beforeDay): return try sweepRollups(beforeDay)
    case .attempts(let before):
      let removed = try connection.attempts.remove(beforeDay: before / 86_400_000, limit: limit)
      return SweepOutcome(removed: removed, hasMore: removed == limit)
    case .overdue: return try sweepOverdue(limit, now: now)
    case .prune, .liftQuarantine, .tombstones: return SweepOutcome()
    }
  }

  private func remove(
    _ statement: any SQLStatement, _ before: Int, _ limit: Int
  ) throws(StoreError) -> SweepOutcome {
    statement.set(1, before)
    statement.set(2, limit)
    try statement.run()
    let removed = try connection.changes()
    return SweepOutcome(removed: removed, hasMore: removed == limit)
  }

  // MARK: Notifications

  private struct OldNotification {
    var row: Int
    var firstMessage: Int
    var messages: Int
    var end: Int { firstMessage + messages }
  }

  private func sweepNotifications(_ before: Int, _ limit: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      """
      SELECT id, accepted_at, first_message, messages FROM notifications
      WHERE id>?1 AND id<(SELECT max(id) FROM notifications) ORDER BY id LIMIT ?2
      """)
    select.set(1, outbox.sweeps.notifications)
    select.set(2, limit)
    var old: [OldNotification] = []
    var seen = 0
    while try select.next() {
      guard select.int(1) < before else {
        select.reset()
        break
      }
      seen += 1
      old.append(OldNotification(row: select.int(0), firstMessage: select.int(2), messages: select.int(3)))
    }
    var outcome = SweepOutcome()
    var room = limit
    for item in old {
      guard room > 0 else {
        outcome.hasMore = true
        return outcome
      }
      if try isLive(item.firstMessage, item.end, includingDead: false) {
        outbox.sweeps.notifications = item.row
        continue
      }
      let gone = try removeMessages(item, limit: room)
      room -= max(gone, 1)
      guard try !hasMessages(item) else {
        outcome.hasMore = true
        return outcome
      }
      for statement in [
        try connection.statement("DELETE FROM parameters WHERE notification=?1"),
        try connection.statement("DELETE FROM notifications WHERE id=?1"),
      ] {
        statement.set(1, item.row)
        try statement.run()
      }
      outcome.removed += 1
      outbox.sweeps.notifications = item.row
    }
    outcome.hasMore = seen == limit
    if !outcome.hasMore { outbox.sweeps.notifications = 0 }
    return outcome
  }

  private func removeMessages(_ item: OldNotification, limit: Int) throws(StoreError) -> Int {
    var removed = 0
    let end = min(item.end, item.firstMessage + limit)
    // What went in an earlier step is passed over.
    let first = try connection.statement("SELECT min(id) FROM messages WHERE id>=?1 AND id<?2")
    first.set(1, item.firstMessage)
    first.set(2, item.end)
    let start = try first.next() && !first.isNull(0) ? first.int(0) : item.firstMessage
    first.reset()
    let last = min(item.end, start + (end - item.firstMessage))
    for statement in [
      try connection.statement("DELETE FROM receipts WHERE message>=?1 AND message<?2"),
      try connection.statement("DELETE FROM messages WHERE id>=?1 AND id<?2"),
    ] {
      statement.set(1, start)
      statement.set(2, last)
      try statement.run()
      removed = try connection.changes()
    }
    return removed
  }

  private func hasMessages(_ item: OldNotification) throws(StoreError) -> Bool {
    let select = try connection.statement("SELECT 1 FROM messages WHERE id>=?1 AND id<?2 LIMIT 1")
    select.set(1, item.firstMessage)
    select.set(2, item.end)
    defer { select.reset() }
    return try select.next()
  }

  private func isLive(_ first: Int, _ end: Int, includingDead: Bool) throws(StoreError) -> Bool {
    let select = try connection.statement(
      "SELECT 1 FROM messages WHERE id>=?1 AND id<?2 AND (state<2 OR state=8 AND ?3=1) LIMIT 1")
    select.set(1, first)
    select.set(2, end)
    select.set(3, includingDead ? 1 : 0)
    defer { select.reset() }
    return try select.next()
  }

  // MARK: Parameters

  /// Dead letters keep theirs, so that they can be replayed.
  private func sweepParameters(_ limit: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      """
      SELECT p.notification, n.first_message, n.messages FROM parameters p
        LEFT JOIN notifications n ON n.id=p.notification
      WHERE p.notification>?1 ORDER BY p.notification LIMIT ?2
      """)
    select.set(1, outbox.sweeps.parameters)
    select.set(2, limit)
    var rows: [(row: Int, first: Int, end: Int)] = []
    while try select.next() { rows.append((select.int(0), select.int(1), select.int(1) + select.int(2))) }
    var outcome = SweepOutcome()
    let delete = try connection.statement("DELETE FROM parameters WHERE notification=?1")
    for row in rows where try !isLive(row.first, row.end, includingDead: true) {
      delete.set(1, row.row)
      try delete.run()
      outcome.removed += 1
    }
    outcome.hasMore = rows.count == limit
    outbox.sweeps.parameters = outcome.hasMore ? rows.last?.row ?? 0 : 0
    return outcome
  }

  // MARK: Receipts

  private func sweepReceipts(_ before: Int, _ limit: Int) throws(StoreError) -> SweepOutcome {
    var outcome = try remove(
      connection.statement(
        """
        DELETE FROM client_events WHERE row IN (SELECT row FROM client_events ORDER BY row LIMIT ?2)
        AND received_at<?1
        """), before, limit)
    // A receipt is younger than its message, and messages are in the order of time.
    let end = try firstMessage(acceptedSince: before)
    let select = try connection.statement(
      """
      SELECT message, max(received_at) FROM receipts WHERE message>?1 AND message<?2
      GROUP BY message ORDER BY message LIMIT ?3
      """)
    select.set(1, outbox.sweeps.receipts)
    select.set(2, end)
    select.set(3, limit)
    var rows: [Int] = []
    var last = 0
    var seen = 0
    while try select.next() {
      seen += 1
      last = select.int(0)
      if select.int(1) < before { rows.append(last) }
    }
    let delete = try connection.statement("DELETE FROM receipts WHERE message=?1")
    for row in rows {
      delete.set(1, row)
      try delete.run()
      outcome.removed += try connection.changes()
    }
    outbox.sweeps.receipts = seen == limit ? last : 0
    outcome.hasMore = outcome.hasMore || seen == limit
    return outcome
  }

  /// The first message of the first notification that was accepted since; above all where there is none.
  private func firstMessage(acceptedSince time: Int) throws(StoreError) -> Int {
    let bounds = try connection.statement(
      "SELECT (SELECT min(id) FROM notifications), (SELECT max(id) FROM notifications)")
    defer { bounds.reset() }
    guard try bounds.next(), !bounds.isNull(0) else { return .max }
    var low = bounds.int(0)
    var high = bounds.int(1) + 1
    let probe = try connection.statement(
      "SELECT id, accepted_at FROM notifications WHERE id>=?1 ORDER BY id LIMIT 1")
    while low < high {
      let middle = low + (high - low) / 2
      probe.set(1, middle)
      let isOld = try probe.next() && probe.int(1) < time
      let found = isOld ? probe.int(0) : 0
      probe.reset()
      if isOld { low = found + 1 } else { high = middle }
    }
    let first = try connection.statement(
      "SELECT first_message FROM notifications WHERE id>=?1 ORDER BY id LIMIT 1")
    first.set(1, low)
    defer { first.reset() }
    return try first.next() ? first.int(0) : .max
  }

  // MARK: Counters, and what nobody claims

  /// One metric of one day at a time.
  private func sweepRollups(_ beforeDay: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      "SELECT day, metric FROM rollups WHERE day<?1 ORDER BY day, metric LIMIT 1")
    select.set(1, beforeDay)
    guard try select.next() else { return SweepOutcome() }
    let (day, metric) = (select.int(0), select.text(1))
    select.reset()
    let delete = try connection.statement("DELETE FROM rollups WHERE day=?1 AND metric=?2")
    delete.set(1, day)
    delete.set(2, metric)
    try delete.run()
    return SweepOutcome(removed: try connection.changes(), hasMore: true)
  }

  /// A lane that is claimed ends what is too late by itself; this is for lanes that are not there any more.
  /// Each step looks at no more than `limit` of what waits, however much that is.
  private func sweepOverdue(_ limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    let select = try connection.statement(
      """
      SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.lane, m.band, m.tenant, n.class,
        max(n.accepted_at, n.not_before), n.expires_at, m.holder
      FROM messages m INDEXED BY messages_due JOIN notifications n ON n.id=m.notification
      WHERE m.state<2 AND (m.lane, m.band, m.tenant, m.due, m.state, m.id)>(?1, ?2, ?3, ?4, ?5, ?6)
      ORDER BY m.lane, m.band, m.tenant, m.due, m.state, m.id LIMIT ?7
      /*+pg FOR UPDATE OF m SKIP LOCKED */
      """)
    let from = outbox.sweeps.overdue
    let values = [from.lane, from.band, from.tenant, from.due, from.state, from.message, limit]
    for (index, value) in values.enumerated() {
      select.set(Int32(index + 1), value)
    }
    var place = from
    var seen = 0
    var late: [(message: Int, machine: OutboxMachine, lane: UInt8, number: Int32)] = []
    while try select.next() {
      seen += 1
      place = .init(
        lane: select.int(6), band: select.int(7), tenant: select.int(8), due: select.int(2),
        state: select.int(1),
        message: select.int(0))
      let machine = Self.machine(select, at: 1)
      let deadline = Lifetime.deadline(createdAt: select.int(10), expiresAt: select.int(11))
      // A lease is ended by its holder, or lost and claimed again. What the feed has is nobody's yet.
      guard machine.state == .queued, deadline <= now, machine.due <= now || select.int(12) == -1 else {
        continue
      }
      late.append((select.int(0), machine, select.byte(6), select.int32(9)))
    }
    var outcome = SweepOutcome(hasMore: seen == limit)
    for row in late {
      var machine = row.machine
      guard machine.apply(.timeOut) else { continue }
      try write(row.message, machine, now: now)
      countEnd(machine.state, reason: nil, number: row.number, lane: row.lane, now: now)
      outcome.removed += 1
    }
    outbox.sweeps.overdue = outcome.hasMore ? place : .init()
    return outcome
  }
}
