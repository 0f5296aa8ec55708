extension SQLReader {
  func inbox(
    tenant: String, account: String, before: Int?, limit: Int, now: Int
  ) throws(StoreError) -> (items: [InboxItem], unread: Int) {
    guard let tenant = try names.tenantNumber(tenant) else { return ([], 0) }
    let select = try connection.statement(
      """
      SELECT id, notification, class, title, body, parameters, at, read_at FROM inbox
      WHERE tenant=?1 AND account=?2 AND at<=?3
        AND (?4 IS NULL OR (at, id)<(SELECT at, id FROM inbox WHERE id=?4 AND tenant=?1 AND account=?2))
      ORDER BY at DESC, id DESC LIMIT ?5
      """)
    select.set(1, tenant)
    select.set(2, account)
    select.set(3, now)
    select.set(4, before)
    select.set(5, limit)
    defer { select.reset() }
    var items: [InboxItem] = []
    while try select.next() {
      var item = InboxItem()
      item.row = select.int(0)
      item.notification = select.text(1)
      item.className = try names.className(select.int32(2))
      item.title = select.text(3)
      item.body = select.text(4)
      item.parameters = select.bytes(5)
      item.at = select.int(6)
      item.readAt = select.optionalInt(7)
      items.append(item)
    }
    let unread = try connection.statement(
      """
      SELECT count(*) FROM inbox INDEXED BY inbox_unread WHERE tenant=?1 AND account=?2 AND read_at IS NULL
        AND at<=?3
      """)
    unread.set(1, tenant)
    unread.set(2, account)
    unread.set(3, now)
    defer { unread.reset() }
    return (items, try unread.next() ? unread.int(0) : 0)
  }

  func rollups(fromDay: Int, toDay: Int) throws(StoreError) -> [(key: RollupKey, count: Int)] {
    let select = try connection.statement(
      """
      SELECT day, metric, class, platform, os_major, app_version, sum(count) FROM rollups
      WHERE day>=?1 AND day<=?2 GROUP BY day, metric, class, platform, os_major, app_version
      ORDER BY day, metric, class, platform, os_major, app_version
      """)
    select.set(1, fromDay)
    select.set(2, toDay)
    defer { select.reset() }
    var found: [(key: RollupKey, count: Int)] = []
    while try select.next() {
      found.append(
        (
          RollupKey(
            day: select.int(0), metric: select.text(1), className: select.text(2), platform: select.text(3),
            osMajor: select.text(4), appVersion: select.text(5)), select.int(6)
        ))
    }
    return found
  }

  func depths(now: Int) throws(StoreError) -> [OutboxDepth] {
    let select = try connection.statement(
      """
      SELECT lane, band, count(*), min(due) FROM messages INDEXED BY messages_due WHERE state<2
      GROUP BY lane, band ORDER BY lane, band
      """)
    defer { select.reset() }
    var found: [OutboxDepth] = []
    while try select.next() {
      guard let lane = LaneCode(rawValue: select.byte(0)), let band = Band(rawValue: select.byte(1)) else {
        continue
      }
      var depth = OutboxDepth(lane: lane, band: band)
      depth.waiting = select.int(2)
      depth.oldestDueAt = select.int(3) <= now ? select.int(3) : nil
      found.append(depth)
    }
    return found
  }

  func dueWebhooks(now: Int, limit: Int) throws(StoreError) -> [WebhookEvent] {
    let select = try connection.statement(
      """
      SELECT e.id, t.name, e.kind, e.body, e.attempts, e.created_at FROM webhook_events e
        LEFT JOIN tenants t ON t.id=e.tenant
      WHERE e.due<=?1 ORDER BY e.due, e.id LIMIT ?2
      """)
    select.set(1, now)
    select.set(2, limit)
    defer { select.reset() }
    var found: [WebhookEvent] = []
    while try select.next() {
      var event = WebhookEvent()
      event.row = select.int(0)
      event.tenant = select.text(1)
      event.kind = select.text(2)
      event.body = select.bytes(3)
      event.attempts = select.int(4)
      event.createdAt = select.int(5)
      found.append(event)
    }
    return found
  }
}
