/// A registration that a notification goes to, with what was decided. Its texts lie in the outbox's
/// scratch bytes.
struct OutboxCandidate {
  /// 0: not registered.
  var registration = 0
  var generation = 0
  var tokenKind = DeviceTokenKind.token
  var decision = Eligibility.Decision.suppress(.unknownInstallation)
  /// The hash of the account it is meant for; nil: none is.
  var meant: Int?
  var installation = 0..<0
  var token = 0..<0
  var account = 0..<0
}

extension SQLSession {
  /// The hot path: what it reads and writes is counted in microseconds.
  func accept(
    _ request: NotificationRequest, capacity: any LaneCapacity, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> AcceptOutcome {
    let tenant = try names.makeTenantNumber(request.tenant)
    let number = try learn(request.facts)
    try expand(request, tenant, capacity, now: now)
    if let seconds = try refusal(request, tenant, now: now) {
      return try known(request, tenant) ?? .overloaded(retryAfter: seconds)
    }

    let createdAt = max(now, request.notBefore)
    let subject = AcceptSubject(
      row: try takeNotificationRow(messages: outbox.candidates.count, now: now), tenant: tenant,
      number: number, createdAt: createdAt,
      expiresAt: createdAt + max(request.timeToLive, 0) * 1000)
    let suppressed = outbox.candidates.count { if case .suppress = $0.decision { true } else { false } }
    guard try insertNotification(request, subject, suppressed: suppressed, now: now) else {
      outbox.nextNotification -= 1
      guard let outcome = try known(request, tenant) else {
        throw StoreError(.damaged, "Row \(subject.row) of the notifications is taken already.")
      }
      return outcome
    }
    let first = outbox.nextMessage
    let late = try insertMessages(request, subject, capacity, &claimed, now: now)
    if late > 0 { try setSuppressed(subject.row, suppressed + late) }
    if !request.parameters.isEmpty, request.parameters != Self.noParameters,
      suppressed + late < outbox.candidates.count
    {
      try insertParameters(request, subject)
    }
    if let text = request.inbox, case .account(let account) = request.target {
      try insertInbox(request, text, account: account, subject)
    }
    return .accepted(
      .init(
        row: subject.row, acceptedAt: now, messages: outbox.nextMessage - first, suppressed: suppressed + late
      ))
  }

  /// `{}`: not worth a row.
  static let noParameters: [UInt8] = [0x7b, 0x7d]

  struct AcceptSubject {
    var row: Int
    var tenant: Int32
    var number: Int32
    var createdAt: Int
    var expiresAt: Int
    var deadline: Int { Lifetime.deadline(createdAt: createdAt, expiresAt: expiresAt) }
  }

  /// Inserts the messages, leases those that can go at once, and hands these over.
  ///
  /// - Returns: how many of those that were eligible are not sent after all.
  private func insertMessages(
    _ request: NotificationRequest, _ subject: AcceptSubject, _ capacity: any LaneCapacity,
    _ claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> Int {
    var late = 0
    var shared = SharedTexts()
    let length = LeaseRule(settings.policy)
    for place in outbox.candidates.indices {
      let candidate = outbox.candidates[place]
      let message = outbox.nextMessage
      guard case .send(let lane) = candidate.decision else {
        try insertEnded(request, subject, candidate, now: now)
        continue
      }
      var machine = OutboxMachine(due: subject.createdAt)
      var budget: SilentBudget?
      if request.facts.isSilent, !request.isChallenge, candidate.registration > 0 {
        let judged = try judgeSilent(
          &machine, registration: candidate.registration, number: subject.number, message: message,
          deadline: subject.deadline, now: now)
        if judged.isSuppressed {
          var ended = candidate
          ended.decision = .suppress(.silentBudget)
          try insertEnded(request, subject, ended, now: now)
          late += 1
          continue
        }
        budget = judged.budget
      }
      if lane == .android, candidate.registration > 0, machine.due <= now,
        let until = try deviceLimit(
          candidate.registration, isCollapsible: request.facts.isCollapsible, now: now)
      {
        _ = machine.apply(.postpone(until: until))
        outbox.tally.add(
          outbox.tally.metric(RollupMetric.deferredDevice), notificationClass: subject.number,
          platform: lane.platform.rawValue, now: now)
      }
      if machine.due <= now, try !isBehind(lane, request.band, now: now), capacity.reserve(lane, request.band)
      {
        // Between the place that was taken and the entry nothing can fail: whoever undoes this
        // transaction gives back the place of each entry.
        if !machine.apply(.claim(now: now, length)) {
          capacity.release(lane, request.band)
        } else {
          append(
            request, subject, candidate, message: message, lane: lane, lease: machine.due, &shared, &claimed)
        }
        if let budget { try writeSilent(candidate.registration, budget) }
      } else {
        claimed.wait(lane, request.band, until: machine.due)
        outbox.tell(lane, request.band, dueAt: machine.due)
        if machine.due <= now { outbox.hasBacklog[OutboxMemory.place(lane, request.band)] = true }
      }
      try insertMessage(
        subject, candidate, machine: machine, lane: lane.rawValue, band: request.band, reason: nil, now: now)
      outbox.loads[subject.tenant, default: .init()].load.messages += 1
      outbox.tally.add(
        .messages, notificationClass: subject.number, platform: lane.platform.rawValue, now: now)
    }
    return late
  }

  private func insertEnded(
    _ request: NotificationRequest, _ subject: AcceptSubject, _ candidate: OutboxCandidate, now: Int
  ) throws(StoreError) {
    guard case .suppress(let reason) = candidate.decision else { return }
    var machine = OutboxMachine(due: now)
    _ = machine.apply(.suppress)
    try insertMessage(
      subject, candidate, machine: machine, lane: 0, band: request.band, reason: reason.rawValue, now: now)
    outbox.tally.add(.messages, notificationClass: subject.number, now: now)
    let metric = outbox.tally.metric(RollupMetric.suppressedPrefix + reason.rawValue)
    outbox.tally.add(metric, notificationClass: subject.number, now: now)
  }

  /// Whether something older waits in the lane and band.
  private func isBehind(_ lane: LaneCode, _ band: Band, now: Int) throws(StoreError) -> Bool {
    let place = OutboxMemory.place(lane, band)
    let isOld = connection.isShared && !(0..<1000 ~= now - outbox.backlogAskedAt[place])
    if let known = outbox.hasBacklog[place], !isOld { return known }
    outbox.backlogAskedAt[place] = now
    let select = try connection.statement(
      """
      SELECT 1 FROM messages INDEXED BY messages_due
      WHERE state<2 AND lane=?1 AND band=?2 AND state=0 AND due<=?3 LIMIT 1
      """)
    select.set(1, lane.rawValue)
    select.set(2, band.rawValue)
    select.set(3, now)
    defer { select.reset() }
    let found = try select.next()
    outbox.hasBacklog[place] = found
    return found
  }

  // MARK: Handing over

  /// Texts that the entries of one notification share.
  struct SharedTexts {
    var isSet = false
    var notification = ByteSlice.none
    var tenantName = ByteSlice.none
    var parameters = ByteSlice.none
  }

  private func append(
    _ request: NotificationRequest, _ subject: AcceptSubject, _ candidate: OutboxCandidate, message: Int,
    lane: LaneCode, lease: Int, _ shared: inout SharedTexts, _ claimed: inout ClaimBatch
  ) {
    if !shared.isSet {
      shared.isSet = true
      shared.notification = claimed.append(request.id)
      shared.tenantName = claimed.append(request.tenant)
      shared.parameters = request.parameters.withUnsafeBufferPointer { claimed.append($0) }
    }
    let entry = ClaimBatch.Entry(
      message: message, registration: candidate.registration, generation: candidate.generation, lane: lane,
      band: request.band, tenant: subject.tenant, notificationClass: subject.number,
      tokenKind: candidate.tokenKind, createdAt: subject.createdAt, expiresAt: subject.expiresAt, attempts: 0,
      leaseEndsAt: lease, wasUnanswered: false)
    outbox.scratch.withUnsafeBufferPointer {
      claimed.add(
        entry, shared, from: $0, token: candidate.token, installation: candidate.installation,
        account: candidate.meant == nil ? nil : candidate.account, tenant: request.tenant, key: outbox.binding
      )
    }
  }
}
