extension SQLAccess {
  func registration(installation: String) throws(StoreError) -> Registration? {
    let select = try connection.statement("SELECT * FROM registrations WHERE installation=?1")
    select.set(1, installation)
    return try one(select)
  }

  func registration(row: Int) throws(StoreError) -> Registration? {
    let select = try connection.statement("SELECT * FROM registrations WHERE id=?1")
    select.set(1, row)
    return try one(select)
  }

  /// The registrations that are bound to an account, and those of which it is disputed.
  func registrations(tenant: Int32, account: String) throws(StoreError) -> [Registration] {
    let select = try connection.statement("SELECT * FROM registrations WHERE tenant=?1 AND account=?2")
    select.set(1, tenant)
    select.set(2, account)
    return try all(select)
  }

  /// Rows of `SELECT * FROM registrations…`, from where the statement stands.
  func all(_ select: any SQLStatement) throws(StoreError) -> [Registration] {
    defer { select.reset() }
    var found: [Registration] = []
    while try select.next() { found.append(try registration(at: select)) }
    return found
  }

  func one(_ select: any SQLStatement) throws(StoreError) -> Registration? {
    defer { select.reset() }
    return try select.next() ? try registration(at: select) : nil
  }

  private func registration(at select: any SQLStatement) throws(StoreError) -> Registration {
    var (registration, tenant) = RegistrationRow.read(select)
    registration.tenant = try names.tenantName(tenant)
    return registration
  }
}
