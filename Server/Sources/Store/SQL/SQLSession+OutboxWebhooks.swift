internal import Bytes

/// Events for webhooks, written within the transactions that cause them.
extension SQLSession {
  func finishWebhook(row: Int) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM webhook_events WHERE id=?1")
    delete.set(1, row)
    try delete.run()
  }

  func postponeWebhook(row: Int, dueAt: Int) throws(StoreError) {
    let update = try connection.statement("UPDATE webhook_events SET due=?2, attempts=attempts+1 WHERE id=?1")
    update.set(1, row)
    update.set(2, dueAt)
    try update.run()
  }

  /// What an event says. Never a token or an account.
  struct WebhookFacts {
    var notification: String?
    var installation: String?
    var className: String?
    var reason: String?
    var providerID: String?
    /// Milliseconds since 1970.
    var at = 0
  }

  /// Writes an event, where its kind is asked for.
  ///
  /// - Returns: whether it was.
  @discardableResult
  func announce(_ kind: String, tenant: Int32, _ facts: WebhookFacts, now: Int) throws(StoreError) -> Bool {
    guard settings.webhookKinds.contains(kind) else { return false }
    let insert = try connection.statement(
      "INSERT INTO webhook_events(tenant, kind, body, due, created_at) VALUES(?1, ?2, ?3, ?4, ?4)")
    insert.set(1, tenant)
    insert.set(2, kind)
    insert.set(3, blob: Self.body(kind, tenant: try names.tenantName(tenant), facts))
    insert.set(4, now)
    try insert.run()
    return true
  }

  private static func body(_ kind: String, tenant: String, _ facts: WebhookFacts) -> [UInt8] {
    var text = ByteBuffer()
    func add(_ name: StaticString, _ value: String?) {
      guard let value else { return }
      text.append(text.count == 0 ? "{\"" : ",\"")
      text.append(name)
      text.append("\":")
      text.appendJSONString(value)
    }
    add("kind", kind)
    add("tenant", tenant)
    add("notification", facts.notification)
    add("installation", facts.installation)
    add("class", facts.className)
    add("reason", facts.reason)
    add("provider_id", facts.providerID)
    text.append(",\"at\":")
    text.appendDecimal(facts.at)
    text.append("}")
    return Array(text.bytes)
  }

  // MARK: Events of verdicts

  func announce(
    _ entry: VerdictBatch.Entry, _ texts: VerdictTexts, _ effects: inout VerdictEffects, now: Int
  ) throws(StoreError) {
    let kind = entry.state == .accepted ? "accepted" : "rejected"
    guard settings.webhookKinds.contains(kind) else { return }
    let select = try connection.statement(
      """
      SELECT n.tenant, n.key, r.installation FROM messages m JOIN notifications n ON n.id=m.notification
        LEFT JOIN registrations r ON r.id=m.registration WHERE m.id=?1
      """)
    select.set(1, entry.message)
    guard try select.next() else { return }
    var facts = WebhookFacts()
    let tenant = select.int32(0)
    facts.notification = select.text(1)
    facts.installation = select.optionalText(2)
    select.reset()
    facts.className = try names.className(entry.notificationClass)
    if entry.state == .rejected { facts.reason = Self.text(texts.reason) }
    if !texts.providerID.isEmpty { facts.providerID = Self.text(texts.providerID) }
    facts.at = entry.at
    if try announce(kind, tenant: tenant, facts, now: now) { effects.webhooks += 1 }
  }

  func announce(
    _ change: VerdictEffects.TokenChange, _ effects: inout VerdictEffects, now: Int
  ) throws(StoreError) {
    guard change.kind == .tokenDead, settings.webhookKinds.contains("pruned") else { return }
    var facts = WebhookFacts()
    facts.installation = change.installation
    facts.reason = change.reason
    facts.at = now
    let tenant = try names.makeTenantNumber(change.tenant)
    if try announce("pruned", tenant: tenant, facts, now: now) { effects.webhooks += 1 }
  }
}
