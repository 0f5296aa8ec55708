internal import Bytes

/// Moves a SQLite store into a PostgreSQL database that is empty: table by table with COPY, in portions that
/// are checkpointed beside what they hold, so that a move that was broken off goes on where it was. At the end
/// each table is read back and compared by its count and a checksum over all of its rows.
///
/// The source is held like by a server, so that none works on it meanwhile; but for leases that are given up it
/// is left as it was. The log of attempts, which is for people, stays behind.
public struct StoreMove {
  public struct Table: Sendable, Equatable {
    public var name: String
    public var rows: Int
    /// Over all rows, in no order.
    public var checksum: UInt64
  }

  /// Rows of one portion.
  var portion = 20_000
  /// Called after each portion with the table and the rows that are behind it; throwing breaks the move off.
  public var progress: (String, Int) throws(StoreError) -> Void = { (_, _) throws(StoreError) in }

  public init() {}

  public func run(
    from path: String, to place: StorePlace.PostgresPlace, now: Int
  ) throws(StoreError) -> [Table] {
    try run(from: path, to: try StorePlace.options(place), now: now)
  }

  /// - Parameter now: milliseconds since 1970.
  /// - Returns: the tables, as they are in both stores.
  public func run(
    from path: String, to options: PostgresStore.Options, now: Int
  ) throws(StoreError) -> [Table] {
    guard DurableFile.exists(path) else { throw StoreError(.open, "There is no store at \(path).") }
    var held = SQLiteStore.Options()
    held.role = .server
    let store = try SQLiteStore(path: path, options: held)
    defer { store.close() }
    _ = try store.transaction { session throws(StoreError) in try session.expireLeases(now: now) }
    var moving = options
    moving.isMoving = true
    try PostgresStore(moving).close()

    let source = try SQLiteConnection(path: path, mode: .read, settings: SQLiteConnection.Settings())
    defer { source.close() }
    var settings = PostgresSettings(url: options.url)
    settings.password = options.password
    settings.statementMilliseconds = 0
    let target = try MoveTarget(settings)
    defer { target.close() }
    let tables = try MoveTable.all(of: source)
    try target.begin(from: path, tables)
    for table in tables { try copy(table, source, target) }
    var found: [Table] = []
    for table in tables {
      let here = try table.sum(source)
      let there = try target.sum(table)
      guard here == there else {
        throw StoreError(
          .damaged,
          "\(table.name) is not the same in both stores: \(here.rows) rows here, \(there.rows) there. "
            + "Nothing may be served from \(settings.shownName); empty it and begin again.")
      }
      found.append(here)
    }
    try target.finish(tables, source)
    return found
  }

  private func copy(
    _ table: MoveTable, _ source: SQLiteConnection, _ target: MoveTarget
  ) throws(StoreError) {
    guard var (place, rows) = try target.checkpoint(table) else { return }
    while true {
      try target.beginPortion(table)
      var count = 0
      let select = try table.rows(source, after: place, limit: portion)
      defer { select.finalize() }
      var bytes: [UInt8] = []
      while try select.next() {
        count += 1
        if table.key != nil { place = select.int(0) }
        table.append(select, to: &bytes)
        if bytes.count > 1 << 18 {
          try target.put(bytes)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      try target.put(bytes)
      rows += count
      let isDone = table.key == nil || count < portion
      try target.endPortion(table, place: place, rows: rows, isDone: isDone)
      try progress(table.name, rows)
      if isDone { return }
    }
  }
}

/// A table of both stores.
struct MoveTable {
  enum Kind { case integer, text, blob }
  let name: String
  let columns: [(name: String, kind: Kind)]
  /// The column that numbers the rows; nil: it is moved as a whole.
  let key: String?

  /// What belongs to a process and not to the record stays behind.
  private static let left: Set<String> = ["nodes", "duties"]

  static func all(of source: SQLiteConnection) throws(StoreError) -> [MoveTable] {
    let select = try source.prepare(
      "SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    defer { select.finalize() }
    var names: [String] = []
    while try select.next() { names.append(select.text(0)) }
    var tables: [MoveTable] = []
    for name in names where !left.contains(name) { tables.append(try MoveTable(name, source)) }
    return tables
  }

  private init(_ name: String, _ source: SQLiteConnection) throws(StoreError) {
    let select = try source.prepare("SELECT name, type, pk FROM pragma_table_info(?1) ORDER BY cid")
    defer { select.finalize() }
    select.set(1, name)
    var columns: [(name: String, kind: Kind)] = []
    var keys: [String] = []
    while try select.next() {
      let kind: Kind =
        switch select.text(1) {
        case "INTEGER": .integer
        case "BLOB": .blob
        default: .text
        }
      columns.append((select.text(0), kind))
      if select.int(2) > 0 { keys.append(select.text(0)) }
    }
    self.name = name
    self.columns = columns
    key = keys.count == 1 && columns.contains { $0.name == keys[0] && $0.kind == .integer } ? keys[0] : nil
  }

  var names: String { columns.map(\.name).joined(separator: ", ") }

  /// The key first, where there is one, then all columns.
  func rows(
    _ source: SQLiteConnection, after place: Int, limit: Int
  ) throws(StoreError) -> any SQLStatement {
    guard let key else { return try source.prepare("SELECT 0, \(names) FROM \(name)") }
    let select = try source.prepare(
      "SELECT \(key), \(names) FROM \(name) WHERE \(key)>?1 ORDER BY \(key) LIMIT ?2")
    select.set(1, place)
    select.set(2, limit)
    return select
  }

  /// One row as COPY's binary form has it.
  func append(_ row: any SQLStatement, to out: inout [UInt8]) {
    func number(_ value: Int, _ width: Int) {
      for place in (0..<width).reversed() { out.append(UInt8(truncatingIfNeeded: value >> (place * 8))) }
    }
    number(columns.count, 2)
    for (place, column) in columns.enumerated() {
      let index = Int32(place + 1)
      guard !row.isNull(index) else {
        number(-1, 4)
        continue
      }
      switch column.kind {
      case .integer:
        number(8, 4)
        number(row.int(index), 8)
      case .text:
        let text = PostgresStatement.plain(row.utf8(index))
        number(text.count, 4)
        out.append(contentsOf: text)
      case .blob:
        let blob = row.bytes(index)
        number(blob.count, 4)
        out.append(contentsOf: blob)
      }
    }
  }

  func sum(_ source: SQLiteConnection) throws(StoreError) -> StoreMove.Table {
    let select = try source.prepare("SELECT 0, \(names) FROM \(name)")
    defer { select.finalize() }
    var sum = StoreMove.Table(name: name, rows: 0, checksum: 0)
    while try select.next() {
      var bytes: [UInt8] = []
      append(select, to: &bytes)
      sum.add(bytes)
    }
    return sum
  }
}

extension StoreMove.Table {
  mutating func add(_ bytes: [UInt8]) {
    var hash = SipHash128(key: 0x7075_7368_7769_7265, 0x6d6f_7665)
    bytes.withUnsafeBufferPointer { hash.update($0) }
    rows += 1
    checksum &+= UInt64(truncatingIfNeeded: hash.finish().low)
  }
}
