/// The writing side: each aspect in an extension of its own.
final class SQLiteSession: StoreSession, SQLiteAccess {
  let connection: SQLiteConnection
  let names: SQLiteNames
  var settings: Settings

  /// What callers have set; outlives the connection.
  struct Settings {
    /// The kinds of events that are written to the webhook queue.
    var webhookKinds: Set<String> = []
    var policy = StorePolicy()
  }

  init(_ connection: SQLiteConnection, settings: Settings) {
    self.connection = connection
    names = SQLiteNames(connection)
    self.settings = settings
  }

  func setPolicy(_ policy: StorePolicy) { settings.policy = policy }

  /// The transaction was undone: nothing that was learnt in it is true.
  func forget() { names.forget() }

  func classNumber(_ name: String) throws(StoreError) -> Int32 { try names.makeClassNumber(name) }
}
