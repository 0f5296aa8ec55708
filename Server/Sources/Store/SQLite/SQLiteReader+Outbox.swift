extension SQLiteReader {
  private var notYet: StoreError { StoreError(.library, "The outbox is not built yet.") }

  func messages(
    tenant: String?, installation: String, limit: Int
  ) throws(StoreError) -> [MessageView] { throw notYet }

  func notification(
    tenant: String?, id: String, after: Int, limit: Int
  ) throws(StoreError) -> NotificationView? { throw notYet }

  func inbox(
    tenant: String, account: String, before: Int?, limit: Int
  ) throws(StoreError) -> (items: [InboxItem], unread: Int) { throw notYet }

  func rollups(fromDay: Int, toDay: Int) throws(StoreError) -> [(key: RollupKey, count: Int)] { throw notYet }
  func depths(now: Int) throws(StoreError) -> [OutboxDepth] { throw notYet }
  func deadLetters(after: Int, limit: Int) throws(StoreError) -> [MessageView] { throw notYet }
  func dueWebhooks(now: Int, limit: Int) throws(StoreError) -> [WebhookEvent] { throw notYet }
}
