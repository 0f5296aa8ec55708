/// What the server goes by.
extension ProfileReader {
  func readServer(_ fields: Fields) -> ServerSettings {
    var server = ServerSettings()
    if let text = fields.text("publishable_id") {
      server.publishableID = text
      if !Self.isPublishable(text) {
        fields.refuse(
          "publishable_id", "bad-publishable-id", "`\(text)` is no publishable id",
          hint: "8 to 128 of letters, digits and ._~:-")
      }
    }
    if let number = fields.integer("silent_budget", in: 1...60) { server.silentBudget = number }
    if let inner = fields.fields("retention", ProfileKeys.retention) {
      server.retention = readRetention(inner)
    }
    if let inner = fields.fields("limits", ProfileKeys.limits) {
      if let number = inner.integer("server", in: 1...1_000_000) { server.limits.server = number }
      if let number = inner.integer("device", in: 1...1_000_000) { server.limits.device = number }
      server.limits.tenant = inner.integer("tenant", in: 1...1_000_000)
      if let number = inner.integer("fcm_per_minute", in: 1...100_000_000) {
        server.limits.fcmPerMinute = number
      }
      if let number = inner.integer("failures", in: 1...1_000_000) { server.limits.failures = number }
    }
    server.ticketKeys = fields.list("ticket_keys") { node, path in scalar(fields, node, path) }
    server.webhooks = fields.list("webhooks") { node, path in
      Fields(node, ProfileKeys.webhook, path: path, place: node.position, log: log).map(readWebhook)
    }
    return server
  }

  private func readRetention(_ fields: Fields) -> ServerSettings.Retention {
    var retention = ServerSettings.Retention()
    if let seconds = fields.duration("notifications") { retention.notifications = seconds }
    if let seconds = fields.duration("receipts") { retention.receipts = seconds }
    if let seconds = fields.duration("inbox") { retention.inbox = seconds }
    if let seconds = fields.duration("attempts") { retention.attempts = seconds }
    if let seconds = fields.duration("removals") { retention.removals = seconds }
    return retention
  }

  private func readWebhook(_ fields: Fields) -> ServerSettings.Webhook {
    let url = fields.text("url") ?? ""
    let allowsPrivate = fields.boolean("allow_private") ?? false
    if !url.isEmpty, !url.hasPrefix("https://"), !(allowsPrivate && url.hasPrefix("http://")) {
      fields.refuse(
        "url", "bad-webhook-url", "`\(url)` is no https URL",
        hint: "write https://…; http only together with `allow_private: true`")
    }
    let secrets = fields.list("secret_files") { node, path in scalar(fields, node, path) }
    if fields.has("secret_files"), !(1...2).contains(secrets.count) {
      fields.refuse(
        "secret_files", "out-of-range", "`\(fields.at("secret_files"))` has \(secrets.count) files",
        hint: "one secret, or two while one is exchanged for the other")
    }
    return ServerSettings.Webhook(
      url: url,
      events: fields.choices(
        "events", ServerSettings.Webhook.Event.self, empty: "write [accepted, rejected, pruned, opened]"),
      secretFiles: secrets, allowsPrivate: allowsPrivate)
  }

  private func scalar(_ fields: Fields, _ node: ProfileNode, _ path: String) -> String? {
    fields.scalarText(node, path: path)
  }

  private static func isPublishable(_ text: String) -> Bool {
    (8...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        ProfileName.isLetter(byte) || ProfileName.isDigit(byte) || "._~:-".utf8.contains(byte)
      }
  }
}
