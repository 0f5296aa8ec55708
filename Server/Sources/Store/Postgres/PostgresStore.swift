internal import Foundation
internal import Synchronization

/// The store on a PostgreSQL server: any number of nodes on one database.
///
/// One connection writes, one transaction at a time; readers have connections of their own. Where the server
/// goes away, a transaction that was under way is undone and thrown as ``StoreError/Code/disconnected``; the
/// next one connects again, and waits a little for that. A commit whose answer was lost is asked about on the
/// new connection, so that it is known whether it was done.
public final class PostgresStore: PushStore, @unchecked Sendable {
  public struct Options: Sendable {
    /// As in `postgresql://push@db.example.com/push?sslmode=verify-full`.
    public var url: String
    /// Nil: it stands in the URL, or in what libpq reads (PGPASSFILE, PGPASSWORD).
    public var password: String?
    /// Seen in the server's list of connections.
    public var applicationName = "pushwire"
    /// Longest run of one statement, milliseconds.
    public var statementMilliseconds = 30_000
    /// Longest wait for another's lock, milliseconds.
    public var lockMilliseconds = 3_000
    /// How long a transaction waits for a server that has just gone, milliseconds; after that it is refused at
    /// once while the server is away.
    public var patienceMilliseconds = 5_000
    /// A store is moved into it (``StoreMove``).
    var isMoving = false
    var migrations = PostgresMigrations.all
    public init(url: String) { self.url = url }
  }

  public var name: String { settings.shownName }
  public var isShared: Bool { true }
  /// The schema's version that the database had when it was opened; 0: it is new.
  public let versionBefore: Int
  let options: Options
  let settings: PostgresSettings

  struct Writer {
    let connection: PostgresConnection
    let session: SQLSession
  }

  // Guards what follows: the one connection that writes.
  let writing = ThreadLock()
  var writer: Writer?
  private var keptSettings = SQLSession.Settings()
  private var attemptsToLog: [AttemptRecord] = []
  private var attemptDays: Set<Int> = []
  private var isClosed = false
  /// Since when the server has been away, and when it is tried again.
  private var lostAt: ContinuousClock.Instant?
  private var nextTry: ContinuousClock.Instant?
  private var lastRefusal: StoreError?
  /// Transactions that write, of this store's life; each leaves its number under this name.
  private var commits = 0
  private let markName = "commit.\(Int(Date().timeIntervalSince1970)).\(UUID().uuidString)"
  /// A commit of which it is not known what became of it.
  private var unsettled: (number: Int, process: Int, node: Int)?
  private var clockAskedAt: ContinuousClock.Instant?
  /// When it was last looked whether the tables have outgrown what PostgreSQL knows of them.
  private var growthSeenAt: ContinuousClock.Instant?
  /// This machine's clock then, seconds since 1970.
  private var wallAskedAt = 0.0
  /// What the server's clock is ahead of this machine's, milliseconds.
  private let clockOffset = Atomic<Int>(0)

  let readers = ReaderPool<PostgresReader> { $0.connection.close() }

  /// Connects, and brings the database to this version's schema.
  public init(_ options: Options) throws(StoreError) {
    self.options = options
    var settings = PostgresSettings(url: options.url)
    settings.password = options.password
    settings.applicationName = options.applicationName
    settings.statementMilliseconds = options.statementMilliseconds
    settings.lockMilliseconds = options.lockMilliseconds
    self.settings = settings
    let connection = try PostgresConnection(settings)
    versionBefore = try options.migrations.run(connection)
    if !options.isMoving,
      try connection.number(
        "SELECT count(*) FROM pg_catalog.pg_class WHERE oid=to_regclass('pushwire_move')") > 0
    {
      throw StoreError(
        .open,
        "A store is being moved into \(settings.shownName), and not all of it is there: run the move again.")
    }
    writer = Writer(connection: connection, session: SQLSession(connection, settings: SQLSession.Settings()))
    try askClock(connection)
    try Self.removeOldMarks(connection)
  }

  public func transaction<Result>(
    _ body: (any StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    writing.lock()
    defer { writing.unlock() }
    let writer = try openWriter()
    let session = writer.session
    var isCommitting = false
    do throws(StoreError) {
      try writer.connection.begin()
      try session.begin()
      let result = try body(session)
      try session.finish()
      try mark(writer.connection)
      do throws(StoreError) {
        try writer.connection.commit { isCommitting = true }
      } catch {
        guard isCommitting, !writer.connection.isOpen else { throw error }
        try settleCommit(writer.connection, error)
      }
      session.committed()
      attemptsToLog.append(contentsOf: session.outbox.attemptsToLog)
      session.outbox.attemptsToLog.removeAll(keepingCapacity: true)
      tellOfGrowth(writer.connection)
      return result
    } catch {
      undo(writer, error)
      throw error
    }
  }

  public func probe() throws(StoreError) {
    writing.lock()
    defer { writing.unlock() }
    let writer = try openWriter()
    do throws(StoreError) {
      try writer.connection.begin()
      // A commit that wrote nothing would not be synced.
      let write = try writer.connection.statement(
        """
        INSERT INTO duties(name, node, until) VALUES('probe', 0, 0)
        ON CONFLICT(name) DO UPDATE SET until=duties.until+1
        """)
      try write.run()
      try writer.connection.commit {}
    } catch {
      undo(writer, error)
      throw error
    }
  }

  /// Writes the log of attempts, and sets the clock.
  public func rest() throws(StoreError) {
    writing.lock()
    defer { writing.unlock() }
    guard !isClosed, let writer, writer.connection.isOpen else { return }
    do throws(StoreError) {
      try writeAttempts(writer.connection)
      if clockAskedAt.map({ ContinuousClock.now - $0 > .seconds(60) }) ?? true || hasClockStepped {
        try askClock(writer.connection)
      }
    } catch {
      undo(writer, error)
      throw error
    }
  }

  public func backup(to path: String) throws(StoreError) {
    throw StoreError(
      .open,
      "\(name) is backed up by PostgreSQL's own tools: pg_dump --format=custom --file=\(path) for a copy of now, "
        + "or pg_basebackup with WAL archiving for any point in time.")
  }

  public func close() {
    writing.lock()
    isClosed = true
    readers.closeAll(forGood: isClosed)
    if let writer {
      try? writeAttempts(writer.connection)
      try? writer.connection.execute("DELETE FROM duties WHERE name='\(markName)'")
      writer.connection.close()
    }
    writer = nil
    writing.unlock()
  }

  public func now(_ local: Int) -> Int { local &+ clockOffset.load(ordering: .relaxed) }

  /// Nothing that is remembered is taken as true, and the settings are the first ones again.
  func forgetAll() {
    writing.hold {
      keptSettings = SQLSession.Settings()
      if let open = writer {
        writer = Writer(
          connection: open.connection, session: SQLSession(open.connection, settings: keptSettings))
      }
      attemptsToLog = []
    }
    readers.closeAll(forGood: isClosed)
  }

  // MARK: With `writing` held

  private func undo(_ writer: Writer, _ error: StoreError) {
    if error.code == .disconnected || error.code == .unavailable { writer.connection.close() }
    writer.connection.rollback()
    writer.session.forget()
    // Not where another has taken its place already.
    if !writer.connection.isOpen, self.writer?.connection === writer.connection { noteLoss() }
  }

  private func noteLoss() {
    if lostAt == nil { lostAt = .now }
    readers.closeAll(forGood: isClosed)
  }

  /// A table that has become several times as large since PostgreSQL last counted it is counted now: its own
  /// counting comes once a minute, and until then it would read through tables that it believes to be small.
  private func tellOfGrowth(_ connection: PostgresConnection) {
    if let growthSeenAt, ContinuousClock.now - growthSeenAt < .seconds(1) { return }
    growthSeenAt = .now
    do throws(StoreError) {
      // In pages of 8 KB.
      let grown = try connection.number(
        """
        SELECT count(*) FROM pg_catalog.pg_class
        WHERE oid IN (to_regclass('messages'), to_regclass('notifications'), to_regclass('registrations'))
          AND pg_relation_size(oid)/8192 > 4*greatest(relpages, 16)
        """)
      if grown > 0 { try connection.execute("ANALYZE (SKIP_LOCKED) messages, notifications, registrations") }
    } catch {
      // What was committed is committed; a lost connection is noticed by the next transaction.
      if !connection.isOpen { noteLoss() }
    }
  }

  private func openWriter() throws(StoreError) -> Writer {
    guard !isClosed else { throw StoreError(.closed, "The store is closed.") }
    if let writer, writer.connection.isOpen { return writer }
    return try reconnect()
  }

  /// Waits for a server that has just gone; where it stays away, it is tried at most twice a second.
  private func reconnect() throws(StoreError) -> Writer {
    let kept = writer?.session.settings ?? keptSettings
    keptSettings = kept
    noteLoss()
    let patience = (lostAt ?? .now) + .milliseconds(options.patienceMilliseconds)
    if let nextTry, ContinuousClock.now < nextTry, ContinuousClock.now >= patience, let lastRefusal {
      throw lastRefusal
    }
    var pause = 20
    while true {
      do throws(StoreError) {
        let connection = try PostgresConnection(settings)
        let opened = Writer(connection: connection, session: SQLSession(connection, settings: kept))
        try askClock(connection)
        do throws(StoreError) { try handBackUnsettled(connection) } catch {
          connection.close()
          throw error
        }
        writer = opened
        (lostAt, nextTry, lastRefusal) = (nil, nil, nil)
        attemptDays = []
        return opened
      } catch {
        guard ContinuousClock.now < patience, error.code != .open else {
          lastRefusal = error
          nextTry = .now + .milliseconds(500)
          throw error
        }
        usleep(UInt32(pause) * 1000)
        pause = min(pause * 2, 500)
      }
    }
  }

  /// The commit was sent, and then the connection was lost: asks the server what became of it.
  private func settleCommit(_ lost: PostgresConnection, _ error: StoreError) throws(StoreError) {
    guard let number = lost.transactionNumber else { throw error }
    let process = lost.lastProcess
    for _ in 0..<3 {
      guard let connection = try? reconnect().connection else { continue }
      // A server process that has not noticed yet would go on with it.
      if let isThere = try? wasCommitted(number, ending: process, connection) {
        if isThere { return }
        throw error
      }
      connection.close()
    }
    unsettled = (number, process, keptSettings.node)
    throw StoreError(
      .unavailable, "The connection was lost in a commit, and the server cannot be asked what became of it.")
  }

  /// Of a commit whose outcome nobody could be told: its jobs have failed above. Where it was done all the
  /// same, what it leased is with nobody, and goes back as if it had never been leased.
  private func handBackUnsettled(_ connection: PostgresConnection) throws(StoreError) {
    guard let unsettled else { return }
    let isThere = try wasCommitted(unsettled.number, ending: unsettled.process, connection)
    self.unsettled = nil
    // What cannot be handed back waits for the end of its lease.
    if isThere {
      do throws(StoreError) {
        try Self.handBack(
          leasesOf: unsettled.number, node: unsettled.node,
          now: now(Int(Date().timeIntervalSince1970 * 1000)),
          connection)
      } catch { connection.rollback() }
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

  /// Leaves in the transaction which of this store's it is. The server's own number would not do: after a crash
  /// it gives numbers again whose transactions left nothing behind.
  private func mark(_ connection: PostgresConnection) throws(StoreError) {
    commits += 1
    let upsert = try connection.statement(
      "INSERT INTO duties(name, node, until) VALUES(?1, 0, ?2) ON CONFLICT(name) DO UPDATE SET until=?2")
    upsert.set(1, markName)
    upsert.set(2, commits)
    try upsert.run()
  }

  /// Whether the last commit of this store is there. A server process that has not noticed yet, and would go
  /// on with it, is ended first.
  private func wasCommitted(
    _ number: Int, ending process: Int, _ connection: PostgresConnection
  ) throws(StoreError) -> Bool {
    try Self.end(number, of: process, connection)
    let select = try connection.statement("SELECT until FROM duties WHERE name=?1")
    defer { select.reset() }
    select.set(1, markName)
    return try select.next() && select.int(0) == commits
  }

  /// Marks of stores that were never closed.
  private static func removeOldMarks(_ connection: PostgresConnection) throws(StoreError) {
    try connection.execute(
      """
      DELETE FROM duties WHERE name LIKE 'commit.%'
        AND CAST(split_part(name, '.', 2) AS BIGINT) < extract(epoch FROM now()) - 30 * 86400
      """)
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

  private func writeAttempts(_ connection: PostgresConnection) throws(StoreError) {
    guard !attemptsToLog.isEmpty else { return }
    let records = attemptsToLog
    attemptsToLog.removeAll(keepingCapacity: true)
    for day in Set(records.map { $0.at / 86_400_000 }) where !attemptDays.contains(day) {
      try PostgresAttempts.make(day: day, on: connection)
      attemptDays.insert(day)
    }
    try connection.begin()
    try PostgresAttempts.write(records[...], on: connection)
    try connection.commit {}
  }

  /// This machine's clock was set since the database's was asked for: the offset is of the one before.
  private var hasClockStepped: Bool {
    guard let clockAskedAt else { return true }
    let passed = (ContinuousClock.now - clockAskedAt) / .milliseconds(1)
    return abs((Date().timeIntervalSince1970 - wallAskedAt) * 1000 - passed) > 100
  }

  private func askClock(_ connection: PostgresConnection) throws(StoreError) {
    let before = Date().timeIntervalSince1970
    let server = try connection.number(
      "SELECT CAST(extract(epoch FROM clock_timestamp())*1000 AS BIGINT)")
    let after = Date().timeIntervalSince1970
    clockAskedAt = .now
    wallAskedAt = after
    let offset = server - Int((before + after) / 2 * 1000)
    // Less than the measurement's own error is none.
    let error = Int((after - before) * 1000) + 1
    clockOffset.store(abs(offset) <= error ? 0 : offset, ordering: .relaxed)
  }
}
