/// The rows of an accepted notification.
extension SQLSession {
  /// The next row number, which nothing else has had.
  func takeNotificationRow(messages: Int, now: Int) throws(StoreError) -> Int {
    if connection.isShared {
      try takeSharedRows(messages: messages, now: now)
    } else if outbox.nextNotification == 0 || outbox.nextMessage == 0 {
      // Sweeps keep the last notification, so that numbers never come again.
      let notifications = try connection.statement(
        "SELECT id, first_message + messages FROM notifications ORDER BY id DESC LIMIT 1")
      let hasLast = try notifications.next()
      let last = hasLast ? (row: notifications.int(0), message: notifications.int(1)) : (row: 0, message: 1)
      notifications.reset()
      let messages = try connection.statement("SELECT max(id) FROM messages")
      let newest = try messages.next() ? messages.int(0) : 0
      messages.reset()
      outbox.nextNotification = last.row + 1
      outbox.nextMessage = max(last.message, newest + 1)
    }
    defer { outbox.nextNotification += 1 }
    return outbox.nextNotification
  }

  /// Sees to it that there are numbers left. They are used up within a minute, so that their order is that of
  /// time, about.
  private func takeSharedRows(messages: Int, now: Int) throws(StoreError) {
    let isOld = !(0..<60_000 ~= now - outbox.rowsTakenAt)
    if isOld || outbox.nextNotification >= outbox.notificationsEnd,
      let rows = try connection.takeRows(.notifications, atLeast: 1)
    {
      outbox.nextNotification = rows.lowerBound
      outbox.committedRows.notification = rows.lowerBound
      outbox.notificationsEnd = rows.upperBound
    }
    if isOld || outbox.nextMessage + messages > outbox.messagesEnd,
      let rows = try connection.takeRows(.messages, atLeast: messages)
    {
      outbox.nextMessage = rows.lowerBound
      outbox.committedRows.message = rows.lowerBound
      outbox.messagesEnd = rows.upperBound
    }
    if isOld { outbox.rowsTakenAt = now }
  }

  /// False: there is one of this id.
  func insertNotification(
    _ request: NotificationRequest, _ subject: AcceptSubject, suppressed: Int, now: Int
  ) throws(StoreError) -> Bool {
    // Where it is known that there is none, nothing has to be waited for; another node that is faster makes
    // this one begin again.
    let isNew = try connection.isKnownToBeEmpty(find(request, tenant: subject.tenant)) == true
    connection.forgetPrefetched([.notification(tenant: subject.tenant, request.id)])
    let insert = try connection.statement(
      """
      INSERT OR IGNORE INTO notifications(
        id, tenant, key, digest, class, band, is_challenge, accepted_at, not_before, expires_at, first_message,
        messages, suppressed, topic)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
      """)
    insert.set(1, subject.row)
    insert.set(2, subject.tenant)
    insert.set(3, request.id)
    insert.set(4, blob: request.digest)
    insert.set(5, subject.number)
    insert.set(6, request.band.rawValue)
    insert.set(7, request.isChallenge ? 1 : 0)
    insert.set(8, now)
    insert.set(9, request.notBefore > now ? request.notBefore : 0)
    insert.set(10, subject.expiresAt)
    insert.set(11, outbox.nextMessage)
    insert.set(12, outbox.candidates.count)
    insert.set(13, suppressed)
    insert.set(14, request.target.broadcast)
    guard isNew else {
      try insert.run()
      return try connection.changes() == 1
    }
    newNotifications.append(try insert.runLater())
    return true
  }

  /// The notifications that nothing was waited for are all new, as was thought.
  func checkNewNotifications() throws(StoreError) {
    defer { newNotifications.removeAll(keepingCapacity: true) }
    for ticket in newNotifications where try connection.changes(of: ticket) != 1 {
      throw StoreError(.conflict, "Another node has stored a notification of the same id.")
    }
  }

  func insertMessage(
    _ subject: AcceptSubject, _ candidate: OutboxCandidate, machine: OutboxMachine, lane: UInt8, band: Band,
    reason: String?, now: Int
  ) throws(StoreError) {
    let insert = try connection.statement(
      """
      INSERT INTO messages(
        id, notification, registration, state, lane, band, tenant, due, at, meant, reason, reason_detail,
        holder)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """)
    insert.set(1, outbox.nextMessage)
    insert.set(2, subject.row)
    insert.set(3, candidate.registration)
    insert.set(4, machine.state.rawValue)
    insert.set(5, lane)
    insert.set(6, band.rawValue)
    insert.set(7, subject.tenant)
    insert.set(8, machine.due)
    insert.set(9, now)
    insert.set(10, candidate.meant)
    insert.set(11, reason)
    if candidate.registration == 0, !candidate.installation.isEmpty {
      insert.set(12, String(decoding: outbox.scratch[candidate.installation], as: UTF8.self))
    } else {
      insert.setNull(12)
    }
    insert.set(13, machine.state == .leased ? node : 0)
    try insert.run()
    outbox.nextMessage += 1
  }

  func insertParameters(_ request: NotificationRequest, _ subject: AcceptSubject) throws(StoreError) {
    let insert = try connection.statement(
      "INSERT INTO parameters(notification, tenant, body) VALUES(?1, ?2, ?3)")
    insert.set(1, subject.row)
    insert.set(2, subject.tenant)
    insert.set(3, blob: request.parameters)
    try insert.run()
    outbox.loads[subject.tenant, default: .init()].load.parameterBytes += request.parameters.count
  }

  func insertInbox(
    _ request: NotificationRequest, _ text: NotificationRequest.InboxText, account: String,
    _ subject: AcceptSubject
  ) throws(StoreError) {
    let insert = try connection.statement(
      """
      INSERT INTO inbox(tenant, account, notification, class, title, body, parameters, at)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    insert.set(1, subject.tenant)
    insert.set(2, account)
    insert.set(3, request.id)
    insert.set(4, subject.number)
    insert.set(5, text.title)
    insert.set(6, text.body)
    insert.set(7, blob: request.parameters)
    insert.set(8, subject.createdAt)
    try insert.run()
  }

  func setSuppressed(_ row: Int, _ count: Int) throws(StoreError) {
    let update = try connection.statement("UPDATE notifications SET suppressed=?2 WHERE id=?1")
    update.set(1, row)
    update.set(2, count)
    try update.run()
  }

  /// What a notification of this id became; nil: there is none.
  func known(_ request: NotificationRequest, _ tenant: Int32) throws(StoreError) -> AcceptOutcome? {
    let select = try find(request, tenant: tenant)
    defer { select.reset() }
    guard try select.next() else { return nil }
    guard select.blob(1).elementsEqual(request.digest) else { return .conflict }
    return .repeated(
      .init(row: select.int(0), acceptedAt: select.int(2), messages: select.int(3), suppressed: select.int(4))
    )
  }

  func find(_ request: NotificationRequest, tenant: Int32) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement(
      """
      SELECT id, digest, accepted_at, messages, suppressed FROM notifications WHERE tenant=?1 AND key=?2
      """)
    select.set(1, tenant)
    select.set(2, request.id)
    return select
  }

  // MARK: What a class is

  /// Keeps what the profile says now of a class, for messages that wait.
  func learn(_ facts: ClassFacts) throws(StoreError) -> Int32 {
    var facts = facts
    if facts.number == 0 { facts.number = try names.makeClassNumber(facts.name) }
    if outbox.facts[facts.number] == facts { return facts.number }
    let update = try connection.statement(
      """
      UPDATE classes SET silent=?2, audience=?3, channel=?4, collapsible=?5
      WHERE id=?1 AND (silent<>?2 OR audience<>?3 OR channel IS NOT ?4 OR collapsible<>?5)
      """)
    update.set(1, facts.number)
    update.set(2, facts.isSilent ? 1 : 0)
    update.set(3, facts.audience.rawValue)
    update.set(4, facts.channel)
    update.set(5, facts.isCollapsible ? 1 : 0)
    try update.run()
    outbox.facts[facts.number] = facts
    return facts.number
  }

  func facts(_ number: Int32) throws(StoreError) -> ClassFacts {
    if let known = outbox.facts[number] { return known }
    let select = try connection.statement(
      "SELECT name, silent, audience, channel, collapsible FROM classes WHERE id=?1")
    select.set(1, number)
    defer { select.reset() }
    var facts = ClassFacts()
    facts.number = number
    if try select.next() {
      facts.name = select.text(0)
      facts.isSilent = select.int(1) != 0
      // What is not understood is taken for the strictest.
      facts.audience = ClassFacts.Audience(rawValue: select.byte(2)) ?? .account
      facts.channel = select.optionalText(3)
      facts.isCollapsible = select.int(4) != 0
    }
    outbox.facts[number] = facts
    return facts
  }

  func bindingKey(now: Int) throws(StoreError) -> BindingKey {
    if let known = outbox.binding { return known }
    if let stored = try storedBindingKey() {
      outbox.binding = stored
      return stored
    }
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    guard let made = BindingKey(bytes) else { throw StoreError(.library, "No binding key could be made.") }
    // Another node may have made one meanwhile: then that is the key.
    let insert = try connection.statement(
      "INSERT OR IGNORE INTO secrets(name, value, created_at) VALUES(?1, ?2, ?3)")
    insert.set(1, BindingKey.secretName)
    insert.set(2, blob: bytes)
    insert.set(3, now)
    try insert.run()
    let kept = try storedBindingKey() ?? made
    outbox.binding = kept
    return kept
  }

  private func storedBindingKey() throws(StoreError) -> BindingKey? {
    let select = try connection.statement("SELECT value FROM secrets WHERE name=?1")
    select.set(1, BindingKey.secretName)
    defer { select.reset() }
    return try select.next() ? BindingKey(select.bytes(0)) : nil
  }
}
