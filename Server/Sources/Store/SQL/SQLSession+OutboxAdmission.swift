/// Whether more of a tenant may come in (``Admission``).
extension SQLSession {
  /// Nil: it may. Else seconds until another try.
  ///
  /// What has ended since the last count is not taken off, so that nothing has to be counted as long as
  /// even that is within the bound; at the bound it is counted anew, at most once a second.
  func refusal(_ request: NotificationRequest, _ tenant: Int32, now: Int) throws(StoreError) -> Int? {
    // A challenge and a one-time code of the server itself are few, and decide about others.
    if request.isChallenge { return nil }
    // Others add to it as well: what they have added is seen every ten seconds.
    let isOld = connection.isShared && !(0..<10_000 ~= now - (outbox.loadsCountedAt ?? 0))
    if outbox.loadsCountedAt == nil || isOld { try countLoads(now: now) }
    var known = outbox.loads[tenant] ?? .init()
    if now - known.agedAt >= 1000 || now < known.agedAt {
      known.ages = try ages(tenant)
      known.agedAt = now
      outbox.loads[tenant] = known
    }
    guard let seconds = judge(known, request, now: now) else { return nil }
    let countedAt = outbox.loadsCountedAt ?? 0
    guard now - countedAt >= 1000 || now < countedAt else { return seconds }
    try countLoads(now: now)
    known.load = outbox.loads[tenant]?.load ?? .init()
    known.ages = try ages(tenant)
    known.agedAt = now
    outbox.loads[tenant] = known
    return judge(known, request, now: now)
  }

  /// Of the candidates' lanes all have to be behind.
  private func judge(_ known: OutboxMemory.KnownLoad, _ request: NotificationRequest, now: Int) -> Int? {
    let adding = request.parameters.count + Admission.bytesPerMessage * request.target.size
    let admission = settings.policy.admission
    var load = known.load
    if let seconds = admission.refusal(load, adding: adding, band: request.band, now: now) { return seconds }
    var refused: Int?
    for candidate in outbox.candidates {
      guard case .send(let lane) = candidate.decision else { continue }
      load.oldestDueAt = known.ages[Int(lane.rawValue)]
      refused = admission.refusal(load, adding: adding, band: request.band, now: now)
      if refused == nil { return nil }
    }
    return refused
  }

  /// Of all tenants at once: one look at what waits.
  private func countLoads(now: Int) throws(StoreError) {
    var loads: [Int32: OutboxMemory.KnownLoad] = [:]
    let messages = try connection.statement(
      "SELECT tenant, count(*) FROM messages INDEXED BY messages_due WHERE state<2 GROUP BY tenant")
    while try messages.next() { loads[messages.int32(0), default: .init()].load.messages = messages.int(1) }
    let parameters = try connection.statement(
      "SELECT tenant, sum(length(body)) FROM parameters GROUP BY tenant")
    while try parameters.next() {
      loads[parameters.int32(0), default: .init()].load.parameterBytes = parameters.int(1)
    }
    outbox.loads = loads
    outbox.loadsCountedAt = now
  }

  private func ages(_ tenant: Int32) throws(StoreError) -> [Admission.Ages] {
    if connection.isShared { return try agesAtOnce(tenant) }
    let select = try connection.statement(
      """
      SELECT due FROM messages INDEXED BY messages_due
      WHERE state<2 AND lane=?1 AND band=?2 AND tenant=?3 ORDER BY due LIMIT 1
      """)
    func oldest(_ lane: LaneCode, _ band: Band) throws(StoreError) -> Int? {
      select.set(1, lane.rawValue)
      select.set(2, band.rawValue)
      select.set(3, tenant)
      defer { select.reset() }
      return try select.next() ? select.int(0) : nil
    }
    var ages = OutboxMemory.KnownLoad().ages
    for lane in LaneCode.allCases {
      ages[Int(lane.rawValue)] = (
        try oldest(lane, .urgent), try oldest(lane, .normal), try oldest(lane, .bulk)
      )
    }
    return ages
  }

  /// The same in one question, where each costs a way to the server and back.
  private func agesAtOnce(_ tenant: Int32) throws(StoreError) -> [Admission.Ages] {
    let select = try connection.statement(
      """
      SELECT l.column1, b.column1, (
          SELECT due FROM messages INDEXED BY messages_due
          WHERE state<2 AND lane=l.column1 AND band=b.column1 AND tenant=?1 ORDER BY due LIMIT 1)
      FROM (VALUES(0), (1), (2), (3), (4), (5)) AS l, (VALUES(0), (1), (2)) AS b
      """)
    select.set(1, tenant)
    defer { select.reset() }
    var ages = OutboxMemory.KnownLoad().ages
    while try select.next() {
      let lane = select.int(0)
      guard ages.indices.contains(lane) else { continue }
      switch Band(rawValue: select.byte(1)) {
      case .urgent: ages[lane].0 = select.optionalInt(2)
      case .normal: ages[lane].1 = select.optionalInt(2)
      case .bulk: ages[lane].2 = select.optionalInt(2)
      case nil: break
      }
    }
    return ages
  }
}
