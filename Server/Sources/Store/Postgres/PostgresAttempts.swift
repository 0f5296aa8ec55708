/// The attempts that did not end well, for people: a table that is parted by day, so that old ones go by
/// dropping a part.
///
/// It is never the record: it is written after the commit and not synced.
final class PostgresAttempts: AttemptArchive {
  private let connection: PostgresConnection

  init(_ connection: PostgresConnection) { self.connection = connection }

  func addHistory(to views: inout [MessageView]) {
    guard let first = views.map(\.createdAt).min(), let last = views.map(\.at).max() else { return }
    // What cannot be read hides nothing else.
    try? read(from: first - first % Self.day, to: last + Self.day, into: &views)
  }

  private func read(from: Int, to: Int, into views: inout [MessageView]) throws(StoreError) {
    let select = try connection.statement(
      """
      SELECT at, verdict, reason, http FROM attempts WHERE message=?1 AND at>=?2 AND at<?3 ORDER BY at
      """)
    for place in views.indices {
      select.set(1, views[place].row)
      select.set(2, from)
      select.set(3, to)
      try AttemptRows.read(select, into: &views[place].history)
    }
  }

  func remove(beforeDay: Int, limit: Int) throws(StoreError) -> Int {
    var removed = 0
    for day in try days() where day < beforeDay && removed < limit {
      let drop = try connection.prepare("DROP TABLE IF EXISTS \(Self.name(day))")
      try drop.run()
      removed += 1
    }
    return removed
  }

  private static let day = 86_400_000

  /// As in `attempts_20787`: days since 1970.
  static func name(_ day: Int) -> String { "attempts_\(day)" }

  /// The days that have a part, in order.
  func days() throws(StoreError) -> [Int] {
    let select = try connection.statement(
      """
      SELECT CAST(substr(c.relname, 10) AS BIGINT) FROM pg_catalog.pg_inherits i
        JOIN pg_catalog.pg_class c ON c.oid=i.inhrelid
      WHERE i.inhparent=to_regclass('attempts') AND c.relname LIKE 'attempts_%' ORDER BY 1
      """)
    var found: [Int] = []
    while try select.next() { found.append(select.int(0)) }
    return found
  }

  /// Makes the part of a day, where there is none. A transaction of its own.
  static func make(day: Int, on connection: PostgresConnection) throws(StoreError) {
    let from = day * Self.day
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(name(day)) PARTITION OF attempts FOR VALUES FROM (\(from)) TO (\(from + Self.day))
      """)
  }

  /// In a transaction of its own.
  static func write(_ records: ArraySlice<AttemptRecord>, on connection: PostgresConnection)
    throws(StoreError)
  {
    let setting = try connection.statement("SET LOCAL synchronous_commit=off")
    try setting.run()
    try AttemptRows.insert(records, on: connection)
  }
}
