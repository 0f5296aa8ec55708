internal import CSQLite

/// A statement of SQLite's.
final class SQLiteStatement: SQLStatement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private var bindFault = SQLITE_OK

  /// `handle` belongs to the statement from now on.
  init(handle: OpaquePointer, connection: OpaquePointer) {
    self.handle = handle
    self.connection = connection
  }

  /// Call it before the connection is closed, and use the statement no more.
  func finalize() { sqlite3_finalize(handle) }

  // MARK: Values; the first parameter is 1

  @inline(__always)
  private func keep(_ code: Int32) { if code != SQLITE_OK { bindFault = code } }

  func set(_ index: Int32, _ value: Int) { keep(sqlite3_bind_int64(handle, index, Int64(value))) }
  func setNull(_ index: Int32, _ kind: SQLKind) { keep(sqlite3_bind_null(handle, index)) }

  func set(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else {
        keep(pw_sqlite_bind_text(handle, index, "", 0))
        return
      }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        keep(pw_sqlite_bind_text(handle, index, $0, Int32(clamping: bytes.count)))
      }
    }
  }

  func set(_ index: Int32, text: [UInt8]) {
    text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else {
        keep(pw_sqlite_bind_text(handle, index, "", 0))
        return
      }
      keep(
        pw_sqlite_bind_text(
          handle, index, start.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count)))
    }
  }

  func set(_ index: Int32, blob: [UInt8]) {
    blob.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, bytes.count > 0 else {
        keep(sqlite3_bind_zeroblob(handle, index, 0))
        return
      }
      keep(pw_sqlite_bind_blob(handle, index, start, Int32(clamping: bytes.count)))
    }
  }

  /// UTF-8 that stays where it is until the statement has run: nothing is copied.
  func setInPlace(_ index: Int32, text bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else {
      keep(pw_sqlite_bind_text(handle, index, "", 0))
      return
    }
    start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      keep(pw_sqlite_bind_text_in_place(handle, index, $0, Int32(clamping: bytes.count)))
    }
  }

  func setInPlace(_ index: Int32, blob bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else {
      keep(sqlite3_bind_zeroblob(handle, index, 0))
      return
    }
    keep(pw_sqlite_bind_blob_in_place(handle, index, start, Int32(clamping: bytes.count)))
  }

  // MARK: Steps

  /// True: there is a row to read. False: there are no more, and the statement is ready for new values.
  func next() throws(StoreError) -> Bool {
    if bindFault != SQLITE_OK {
      let fault = bindFault
      bindFault = SQLITE_OK
      throw SQLiteCheck.error(fault, nil, "set a value of \(name)")
    }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE {
      sqlite3_reset(handle)
      return false
    }
    let error = SQLiteCheck.error(code, connection, name)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs it to its end, whatever rows it has.
  func run() throws(StoreError) { while try next() {} }

  func runLater() throws(StoreError) -> SQLTicket {
    try run()
    return SQLTicket(number: Int(sqlite3_changes64(connection)))
  }

  func reset() { sqlite3_reset(handle) }

  /// For faults: how the statement begins, without values.
  private var name: String {
    guard let sql = sqlite3_sql(handle) else { return "statement" }
    return String(String(cString: sql).prefix(60).map { $0.isNewline ? " " : $0 })
  }

  // MARK: Columns of the row; the first is 0

  func int(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Good until the next step.
  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  /// Good until the next step.
  func blob(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return UnsafeBufferPointer(
      start: start?.assumingMemoryBound(to: UInt8.self), count: start == nil ? 0 : count)
  }
}
