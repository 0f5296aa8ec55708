/// Reads and judges the registrations of an audience.
extension SQLReader {
  func foresee(
    _ request: CampaignRequest, after row: Int, limit: Int, staleAfter: Int, exists: (LaneCode) -> Bool,
    now: Int, into forecast: inout CampaignForecast
  ) throws(StoreError) -> Int? {
    guard let tenant = try names.tenantNumber(request.tenant) else { return nil }
    if let topic = request.audience.topic {
      forecast.devices += try subscribers(topic, tenant)
      return nil
    }
    guard request.audience.condition == nil else { return nil }
    let means = !request.audience.accounts.isEmpty || request.facts.audience == .account
    let accounts = Set(request.audience.accounts)
    let judge = CampaignJudge(
      facts: request.facts, meansAccount: means, staleAfter: staleAfter, now: now, exists: exists)
    let next = try scan(
      CampaignFilter(tenant: tenant, request.audience), from: row + 1, end: .max, limit: max(limit, 1)
    ) { row in
      if !accounts.isEmpty, row.isNull(8) || !accounts.contains(row.text(8)) { return true }
      forecast.devices += 1
      switch judge.decide(row) {
      case .send(let lane):
        forecast.wouldSend += 1
        forecast.byLane[lane, default: 0] += 1
      case .suppress(let reason): forecast.suppressed[reason, default: 0] += 1
      }
      return true
    }
    return next.map { $0 - 1 }
  }

  private func subscribers(_ topic: String, _ tenant: Int32) throws(StoreError) -> Int {
    let select = try connection.statement(
      """
      SELECT count(*) FROM topic_subscriptions s JOIN registrations r ON r.id=s.registration
      WHERE s.topic=?1 AND s.state=1 AND r.tenant=?2
      """)
    select.set(1, topic)
    select.set(2, tenant)
    defer { select.reset() }
    return try select.next() ? select.int(0) : 0
  }

  // MARK: For the runner

  func lastRegistration() throws(StoreError) -> Int {
    let select = try connection.statement("SELECT max(id) FROM registrations")
    defer { select.reset() }
    return try select.next() ? select.int(0) : 0
  }

  func cut(
    _ task: CampaignTask, last: Int, size: Int, limit: Int, into cuts: inout CampaignCuts
  ) throws(StoreError) -> Bool {
    let size = max(size, 1)
    let next = try scan(CampaignFilter(task), from: max(cuts.next, 1), end: last + 1, limit: max(limit, 1)) {
      row in
      if cuts.sinceCut >= size {
        cuts.rows.append(row.int(0))
        cuts.sinceCut = 0
      }
      cuts.sinceCut += 1
      cuts.total += 1
      return true
    }
    cuts.next = next ?? last + 1
    return next != nil
  }

  func chunk(
    _ task: CampaignTask, from: Int, end: Int, limit: Int, policy: StorePolicy, leaseEndsAt: Int,
    exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> CampaignChunk {
    var chunk = CampaignChunk()
    var maker = CampaignEntryMaker(task, try bindingKey(), leaseEndsAt: leaseEndsAt, now: now)
    let judge = CampaignJudge(task, policy, now: now, exists: exists)
    let filter = CampaignFilter(task)
    let limit = max(limit, 1)
    var seen = 0
    var silent: [Int] = []
    let looks = filter.isSelective ? limit.multipliedReportingOverflow(by: 8).partialValue : limit
    let next = try scan(filter, from: from, end: end, limit: looks) { row in
      seen += 1
      switch judge.decide(row) {
      case .send(let lane):
        if task.facts.isSilent { silent.append(row.int(0)) }
        maker.add(row, lane, to: &chunk.batch)
      case .suppress(let reason): chunk.suppressed[reason, default: 0] += 1
      }
      return seen < limit
    }
    chunk.next = next ?? end
    if !silent.isEmpty { try judgeSilent(task, policy, now: now, &chunk) }
    return chunk
  }

  func chunk(
    _ task: CampaignTask, _ exceptions: [CampaignException], policy: StorePolicy, leaseEndsAt: Int,
    exists: (LaneCode) -> Bool, now: Int
  ) throws(StoreError) -> (batch: ClaimBatch, placed: [Int], refused: [(place: Int, why: Suppression)]) {
    var batch = ClaimBatch()
    var placed: [Int] = []
    var refused: [(place: Int, why: Suppression)] = []
    var maker = CampaignEntryMaker(task, try bindingKey(), leaseEndsAt: leaseEndsAt, now: now)
    let judge = CampaignJudge(task, policy, now: now, exists: exists)
    let select = try connection.statement(
      """
      SELECT id, installation, generation, platform, environment, token, token_kind, binding, account,
        permission, confirmed_at, hold_kind, app_version
      FROM registrations WHERE id=?1 AND tenant=?2
      """)
    for (place, exception) in exceptions.enumerated() {
      select.set(1, exception.registration)
      select.set(2, task.tenantNumber)
      defer { select.reset() }
      guard try select.next() else {
        refused.append((place, .unknownInstallation))
        continue
      }
      switch judge.decide(select) {
      case .send(let lane):
        maker.add(select, lane, exception, to: &batch)
        placed.append(place)
      case .suppress(let reason): refused.append((place, reason))
      }
    }
    return (batch, placed, refused)
  }

  /// A campaign does not wait for the silent budget: what is over it is suppressed.
  private func judgeSilent(
    _ task: CampaignTask, _ policy: StorePolicy, now: Int, _ chunk: inout CampaignChunk
  ) throws(StoreError) {
    let select = try connection.statement("SELECT sends FROM silent_sends WHERE registration=?1")
    var kept: [ClaimBatch.Entry] = []
    for var entry in chunk.batch.entries {
      select.set(1, entry.registration)
      defer { select.reset() }
      var budget = SilentBudget()
      if try select.next() { budget = SilentBudget(bytes: UnsafeRawBufferPointer(select.blob(0))) }
      guard budget.decide(message: -task.row, limit: policy.silentPerHour, now: now, deadline: now) == .send
      else {
        chunk.suppressed[.silentBudget, default: 0] += 1
        continue
      }
      entry.message = kept.count
      kept.append(entry)
    }
    chunk.batch.entries = kept
  }

  private func bindingKey() throws(StoreError) -> BindingKey? {
    let select = try connection.statement("SELECT value FROM secrets WHERE name=?1")
    select.set(1, BindingKey.secretName)
    defer { select.reset() }
    return try select.next() ? BindingKey(select.bytes(0)) : nil
  }
}
