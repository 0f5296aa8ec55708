/// The runner's half of campaigns.
extension SQLSession {
  func startCampaign(
    _ row: Int, lastRow: Int, cuts: CampaignCuts, now: Int
  ) throws(StoreError) -> Bool {
    guard var machine = try campaignMachine(row), machine.apply(.start) else { return false }
    guard try write(row, machine, from: .scheduled, why: "", now: now) else { return false }
    let update = try connection.statement("UPDATE campaigns SET last_row=?2, total=?3 WHERE id=?1")
    update.set(1, row)
    update.set(2, lastRow)
    update.set(3, cuts.total)
    try update.run()
    _ = try bindingKey(now: now)
    let insert = try connection.statement(
      """
      INSERT INTO campaign_segments(campaign, first_row, end_row, checkpoint, reach)
      VALUES(?1, ?2, ?3, ?2, ?2)
      """)
    var first = 1
    for end in cuts.rows + [lastRow + 1] where end > first {
      insert.set(1, row)
      insert.set(2, first)
      insert.set(3, end)
      try insert.run()
      first = end
    }
    return true
  }

  func takeSegment(
    campaign: Int, node: Int, until: Int, now: Int
  ) throws(StoreError) -> CampaignSegment? {
    guard let machine = try campaignMachine(campaign), machine.state == .running else { return nil }
    let select = try connection.statement(
      """
      SELECT id, end_row, checkpoint, reach FROM campaign_segments
      WHERE campaign=?1 AND is_done=0 AND until<=?2 ORDER BY until, id LIMIT 1 /*+pg FOR UPDATE SKIP LOCKED */
      """)
    select.set(1, campaign)
    select.set(2, now)
    var segment = CampaignSegment()
    let isFound = try select.next()
    if isFound {
      segment.row = select.int(0)
      segment.campaign = campaign
      segment.end = select.int(1)
      segment.checkpoint = select.int(2)
      segment.reach = select.int(3)
      segment.node = node
      segment.until = until
    }
    select.reset()
    guard isFound else {
      try advance(campaign, now: now)
      return nil
    }
    let update = try connection.statement("UPDATE campaign_segments SET holder=?2, until=?3 WHERE id=?1")
    update.set(1, segment.row)
    update.set(2, node)
    update.set(3, until)
    try update.run()
    return segment
  }

  func giveBackCampaigns(node: Int, now: Int) throws(StoreError) -> Int {
    let segments = try connection.statement(
      "UPDATE campaign_segments SET holder=0, until=0 WHERE holder=?1 AND is_done=0")
    segments.set(1, node)
    try segments.run()
    let freed = try connection.changes()
    try endExceptions(of: node, now: now)
    // What it was sending may have been sent.
    let exceptions = try connection.statement(
      "UPDATE campaign_exceptions SET state=0, due=?2, holder=0, unanswered=1 WHERE state=1 AND holder=?1")
    exceptions.set(1, node)
    exceptions.set(2, now)
    try exceptions.run()
    return freed
  }

  /// Of campaigns that have ended nothing is tried again.
  private func endExceptions(of node: Int, now: Int) throws(StoreError) {
    let select = try connection.statement(
      """
      SELECT e.campaign, count(*) FROM campaign_exceptions e JOIN campaigns c ON c.id=e.campaign
      WHERE e.state=1 AND e.holder=?1 AND c.state>=4 GROUP BY e.campaign ORDER BY e.campaign
      """)
    select.set(1, node)
    var ended: [(campaign: Int, count: Int)] = []
    while try select.next() { ended.append((select.int(0), select.int(1))) }
    guard !ended.isEmpty else { return }
    let update = try connection.statement(
      """
      UPDATE campaign_exceptions SET state=7, due=0, holder=0, unanswered=1, at=?2, reason=?3
      WHERE state=1 AND holder=?1 AND campaign IN (SELECT id FROM campaigns WHERE state>=4)
      """)
    update.set(1, node)
    update.set(2, now)
    update.set(3, Suppression.cancelled.rawValue)
    try update.run()
    for one in ended {
      count(one.campaign, CampaignCount.unconfirmed, Suppression.cancelled.rawValue, by: one.count)
    }
  }

  // MARK: Progress

  func keep(_ progress: CampaignProgress, now: Int) throws(StoreError) -> CampaignKept {
    guard
      let held = try heldCampaign(
        progress.campaign, mayEnd: progress.segment == nil || progress.isSegmentDone)
    else { return CampaignKept(state: .cancelled, holdsSegment: false) }
    let machine = held.machine
    if let segment = progress.segment, try !move(segment, progress) {
      return CampaignKept(state: machine.state, holdsSegment: false)
    }
    let number = try campaignClass(progress.campaign)
    // Each node sees that the one message of a topic has ended: whoever ends the campaign counts it.
    let isCounted = held.way != .topic || [.running, .finishing].contains(machine.state)
    var counts = isCounted ? progress.counts : [:]
    for exception in progress.exceptions {
      if let tally = try keep(exception, of: progress, machine.state) {
        counts[tally, default: 0] += 1
      }
    }
    // In one order, so that two nodes never wait for each other.
    for (tally, amount) in counts.sorted(by: { ($0.key.kind, $0.key.reason) < ($1.key.kind, $1.key.reason) })
    {
      count(progress.campaign, tally.kind, tally.reason, by: amount)
      rollUp(tally, by: amount, number, now: now)
    }
    try connection.lock(progress.silentSends.map { .silent(registration: $0) })
    for registration in progress.silentSends {
      var budget = try readSilent(registration)
      _ = budget.decide(
        message: -progress.campaign, limit: settings.policy.silentPerHour, now: now, deadline: now)
      try writeSilent(registration, budget)
    }
    if progress.isSegmentDone || progress.segment == nil { try advance(progress.campaign, now: now) }
    return CampaignKept(
      state: try campaignMachine(progress.campaign)?.state ?? machine.state, holdsSegment: true)
  }

  /// False: somebody else has it by now.
  private func move(_ segment: CampaignSegment, _ progress: CampaignProgress) throws(StoreError) -> Bool {
    let update = try connection.statement(
      """
      UPDATE campaign_segments SET checkpoint=?4, reach=?5, is_done=?6, holder=?7, until=?8
      WHERE id=?1 AND holder=?2 AND until=?3 AND is_done=0
      """)
    update.set(1, segment.row)
    update.set(2, segment.node)
    update.set(3, segment.until)
    update.set(4, segment.checkpoint)
    update.set(5, max(segment.reach, segment.checkpoint))
    update.set(6, progress.isSegmentDone ? 1 : 0)
    update.set(7, progress.until > 0 ? segment.node : 0)
    update.set(8, progress.until)
    try update.run()
    return try connection.changes() == 1
  }

  /// Stores one that was not accepted, or is by now. Returns what it counts as; nil: it has not ended, or
  /// was taken by somebody else.
  private func keep(
    _ exception: CampaignException, of progress: CampaignProgress, _ state: CampaignState
  ) throws(StoreError) -> CampaignProgress.Tally? {
    let campaign = progress.campaign
    var exception = exception
    if exception.state == .queued, state.hasEnded {
      exception.state = exception.wasUnanswered ? .unconfirmed : .suppressed
      exception.reason = Suppression.cancelled.rawValue
    }
    if let lease = exception.lease {
      guard try settle(exception, of: campaign, lease: lease) else { return nil }
    } else if exception.state != .accepted {
      let insert = try connection.statement(
        """
        INSERT INTO campaign_exceptions(
          campaign, registration, state, due, attempts, unanswered, http, at, verdict, reason, holder)
        VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT DO NOTHING
        """)
      insert.set(1, campaign)
      insert.set(2, exception.registration)
      set(exception, on: insert)
      insert.set(11, exception.state == .leased ? progress.segment?.node ?? 0 : 0)
      try insert.run()
    }
    guard exception.state.hasEnded else { return nil }
    return CampaignProgress.Tally(
      kind: exception.state.name, reason: exception.reason, verdict: exception.verdict, lane: exception.lane)
  }

  /// False: the lease is over, and somebody else has it.
  private func settle(
    _ exception: CampaignException, of campaign: Int, lease: Int
  ) throws(StoreError) -> Bool {
    if exception.state == .accepted {
      let delete = try connection.statement(
        "DELETE FROM campaign_exceptions WHERE campaign=?1 AND registration=?2 AND state+0=1 AND due=?3")
      delete.set(1, campaign)
      delete.set(2, exception.registration)
      delete.set(3, lease)
      try delete.run()
    } else {
      let update = try connection.statement(
        """
        UPDATE campaign_exceptions SET state=?3, due=?4, attempts=?5, unanswered=?6, http=?7, at=?8, verdict=?9,
          reason=?10, holder=0
        WHERE campaign=?1 AND registration=?2 AND state+0=1 AND due=?11
        """)
      update.set(1, campaign)
      update.set(2, exception.registration)
      set(exception, on: update)
      update.set(11, lease)
      try update.run()
    }
    return try connection.changes() == 1
  }

  private func set(_ exception: CampaignException, on statement: any SQLStatement) {
    statement.set(3, exception.state.rawValue)
    statement.set(4, exception.state.hasEnded ? 0 : exception.dueAt)
    statement.set(5, exception.attempts)
    statement.set(6, exception.wasUnanswered ? 1 : 0)
    statement.set(7, exception.httpStatus)
    statement.set(8, exception.at)
    statement.set(9, exception.verdict)
    statement.set(10, exception.reason)
  }

  private func rollUp(_ tally: CampaignProgress.Tally, by amount: Int, _ number: Int32, now: Int) {
    let metric: RollupTally.Metric
    switch tally.kind {
    case CampaignCount.accepted: metric = .accepted
    case CampaignCount.rejected:
      metric = outbox.tally.metric(RollupMetric.rejectedPrefix + tally.verdict)
    case CampaignCount.suppressed:
      metric = outbox.tally.metric(RollupMetric.suppressedPrefix + tally.reason)
    case CampaignCount.failed: metric = .failed
    case CampaignCount.expired: metric = .expired
    case CampaignCount.unconfirmed: metric = .unconfirmed
    default: return
    }
    outbox.tally.add(.messages, notificationClass: number, by: amount, now: now)
    outbox.tally.add(
      metric, notificationClass: number, platform: tally.lane?.platform.rawValue ?? 0, by: amount, now: now)
  }

  // MARK: Those that are tried again

  func takeExceptions(
    campaign: Int, node: Int, limit: Int, until: Int, now: Int
  ) throws(StoreError) -> [CampaignException] {
    let select = try connection.statement(
      """
      SELECT registration, state, attempts, unanswered FROM campaign_exceptions INDEXED BY campaign_exceptions_due
      WHERE campaign=?1 AND state<2 AND due<=?2 ORDER BY due LIMIT ?3 /*+pg FOR UPDATE SKIP LOCKED */
      """)
    select.set(1, campaign)
    select.set(2, now)
    select.set(3, limit)
    var found: [CampaignException] = []
    while try select.next() {
      var exception = CampaignException()
      exception.registration = select.int(0)
      exception.state = .leased
      // A lease that was lost is an attempt without an answer.
      let isLost = select.int(1) == Int(MessageState.leased.rawValue)
      exception.attempts = select.int(2) + (isLost ? 1 : 0)
      exception.wasUnanswered = isLost || select.int(3) != 0
      exception.lease = until
      found.append(exception)
    }
    let update = try connection.statement(
      """
      UPDATE campaign_exceptions SET state=1, due=?3, holder=?4, attempts=?5, unanswered=?6
      WHERE campaign=?1 AND registration=?2
      """)
    for exception in found {
      update.set(1, campaign)
      update.set(2, exception.registration)
      update.set(3, until)
      update.set(4, node)
      update.set(5, exception.attempts)
      update.set(6, exception.wasUnanswered ? 1 : 0)
      try update.run()
    }
    if found.isEmpty { try advance(campaign, now: now) }
    return found
  }

  // MARK: States

  /// With the row held, so that nobody pauses or cancels it before this is stored. Whoever may end it takes it
  /// for itself at once: two that share it would wait for each other.
  private func heldCampaign(
    _ row: Int, mayEnd: Bool
  ) throws(StoreError) -> (machine: CampaignMachine, way: CampaignWay)? {
    let select =
      mayEnd
      ? try connection.statement(
        "SELECT state, started_at, way FROM campaigns WHERE id=?1 /*+pg FOR UPDATE */")
      : try connection.statement(
        "SELECT way, state, started_at FROM campaigns WHERE id=?1 /*+pg FOR SHARE */")
    select.set(1, row)
    defer { select.reset() }
    guard try select.next() else { return nil }
    return (
      Self.campaignMachine(select, at: mayEnd ? 0 : 1),
      CampaignWay(rawValue: select.byte(mayEnd ? 2 : 0)) ?? .direct
    )
  }

  private func campaignMachine(_ row: Int) throws(StoreError) -> CampaignMachine? {
    let select = try connection.statement("SELECT state, started_at FROM campaigns WHERE id=?1")
    select.set(1, row)
    defer { select.reset() }
    return try select.next() ? Self.campaignMachine(select, at: 0) : nil
  }

  private func campaignClass(_ row: Int) throws(StoreError) -> Int32 {
    let select = try connection.statement("SELECT class FROM campaigns WHERE id=?1")
    select.set(1, row)
    defer { select.reset() }
    return try select.next() ? select.int32(0) : 0
  }

  /// Where nothing is left of a campaign's segments, and then of those that are tried again, it goes on.
  private func advance(_ row: Int, now: Int) throws(StoreError) {
    guard var machine = try campaignMachine(row) else { return }
    for (event, sql) in [
      (
        CampaignMachine.Event.through,
        try connection.statement("SELECT 1 FROM campaign_segments WHERE campaign=?1 AND is_done=0 LIMIT 1")
      ),
      (
        .settle,
        try connection.statement("SELECT 1 FROM campaign_exceptions WHERE campaign=?1 AND state<2 LIMIT 1")
      ),
    ] {
      let before = machine.state
      guard machine.apply(event) else { continue }
      sql.set(1, row)
      let isLeft = try sql.next()
      sql.reset()
      guard !isLeft, try write(row, machine, from: before, why: "", now: now) else { return }
    }
  }
}
