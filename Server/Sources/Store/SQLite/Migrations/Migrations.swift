/// Brings the file to this version's schema. Its version is the number of migrations that ran.
struct Migrations: Sendable {
  /// In order; the first makes the file.
  var steps: [String]

  static let all = Migrations(steps: [Migration1.sql, Migration2.sql, Migration3.sql])

  /// - Parameter backup: called before a file that has data is changed, with the version it has.
  /// - Returns: the version that the file had before.
  @discardableResult
  func run(
    _ connection: SQLiteConnection, backup: (Int) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    let found = try connection.number("PRAGMA user_version")
    try refuseNewer(found, connection.path)
    guard found < steps.count else { return found }
    if found > 0 { try backup(found) }
    try connection.begin()
    do throws(StoreError) {
      // Another process may have been faster.
      let version = try connection.number("PRAGMA user_version")
      try refuseNewer(version, connection.path)
      if version == 0, try connection.number("SELECT count(*) FROM sqlite_schema") > 0 {
        throw StoreError(.open, "\(connection.path) is a database of another program.")
      }
      for step in steps.dropFirst(version) { try connection.execute(step) }
      try connection.execute("PRAGMA user_version=\(steps.count)")
      try connection.commit()
    } catch {
      connection.rollback()
      throw error
    }
    return found
  }

  private func refuseNewer(_ version: Int, _ path: String) throws(StoreError) {
    guard version > steps.count else { return }
    throw StoreError(
      .tooNew,
      "\(path) was written by a newer version (schema \(version), this one knows \(steps.count)). "
        + "Use that version, or restore the backup made before it.")
  }
}
