#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The attempts that did not end well, for people: one file a day in a folder beside the store, so that
/// keeping them for a while costs the record nothing, and old ones go by removing a file.
///
/// It is never the record: it is written after the commit, not synced, and a fault of it is left at that.
/// On the writer's thread.
final class AttemptLog {
  private let folder: String
  private var waiting: [AttemptRecord] = []
  private var open: (day: Int, connection: SQLiteConnection)?
  /// Records that could not be written.
  private(set) var lost = 0

  /// So many are written at once at the latest.
  private static let mostWaiting = 1_024
  /// Pages in a file's own log before they are copied into it.
  private static let mostFrames = 1_000

  init(beside path: String) { folder = Self.folder(beside: path) }

  static func folder(beside path: String) -> String { path + "-log" }

  /// Takes committed attempts over.
  func keep(_ records: inout [AttemptRecord]) {
    guard !records.isEmpty else { return }
    waiting.append(contentsOf: records)
    records.removeAll(keepingCapacity: true)
    if waiting.count >= Self.mostWaiting { write() }
  }

  func write() {
    guard !waiting.isEmpty else { return }
    let records = waiting
    waiting.removeAll(keepingCapacity: true)
    var start = 0
    while start < records.count {
      let day = records[start].at / 86_400_000
      var end = start
      while end < records.count, records[end].at / 86_400_000 == day { end += 1 }
      do throws(StoreError) {
        try write(records[start..<end], day)
      } catch {
        lost += end - start
        close(writing: false)
      }
      start = end
    }
  }

  func close() { close(writing: true) }

  private func close(writing: Bool) {
    if writing { write() }
    if let open {
      _ = try? open.connection.checkpoint(.truncate)
      open.connection.close()
    }
    open = nil
  }

  private func write(_ records: ArraySlice<AttemptRecord>, _ day: Int) throws(StoreError) {
    let connection = try connection(day)
    try connection.begin()
    do throws(StoreError) {
      try AttemptRows.insert(records, on: connection)
      try connection.commit()
    } catch {
      connection.rollback()
      throw error
    }
    if connection.framesInLog > Self.mostFrames { try connection.checkpoint(.restart) }
  }

  private func connection(_ day: Int) throws(StoreError) -> SQLiteConnection {
    if let open, open.day == day { return open.connection }
    close(writing: false)
    mkdir(folder, 0o700)
    let path = Self.file(folder, day)
    try DurableFile.makePrivate(path)
    var settings = SQLiteConnection.Settings()
    settings.cacheKiB = 2048
    settings.busyMilliseconds = 50
    let made = try SQLiteConnection(path: path, mode: .write, settings: settings)
    do throws(StoreError) {
      try made.execute("PRAGMA synchronous=OFF")
      try made.execute(
        """
        CREATE TABLE IF NOT EXISTS attempts(
          message INTEGER NOT NULL, at INTEGER NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
          http INTEGER NOT NULL, PRIMARY KEY(message, at, verdict)) WITHOUT ROWID
        """)
    } catch {
      made.close()
      throw error
    }
    open = (day, made)
    return made
  }

  // MARK: Files

  /// As in `push.db-log/2026-11-30.db`.
  static func file(_ folder: String, _ day: Int) -> String {
    let (year, month, date) = civil(day)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(folder)/\(year)-\(two(month))-\(two(date)).db"
  }

  /// Removes the files of days before, at most `limit` of them.
  ///
  /// - Returns: how many there were.
  static func remove(beside path: String, beforeDay: Int, limit: Int) -> Int {
    let folder = folder(beside: path)
    var removed = 0
    for day in days(folder).sorted() where day < beforeDay && removed < limit {
      let file = file(folder, day)
      DurableFile.remove(file)
      DurableFile.remove(file + "-wal")
      DurableFile.remove(file + "-shm")
      removed += 1
    }
    return removed
  }

  /// The days that have a file.
  static func days(_ folder: String) -> [Int] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [Int] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let day = day(name) { found.append(day) }
    }
    return found
  }

  private static func day(_ name: String) -> Int? {
    guard name.hasSuffix(".db") else { return nil }
    let parts = name.dropLast(3).split(separator: "-").map { Int($0) }
    guard parts.count == 3, let year = parts[0], let month = parts[1], let date = parts[2],
      1...12 ~= month, 1...31 ~= date, 1970...9999 ~= year
    else { return nil }
    return days(year, month, date)
  }

  /// Days since 1970 of a date, and back: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(_ year: Int, _ month: Int, _ date: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + date - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int) -> (year: Int, month: Int, date: Int) {
    let shifted = max(day, 0) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
