import Testing

@testable import Store

/// The version that knew only the first schema, at work on a file: its own statements, word for word.
final class VersionBefore {
  /// A value of a statement.
  enum Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    case number(Int)
    case text(String)
    case null
    init(integerLiteral value: Int) { self = .number(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .null }
  }

  private let connection: SQLiteConnection

  init(_ path: String) throws {
    connection = try SQLiteConnection(path: path, mode: .write, settings: .init())
  }

  /// A new file of the first schema.
  static func make(_ path: String) throws -> VersionBefore {
    let made = try VersionBefore(path)
    try made.connection.execute(Migration1.sql)
    try made.connection.execute("PRAGMA user_version=1")
    return made
  }

  func close() { connection.close() }

  /// Runs its statement that begins so.
  @discardableResult
  func run(_ beginning: String, _ values: [Value]) throws -> [[Int]] {
    let found = StatementsBefore.all.filter { $0.hasPrefix(beginning) }
    let sql = try #require(found.count == 1 ? found.first : nil, "\(beginning): \(found.count) statements")
    let statement = try connection.prepare(sql)
    defer { statement.finalize() }
    for (place, value) in values.enumerated() {
      switch value {
      case .number(let number): statement.set(Int32(place + 1), number)
      case .text(let text): statement.set(Int32(place + 1), text)
      case .null: statement.setNull(Int32(place + 1))
      }
    }
    var rows: [[Int]] = []
    while try statement.next() { rows.append((0..<8).map { statement.int($0) }) }
    return rows
  }

  /// Whether the file still has all that the statement uses.
  func prepare(_ sql: String) throws { try connection.prepare(sql).finalize() }

  // MARK: What it did

  func learn() throws {
    try run("INSERT INTO tenants(", [""])
    try run("INSERT INTO classes(", ["order_shipped"])
  }

  func register(_ installation: String, now: Int) throws {
    let hash = RegistrationRow.hash(.ios, .production, "token-of-\(installation)-1")
    try run(
      "INSERT INTO registrations(",
      [
        1, .text(installation), .number(Int(DevicePlatform.ios.rawValue)),
        .number(Int(TokenEnvironment.production.rawValue)), "test", "com.example.app",
        .text("token-of-\(installation)-1"), .number(Int(DeviceTokenKind.token.rawValue)), .number(hash), 1,
        nil, .number(Int(BindingState.unbound.rawValue)), nil, "18.2.1", "3.1", "de", "Europe/Berlin",
        .number(now), .number(now), .number(now / 86_400_000), nil, nil, nil,
        .text("secret of \(installation)"), nil, 0, 0,
      ])
  }

  /// Accepts a notification to one registration, as row number `row`, its message as well.
  func accept(
    _ id: String, row: Int, registration: Int, state: MessageState = .queued, due: Int, now: Int
  ) throws {
    try run(
      "INSERT OR IGNORE INTO notifications(",
      [
        .number(row), 1, .text(id), .text(id), 1, .number(Int(Band.normal.rawValue)), 0, .number(now), 0,
        .number(now + 86_400_000), .number(row), 1, 0,
      ])
    try run(
      "INSERT INTO messages(",
      [
        .number(row), .number(row), .number(registration), .number(Int(state.rawValue)),
        .number(Int(LaneCode.iosProduction.rawValue)), .number(Int(Band.normal.rawValue)), 1, .number(due),
        .number(now), nil, nil, nil,
      ])
    try run("INSERT INTO parameters(", [.number(row), 1, #"{"order":"1"}"#])
  }

  /// What is due: row, notification, registration, state, due, attempts, lost leases, unanswered.
  func due(now: Int) throws -> [[Int]] {
    try run(
      "SELECT m.id, m.notification, m.registration, m.state, m.due, m.attempts, m.lost_leases, m.unanswered, m.meant",
      [
        .number(Int(LaneCode.iosProduction.rawValue)), .number(Int(Band.normal.rawValue)), 1, .number(now),
        100,
      ])
  }

  func lease(_ message: Int, until: Int, now: Int) throws {
    try run(
      "UPDATE messages SET state=?2",
      [
        .number(message), .number(Int(MessageState.leased.rawValue)), .number(until), 0, 0, 0, .number(now),
        nil,
      ])
  }

  func storeAccepted(_ message: Int, lease: Int, now: Int) throws {
    try run(
      "UPDATE messages SET state=?3, due=0",
      [
        .number(message), .number(lease), .number(Int(MessageState.accepted.rawValue)), 1, 0, 200,
        .number(now),
        nil, nil, "id-1", nil,
      ])
  }
}
