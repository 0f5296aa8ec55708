/// Registrations that are read to be changed: where others write too, nobody changes them meanwhile.
extension SQLSession {
  func registration(installation: String) throws(StoreError) -> Registration? {
    try one(registered(installation: installation))
  }

  func registered(installation: String) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement(
      "SELECT * FROM registrations WHERE installation=?1 /*+pg FOR UPDATE */")
    select.set(1, installation)
    return select
  }

  func registered(tokenHash: Int) throws(StoreError) -> any SQLStatement {
    let select = try connection.statement(
      "SELECT * FROM registrations WHERE token_hash=?1 ORDER BY id /*+pg FOR UPDATE */")
    select.set(1, tokenHash)
    return select
  }

  func registration(row: Int) throws(StoreError) -> Registration? {
    let select = try connection.statement("SELECT * FROM registrations WHERE id=?1 /*+pg FOR UPDATE */")
    select.set(1, row)
    return try one(select)
  }

  func registrations(tenant: Int32, account: String) throws(StoreError) -> [Registration] {
    let select = try connection.statement(
      "SELECT * FROM registrations WHERE tenant=?1 AND account=?2 ORDER BY id /*+pg FOR UPDATE */")
    select.set(1, tenant)
    select.set(2, account)
    return try all(select)
  }
}
