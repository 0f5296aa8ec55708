/// What a feed is given, and what nodes claim by what it brings them. Its mark on a row is `holder=-1`.
extension SQLSession {
  func feedDue(
    _ request: ClaimRequest, until lease: Int, fed: inout [FedMessage], now: Int
  ) throws(StoreError) -> ClaimOutcome {
    var outcome = ClaimOutcome()
    outcome.last = request.after
    var tenants = try tenantsWithDue(request, now: now)
    let hasNothing = tenants.due.isEmpty
    while !tenants.due.isEmpty, outcome.claimed < request.limit {
      let share = max((request.limit - outcome.claimed) / tenants.due.count, 1)
      var next: [Int32] = []
      for tenant in tenants.due {
        let room = min(share, request.limit - outcome.claimed)
        guard room > 0 else {
          next.append(tenant)
          continue
        }
        let rows = try mark(request, tenant, limit: room, until: lease, now: now)
        // What is due and was not queued is leased by a node that has lost it.
        let lost =
          rows.count < room ? try loseLeases(request, tenant, limit: room, &outcome, now: now) : 0
        for row in rows { fed.append(FedMessage(row: row, lease: lease)) }
        outcome.claimed += rows.count
        outcome.last = tenant
        if rows.count == room || lost > 0 { next.append(tenant) }
      }
      tenants.due = next
    }
    outcome.hasMore = !tenants.due.isEmpty || tenants.isCut
    if !outcome.hasMore { outcome.nextDueAt = hasNothing ? tenants.next : try nextDue(request) }
    outbox.hasBacklog[OutboxMemory.place(request.lane, request.band)] = outcome.hasMore
    return outcome
  }

  /// Marks what is due of one tenant, the oldest first; returns it by row.
  private func mark(
    _ request: ClaimRequest, _ tenant: Int32, limit: Int, until lease: Int, now: Int
  ) throws(StoreError) -> [Int] {
    let update = try connection.statement(
      """
      WITH picked AS MATERIALIZED (
        SELECT m.id FROM messages m INDEXED BY messages_due
        WHERE m.state<2 AND m.lane=?1 AND m.band=?2 AND m.tenant=?3 AND m.due<=?4 AND m.state=0
        ORDER BY m.due LIMIT ?5 /*+pg FOR UPDATE SKIP LOCKED */)
      UPDATE messages SET due=?6, holder=-1 WHERE id IN (SELECT picked.id FROM picked) RETURNING id
      """)
    update.set(1, request.lane.rawValue)
    update.set(2, request.band.rawValue)
    update.set(3, tenant)
    update.set(4, now)
    update.set(5, limit)
    update.set(6, max(lease, now + 1))
    defer { update.reset() }
    var rows: [Int] = []
    while try update.next() { rows.append(update.int(0)) }
    return rows.sorted()
  }

  private func loseLeases(
    _ request: ClaimRequest, _ tenant: Int32, limit: Int, _ outcome: inout ClaimOutcome, now: Int
  ) throws(StoreError) -> Int {
    let select = try connection.statement(
      """
      SELECT m.id, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, n.class
      FROM messages m INDEXED BY messages_due JOIN notifications n ON n.id=m.notification
      WHERE m.state<2 AND m.lane=?1 AND m.band=?2 AND m.tenant=?3 AND m.due<=?4 AND m.state>0
      ORDER BY m.due LIMIT ?5 /*+pg FOR UPDATE OF m SKIP LOCKED */
      """)
    select.set(1, request.lane.rawValue)
    select.set(2, request.band.rawValue)
    select.set(3, tenant)
    select.set(4, now)
    select.set(5, limit)
    var rows: [(message: Int, machine: OutboxMachine, number: Int32)] = []
    while try select.next() { rows.append((select.int(0), Self.machine(select, at: 1), select.int32(6))) }
    let rule = LeaseRule(settings.policy)
    for row in rows {
      var machine = row.machine
      guard machine.apply(.leaseLost(now: now, rule)) else { continue }
      let isDead = machine.state == .dead
      try write(row.message, machine, reason: isDead ? Suppression(rawValue: LeaseRule.cause) : nil, now: now)
      guard isDead else { continue }
      outcome.dead += 1
      countEnd(.dead, reason: nil, number: row.number, lane: request.lane.rawValue, now: now)
    }
    return rows.count
  }

  // MARK: By row

  func claim(
    _ request: ClaimRequest, messages: [Int], claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> ClaimOutcome {
    var outcome = ClaimOutcome()
    outcome.last = request.after
    guard !messages.isEmpty else { return outcome }
    _ = try bindingKey(now: now)
    var shared = ClaimShared()
    let place = OutboxMemory.place(request.lane, request.band)
    if outbox.hasBacklog[place] == true { outbox.hasBacklog[place] = nil }
    for (tenant, row) in try rows(messages, request, now: now, &shared) {
      var row = row
      // The feed's time with it is over: it is claimed.
      if row.machine.state == .queued, row.machine.due > now {
        _ = row.machine.apply(.postpone(until: now))
      }
      try settle(row, request, tenant, &shared, &claimed, &outcome, now: now)
    }
    return outcome
  }

  private func rows(
    _ messages: [Int], _ request: ClaimRequest, now: Int, _ shared: inout ClaimShared
  ) throws(StoreError) -> [(tenant: Int32, row: ClaimRow)] {
    // The keys of an object, since both databases read those alike.
    let select = try connection.statement(
      """
      SELECT m.id, m.notification, m.registration, m.state, m.due, m.attempts, m.lost_leases, m.unanswered,
        m.meant, n.class, n.is_challenge, n.accepted_at, n.not_before, n.expires_at, n.key, r.id, r.tenant,
        r.installation, r.generation, r.platform, r.environment, r.token, r.token_kind, r.binding, r.account,
        r.permission, r.confirmed_at, r.hold_kind, n.topic, m.tenant
      FROM messages m JOIN notifications n ON n.id=m.notification
        LEFT JOIN registrations r ON r.id=m.registration
      WHERE m.id IN (SELECT CAST(key AS BIGINT) FROM json_each(/*+pg CAST( */?1 /*+pg AS json) */))
        AND m.state+0<2 AND m.lane+0=?2 AND m.band=?3 AND (m.due<=?4 OR m.state=0 AND m.holder=-1)
      ORDER BY m.id /*+pg FOR UPDATE OF m */
      """)
    var list = "{"
    list.reserveCapacity(messages.count * 16)
    for message in messages { list += list.utf8.count > 1 ? ",\"\(message)\":0" : "\"\(message)\":0" }
    list += "}"
    select.set(1, list)
    select.set(2, request.lane.rawValue)
    select.set(3, request.band.rawValue)
    select.set(4, now)
    defer { select.reset() }
    var rows: [(tenant: Int32, row: ClaimRow)] = []
    rows.reserveCapacity(messages.count)
    shared.texts.removeAll(keepingCapacity: true)
    while try select.next() {
      let tenant = select.int32(29)
      rows.append((tenant, try row(select, tenant, try names.tenantName(tenant), &shared)))
    }
    return rows
  }

  // MARK: Back to the queue

  func returnFed(_ messages: [FedMessage], now: Int) throws(StoreError) -> Int {
    var count = 0
    for message in messages {
      let update = try connection.statement(
        "UPDATE messages SET due=?3, holder=0 WHERE id=?1 AND state+0=0 AND holder+0=-1 AND due=?2")
      update.set(1, message.row)
      update.set(2, message.lease)
      update.set(3, now)
      try update.run()
      count += try connection.changes()
    }
    return count
  }

  func recallFed(limit: Int, now: Int) throws(StoreError) -> Int {
    let update = try connection.statement(
      """
      WITH picked AS MATERIALIZED (
        SELECT m.id FROM messages m INDEXED BY messages_fed WHERE m.holder=-1
        LIMIT ?1 /*+pg FOR UPDATE SKIP LOCKED */)
      UPDATE messages SET due=CASE WHEN due>?2 THEN ?2 ELSE due END, holder=0
      WHERE state=0 AND id IN (SELECT picked.id FROM picked)
      """)
    update.set(1, limit)
    update.set(2, now)
    try update.run()
    let count = try connection.changes()
    if count > 0 { outbox.hasBacklog = [Bool?](repeating: nil, count: outbox.hasBacklog.count) }
    return count
  }
}
