internal import CSQLite

/// One connection to the file, with its prepared statements. One thread at a time.
final class SQLiteConnection: SQLConnection {
  enum Mode {
    case write
    case read
  }

  struct Settings: Sendable {
    /// How long it waits for another process that writes, milliseconds.
    var busyMilliseconds: Int32 = 5_000
    /// Kibibytes of pages that the writer keeps in memory; a reader keeps an eighth.
    var cacheKiB = 64 * 1024
    /// The name of a registered file system; nil: the platform's.
    var fileSystem: String?
    init() {}
  }

  let path: String
  private let handle: OpaquePointer
  private var statements: [UnsafeRawPointer: any SQLStatement] = [:]
  private var isOpen = true
  /// Frames in the write-ahead log after the last commit of this connection.
  private let logFrames: UnsafeMutablePointer<Int32>

  /// Once a process. Where SQLite is in use already, as by another part of the program, it goes on as it was.
  private static let settled = pw_sqlite_count_no_memory()

  init(path: String, mode: Mode, settings: Settings) throws(StoreError) {
    self.path = path
    _ = Self.settled
    // A connection has one thread at a time, so that it needs no lock of its own.
    let flags =
      SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
      | (mode == .write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY)
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(path, &opened, flags, settings.fileSystem)
    guard let opened, code == SQLITE_OK else {
      let error = SQLiteCheck.error(code, opened, "open \(path)")
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    logFrames = .allocate(capacity: 1)
    logFrames.initialize(to: 0)
    do throws(StoreError) {
      sqlite3_busy_timeout(handle, settings.busyMilliseconds)
      try execute("PRAGMA cache_size=-\(mode == .write ? settings.cacheKiB : settings.cacheKiB / 8)")
      try execute("PRAGMA foreign_keys=OFF; PRAGMA mmap_size=0; PRAGMA temp_store=MEMORY")
      guard mode == .write else { return }
      try execute("PRAGMA journal_mode=WAL")
      // FULL: each commit is synced. The log is cut back to this size where it has grown beyond it.
      try execute("PRAGMA synchronous=FULL; PRAGMA journal_size_limit=67108864")
      // Checkpoints are this program's own decision (``SQLiteStore/rest()``); this replaces the automatic ones.
      sqlite3_wal_hook(handle, noteLogFrames, logFrames)
    } catch {
      close()
      throw error
    }
  }

  deinit {
    close()
    logFrames.deallocate()
  }

  func close() {
    guard isOpen else { return }
    isOpen = false
    for statement in statements.values { statement.finalize() }
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Closes and leaves the log as it is: what it has may not be on the disk, so nothing may be copied out of
  /// it yet.
  func closeKeepingLog() {
    if isOpen { pw_sqlite_keep_log(handle) }
    close()
  }

  /// Makes durable what can be read of the log, before anything is copied out of it. Else a power cut in the
  /// middle of that leaves a file with newer pages beside a log whose beginning is older.
  func writeLogAgain() throws(StoreError) {
    try begin()
    do throws(StoreError) {
      try SQLiteCheck.check(pw_sqlite_write_log_again(handle), handle, "write the log again")
      try commit()
    } catch {
      rollback()
      throw error
    }
  }

  func statement(_ sql: StaticString) throws(StoreError) -> any SQLStatement {
    if let known = statements[UnsafeRawPointer(sql.utf8Start)] { return known }
    let made = try prepare(sql.description)
    statements[UnsafeRawPointer(sql.utf8Start)] = made
    return made
  }

  func prepare(_ sql: String) throws(StoreError) -> any SQLStatement {
    guard isOpen else { throw StoreError(.closed, "The store is closed.") }
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard let prepared, code == SQLITE_OK else {
      throw SQLiteCheck.error(code, handle, "prepare \(sql.prefix(60))")
    }
    return SQLiteStatement(handle: prepared, connection: handle)
  }

  /// Statements without values or rows that matter.
  func execute(_ sql: String) throws(StoreError) {
    guard isOpen else { throw StoreError(.closed, "The store is closed.") }
    try SQLiteCheck.check(sqlite3_exec(handle, sql, nil, nil, nil), handle, String(sql.prefix(60)))
  }

  /// The first column of the first row; 0 where there is none.
  func number(_ sql: String) throws(StoreError) -> Int {
    let statement = try prepare(sql)
    defer { statement.finalize() }
    return try statement.next() ? statement.int(0) : 0
  }

  func setBusy(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  // MARK: Transactions

  /// Takes the write lock at once, so that nothing is read that another process then changes.
  func begin() throws(StoreError) { try statement("BEGIN IMMEDIATE").run() }
  func beginRead() throws(StoreError) { try statement("BEGIN").run() }

  func commit() throws(StoreError) {
    let left = resetOpenStatements()
    assert(left == nil, "not reset: \(left ?? "")")
    try statement("COMMIT").run()
  }

  /// A statement that was left in the middle of its rows would keep its view of the file beyond the
  /// transaction: no checkpoint could pass it, and no transaction begin once another process has written.
  ///
  /// - Returns: the text of one that was.
  private func resetOpenStatements() -> String? {
    var found: String?
    var next = sqlite3_next_stmt(handle, nil)
    while let statement = next {
      if sqlite3_stmt_busy(statement) != 0 {
        found = sqlite3_sql(statement).map { String(cString: $0) }
        sqlite3_reset(statement)
      }
      next = sqlite3_next_stmt(handle, statement)
    }
    return found
  }

  /// Undoes the transaction, where there is one: some faults have undone it already.
  func rollback() {
    guard isOpen, sqlite3_get_autocommit(handle) == 0 else { return }
    sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }

  func changes() -> Int { Int(sqlite3_changes64(handle)) }

  /// What was sent has run already.
  func changes(of ticket: SQLTicket) -> Int { ticket.number }

  // One process writes at a time, and what another has written is noticed.
  var isShared: Bool { false }
  func lock(_ keys: [SQLLock]) {}
  func prefetch(_ statement: any SQLStatement, for subject: SQLLock) {}
  func isKnownToBeEmpty(_ statement: any SQLStatement) -> Bool? { nil }
  func forgetPrefetched(_ subjects: [SQLLock]?) {}
  func takeRows(_ sequence: SQLSequence, atLeast count: Int) -> Range<Int>? { nil }

  func foreignWrites() throws(StoreError) -> Int {
    let select = try statement("PRAGMA data_version")
    defer { select.reset() }
    return try select.next() ? select.int(0) : 0
  }

  var attempts: any AttemptArchive { AttemptFolder(beside: path) }

  // MARK: The write-ahead log

  var framesInLog: Int { Int(logFrames.pointee) }

  enum Checkpoint {
    /// What can be copied without waiting for anybody.
    case passive
    /// All of it; the log then begins anew.
    case restart
    /// All of it; the log is then empty.
    case truncate
  }

  /// Copies the log into the file and syncs it.
  ///
  /// - Returns: frames that are in the log and not copied; nil: the log is in use by others.
  @discardableResult
  func checkpoint(_ kind: Checkpoint) throws(StoreError) -> Int? {
    guard isOpen else { throw StoreError(.closed, "The store is closed.") }
    let mode =
      switch kind {
      case .passive: SQLITE_CHECKPOINT_PASSIVE
      case .restart: SQLITE_CHECKPOINT_RESTART
      case .truncate: SQLITE_CHECKPOINT_TRUNCATE
      }
    var log: Int32 = 0
    var copied: Int32 = 0
    let code = sqlite3_wal_checkpoint_v2(handle, nil, mode, &log, &copied)
    if code & 0xff == SQLITE_BUSY { return nil }
    try SQLiteCheck.check(code, handle, "checkpoint")
    if kind == .truncate { logFrames.pointee = 0 }
    return Int(max(log, 0) - max(copied, 0))
  }
}

private let noteLogFrames:
  @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
    context, _, _, frames in
    context?.assumingMemoryBound(to: Int32.self).pointee = frames
    return SQLITE_OK
  }
