import Synchronization
import TestSupport

@testable import Store

/// Stores on the shared server of the tests.
enum PostgresStage {
  static let missing = "there is no PostgreSQL server here: see make deps"

  /// Calls `body` with a store over an empty database. The database is used again, since making one takes
  /// longer than most tests.
  static func withStore<Result>(_ body: (PostgresStore) throws -> Result) throws -> Result {
    let idle = pool.withLock { $0.popLast() }
    let store = try idle ?? self.store()
    if idle != nil { try store.empty() }
    let result = try body(store)
    pool.withLock { $0.append(store) }
    return result
  }

  private static let pool = Mutex<[PostgresStore]>([])

  /// A store of its own over an empty database.
  static func store(_ change: (inout PostgresStore.Options) -> Void = { _ in }) throws -> PostgresStore {
    try store(at: try PostgresServer.shared().database(), change)
  }

  /// A store over a database of its own, with one device; for the caller to close.
  static func withPhone() throws -> (
    server: PostgresServer, url: String, store: PostgresStore, stage: OutboxStage
  ) {
    let server = try PostgresServer.shared()
    let url = try server.database()
    let store = try store(at: url)
    let stage = OutboxStage(store)
    try stage.register("phone")
    return (server, url, store, stage)
  }

  static func store(
    at url: String, _ change: (inout PostgresStore.Options) -> Void = { _ in }
  ) throws -> PostgresStore {
    var options = PostgresStore.Options(url: url)
    change(&options)
    return try PostgresStore(options)
  }
}

extension PostgresStore {
  /// As if it had just been made.
  fileprivate func empty() throws {
    let connection = try PostgresConnection(settings)
    defer { connection.close() }
    let select = try connection.statement(
      """
      SELECT string_agg(c.relname, ',') FROM pg_catalog.pg_class c
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace=to_regnamespace('public') AND c.relname<>'pushwire_schema'
      """)
    let tables = try select.next() ? select.text(0) : ""
    select.reset()
    try connection.execute("TRUNCATE \(tables) RESTART IDENTITY")
    forgetAll()
  }
}
