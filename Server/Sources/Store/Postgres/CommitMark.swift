internal import Foundation

/// What each transaction of a store leaves behind, so that a commit whose answer was lost can be asked about. The
/// server's own number would not do: after a crash it gives numbers again whose transactions left nothing.
struct CommitMark {
  private let name: String
  /// Transactions that left it.
  private var count = 0

  /// `at`: seconds since 1970.
  init(at seconds: Int) { name = "commit.\(seconds).\(UUID().uuidString)" }

  mutating func leave(in connection: PostgresConnection) throws(StoreError) {
    count += 1
    let upsert = try connection.statement(
      "INSERT INTO duties(name, node, until) VALUES(?1, 0, ?2) ON CONFLICT(name) DO UPDATE SET until=?2")
    upsert.set(1, name)
    upsert.set(2, count)
    try upsert.run()
  }

  func remove(from connection: PostgresConnection) throws(StoreError) {
    try connection.execute("DELETE FROM duties WHERE name='\(name)'")
  }

  /// Marks of stores that were never closed.
  static func removeOld(from connection: PostgresConnection) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM duties WHERE name LIKE 'commit.%'
        AND CAST(split_part(name, '.', 2) AS BIGINT) < extract(epoch FROM now()) - 30 * 86400
      """)
  }

  /// Whether the last commit is there. The server process that had it is ended first, where it has not noticed
  /// yet and would go on.
  func isThere(
    _ number: Int, of process: Int, _ connection: PostgresConnection
  ) throws(StoreError) -> Bool {
    try Self.end(number, of: process, connection)
    let select = try connection.statement("SELECT until FROM duties WHERE name=?1")
    defer { select.reset() }
    select.set(1, name)
    return try select.next() && select.int(0) == count
  }

  /// Returns once the server process does not work on the transaction any more: each has a lock on its own
  /// number, and gives it up after all can see what became of it. No other process is looked for, and nothing is
  /// asked about the number: after a crash it can be another's, or nobody's yet.
  static func end(
    _ number: Int, of process: Int, _ connection: PostgresConnection
  ) throws(StoreError) {
    let terminate = try connection.statement(
      """
      SELECT pg_terminate_backend(pid) FROM pg_locks
      WHERE pid=?1 AND locktype='transactionid' AND granted AND mode='ExclusiveLock'
        AND transactionid=CAST(CAST(?2 AS TEXT) AS xid)
      """)
    defer { terminate.reset() }
    let end = ContinuousClock.now + .seconds(10)
    while true {
      terminate.set(1, process)
      terminate.set(2, number & 0xffff_ffff)
      guard try terminate.next() else { return }
      terminate.reset()
      guard ContinuousClock.now < end else { throw StoreError(.busy, "The commit is still under way.") }
      usleep(5000)
    }
  }

  /// Leases that one transaction took, and nobody has touched since.
  static func handBack(
    leasesOf transaction: Int, node: Int, now: Int, _ connection: PostgresConnection
  ) throws(StoreError) {
    try connection.begin()
    for update in [
      try connection.statement(
        """
        UPDATE messages SET state=0, due=?3, holder=0
        WHERE state=1 AND holder=?1 AND xmin=CAST(CAST(?2 AS TEXT) AS xid)
        """),
      try connection.statement(
        """
        UPDATE campaign_exceptions SET state=0, due=?3, holder=0
        WHERE state=1 AND holder=?1 AND xmin=CAST(CAST(?2 AS TEXT) AS xid)
        """),
    ] {
      update.set(1, node)
      update.set(2, transaction & 0xffff_ffff)
      update.set(3, now)
      try update.run()
    }
    try connection.commit {}
  }
}
