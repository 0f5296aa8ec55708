/// The writing side: each aspect in an extension of its own.
final class SQLiteSession: StoreSession, SQLiteAccess {
  let connection: SQLiteConnection
  let names: SQLiteNames
  /// The kinds of events that are written to the webhook queue.
  var webhookKinds: Set<String>

  init(_ connection: SQLiteConnection, kinds: Set<String>) {
    self.connection = connection
    names = SQLiteNames(connection)
    webhookKinds = kinds
  }

  /// The transaction was undone: nothing that was learnt in it is true.
  func forget() { names.forget() }

  func classNumber(_ name: String) throws(StoreError) -> Int32 { try names.makeClassNumber(name) }
}
