/// Stores what became of attempts.
extension SQLSession {
  func apply(_ batch: VerdictBatch, now: Int) throws(StoreError) -> VerdictEffects {
    var effects = VerdictEffects()
    try batch.bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      // All of them first: where the store is at the end of a wire, what they changed is asked once.
      var sent: [SQLTicket?] = []
      sent.reserveCapacity(batch.entries.count)
      for entry in batch.entries {
        sent.append(entry.message < 0 ? nil : try store(entry, VerdictTexts(entry, bytes), now: now))
      }
      for (place, entry) in batch.entries.enumerated() {
        let texts = VerdictTexts(entry, bytes)
        // A campaign's message has no row; only its token is the store's.
        if entry.message < 0 {
          try act(entry, texts, &effects, now: now)
          continue
        }
        guard let ticket = sent[place], try connection.changes(of: ticket) == 1 else { continue }
        count(entry, texts, now: now)
        if entry.state != .accepted { log(entry, texts) }
        try act(entry, texts, &effects, now: now)
        if entry.state == .accepted || entry.state == .rejected {
          try announce(entry, texts, &effects, now: now)
        }
      }
    }
    return effects
  }

  /// The texts of an entry, where they lie in its batch.
  struct VerdictTexts {
    let verdict: UnsafeBufferPointer<UInt8>
    let reason: UnsafeBufferPointer<UInt8>
    let providerID: UnsafeBufferPointer<UInt8>
    let logID: UnsafeBufferPointer<UInt8>
    let token: UnsafeBufferPointer<UInt8>

    init(_ entry: VerdictBatch.Entry, _ bytes: UnsafeBufferPointer<UInt8>) {
      func text(_ slice: ByteSlice) -> UnsafeBufferPointer<UInt8> {
        let start = max(Int(slice.start), 0)
        guard slice.count > 0, start + Int(slice.count) <= bytes.count else {
          return .init(start: nil, count: 0)
        }
        return UnsafeBufferPointer(rebasing: bytes[start..<start + Int(slice.count)])
      }
      verdict = text(entry.verdict)
      reason = text(entry.reason)
      providerID = text(entry.providerID)
      logID = text(entry.logID)
      token = text(entry.token)
    }
  }

  /// Stores it, where the lease is still this one.
  ///
  /// - Returns: what it changed is one row; none where the message has ended, or was claimed again. Nil: this
  ///   entry can change nothing.
  private func store(
    _ entry: VerdictBatch.Entry, _ texts: VerdictTexts, now: Int
  ) throws(StoreError) -> SQLTicket? {
    if !outbox.onProbation.isEmpty, outbox.onProbation.removeValue(forKey: entry.message) != nil {
      outbox.passedProbation += 1
    }
    // The row is compared by the statements below; here it is taken to be what the entry says.
    var machine = OutboxMachine(
      state: .leased, due: entry.leaseEndsAt, attempts: Int(entry.attempts), lostLeases: 0,
      isUnanswered: entry.wasUnanswered)
    let lease = entry.leaseEndsAt
    let attempts = Int(entry.attempts)
    let isPossible: Bool =
      if entry.isHandedBack {
        machine.apply(
          .handBack(lease: lease, due: entry.dueAt, attempts: attempts, isUnanswered: entry.wasUnanswered))
      } else if entry.state == .queued {
        machine.apply(.attempt(lease: lease, attempts: attempts, isUnanswered: entry.wasUnanswered))
      } else if entry.state == .expired {
        machine.apply(.timeOut)
      } else {
        machine.apply(.verdict(lease: lease, entry.state, attempts: attempts))
      }
    guard isPossible else { return nil }
    if machine.state.hasEnded { return try storeEnd(entry, texts, machine) }
    let update = try connection.statement(
      """
      UPDATE messages SET state=?3, due=?4, attempts=?5, unanswered=max(unanswered, ?6), at=?7,
        holder=CASE WHEN ?3=1 THEN holder ELSE 0 END
      WHERE id=?1 AND state+0=1 AND due=?2
      """)
    update.set(1, entry.message)
    update.set(2, lease)
    update.set(3, machine.state.rawValue)
    update.set(4, machine.due)
    update.set(5, machine.attempts)
    update.set(6, machine.isUnanswered ? 1 : 0)
    update.set(7, entry.at)
    if machine.state == .queued, machine.due <= now {
      outbox.hasBacklog[OutboxMemory.place(entry.lane, .urgent)] = nil
      outbox.hasBacklog[OutboxMemory.place(entry.lane, .normal)] = nil
      outbox.hasBacklog[OutboxMemory.place(entry.lane, .bulk)] = nil
    }
    return try update.runLater()
  }

  private func storeEnd(
    _ entry: VerdictBatch.Entry, _ texts: VerdictTexts, _ machine: OutboxMachine
  ) throws(StoreError) -> SQLTicket {
    let update = try connection.statement(
      """
      UPDATE messages SET state=?3, due=0, attempts=?4, unanswered=max(unanswered, ?5), http=?6, at=?7,
        verdict=?8, reason=?9, provider_id=?10, log_id=?11, holder=0
      WHERE id=?1 AND state+0=1 AND due=?2
      """)
    update.set(1, entry.message)
    update.set(2, entry.leaseEndsAt)
    update.set(3, machine.state.rawValue)
    update.set(4, machine.attempts)
    update.set(5, machine.isUnanswered ? 1 : 0)
    update.set(6, Int(entry.status))
    update.set(7, entry.at)
    setOrNull(update, 8, texts.verdict)
    setOrNull(update, 9, texts.reason)
    setOrNull(update, 10, texts.providerID)
    setOrNull(update, 11, texts.logID)
    return try update.runLater()
  }

  private func setOrNull(_ statement: any SQLStatement, _ index: Int32, _ text: UnsafeBufferPointer<UInt8>) {
    if text.isEmpty { statement.setNull(index) } else { statement.setInPlace(index, text: text) }
  }

  private func count(_ entry: VerdictBatch.Entry, _ texts: VerdictTexts, now: Int) {
    let metric: RollupTally.Metric
    switch entry.state {
    case .queued, .leased: return
    case .accepted:
      metric = .accepted
      outbox.tally.add(
        .accepted, milliseconds: entry.at - entry.createdAt, notificationClass: entry.notificationClass,
        now: now)
    case .rejected: metric = outbox.tally.metric(RollupMetric.rejectedPrefix + Self.text(texts.verdict))
    case .expired: metric = entry.wasUnanswered ? .unconfirmed : .expired
    case .unconfirmed: metric = .unconfirmed
    case .dead: metric = .dead
    case .failed, .suppressed: metric = .failed
    }
    outbox.tally.add(
      metric, notificationClass: entry.notificationClass, platform: entry.lane.platform.rawValue, now: now)
  }

  private func log(_ entry: VerdictBatch.Entry, _ texts: VerdictTexts) {
    // Without a verdict nothing was tried.
    guard !texts.verdict.isEmpty else { return }
    outbox.attempts.append(
      .init(
        message: entry.message, at: entry.at, verdict: Self.text(texts.verdict),
        reason: Self.text(texts.reason),
        httpStatus: Int(entry.status)))
  }

  /// What the answer asks for the token.
  private func act(
    _ entry: VerdictBatch.Entry, _ texts: VerdictTexts, _ effects: inout VerdictEffects, now: Int
  ) throws(StoreError) {
    let change: VerdictEffects.TokenChange?
    let metric: RollupTally.Metric
    switch entry.tokenAction {
    case .keep: return
    case .delete:
      change = try retireToken(
        registration: entry.registration, generation: entry.generation, token: Self.text(texts.token),
        asOf: entry.asOf > 0 ? entry.asOf : entry.sentAt, reason: Self.text(texts.reason), now: now)
      metric = .tokenDead
    case .quarantine:
      change = try quarantineToken(
        registration: entry.registration, generation: entry.generation, token: Self.text(texts.token),
        sentAt: entry.sentAt, reason: Self.text(texts.reason), now: now)
      metric = .tokenQuarantined
    case .braked:
      change = nil
      metric = .tokenKept
    }
    if let change { effects.tokenChanges.append(change) } else { effects.tokensKept += 1 }
    outbox.tally.add(
      change == nil ? .tokenKept : metric, notificationClass: 0, platform: entry.lane.platform.rawValue,
      now: now)
    if let change { try announce(change, &effects, now: now) }
  }

  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
