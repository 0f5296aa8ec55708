/// Has PostgreSQL count a table that has become several times as large since it last did: by itself it counts once
/// a minute at most, and until then it reads through tables that it believes to be small.
struct TableGrowth {
  private var nextLook: ContinuousClock.Instant?

  /// Looks once a second at most; outside of a transaction.
  mutating func look(through connection: PostgresConnection) throws(StoreError) {
    if let nextLook, ContinuousClock.now < nextLook { return }
    // Where the counting fails, or takes too long, it is left to the server for a while.
    nextLook = .now + .seconds(60)
    do throws(StoreError) {
      // In pages of 8 KB.
      let grown = try connection.number(
        """
        SELECT count(*) FROM pg_catalog.pg_class
        WHERE oid IN (to_regclass('messages'), to_regclass('notifications'), to_regclass('registrations'))
          AND pg_relation_size(oid)/8192 > 4*greatest(relpages, 16)
        """)
      if grown > 0 { try connection.execute("ANALYZE (SKIP_LOCKED) messages, notifications, registrations") }
      nextLook = .now + .seconds(1)
    } catch {
      // The store works without it.
      guard connection.isOpen else { throw error }
    }
  }
}
