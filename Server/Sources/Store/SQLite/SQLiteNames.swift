/// Tenants and classes are kept by numbers; this remembers the names of one connection.
final class SQLiteNames {
  private let connection: SQLiteConnection
  private var tenantNumbers: [String: Int32] = [:]
  private var tenantNames: [Int32: String] = [:]
  private var classNumbers: [String: Int32] = [:]
  private var classNames: [Int32: String] = [:]

  init(_ connection: SQLiteConnection) { self.connection = connection }

  /// After a transaction was undone: what it made is gone.
  func forget() {
    tenantNumbers = [:]
    tenantNames = [:]
    classNumbers = [:]
    classNames = [:]
  }

  /// Nil: no such tenant is in the store.
  func tenantNumber(_ name: String) throws(StoreError) -> Int32? {
    if let known = tenantNumbers[name] { return known }
    guard let found = try number(connection.statement("SELECT id FROM tenants WHERE name=?1"), name) else {
      return nil
    }
    tenantNumbers[name] = found
    return found
  }

  /// Made where it is new; in a transaction that writes.
  func makeTenantNumber(_ name: String) throws(StoreError) -> Int32 {
    if let known = try tenantNumber(name) { return known }
    let made = try make(connection.statement("INSERT INTO tenants(name) VALUES(?1)"), name)
    tenantNumbers[name] = made
    return made
  }

  /// Empty where the store does not know it.
  func tenantName(_ number: Int32) throws(StoreError) -> String {
    if let known = tenantNames[number] { return known }
    guard let found = try name(connection.statement("SELECT name FROM tenants WHERE id=?1"), number) else {
      return ""
    }
    tenantNames[number] = found
    return found
  }

  /// Nil: no such class is in the store.
  func classNumber(_ name: String) throws(StoreError) -> Int32? {
    if let known = classNumbers[name] { return known }
    guard let found = try number(connection.statement("SELECT id FROM classes WHERE name=?1"), name) else {
      return nil
    }
    classNumbers[name] = found
    return found
  }

  /// Made where it is new; in a transaction that writes.
  func makeClassNumber(_ name: String) throws(StoreError) -> Int32 {
    if let known = try classNumber(name) { return known }
    let made = try make(connection.statement("INSERT INTO classes(name) VALUES(?1)"), name)
    classNumbers[name] = made
    return made
  }

  /// Empty where the store does not know it.
  func className(_ number: Int32) throws(StoreError) -> String {
    if let known = classNames[number] { return known }
    guard let found = try name(connection.statement("SELECT name FROM classes WHERE id=?1"), number) else {
      return ""
    }
    classNames[number] = found
    return found
  }

  private func number(_ select: SQLiteStatement, _ name: String) throws(StoreError) -> Int32? {
    select.set(1, name)
    defer { select.reset() }
    return try select.next() ? select.int32(0) : nil
  }

  private func name(_ select: SQLiteStatement, _ number: Int32) throws(StoreError) -> String? {
    select.set(1, number)
    defer { select.reset() }
    return try select.next() ? select.text(0) : nil
  }

  private func make(_ insert: SQLiteStatement, _ name: String) throws(StoreError) -> Int32 {
    insert.set(1, name)
    try insert.run()
    return Int32(clamping: connection.lastRow)
  }
}

/// What the writing and the reading side share: a connection and its names.
protocol SQLiteAccess: AnyObject {
  var connection: SQLiteConnection { get }
  var names: SQLiteNames { get }
}
