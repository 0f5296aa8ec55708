/// Whether more of a tenant may come in (``Admission``).
extension SQLiteSession {
  /// Nil: it may. Else seconds until another try.
  ///
  /// What has ended since the last count is not taken off, so that nothing has to be counted as long as
  /// even that is within the bound; at the bound it is counted anew, at most once a second.
  func refusal(_ request: NotificationRequest, _ tenant: Int32, now: Int) throws(StoreError) -> Int? {
    // A challenge and a one-time code of the server itself are few, and decide about others.
    if request.isChallenge { return nil }
    var known: OutboxMemory.KnownLoad
    if let counted = outbox.loads[tenant] { known = counted } else { known = try count(tenant, now: now) }
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
    guard now - known.countedAt >= 1000 || now < known.countedAt else { return seconds }
    let counted = try count(tenant, now: now)
    outbox.loads[tenant] = counted
    return admission.refusal(counted.load, adding: adding, band: request.band, now: now)
  }

  private func size(_ target: NotificationRequest.Target) -> Int {
    if case .installations(let ids) = target { ids.count } else { 1 }
  }

  private func count(_ tenant: Int32, now: Int) throws(StoreError) -> OutboxMemory.KnownLoad {
    var known = OutboxMemory.KnownLoad(countedAt: now, agedAt: now)
    let messages = try connection.statement(
      "SELECT count(*) FROM messages INDEXED BY messages_due WHERE state<2 AND tenant=?1")
    messages.set(1, tenant)
    known.load.messages = try messages.next() ? messages.int(0) : 0
    messages.reset()
    let parameters = try connection.statement("SELECT sum(length(body)) FROM parameters WHERE tenant=?1")
    parameters.set(1, tenant)
    known.load.parameterBytes = try parameters.next() ? parameters.int(0) : 0
    parameters.reset()
    known.load.oldestDueAt = try oldest(tenant)
    return known
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
