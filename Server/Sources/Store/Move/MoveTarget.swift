internal import CPostgres

/// The database that a store is moved into. What was moved so far stands in a table of its own, until all of it
/// is; as long as that is there no server starts on it.
final class MoveTarget {
  private let connection: PostgresConnection

  init(_ settings: PostgresSettings) throws(StoreError) {
    connection = try PostgresConnection(settings)
    try connection.leavePipeline()
  }

  func close() { connection.close() }

  // MARK: Its state

  func begin(from path: String, _ tables: [MoveTable]) throws(StoreError) {
    guard
      try connection.plainNumber(
        "SELECT count(*) FROM pg_catalog.pg_class WHERE oid=to_regclass('pushwire_move')") == 0
    else {
      let source = try connection.plainText("SELECT source FROM pushwire_move LIMIT 1")
      guard source == path || source.isEmpty else {
        throw StoreError(
          .open, "A move of another store, \(source), into this database has begun and not ended.")
      }
      return
    }
    for table in tables {
      guard try connection.plainNumber("SELECT count(*) FROM (SELECT 1 FROM \(table.name) LIMIT 1) AS t") == 0
      else {
        throw StoreError(
          .open,
          "\(connection.settings.shownName) is not empty (\(table.name)): a store is moved into a new one.")
      }
    }
    try connection.plain(
      """
      CREATE TABLE pushwire_move(
        name TEXT PRIMARY KEY, source TEXT NOT NULL, place BIGINT NOT NULL, rows BIGINT NOT NULL,
        is_done BIGINT NOT NULL)
      """)
    for table in tables {
      let quoted = path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
      try connection.plain("INSERT INTO pushwire_move VALUES('\(table.name)', '\(quoted)', 0, 0, 0)")
    }
  }

  /// Where the table goes on; nil: it is moved.
  func checkpoint(_ table: MoveTable) throws(StoreError) -> (place: Int, rows: Int)? {
    let isDone = try connection.plainNumber("SELECT is_done FROM pushwire_move WHERE name='\(table.name)'")
    guard isDone == 0 else { return nil }
    return (
      try connection.plainNumber("SELECT place FROM pushwire_move WHERE name='\(table.name)'"),
      try connection.plainNumber("SELECT rows FROM pushwire_move WHERE name='\(table.name)'")
    )
  }

  // MARK: Portions

  private static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xff, 0x0d, 0x0a, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  func beginPortion(_ table: MoveTable) throws(StoreError) {
    try connection.plain("BEGIN")
    try connection.plain(
      "COPY \(table.name)(\(table.names)) FROM STDIN (FORMAT binary)", expects: PGRES_COPY_IN)
    try put(Self.header)
  }

  func put(_ bytes: [UInt8]) throws(StoreError) {
    guard !bytes.isEmpty, let handle = connection.handle else { return }
    let isSent = bytes.withUnsafeBytes { raw in
      PQputCopyData(handle, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: raw.count))
    }
    guard isSent == 1 else { throw connection.lost("copy") }
  }

  func endPortion(_ table: MoveTable, place: Int, rows: Int, isDone: Bool) throws(StoreError) {
    try put([0xff, 0xff])
    guard let handle = connection.handle, PQputCopyEnd(handle, nil) == 1 else {
      throw connection.lost("copy")
    }
    try connection.plainEnd("copy \(table.name)")
    try connection.plain(
      "UPDATE pushwire_move SET place=\(place), rows=\(rows), is_done=\(isDone ? 1 : 0) WHERE name='\(table.name)'"
    )
    try connection.plain("COMMIT")
  }

  // MARK: The end

  func sum(_ table: MoveTable) throws(StoreError) -> StoreMove.Table {
    var sum = StoreMove.Table(name: table.name, rows: 0, checksum: 0)
    try connection.plain(
      "COPY (SELECT \(table.names) FROM \(table.name)) TO STDOUT (FORMAT binary)", expects: PGRES_COPY_OUT)
    guard let handle = connection.handle else { throw connection.lost("read") }
    var isFirst = true
    while true {
      var start: UnsafeMutablePointer<CChar>?
      let count = Int(PQgetCopyData(handle, &start, 0))
      guard count > 0, let start else {
        if count == -2 { throw connection.lost("read \(table.name)") }
        break
      }
      defer { PQfreemem(start) }
      let raw = UnsafeRawBufferPointer(start: start, count: count)
      // The header stands before the first row; the last message is an end without fields.
      let row = isFirst ? Array(raw.dropFirst(Self.header.count)) : Array(raw)
      isFirst = false
      if row.isEmpty || row.count == 2 && row[0] == 0xff { continue }
      sum.add(row)
    }
    try connection.plainEnd("read \(table.name)")
    return sum
  }

  /// Numbers go on behind those that were ever given, and the database may be used.
  func finish(_ tables: [MoveTable], _ source: SQLiteConnection) throws(StoreError) {
    try connection.plain("BEGIN")
    for table in tables {
      guard let key = table.key else { continue }
      let given = try source.number(
        "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name='\(table.name)'), 0)")
      try connection.plain(
        """
        SELECT setval(pg_get_serial_sequence('\(table.name)', '\(key)'),
          greatest(\(given), (SELECT coalesce(max(\(key)), 0) FROM \(table.name)))+1, false)
        """, expects: PGRES_TUPLES_OK)
    }
    try connection.plain(
      """
      SELECT setval('notification_rows', (SELECT coalesce(max(id), 0)+1 FROM notifications), false),
        setval('message_rows', greatest((SELECT coalesce(max(id), 0)+1 FROM messages),
          (SELECT coalesce(max(first_message+messages), 0)+1 FROM notifications)), false)
      """, expects: PGRES_TUPLES_OK)
    try connection.plain("DROP TABLE pushwire_move")
    try connection.plain("COMMIT")
    try connection.plain("ANALYZE")
  }
}

extension PostgresConnection {
  /// From then on only the `plain` calls may be used.
  func leavePipeline() throws(StoreError) {
    guard PQexitPipelineMode(handle) != 0, PQsetnonblocking(handle, 0) == 0 else { throw lost("set up") }
  }

  func plain(_ sql: String, expects: ExecStatusType = PGRES_COMMAND_OK) throws(StoreError) {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == expects else {
      if PQstatus(handle) != CONNECTION_OK { throw lost(String(sql.prefix(60))) }
      throw PostgresCheck.error(result, String(sql.prefix(60)))
    }
  }

  /// After a COPY.
  func plainEnd(_ doing: String) throws(StoreError) {
    var fault: StoreError?
    while let result = PQgetResult(handle) {
      if PQresultStatus(result) != PGRES_COMMAND_OK, fault == nil {
        fault = PostgresCheck.error(result, doing)
      }
      PQclear(result)
    }
    if let fault { throw fault }
  }

  func plainText(_ sql: String) throws(StoreError) -> String {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else {
      throw PostgresCheck.error(result, String(sql.prefix(60)))
    }
    guard PQntuples(result) > 0, let value = PQgetvalue(result, 0, 0) else { return "" }
    return String(cString: value)
  }

  func plainNumber(_ sql: String) throws(StoreError) -> Int { Int(try plainText(sql)) ?? 0 }
}
