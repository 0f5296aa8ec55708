/// The files of ``AttemptLog`` beside a store, read and removed.
final class AttemptFolder: AttemptArchive {
  private let path: String

  init(beside path: String) { self.path = path }

  func addHistory(to views: inout [MessageView]) {
    guard let first = views.map(\.createdAt).min(), let last = views.map(\.at).max() else { return }
    let folder = AttemptLog.folder(beside: path)
    let days = AttemptLog.days(folder).filter { $0 >= first / 86_400_000 && $0 <= last / 86_400_000 + 1 }
    // A file that has gone or is damaged hides nothing else.
    for day in days.sorted().suffix(31) { try? AttemptLog.read(folder, day, into: &views) }
  }

  func remove(beforeDay: Int, limit: Int) -> Int {
    AttemptLog.remove(beside: path, beforeDay: beforeDay, limit: limit)
  }
}

extension AttemptLog {
  static func read(_ folder: String, _ day: Int, into views: inout [MessageView]) throws(StoreError) {
    var settings = SQLiteConnection.Settings()
    settings.cacheKiB = 2048
    settings.busyMilliseconds = 100
    let connection = try SQLiteConnection(path: file(folder, day), mode: .read, settings: settings)
    defer { connection.close() }
    let select = try connection.statement(
      "SELECT at, verdict, reason, http FROM attempts WHERE message=?1 ORDER BY at")
    for place in views.indices {
      select.set(1, views[place].row)
      try AttemptRows.read(select, into: &views[place].history)
    }
  }
}
