/// Inbox marks, and what is left of an account when it is erased.
extension SQLSession {
  func markRead(
    tenant: String, account: String, notifications: [String], now: Int
  ) throws(StoreError) -> Int {
    guard let tenant = try names.tenantNumber(tenant), !notifications.isEmpty else { return 0 }
    // One look at what is unread, however much is named.
    let wanted = Set(notifications)
    let select = try connection.statement(
      """
      SELECT id, notification FROM inbox INDEXED BY inbox_unread
      WHERE tenant=?1 AND account=?2 AND read_at IS NULL
      """)
    select.set(1, tenant)
    select.set(2, account)
    var found: [Int] = []
    while try select.next() {
      if wanted.contains(select.text(1)) { found.append(select.int(0)) }
    }
    let update = try connection.statement("UPDATE inbox SET read_at=?2 WHERE id=?1")
    for item in found {
      update.set(1, item)
      update.set(2, now)
      try update.run()
    }
    return found.count
  }

  /// Of a notification that came to nothing before anyone got it. `at`: its time.
  func removeInbox(tenant: Int32, notification: String, at: Int) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM inbox WHERE at=?1 AND notification=?2 AND tenant=?3")
    delete.set(1, at)
    delete.set(2, notification)
    delete.set(3, tenant)
    try delete.run()
  }

  /// The account's inbox items, and the parameters of its messages. Messages that wait are not sent any
  /// more.
  func eraseOutbox(
    tenant: Int32, account: String, now: Int
  ) throws(StoreError) -> (inbox: Int, messages: Int) {
    let inbox = try connection.statement("DELETE FROM inbox WHERE tenant=?1 AND account=?2")
    inbox.set(1, tenant)
    inbox.set(2, account)
    try inbox.run()
    let items = try connection.changes()

    var tenantName = try names.tenantName(tenant)
    var name = account
    let key = try bindingKey(now: now)
    let meant = tenantName.withUTF8 { tenant in name.withUTF8 { key.accountHash(tenant: tenant, account: $0) }
    }
    // Parameters are there only as long as messages live, so there are never many.
    let select = try connection.statement(
      """
      SELECT m.id, n.id, n.class, m.lane FROM parameters p CROSS JOIN notifications n ON n.id=p.notification
        CROSS JOIN messages m NOT INDEXED ON m.id>=n.first_message AND m.id<n.first_message+n.messages
      WHERE p.tenant=?1 AND m.meant=?2
      """)
    select.set(1, tenant)
    select.set(2, meant)
    var found: [(message: Int, notification: Int, number: Int32, lane: UInt8)] = []
    while try select.next() { found.append((select.int(0), select.int(1), select.int32(2), select.byte(3))) }
    let delete = try connection.statement("DELETE FROM parameters WHERE notification=?1")
    for item in found {
      if var machine = try machine(item.message)?.machine, machine.apply(.suppress) {
        try write(item.message, machine, reason: .unbound, now: now)
        countEnd(machine.state, reason: .unbound, number: item.number, lane: item.lane, now: now)
      }
      guard try !hasLive(notification: item.notification, besides: meant) else { continue }
      delete.set(1, item.notification)
      try delete.run()
    }
    return (items, found.count)
  }

  /// Whether messages of a notification wait that are for others than one account.
  private func hasLive(notification: Int, besides meant: Int) throws(StoreError) -> Bool {
    let select = try connection.statement(
      """
      SELECT 1 FROM notifications n CROSS JOIN messages m NOT INDEXED ON m.id>=n.first_message AND m.id<n.first_message+n.messages
      WHERE n.id=?1 AND m.state IN (0, 1, 8) AND m.meant IS NOT ?2 LIMIT 1
      """)
    select.set(1, notification)
    select.set(2, meant)
    defer { select.reset() }
    return try select.next()
  }
}
