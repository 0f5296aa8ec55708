internal import CPostgres

/// Where a server is, and how long it may take.
struct PostgresSettings: Sendable {
  /// As the client library reads it: a URL `postgresql://…` or its older form. May hold a password: never shown.
  var url: String
  /// A password that does not stand in the URL; nil: the library's own ways (PGPASSFILE, PGPASSWORD).
  var password: String?
  /// Longest run of one statement, milliseconds.
  var statementMilliseconds = 30_000
  /// Longest wait for another's lock, milliseconds.
  var lockMilliseconds = 3_000
  /// After so long without a statement within a transaction the server ends it, milliseconds.
  var idleMilliseconds = 5_000
  /// Longest wait for an answer, milliseconds: then the connection is given up.
  var answerMilliseconds: Int { statementMilliseconds + 10_000 }
  /// Longest wait for a connection, seconds.
  var connectSeconds = 10
  /// Seen in the server's list of connections.
  var applicationName = "pushwire"

  init(url: String) { self.url = url }

  /// As in `postgres db.example.com:5432/push`: what may be shown of it.
  var shownName: String {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(url, &message) else {
      PQfreemem(message)
      return "postgres"
    }
    defer { PQconninfoFree(options) }
    var found: [String: String] = [:]
    var place = options
    while let keyword = place.pointee.keyword {
      if let value = place.pointee.val { found[String(cString: keyword)] = String(cString: value) }
      place += 1
    }
    let host = found["host"] ?? found["hostaddr"] ?? "localhost"
    let port = found["port"].map { ":\($0)" } ?? ""
    return "postgres \(host)\(port)/\(found["dbname"] ?? found["user"] ?? "")"
  }

  /// Why the library does not understand the URL; nil: it does.
  var mistake: String? {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(url, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard options == nil else { return nil }
    // The library's own words may repeat a part of the URL.
    return
      "The database's URL cannot be read; write it as postgresql://user@host:5432/name?sslmode=verify-full"
  }
}

extension PostgresConnection {
  static let oldestVersion = 130_000

  static func connect(_ settings: PostgresSettings) throws(StoreError) -> OpaquePointer {
    if let mistake = settings.mistake { throw StoreError(.open, mistake) }
    // What stands before `dbname` gives way to what the URL says.
    var words: [(String, String)] = [
      ("fallback_application_name", settings.applicationName),
      ("connect_timeout", "\(settings.connectSeconds)"),
      ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
      ("target_session_attrs", "read-write"), ("dbname", settings.url), ("client_encoding", "UTF8"),
    ]
    if let password = settings.password { words.append(("password", password)) }
    let made = withStrings(words.map(\.0)) { keys in
      withStrings(words.map(\.1)) { values in PQconnectdbParams(keys, values, 1) }
    }
    guard let made else { throw StoreError(.unavailable, "connect: no memory") }
    guard PQstatus(made) == CONNECTION_OK else {
      let text = PQerrorMessage(made).map { String(cString: $0) } ?? ""
      let needsPassword = PQconnectionNeedsPassword(made) != 0
      PQfinish(made)
      let line = text.split(separator: "\n").map(String.init).joined(separator: "; ")
      throw StoreError(
        needsPassword || isRefusal(text) ? .open : .unavailable, "connect to \(settings.shownName): \(line)")
    }
    do throws(StoreError) {
      guard PQserverVersion(made) >= oldestVersion else {
        throw StoreError(
          .open,
          "\(settings.shownName) is PostgreSQL \(PQserverVersion(made) / 10_000); 13 or later is needed.")
      }
      PQsetNoticeProcessor(made, { _, _ in }, nil)
      try prepare(made, settings)
    } catch {
      PQfinish(made)
      throw error
    }
    return made
  }

  /// Refused for what it says, and not because it cannot be reached.
  private static func isRefusal(_ text: String) -> Bool {
    ["authentication failed", "does not exist", "no pg_hba.conf entry", "certificate", "permission denied"]
      .contains { text.contains($0) }
  }

  private static func prepare(_ handle: OpaquePointer, _ settings: PostgresSettings) throws(StoreError) {
    // Every statement has an index that it is written for: none is planned by what a table held by chance.
    let result = PQexec(
      handle,
      """
      SET statement_timeout=\(settings.statementMilliseconds);
      SET lock_timeout=\(settings.lockMilliseconds);
      SET idle_in_transaction_session_timeout=\(settings.idleMilliseconds);
      SET synchronous_commit=on; SET client_min_messages=warning; SET jit=off; SET timezone='UTC';
      SET plan_cache_mode=force_generic_plan; SET enable_seqscan=off; SET enable_hashjoin=off;
      SET enable_mergejoin=off; SET enable_sort=on
      """)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw PostgresCheck.error(result, "set up") }
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) != 0 else {
      throw StoreError(.library, "The client library has no pipeline mode.")
    }
  }

  private static func withStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = strings.map { text in
      let bytes = Array(text.utf8CString)
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      copy.initialize(from: bytes, count: bytes.count)
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    let pointers = copies.map { Optional(UnsafePointer($0)) } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
      // There is at least the end.
      buffer.baseAddress.map(body) ?? body(UnsafePointer(UnsafeMutablePointer.allocate(capacity: 1)))
    }
  }
}
