/// Whether more of a tenant may come in (``Admission``).
extension SQLiteSession {
  /// Nil: it may. Else seconds until another try.
  ///
  /// What has ended since the last count is not taken off, so that nothing has to be counted as long as
  /// even that is within the bound; at the bound it is counted anew, at most once a second.
  func refusal(_ request: NotificationRequest, _ tenant: Int32, now: Int) throws(StoreError) -> Int? {
    // A challenge and a one-time code of the server itself are few, and decide about others.
    if request.isChallenge { return nil }
    if outbox.loadsCountedAt == nil { try countLoads(now: now) }
    var known = outbox.loads[tenant] ?? .init()
    if now - known.agedAt >= 1000 || now < known.agedAt {
      known.load.oldestDueAt = try oldest(tenant)
      known.agedAt = now
    }
    outbox.loads[tenant] = known
    let adding = request.parameters.count + Admission.bytesPerMessage * size(request.target)
    let admission = settings.policy.admission
    guard let seconds = admission.refusal(known.load, adding: adding, band: request.band, now: now) else {
      return nil
    }
    let countedAt = outbox.loadsCountedAt ?? 0
    guard now - countedAt >= 1000 || now < countedAt else { return seconds }
    try countLoads(now: now)
    known.load.messages = outbox.loads[tenant]?.load.messages ?? 0
    known.load.parameterBytes = outbox.loads[tenant]?.load.parameterBytes ?? 0
    known.load.oldestDueAt = try oldest(tenant)
    known.agedAt = now
    outbox.loads[tenant] = known
    return admission.refusal(known.load, adding: adding, band: request.band, now: now)
  }

  private func size(_ target: NotificationRequest.Target) -> Int {
    if case .installations(let ids) = target { ids.count } else { 1 }
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

  private func oldest(_ tenant: Int32) throws(StoreError) -> (urgent: Int?, normal: Int?, bulk: Int?) {
    let select = try connection.statement(
      """
      SELECT due FROM messages INDEXED BY messages_due
      WHERE state<2 AND lane=?1 AND band=?2 AND tenant=?3 ORDER BY due LIMIT 1
      """)
    func oldest(_ band: Band) throws(StoreError) -> Int? {
      var found: Int?
      for lane in LaneCode.allCases {
        select.set(1, lane.rawValue)
        select.set(2, band.rawValue)
        select.set(3, tenant)
        if try select.next() { found = min(found ?? .max, select.int(0)) }
        select.reset()
      }
      return found
    }
    return (try oldest(.urgent), try oldest(.normal), try oldest(.bulk))
  }
}
