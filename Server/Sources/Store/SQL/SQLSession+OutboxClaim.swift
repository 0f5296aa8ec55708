/// Leases what is due, tenant by tenant.
extension SQLSession {
  func claim(
    _ request: ClaimRequest, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> ClaimOutcome {
    var outcome = ClaimOutcome()
    outcome.last = request.after
    _ = try bindingKey(now: now)
    var tenants = try tenantsWithDue(request, now: now)
    let hasNothing = tenants.due.isEmpty
    var shared = ClaimShared()
    // Ended ones count too, so that one call is bounded whatever it finds.
    var looks = request.limit * 4 + 64
    while !tenants.due.isEmpty, outcome.claimed < request.limit, looks > 0 {
      // Everyone gets the same in a round; who has less leaves the rest to the others.
      let share = max((request.limit - outcome.claimed) / tenants.due.count, 1)
      var next: [Int32] = []
      for tenant in tenants.due {
        let room = min(share, request.limit - outcome.claimed, looks)
        guard room > 0 else {
          next.append(tenant)
          continue
        }
        let rows = try dueRows(request, tenant, limit: room, now: now, &shared)
        for row in rows { try settle(row, request, tenant, &shared, &claimed, &outcome, now: now) }
        looks -= rows.count
        outcome.last = tenant
        if rows.count == room { next.append(tenant) }
      }
      tenants.due = next
    }
    connection.forgetPrefetched([.parameters])
    outcome.hasMore = !tenants.due.isEmpty || tenants.isCut
    if !outcome.hasMore { outcome.nextDueAt = hasNothing ? tenants.next : try nextDue(request) }
    outbox.hasBacklog[OutboxMemory.place(request.lane, request.band)] = outcome.hasMore
    return outcome
  }

  /// Tenants with something due, beginning after the one that was served last; and when the first of the
  /// others is due.
  func tenantsWithDue(
    _ request: ClaimRequest, now: Int
  ) throws(StoreError) -> (due: [Int32], isCut: Bool, next: Int?) {
    var due: [Int32] = []
    var next: Int?
    // More than can be served is not looked for.
    let most = max(request.limit, 1)
    for (from, to) in [(request.after, Int32.max), (Int32.min, request.after)] {
      var place = from
      while let (tenant, first) = try firstDue(request, after: place), tenant <= to {
        place = tenant
        if first > now {
          next = min(next ?? .max, first)
          continue
        }
        if due.count == most { return (due, true, nil) }
        due.append(tenant)
      }
    }
    return (due, false, next)
  }

  /// The next tenant after one, and when its first is due.
  private func firstDue(
    _ request: ClaimRequest, after tenant: Int32
  ) throws(StoreError) -> (tenant: Int32, due: Int)? {
    let select = try connection.statement(
      """
      SELECT tenant, due FROM messages INDEXED BY messages_due
      WHERE state<2 AND lane=?1 AND band=?2 AND tenant>?3 ORDER BY tenant, due LIMIT 1
      """)
    select.set(1, request.lane.rawValue)
    select.set(2, request.band.rawValue)
    select.set(3, tenant)
    defer { select.reset() }
    return try select.next() ? (select.int32(0), select.int(1)) : nil
  }

  func nextDue(_ request: ClaimRequest) throws(StoreError) -> Int? {
    var next: Int?
    var place = Int32.min
    while let (tenant, due) = try firstDue(request, after: place) {
      place = tenant
      next = min(next ?? .max, due)
    }
    return next
  }

  // MARK: Rows

  struct ClaimRow {
    var message: Int
    var notification: Int
    var registration: Int
    var machine: OutboxMachine
    var meant: Int?
    var number: Int32
    var isChallenge: Bool
    var createdAt: Int
    var expiresAt: Int
    var device: Eligibility.Device
    var generation: Int
    var tokenKind: DeviceTokenKind
    var key: Range<Int>
    var installation: Range<Int>
    var token: Range<Int>
    var account: Range<Int>
    var tenantName: String
  }

  struct ClaimShared {
    /// The texts of the rows.
    var texts: [UInt8] = []
    /// What the entries of one notification share.
    var notification = 0
    var slices = SharedTexts()

    mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
      let start = texts.count
      texts.append(contentsOf: bytes)
      return start..<texts.count
    }
  }

  /// What is due of one tenant, oldest first. All of it is read before anything is changed.
  private func dueRows(
    _ request: ClaimRequest, _ tenant: Int32, limit: Int, now: Int, _ shared: inout ClaimShared
  ) throws(StoreError) -> [ClaimRow] {
    let select = try connection.statement(
      """
      SELECT m.id, m.notification, m.registration, m.state, m.due, m.attempts, m.lost_leases, m.unanswered,
        m.meant, n.class, n.is_challenge, n.accepted_at, n.not_before, n.expires_at, n.key, r.id, r.tenant,
        r.installation, r.generation, r.platform, r.environment, r.token, r.token_kind, r.binding, r.account,
        r.permission, r.confirmed_at, r.hold_kind, n.topic
      FROM messages m INDEXED BY messages_due JOIN notifications n ON n.id=m.notification
        LEFT JOIN registrations r ON r.id=m.registration
      WHERE m.state<2 AND m.lane=?1 AND m.band=?2 AND m.tenant=?3 AND m.due<=?4 ORDER BY m.due LIMIT ?5
      /*+pg FOR UPDATE OF m SKIP LOCKED */
      """)
    select.set(1, request.lane.rawValue)
    select.set(2, request.band.rawValue)
    select.set(3, tenant)
    select.set(4, now)
    select.set(5, limit)
    defer { select.reset() }
    var rows: [ClaimRow] = []
    rows.reserveCapacity(limit)
    shared.texts.removeAll(keepingCapacity: true)
    let tenantName = try names.tenantName(tenant)
    while try select.next() { rows.append(try row(select, tenant, tenantName, &shared)) }
    if connection.isShared {
      for row in rows { try connection.prefetch(body(of: row.notification), for: .parameters) }
    }
    return rows
  }

  func row(
    _ select: any SQLStatement, _ tenant: Int32, _ tenantName: String, _ shared: inout ClaimShared
  ) throws(StoreError) -> ClaimRow {
    let number = select.int32(9)
    let isChallenge = select.int(10) != 0
    let facts = try facts(number)
    var device = Self.device(select, at: 19, channel: facts.channel, readsGate: !facts.isSilent)
    let isBroadcast = select.int(2) == 0 && !select.isNull(28)
    if isBroadcast {
      device = .subscribers
    } else if select.isNull(15) || !isChallenge && select.int32(16) != tenant {
      device.isKnown = false
    }
    let meant = select.optionalInt(8)
    let account = select.utf8(24)
    if let meant, let key = outbox.binding {
      var name = tenantName
      device.isMeantAccount =
        !select.isNull(24) && name.withUTF8 { key.accountHash(tenant: $0, account: account) } == meant
    }
    return ClaimRow(
      message: select.int(0), notification: select.int(1), registration: select.int(2),
      machine: Self.machine(select, at: 3), meant: meant, number: number, isChallenge: isChallenge,
      createdAt: max(select.int(11), select.int(12)), expiresAt: select.int(13), device: device,
      generation: select.int(18), tokenKind: DeviceTokenKind(rawValue: select.byte(22)) ?? .token,
      key: shared.keep(select.utf8(14)), installation: shared.keep(select.utf8(17)),
      token: shared.keep(select.utf8(isBroadcast ? 28 : 21)),
      account: meant == nil ? 0..<0 : shared.keep(account),
      tenantName: tenantName)
  }

  // MARK: What becomes of a row

  /// Leases one message that is due, or ends it, or has it wait on.
  func settle(
    _ row: ClaimRow, _ request: ClaimRequest, _ tenant: Int32, _ shared: inout ClaimShared,
    _ claimed: inout ClaimBatch, _ outcome: inout ClaimOutcome, now: Int
  ) throws(StoreError) {
    let rule = LeaseRule(settings.policy)
    var machine = row.machine
    if machine.state == .leased { _ = machine.apply(.leaseLost(now: now, rule)) }
    if machine.state == .dead {
      outcome.dead += 1
      return try end(row, machine, Suppression(rawValue: LeaseRule.cause), request, now: now)
    }
    let facts = try facts(row.number)
    let deadline = Lifetime.deadline(createdAt: row.createdAt, expiresAt: row.expiresAt)
    // What gets one attempt has had it when a lease was lost.
    if now >= deadline || row.expiresAt == row.createdAt && machine.lostLeases > 0 {
      guard machine.apply(.timeOut) else { return }
      outcome.ended += 1
      return try end(row, machine, nil, request, now: now)
    }
    let subject = Eligibility.Subject(
      meansAccount: row.meant != nil, isSilent: facts.isSilent, band: request.band)
    let decision = decide(
      subject, row.device, isChallenge: row.isChallenge, now: now, exists: { _ in true })
    guard case .send(let lane) = decision else {
      guard case .suppress(let reason) = decision, machine.apply(.suppress) else { return }
      outcome.ended += 1
      return try end(row, machine, reason, request, now: now)
    }
    if lane != request.lane {
      // The device has said since that its token is of another environment.
      try write(row.message, machine, now: now)
      try move(row.message, to: lane, request.band, &claimed, now: now)
      return
    }
    if request.lane == .android, row.registration > 0, !row.isChallenge,
      let until = try deviceLimit(row.registration, isCollapsible: facts.isCollapsible, now: now)
    {
      guard machine.apply(.postpone(until: until)) else { return }
      outbox.tally.add(
        outbox.tally.metric(RollupMetric.deferredDevice), notificationClass: row.number,
        platform: request.lane.platform.rawValue, now: now)
      return try write(row.message, machine, now: now)
    }
    if facts.isSilent, !row.isChallenge, row.registration > 0 {
      let judged = try judgeSilent(
        &machine, registration: row.registration, number: row.number, message: row.message,
        deadline: deadline, now: now)
      guard let budget = judged.budget else {
        if judged.isSuppressed {
          guard machine.apply(.suppress) else { return }
          outcome.ended += 1
          return try end(row, machine, .silentBudget, request, now: now)
        }
        return try write(row.message, machine, now: now)
      }
      try writeSilent(row.registration, budget)
    }
    let isLast = rule.isLastChance(machine)
    if isLast, !mayTakeLastChance(now: now) {
      guard machine.apply(.postpone(until: nextLastChance(now: now))) else { return }
      return try write(row.message, machine, now: now)
    }
    guard machine.apply(.claim(now: now, rule)) else { return }
    if isLast { outbox.onProbation[row.message] = machine.due }
    try write(row.message, machine, now: now)
    try handOver(row, machine, request, tenant, &shared, &claimed)
    outcome.claimed += 1
  }

  private func mayTakeLastChance(now: Int) -> Bool {
    let most = LeaseRule.probation(passed: outbox.passedProbation)
    if outbox.onProbation.count < most { return true }
    // A lease that has ended is lost, whoever has it.
    outbox.onProbation = outbox.onProbation.filter { $0.value > now }
    return outbox.onProbation.count < most
  }

  /// When one more that waits for its last chance is looked at again.
  private func nextLastChance(now: Int) -> Int {
    var queue = outbox.probationQueue
    if queue.at <= now {
      queue = (now + LeaseRule.probationStep, 0)
    } else if queue.count >= LeaseRule.probation(passed: outbox.passedProbation) {
      queue = (queue.at + LeaseRule.probationStep, 0)
    }
    queue.count += 1
    outbox.probationQueue = queue
    return queue.at
  }

  private func end(
    _ row: ClaimRow, _ machine: OutboxMachine, _ reason: Suppression?, _ request: ClaimRequest, now: Int
  ) throws(StoreError) {
    try write(row.message, machine, reason: reason, now: now)
    countEnd(machine.state, reason: reason, number: row.number, lane: request.lane.rawValue, now: now)
  }

  private func move(
    _ message: Int, to lane: LaneCode, _ band: Band, _ claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) {
    let update = try connection.statement("UPDATE messages SET lane=?2 WHERE id=?1")
    update.set(1, message)
    update.set(2, lane.rawValue)
    try update.run()
    outbox.hasBacklog[OutboxMemory.place(lane, band)] = true
    claimed.wait(lane, band, until: now)
    outbox.tell(lane, band, dueAt: now)
  }

  private func handOver(
    _ row: ClaimRow, _ machine: OutboxMachine, _ request: ClaimRequest, _ tenant: Int32,
    _ shared: inout ClaimShared, _ claimed: inout ClaimBatch
  ) throws(StoreError) {
    if shared.notification != row.notification {
      shared.notification = row.notification
      shared.slices.notification = shared.texts.withUnsafeBufferPointer {
        claimed.append(UnsafeBufferPointer(rebasing: $0[row.key]))
      }
      shared.slices.tenantName = claimed.append(row.tenantName)
      shared.slices.parameters = try parameters(row.notification, &claimed)
    }
    let entry = ClaimBatch.Entry(
      message: row.message, registration: row.registration, generation: row.generation, lane: request.lane,
      band: request.band, tenant: tenant, notificationClass: row.number, tokenKind: row.tokenKind,
      createdAt: row.createdAt, expiresAt: row.expiresAt, attempts: UInt8(clamping: machine.attempts),
      leaseEndsAt: machine.due, wasUnanswered: machine.isUnanswered)
    shared.texts.withUnsafeBufferPointer {
      claimed.add(
        entry, shared.slices, from: $0, token: row.token, installation: row.installation,
        account: row.meant == nil ? nil : row.account, tenant: row.tenantName, key: outbox.binding)
    }
  }

  private func parameters(
    _ notification: Int, _ claimed: inout ClaimBatch
  ) throws(StoreError) -> ByteSlice {
    let select = try body(of: notification)
    defer { select.reset() }
    guard try select.next() else { return Self.noParameters.withUnsafeBufferPointer { claimed.append($0) } }
    return claimed.append(select.blob(0))
  }

  private func body(of notification: Int) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement("SELECT body FROM parameters WHERE notification=?1")
    select.set(1, notification)
    return select
  }
}
