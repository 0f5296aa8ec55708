internal import Foundation

/// The embedded store: one file, one writer, write-ahead log, every commit synced.
///
/// One transaction at a time; readers see what is committed and wait for nobody. After a fault of the
/// disk nothing is taken as durable any more: the next transaction opens the file anew, copies the log
/// into it and syncs that, and fails where this fails (a sync that failed once may not be trusted when
/// it succeeds later).
public final class SQLiteStore: PushStore, @unchecked Sendable {
  public enum Role: Sendable {
    /// Holds leases: one process at a time.
    case server
    /// Reads and writes beside a server.
    case tool
  }

  public struct Options: Sendable {
    public var role = Role.tool
    /// How long it waits for another process that writes, milliseconds.
    public var busyMilliseconds = 5_000
    /// The log is copied into the file once it has grown by so many pages of 4 KiB: more are copied in
    /// fewer, longer pauses.
    public var checkpointPages = 4_000
    /// The name of a file system registered with SQLite, for tests; nil: the platform's.
    public var fileSystem: String?
    var migrations = Migrations.all
    public init() {}
  }

  /// The one connection that writes, and what works on it.
  struct Writer {
    let connection: SQLiteConnection
    let session: SQLSession

    init(_ connection: SQLiteConnection, _ settings: SQLSession.Settings) {
      self.connection = connection
      session = SQLSession(connection, settings: settings)
    }
  }

  struct Reader {
    let connection: SQLiteConnection
    let reader: SQLReader

    init(_ connection: SQLiteConnection) {
      self.connection = connection
      reader = SQLReader(connection)
    }
  }

  public let path: String
  public var name: String { "sqlite \(path)" }
  /// The schema's version that the file had when it was opened; 0: it is new.
  public let versionBefore: Int
  let options: Options
  let settings: SQLiteConnection.Settings
  private let serverLock: ServerLock?

  // Guards what follows: the one connection that writes.
  let writing = ThreadLock()
  var writer: Writer?
  /// Of a session that was closed by a fault.
  private var keptSettings = SQLSession.Settings()
  let attempts: AttemptLog
  var needsReopening = false
  var isClosed = false
  /// Frames of the log that are in the file already.
  var framesCopied = 0

  let readers = ReaderPool<Reader> { $0.connection.close() }

  /// Opens the file, or makes it, and brings it to this version's schema; a copy is made beside it before
  /// a file with data is changed.
  public init(path: String, options: Options = Options()) throws(StoreError) {
    self.path = path
    self.options = options
    var settings = SQLiteConnection.Settings()
    settings.busyMilliseconds = Int32(clamping: options.busyMilliseconds)
    settings.fileSystem = options.fileSystem
    self.settings = settings
    serverLock = options.role == .server ? try ServerLock(beside: path) : nil
    // Tokens are in it: it is made for its owner alone, and SQLite gives its other files the same mode.
    try DurableFile.makePrivate(path)
    let connection = try SQLiteConnection(path: path, mode: .write, settings: settings)
    // The process before may have ended after a sync that failed.
    if options.role == .server { try connection.writeLogAgain() }
    versionBefore = try options.migrations.run(connection) { version throws(StoreError) in
      try Self.copy(path, to: "\(path).schema\(version).backup", replace: true, settings)
    }
    writer = Writer(connection, SQLSession.Settings())
    attempts = AttemptLog(beside: path)
  }

  public func transaction<Result>(
    _ body: (any StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    writing.lock()
    defer { writing.unlock() }
    let writer = try openWriter()
    let session = writer.session
    do throws(StoreError) {
      try writer.connection.begin()
      try session.begin()
      let result = try body(session)
      try session.finish()
      try writer.connection.commit()
      session.committed()
      attempts.keep(&session.outbox.attemptsToLog)
      return result
    } catch {
      undo(writer, error)
      throw error
    }
  }

  /// Writes and syncs something that changes nothing: tells whether it works again.
  public func probe() throws(StoreError) {
    writing.lock()
    defer { writing.unlock() }
    let writer = try openWriter()
    do throws(StoreError) {
      try writer.connection.begin()
      let version = try writer.connection.number("PRAGMA user_version")
      try writer.connection.execute("PRAGMA user_version=\(version)")
      try writer.connection.commit()
    } catch {
      undo(writer, error)
      throw error
    }
  }

  public func close() {
    writing.lock()
    isClosed = true
    readers.closeAll(forGood: isClosed)
    if needsReopening { writer?.connection.closeKeepingLog() } else { writer?.connection.close() }
    writer = nil
    attempts.close()
    writing.unlock()
    serverLock?.release()
  }

  // MARK: With `writing` held

  func undo(_ writer: Writer, _ error: StoreError) {
    writer.connection.rollback()
    writer.session.forget()
    if SQLiteCheck.isDiskFault(error.libraryCode) { needsReopening = true }
  }

  private func openWriter() throws(StoreError) -> Writer {
    guard !isClosed else { throw StoreError(.closed, "The store is closed.") }
    if let writer, !needsReopening { return writer }
    return try reopen()
  }

  /// Starts anew after a fault of the disk. All that can be read is then in the file, and synced.
  private func reopen() throws(StoreError) -> Writer {
    let kept = writer?.session.settings ?? keptSettings
    keptSettings = kept
    needsReopening = true
    readers.closeAll(forGood: isClosed)
    writer?.connection.closeKeepingLog()
    writer = nil
    let connection = try SQLiteConnection(path: path, mode: .write, settings: settings)
    do throws(StoreError) {
      try connection.writeLogAgain()
      guard try connection.checkpoint(.truncate) != nil else {
        throw StoreError(.busy, "\(path) failed and cannot be opened anew while another process reads it.")
      }
    } catch {
      connection.closeKeepingLog()
      throw error
    }
    let opened = Writer(connection, kept)
    writer = opened
    framesCopied = 0
    needsReopening = false
    return opened
  }
}
