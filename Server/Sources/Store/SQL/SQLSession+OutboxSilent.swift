/// The silent budget of an installation (``SilentBudget``), and what waits for it.
extension SQLSession {
  struct SilentJudgement {
    var isSuppressed = false
    /// To be written once the message is leased; nil where it is not to be sent now.
    var budget: SilentBudget?
  }

  /// Judges a silent message that is due, and takes the place of an older one of its class that waits.
  /// Where it has to wait, the machine is postponed.
  func judgeSilent(
    _ machine: inout OutboxMachine, registration: Int, number: Int32, message: Int, deadline: Int, now: Int
  ) throws(StoreError) -> SilentJudgement {
    var judgement = SilentJudgement()
    // One that is to be sent later is judged when its time has come.
    guard machine.due <= now else { return judgement }
    try connection.lock([.silent(registration: registration)])
    var budget = try readSilent(registration)
    switch budget.decide(
      message: message, limit: settings.policy.silentPerHour, now: now, deadline: deadline)
    {
    case .send:
      judgement.budget = budget
      try supersede(registration, number, by: message, now: now)
    case .wait(let until):
      guard try supersede(registration, number, by: message, now: now) else {
        judgement.isSuppressed = true
        return judgement
      }
      _ = machine.apply(.postpone(until: until))
      let insert = try connection.statement(
        """
        INSERT INTO silent_waiting(registration, class, message) VALUES(?1, ?2, ?3)
        ON CONFLICT(registration, class) DO UPDATE SET message=excluded.message
        """)
      insert.set(1, registration)
      insert.set(2, number)
      insert.set(3, message)
      try insert.run()
    case .suppress: judgement.isSuppressed = true
    }
    return judgement
  }

  func readSilent(_ registration: Int) throws(StoreError) -> SilentBudget {
    let select = try connection.statement("SELECT sends FROM silent_sends WHERE registration=?1")
    select.set(1, registration)
    defer { select.reset() }
    guard try select.next() else { return SilentBudget() }
    return SilentBudget(bytes: UnsafeRawBufferPointer(select.blob(0)))
  }

  func writeSilent(_ registration: Int, _ budget: SilentBudget) throws(StoreError) {
    let insert = try connection.statement(
      """
      INSERT INTO silent_sends(registration, sends) VALUES(?1, ?2)
      ON CONFLICT(registration) DO UPDATE SET sends=excluded.sends
      """)
    insert.set(1, registration)
    insert.set(2, blob: budget.bytes)
    try insert.run()
  }

  /// Ends an older message of this class that waits for the budget.
  ///
  /// - Returns: false: a newer one waits, and this one is the older.
  @discardableResult
  private func supersede(
    _ registration: Int, _ number: Int32, by message: Int, now: Int
  ) throws(StoreError) -> Bool {
    let select = try connection.statement(
      "SELECT message FROM silent_waiting WHERE registration=?1 AND class=?2")
    select.set(1, registration)
    select.set(2, number)
    let waiting = try select.next() ? select.int(0) : nil
    select.reset()
    guard let waiting, waiting != message else { return true }
    guard let row = try machine(waiting), row.machine.state == .queued else {
      try forgetWaiting(registration, number)
      return true
    }
    if waiting > message { return false }
    var machine = row.machine
    if machine.apply(.suppress) {
      try write(waiting, machine, reason: .superseded, now: now)
      countEnd(machine.state, reason: .superseded, number: number, lane: row.lane, now: now)
    }
    try forgetWaiting(registration, number)
    return true
  }

  private func forgetWaiting(_ registration: Int, _ number: Int32) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM silent_waiting WHERE registration=?1 AND class=?2")
    delete.set(1, registration)
    delete.set(2, number)
    try delete.run()
  }

  // MARK: Stored machines

  /// A stored message as the machine sees it.
  func machine(_ message: Int) throws(StoreError) -> (machine: OutboxMachine, lane: UInt8)? {
    let select = try connection.statement(
      "SELECT state, due, attempts, lost_leases, unanswered, lane FROM messages WHERE id=?1 /*+pg FOR UPDATE */"
    )
    select.set(1, message)
    defer { select.reset() }
    guard try select.next() else { return nil }
    return (Self.machine(select, at: 0), select.byte(5))
  }

  /// Reads state, due, attempts, lost_leases and unanswered, in this order from a column on.
  static func machine(_ row: any SQLStatement, at column: Int32) -> OutboxMachine {
    OutboxMachine(
      // A state that is not known is left alone.
      state: MessageState(rawValue: row.byte(column)) ?? .failed, due: row.int(column + 1),
      attempts: row.int(column + 2), lostLeases: row.int(column + 3), isUnanswered: row.int(column + 4) != 0)
  }

  /// Stores what an event has made of a message.
  func write(
    _ message: Int, _ machine: OutboxMachine, reason: Suppression? = nil, now: Int
  ) throws(StoreError) {
    let update = try connection.statement(
      """
      UPDATE messages SET state=?2, due=?3, attempts=?4, lost_leases=?5, unanswered=?6, at=?7,
        reason=coalesce(?8, reason), holder=?9 WHERE id=?1
      """)
    update.set(1, message)
    update.set(2, machine.state.rawValue)
    update.set(3, machine.due)
    update.set(4, machine.attempts)
    update.set(5, machine.lostLeases)
    update.set(6, machine.isUnanswered ? 1 : 0)
    update.set(7, now)
    update.set(8, reason?.rawValue)
    update.set(9, machine.state == .leased ? node : 0)
    try update.run()
  }

  /// Counts an end that no provider's answer has brought.
  func countEnd(_ state: MessageState, reason: Suppression?, number: Int32, lane: UInt8, now: Int) {
    let metric: RollupTally.Metric =
      switch state {
      case .suppressed: outbox.tally.metric(RollupMetric.suppressedPrefix + (reason?.rawValue ?? ""))
      case .expired: .expired
      case .unconfirmed: .unconfirmed
      case .dead: .dead
      default: .failed
      }
    outbox.tally.add(
      metric, notificationClass: number, platform: LaneCode(rawValue: lane)?.platform.rawValue ?? 0, now: now)
  }
}
