extension SQLiteStore {
  /// A file that exists is not replaced.
  public func backup(to path: String) throws(StoreError) {
    try Self.copy(self.path, to: path, replace: false, settings)
  }

  /// Copies within one read transaction of a connection of its own: writers go on meanwhile. The copy
  /// takes its name when it is whole and synced.
  static func copy(
    _ source: String, to path: String, replace: Bool, _ settings: SQLiteConnection.Settings
  ) throws(StoreError) {
    if !replace, DurableFile.exists(path) {
      throw StoreError(.open, "\(path) exists; choose another name for the backup.")
    }
    let part = path + ".part"
    DurableFile.remove(part)
    let connection = try SQLiteConnection(path: source, mode: .read, settings: settings)
    defer { connection.close() }
    do throws(StoreError) {
      try DurableFile.makePrivate(part)
      let statement = try connection.prepare("VACUUM INTO ?1")
      defer { statement.finalize() }
      statement.set(1, part)
      try statement.run()
      try DurableFile.sync(part)
      try DurableFile.rename(part, to: path)
    } catch {
      DurableFile.remove(part)
      throw error
    }
  }
}
