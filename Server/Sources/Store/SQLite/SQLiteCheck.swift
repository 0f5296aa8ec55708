internal import CSQLite

/// Turns the library's result codes into errors; the extended code is kept.
enum SQLiteCheck {
  /// Throws unless `code` says that it went well.
  ///
  /// - Parameter doing: what was tried, as in `open push.db`; never a value.
  @inline(__always)
  static func check(
    _ code: Int32, _ connection: OpaquePointer?, _ doing: @autoclosure () -> String
  ) throws(StoreError) {
    if code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE { return }
    throw error(code, connection, doing())
  }

  static func error(_ code: Int32, _ connection: OpaquePointer?, _ doing: String) -> StoreError {
    // The connection's own text names the fault best, where it is about this code.
    let extended = connection.map(sqlite3_extended_errcode) ?? code
    let text =
      connection != nil && extended == code
      ? String(cString: sqlite3_errmsg(connection)) : String(cString: sqlite3_errstr(code))
    return StoreError(kind(code), "\(doing): \(text)\(advice(code))", libraryCode: code)
  }

  /// The meaning of a code for the caller (sqlite.org/rescode.html).
  static func kind(_ code: Int32) -> StoreError.Code {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: .busy
    case SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR: .unavailable
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: .open
    default: .library
    }
  }

  private static func advice(_ code: Int32) -> String {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED: "; another process is writing, try again"
    case SQLITE_FULL: "; make room on the disk"
    case SQLITE_READONLY: "; the file or its folder cannot be written by this user"
    case SQLITE_CORRUPT, SQLITE_NOTADB: "; restore a backup"
    default: ""
    }
  }

  /// Whether the disk itself failed: what was written and is not synced may be lost even where a later
  /// sync succeeds, so the file must be opened anew and synced as a whole.
  static func isDiskFault(_ code: Int32) -> Bool { code & 0xff == SQLITE_IOERR }
}
