public import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own, on a free port of 127.0.0.1 and in a temporary folder.
///
/// A shell watches over it: it ends the server and removes the folder when this object is gone, and also when
/// the process of the tests ends, however that ends.
public final class PostgresServer: Sendable {
  public struct Options: Sendable {
    /// False: nothing is synced. What a killed server has committed is still there, since the system holds it;
    /// a power cut is not tested here.
    public var syncs = false
    /// Answers TLS with a certificate for `localhost` alone, of a certificate authority made for it.
    public var usesTLS = false
    /// Further settings of the server, as in `max_connections=20`.
    public var settings: [String] = []
    public init() {}
  }

  /// Why there is no server here; nil: there is one. For `.enabled(if:)`.
  public static var missing: String? { PostgresPrograms.missing }
  public static var isInstalled: Bool { missing == nil }

  /// One server for all tests of this process that leave it running.
  public static func shared() throws -> PostgresServer { try sharedServer.get() }
  private static let sharedServer = Result { try PostgresServer() }

  public let port: Int
  public let folder: URL
  public static let user = "pushwire"
  /// The certificate of its authority.
  public var authority: URL { folder.appendingPathComponent("ca.pem") }

  private let options: Options
  private struct State {
    var watch: Process?
    /// Closed, it tells the watching shell to end the server.
    var leash: Pipe?
    var databases = 0
  }
  private let state = Mutex(State())

  public init(_ options: Options = Options()) throws {
    if let missing = Self.missing { throw PostgresFault(what: missing) }
    self.options = options
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pushwire-pg-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    port = try Self.freePort()
    do {
      try give(folder.path)
      try PostgresPrograms.run(
        "initdb",
        [
          "-D", data, "-U", Self.user, "--auth=trust", "--no-locale", "-E", "UTF8", "--no-sync",
          "--no-instructions",
        ],
        in: folder)
      if options.usesTLS { try makeCertificates() }
      try start()
    } catch {
      try? FileManager.default.removeItem(at: folder)
      throw error
    }
  }

  deinit { end(removing: true) }

  private var data: String { folder.path + "/data" }
  private var log: String { folder.path + "/server.log" }

  // MARK: Its life

  /// Starts it again after ``stop()`` or ``kill()``, with all that it has, on the same port.
  public func start() throws {
    // Processes of a killed server may hold its memory for a moment yet.
    for _ in 0..<100 {
      do {
        return try startOnce()
      } catch let fault as PostgresFault where fault.what.contains("is still in use") {
        continue
      }
    }
    try startOnce()
  }

  private func startOnce() throws {
    guard let programs = PostgresPrograms.folder else { throw PostgresFault(what: "no PostgreSQL") }
    var words = ["\(programs)/postgres", "-D", data, "-h", "127.0.0.1", "-p", "\(port)", "-k", ""]
    var settings = ["max_connections=200", "max_locks_per_transaction=256", "log_min_messages=warning"]
    settings += ["shared_buffers=64MB", "max_wal_size=512MB"]
    if !options.syncs { settings += ["fsync=off", "full_page_writes=off"] }
    if options.usesTLS {
      settings += [
        "ssl=on", "ssl_cert_file=\(folder.path)/server.pem", "ssl_key_file=\(folder.path)/server.key",
      ]
    }
    for setting in settings + options.settings { words += ["-c", setting] }

    let watch = Process()
    let leash = Pipe()
    watch.executableURL = URL(fileURLWithPath: "/bin/bash")
    // Fast shutdown; where the server has gone on its own there is nothing to end. Not the plain shell: with
    // the signals that a test inherits, that one waits for its child for ever.
    watch.arguments =
      [
        "-c",
        """
        folder=$1; shift
        "$@" </dev/null >>"$folder/server.log" 2>&1 &
        child=$!
        read -r word
        kill -INT $child 2>/dev/null
        wait $child 2>/dev/null
        [ "$word" = keep ] || rm -rf "$folder"
        """, "pushwire-postgres", folder.path,
      ] + PostgresPrograms.asOther + words
    watch.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PG") }
    watch.standardInput = leash
    watch.currentDirectoryURL = folder
    try Data().write(to: URL(fileURLWithPath: log))
    try watch.run()
    state.withLock {
      $0.watch = watch
      $0.leash = leash
    }
    try waitUntilReady()
  }

  /// Ends it in order; connections are cut.
  public func stop() { end(removing: false) }

  public func restart() throws {
    stop()
    try start()
  }

  /// kill -9 of the server's first process; the others end themselves.
  public func kill() {
    if let process = processID { Foundation.kill(process, SIGKILL) }
    end(removing: false)
  }

  /// The server's first process; nil: it does not run.
  public var processID: pid_t? {
    let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { pid_t($0) }
  }

  private func end(removing: Bool) {
    let (watch, leash) = state.withLock { state in
      let held = (state.watch, state.leash)
      (state.watch, state.leash) = (nil, nil)
      return held
    }
    guard let watch, let leash else {
      if removing { try? FileManager.default.removeItem(at: folder) }
      return
    }
    let word = removing ? "\n" : "keep\n"
    // The shell reads this line whatever the server does, so it is there to take it.
    try? leash.fileHandleForWriting.write(contentsOf: Data(word.utf8))
    try? leash.fileHandleForWriting.close()
    watch.waitUntilExit()
  }

  private func waitUntilReady() throws {
    let latest = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < latest {
      let isRunning = state.withLock { $0.watch?.isRunning ?? false }
      guard isRunning else { break }
      if (try? PostgresPrograms.run("pg_isready", ["-q", "-h", "127.0.0.1", "-p", "\(port)"], in: folder))
        != nil
      {
        return
      }
    }
    let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
    end(removing: false)
    throw PostgresFault(what: "the server did not start: \(text.suffix(2000))")
  }

  /// A port that nobody has now.
  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, streamType, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw PostgresFault(what: "no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM
  #else
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #endif

  // MARK: Databases

  /// An empty database of the caller's own, as a URL.
  public func database() throws -> String {
    let number = state.withLock {
      $0.databases += 1
      return $0.databases
    }
    let name = "d\(number)"
    try command("CREATE DATABASE \(name)")
    return url(name)
  }

  public func url(_ database: String) -> String {
    "postgresql://\(Self.user)@127.0.0.1:\(port)/\(database)"
  }

  /// Runs SQL by the server's own client, and returns rows as lines, with `|` between columns.
  @discardableResult
  public func command(_ sql: String, database: String = "postgres") throws -> String {
    let output = try PostgresPrograms.run(
      "psql",
      [
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", "\(port)", "-U", Self.user,
        "-d",
        database, "-c", sql,
      ], in: folder)
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The same, in the database of a URL that ``database()`` gave.
  @discardableResult
  public func command(_ sql: String, at url: String) throws -> String {
    try command(sql, database: String(url.split(separator: "/").last ?? "postgres"))
  }

  // MARK: Files

  private func give(_ path: String) throws {
    guard let other = PostgresPrograms.otherUser else { return }
    guard chown(path, other.user, other.group) == 0 else {
      throw PostgresFault(what: "\(path) cannot be given to \(other.name)")
    }
  }

  private func makeCertificates() throws {
    func openssl(_ words: String) throws {
      let ended = try ForeignProgram.run(
        "openssl", words.split(separator: " ").map(String.init), in: folder, joins: true)
      guard ended.status == 0 else { throw PostgresFault(what: "openssl: \(ended.output)") }
    }
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    try openssl("req -x509 \(key) -days 2 -subj /CN=test-ca -keyout ca.key -out ca.pem")
    try openssl("req \(key) -subj /CN=localhost -keyout server.key -out server.csr")
    try Data("subjectAltName=DNS:localhost\n".utf8).write(to: folder.appendingPathComponent("san"))
    try openssl(
      "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile san -out server.pem"
    )
    chmod(folder.path + "/server.key", 0o600)
    try give(folder.path + "/server.key")
    try give(folder.path + "/server.pem")
  }
}
