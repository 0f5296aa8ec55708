internal import Store

/// GET /v1/inbox and POST /v1/inbox/read: an account's own notifications.
extension Call {
  static let inboxPage = 50

  func inbox() throws(Problem) {
    let limit = try queryInteger("limit", 1...100) ?? Self.inboxPage
    let before = try queryInteger("before", 1...QueryParameter.largest)
    let scope = try accountScope(
      .read, account: request.query("account"), tenant: try queryTenant())
    let now = now
    let page = try read { (reader) throws(StoreError) in
      try reader.inbox(tenant: scope.tenant, account: scope.account, before: before, limit: limit, now: now)
    }
    answer(
      JSONWriter.object { out in
        out.member("unread", page.unread)
        out.array("items") { out in
          for item in page.items { item.write(&out) }
        }
        if page.items.count == limit, let last = page.items.last { out.member("next", last.row) }
      })
  }

  func readInbox() throws(Problem) {
    var account: String?
    var tenant: String?
    let notifications = try body(["notifications", "account", "tenant"]) { (body) throws(Problem) in
      account = try body.optional("account")?.text(1, 256)
      tenant = try Self.tenant(body.optional("tenant"))
      var ids: [String] = []
      for item in try body.required("notifications").array(1...500) { ids.append(try item.identifier()) }
      return ids
    }
    let scope = try accountScope(.send, account: account, tenant: tenant)
    try write { (session, now) throws(StoreError) in
      try session.markRead(
        tenant: scope.tenant, account: scope.account, notifications: notifications, now: now)
    } done: { _, changed in
      .json(JSONWriter.object { $0.member("changed", changed) })
    }
  }

  /// A tenant's name of a body: an id, or empty for the default one.
  static func tenant(_ value: JSONValue?) throws(Problem) -> String? {
    guard let value else { return nil }
    let text = try value.text(128)
    if text.isEmpty { return text }
    if let fault = Identifier.fault(text) { throw value.problem(.invalidValue, fault) }
    return text
  }
}

extension InboxItem {
  func write(_ out: inout JSONWriter) {
    out.object { out in
      out.member("notification", notification)
      out.member("class", className)
      out.member("title", title)
      out.member("body", body)
      if !parameters.isEmpty {
        out.key("parameters")
        out.value(raw: parameters)
      }
      out.member("at", instant: at)
      out.member("cursor", row)
      out.member("read_at", presentInstant: readAt)
    }
  }
}
