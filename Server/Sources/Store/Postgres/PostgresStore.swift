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
  private var mark = CommitMark(at: Int(Date().timeIntervalSince1970))
  /// A commit of which it is not known what became of it.
  private var unsettled: (number: Int, process: Int, node: Int)?
  private var clockAskedAt: ContinuousClock.Instant?
  private var growth = TableGrowth()
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
    try CommitMark.removeOld(from: connection)
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
      try mark.leave(in: writer.connection)
      do throws(StoreError) {
        try writer.connection.commit { isCommitting = true }
      } catch {
        guard isCommitting, !writer.connection.isOpen else { throw error }
        try settleCommit(writer.connection, error)
      }
      session.committed()
      attemptsToLog.append(contentsOf: session.outbox.attemptsToLog)
      session.outbox.attemptsToLog.removeAll(keepingCapacity: true)
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

  /// Writes the log of attempts, sets the clock, and has tables counted that have grown.
  public func rest() throws(StoreError) {
    writing.lock()
    defer { writing.unlock() }
    guard !isClosed, let writer, writer.connection.isOpen else { return }
    do throws(StoreError) {
      try writeAttempts(writer.connection)
      if clockAskedAt.map({ ContinuousClock.now - $0 > .seconds(60) }) ?? true || hasClockStepped {
        try askClock(writer.connection)
      }
      try growth.look(through: writer.connection)
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
      try? mark.remove(from: writer.connection)
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
      if let isThere = try? mark.isThere(number, of: process, connection) {
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
    let isThere = try mark.isThere(unsettled.number, of: unsettled.process, connection)
    self.unsettled = nil
    // What cannot be handed back waits for the end of its lease.
    if isThere {
      do throws(StoreError) {
        try CommitMark.handBack(
          leasesOf: unsettled.number, node: unsettled.node,
          now: now(Int(Date().timeIntervalSince1970 * 1000)),
          connection)
      } catch { connection.rollback() }
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
