/// Tenants and classes are kept by numbers; this remembers the names of one connection.
final class SQLNames {
  private let connection: any SQLConnection
  private var tenants = NameTable(
    find: "SELECT id FROM tenants WHERE name=?1", show: "SELECT name FROM tenants WHERE id=?1",
    make:
      "INSERT INTO tenants(name) VALUES(?1) ON CONFLICT(name) DO UPDATE SET name=excluded.name RETURNING id")
  private var classes = NameTable(
    find: "SELECT id FROM classes WHERE name=?1", show: "SELECT name FROM classes WHERE id=?1",
    make:
      "INSERT INTO classes(name) VALUES(?1) ON CONFLICT(name) DO UPDATE SET name=excluded.name RETURNING id")

  init(_ connection: any SQLConnection) { self.connection = connection }

  /// After a transaction was undone: what it made is gone.
  func forget() {
    tenants.forget()
    classes.forget()
  }

  /// Nil: no such tenant is in the store.
  func tenantNumber(_ name: String) throws(StoreError) -> Int32? { try tenants.number(name, connection) }

  /// Made where it is new; in a transaction that writes.
  func makeTenantNumber(_ name: String) throws(StoreError) -> Int32 { try tenants.made(name, connection) }

  /// Empty where the store does not know it.
  func tenantName(_ number: Int32) throws(StoreError) -> String { try tenants.name(number, connection) }

  /// Nil: no such class is in the store.
  func classNumber(_ name: String) throws(StoreError) -> Int32? { try classes.number(name, connection) }

  /// Made where it is new; in a transaction that writes.
  func makeClassNumber(_ name: String) throws(StoreError) -> Int32 { try classes.made(name, connection) }

  /// Empty where the store does not know it.
  func className(_ number: Int32) throws(StoreError) -> String { try classes.name(number, connection) }
}

/// One table of names and numbers, as far as it was read.
private struct NameTable {
  let find: StaticString
  let show: StaticString
  let make: StaticString
  private var numbers: [String: Int32] = [:]
  private var names: [Int32: String] = [:]

  init(find: StaticString, show: StaticString, make: StaticString) {
    self.find = find
    self.show = show
    self.make = make
  }

  mutating func forget() {
    numbers = [:]
    names = [:]
  }

  mutating func number(_ name: String, _ connection: any SQLConnection) throws(StoreError) -> Int32? {
    if let known = numbers[name] { return known }
    let select = try connection.statement(find)
    select.set(1, name)
    defer { select.reset() }
    guard try select.next() else { return nil }
    let found = select.int32(0)
    numbers[name] = found
    return found
  }

  mutating func made(_ name: String, _ connection: any SQLConnection) throws(StoreError) -> Int32 {
    if let known = try number(name, connection) { return known }
    let insert = try connection.statement(make)
    insert.set(1, name)
    let made = try insert.next() ? insert.int32(0) : 0
    insert.reset()
    numbers[name] = made
    return made
  }

  mutating func name(_ number: Int32, _ connection: any SQLConnection) throws(StoreError) -> String {
    if let known = names[number] { return known }
    let select = try connection.statement(show)
    select.set(1, number)
    defer { select.reset() }
    guard try select.next() else { return "" }
    let found = select.text(0)
    names[number] = found
    return found
  }
}

/// What the writing and the reading side share: a connection and its names.
protocol SQLAccess: AnyObject {
  var connection: any SQLConnection { get }
  var names: SQLNames { get }
}
