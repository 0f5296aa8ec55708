/// The reading side: each aspect in an extension of its own.
final class SQLReader: StoreReader, SQLAccess {
  let connection: any SQLConnection
  let names: SQLNames

  init(_ connection: any SQLConnection) {
    self.connection = connection
    names = SQLNames(connection)
  }

  func keys() throws(StoreError) -> [ServerKeyRecord] {
    let select = try connection.statement(
      """
      SELECT id, name, tenant, scopes, secret_hash, created_at, revoked_at FROM server_keys
      ORDER BY created_at, id
      """)
    defer { select.reset() }
    var found: [ServerKeyRecord] = []
    while try select.next() {
      var key = ServerKeyRecord()
      key.id = select.text(0)
      key.name = select.text(1)
      key.tenant = select.text(2)
      key.scopes = select.text(3).split(separator: " ").map(String.init)
      key.secretHash = select.bytes(4)
      key.createdAt = select.int(5)
      key.revokedAt = select.optionalInt(6)
      found.append(key)
    }
    return found
  }

  func secrets(prefix: String) throws(StoreError) -> [StoredSecret] {
    let select = try connection.statement(
      "SELECT name, value, created_at FROM secrets WHERE substr(name, 1, length(?1))=?1 ORDER BY name")
    select.set(1, prefix)
    defer { select.reset() }
    var found: [StoredSecret] = []
    while try select.next() {
      found.append(StoredSecret(name: select.text(0), value: select.bytes(1), createdAt: select.int(2)))
    }
    return found
  }

  func version() throws(StoreError) -> Int { try connection.foreignWrites() }
}
