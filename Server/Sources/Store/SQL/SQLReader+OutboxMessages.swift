extension SQLReader {
  func notification(
    tenant: String?, id: String, after: Int, limit: Int
  ) throws(StoreError) -> NotificationView? {
    // Of several tenants' the newest.
    let select = try connection.statement(
      """
      SELECT n.id, n.class, n.band, n.accepted_at, n.not_before, n.expires_at, n.first_message, n.messages, n.digest,
        n.topic
      FROM tenants t CROSS JOIN notifications n INDEXED BY notifications_key ON n.tenant=t.id AND n.key=?1
      WHERE ?2 IS NULL OR t.name=?2 ORDER BY n.id DESC LIMIT 1
      """)
    select.set(1, id)
    select.set(2, tenant)
    guard try select.next() else { return nil }
    var view = NotificationView()
    view.row = select.int(0)
    view.id = id
    view.className = try names.className(select.int32(1))
    view.band = Band(rawValue: select.byte(2)) ?? .normal
    view.acceptedAt = select.int(3)
    view.notBefore = select.int(4)
    view.expiresAt = select.int(5)
    let first = select.int(6)
    view.total = select.int(7)
    view.digest = select.bytes(8)
    view.topic = select.optionalText(9)
    select.reset()
    let page = try connection.statement(
      """
      SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
        m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM messages m JOIN notifications n ON n.id=m.notification
        LEFT JOIN registrations r ON r.id=m.registration
      WHERE m.id>=?1 AND m.id<?2 AND m.id>?3 ORDER BY m.id LIMIT ?4
      """)
    page.set(1, first)
    page.set(2, first + view.total)
    page.set(3, after)
    page.set(4, limit)
    view.messages = try messages(page)
    return view
  }

  func messages(
    tenant: String?, installation: String, limit: Int
  ) throws(StoreError) -> [MessageView] {
    let page = try connection.statement(
      """
      SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
        m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM registrations r JOIN messages m INDEXED BY messages_registration ON m.registration=r.id
        JOIN notifications n ON n.id=m.notification JOIN tenants t ON t.id=n.tenant
      WHERE r.installation=?1 AND (?2 IS NULL OR t.name=?2) ORDER BY m.id DESC LIMIT ?3
      """)
    page.set(1, installation)
    page.set(2, tenant)
    page.set(3, limit)
    return try messages(page)
  }

  func deadLetters(after: Int, limit: Int) throws(StoreError) -> [MessageView] {
    let page = try connection.statement(
      """
      SELECT m.id, m.state, m.lane, m.due, m.attempts, m.http, m.at, m.verdict, m.reason, m.reason_detail,
        m.provider_id, m.log_id, n.key, n.class, n.accepted_at, n.not_before, r.installation, m.registration
      FROM messages m JOIN notifications n ON n.id=m.notification
        LEFT JOIN registrations r ON r.id=m.registration
      WHERE m.state=8 AND m.id>?1 ORDER BY m.id LIMIT ?2
      """)
    page.set(1, after)
    page.set(2, limit)
    return try messages(page)
  }

  // MARK: Rows

  /// Reads the rows of one of the statements above, with receipts and history.
  private func messages(_ page: any SQLStatement) throws(StoreError) -> [MessageView] {
    defer { page.reset() }
    var found: [MessageView] = []
    var registrations: [Int] = []
    while try page.next() {
      var view = MessageView()
      view.row = page.int(0)
      view.state = MessageState(rawValue: page.byte(1)) ?? .failed
      view.lane = LaneCode(rawValue: page.byte(2))
      view.dueAt = page.int(3)
      view.attempts = page.int(4)
      view.httpStatus = page.int(5)
      view.at = page.int(6)
      view.verdict = page.text(7)
      view.reason = page.text(8)
      view.providerID = page.text(10)
      view.logID = page.text(11)
      view.notification = page.text(12)
      view.className = try names.className(page.int32(13))
      view.createdAt = max(page.int(14), page.int(15))
      view.installation = page.optionalText(16) ?? page.text(9)
      registrations.append(page.int(17))
      found.append(view)
    }
    for place in found.indices {
      found[place].receipts = try receipts(found[place])
      if found[place].installation.isEmpty, registrations[place] > 0 {
        found[place].installation = try formerInstallation(registrations[place])
      }
    }
    connection.attempts.addHistory(to: &found)
    return found
  }

  /// The id of an installation whose registration is gone.
  private func formerInstallation(_ registration: Int) throws(StoreError) -> String {
    let select = try connection.statement(
      "SELECT installation FROM tombstones WHERE registration=?1 ORDER BY id DESC LIMIT 1")
    select.set(1, registration)
    defer { select.reset() }
    return try select.next() ? select.text(0) : ""
  }

  private func receipts(_ view: MessageView) throws(StoreError) -> [Receipt] {
    let select = try connection.statement(
      """
      SELECT kind, at, result, milliseconds, provenance FROM receipts WHERE message=?1 ORDER BY at, kind
      """)
    select.set(1, view.row)
    defer { select.reset() }
    var found: [Receipt] = []
    while try select.next() {
      guard let kind = Receipt.Kind(rawValue: select.text(0)) else { continue }
      var receipt = Receipt(kind: kind, notification: view.notification, at: select.int(1))
      receipt.result = select.optionalText(2)
      receipt.milliseconds = select.optionalInt(3)
      receipt.provenance = select.optionalText(4)
      found.append(receipt)
    }
    return found
  }
}
