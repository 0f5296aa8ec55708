/// Brings a database to this version's schema. The tables are those of SQLite's migrations, whose text is
/// translated (``PostgresText``); beside them stands what PostgreSQL alone has.
///
/// A migration only adds, so that the version before goes on beside this one; what is taken away goes a
/// version later. `compatible` in the database is the oldest schema whose programs still get along with it.
struct PostgresMigrations: Sendable {
  /// In order; the first makes the tables.
  var steps: [String]
  /// The oldest schema whose programs get along with the last step.
  var compatible = 1

  static let all = PostgresMigrations(
    steps: Migrations.all.steps.enumerated().map { number, step in
      PostgresText(step, isSchema: true).text + ";\n" + (additions[number] ?? "")
    })

  /// What stands beside a step, by its place.
  private static let additions: [Int: String] = [0: first]

  private static let first = """
    CREATE SEQUENCE notification_rows INCREMENT BY 1024 OWNED BY notifications.id;
    CREATE SEQUENCE message_rows INCREMENT BY 16384 OWNED BY messages.id;
    CREATE TABLE attempts(
      message BIGINT NOT NULL, at BIGINT NOT NULL, verdict TEXT COLLATE "C" NOT NULL,
      reason TEXT COLLATE "C" NOT NULL, http BIGINT NOT NULL,
      PRIMARY KEY(message, at, verdict)) PARTITION BY RANGE(at);
    -- What is due in a lane and band, whosever it is.
    CREATE INDEX messages_backlog ON messages(lane, band, due) WHERE state=0;
    ALTER TABLE messages SET (autovacuum_vacuum_scale_factor=0.02, autovacuum_analyze_scale_factor=0.05);
    ALTER TABLE parameters SET (autovacuum_vacuum_scale_factor=0.02);
    """

  /// - Returns: the version that the database had before.
  @discardableResult
  func run(_ connection: PostgresConnection) throws(StoreError) -> Int {
    let name = connection.settings.shownName
    do throws(StoreError) {
      // One process at a time; the others wait, and then find it done.
      try connection.execute(
        """
        BEGIN; SET LOCAL lock_timeout=0; SET LOCAL statement_timeout=0;
        SELECT pg_advisory_xact_lock(8103515731742323305)
        """)
      let isNew =
        try connection.number(
          "SELECT count(*) FROM pg_catalog.pg_class WHERE oid=to_regclass('pushwire_schema')") == 0
      if isNew {
        guard
          try connection.number(
            "SELECT count(*) FROM pg_catalog.pg_class WHERE oid=to_regclass('registrations')") == 0
        else {
          throw StoreError(.open, "\(name) has tables of another program.")
        }
        try connection.execute(
          "CREATE TABLE pushwire_schema(version BIGINT NOT NULL, compatible BIGINT NOT NULL)")
        try connection.execute("INSERT INTO pushwire_schema VALUES(0, 0)")
      }
      let version = try connection.number("SELECT version FROM pushwire_schema")
      let compatible = try connection.number("SELECT compatible FROM pushwire_schema")
      guard compatible <= steps.count else {
        throw StoreError(
          .tooNew,
          "\(name) was brought to schema \(version) by a newer version, and that can be used by programs of "
            + "schema \(compatible) on (this one knows \(steps.count)). Use that version, or restore a backup."
        )
      }
      for step in steps.dropFirst(version) { try connection.execute(step) }
      if version < steps.count {
        try connection.execute(
          "UPDATE pushwire_schema SET version=\(steps.count), compatible=\(self.compatible)")
      }
      try connection.execute("COMMIT")
      return version
    } catch {
      if connection.isOpen { try? connection.execute("ROLLBACK") }
      throw error
    }
  }
}
