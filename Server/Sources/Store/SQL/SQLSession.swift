/// The writing side: each aspect in an extension of its own.
final class SQLSession: StoreSession, SQLAccess {
  let connection: any SQLConnection
  let names: SQLNames
  /// What the caller has set, which outlives a connection.
  var settings: Settings
  /// What the outbox knows without asking; true as long as nobody else writes.
  var outbox = OutboxMemory()
  /// Of this transaction, stored without waiting for the answer.
  var newNotifications: [SQLTicket] = []
  private var seenVersion = -1
  /// Of the transaction that is open: holds once it is durable.
  var enteredNode: Int?

  struct Settings {
    /// The kinds of events that are written to the webhook queue.
    var webhookKinds: Set<String> = []
    var policy = StorePolicy()
    /// Who holds the leases that are taken (``NodeSession``).
    var node = 1
  }

  init(_ connection: any SQLConnection, settings: Settings) {
    self.connection = connection
    self.settings = settings
    names = SQLNames(connection)
  }

  /// At the start of each transaction, within it.
  func begin() throws(StoreError) {
    // Another process has written: a tool.
    let version = try connection.foreignWrites()
    if version != seenVersion {
      seenVersion = version
      forget()
    }
  }

  /// At the end of each transaction, within it.
  func finish() throws(StoreError) {
    try writeTally()
    try writeCampaignCounts()
    try tellNews()
    try checkNewNotifications()
  }

  /// Other nodes wake up when it is durable.
  private func tellNews() throws(StoreError) {
    guard connection.isShared, !outbox.news.isEmpty || outbox.tellsCampaigns else { return }
    let notify = try connection.statement("SELECT pg_notify('pushwire', ?1)")
    notify.set(1, StoreNews.text(node, outbox.news, campaigns: outbox.tellsCampaigns))
    try notify.run()
  }

  /// The transaction is durable.
  func committed() {
    outbox.committed()
    settings.node = node
    enteredNode = nil
  }

  /// The transaction was undone: nothing that was learnt in it is true.
  func forget() {
    newNotifications.removeAll(keepingCapacity: true)
    names.forget()
    outbox.forget()
    enteredNode = nil
  }

  func setPolicy(_ policy: StorePolicy) { settings.policy = policy }

  func setWebhookKinds(_ kinds: Set<String>) { settings.webhookKinds = kinds }

  func classNumber(_ name: String) throws(StoreError) -> Int32 { try names.makeClassNumber(name) }
}
