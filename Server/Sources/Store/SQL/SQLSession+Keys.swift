extension SQLSession {
  func addKey(_ key: ServerKeyRecord) throws(StoreError) -> Bool {
    try connection.lock([.single("keys")])
    let active = try connection.statement(
      "SELECT count(*) FROM server_keys WHERE name=?1 AND revoked_at IS NULL")
    active.set(1, key.name)
    defer { active.reset() }
    guard try active.next(), active.int(0) < 2 else { return false }
    let insert = try connection.statement(
      """
      INSERT INTO server_keys(id, name, tenant, scopes, secret_hash, created_at, revoked_at)
      VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """)
    insert.set(1, key.id)
    insert.set(2, key.name)
    insert.set(3, key.tenant)
    insert.set(4, key.scopes.joined(separator: " "))
    insert.set(5, blob: key.secretHash)
    insert.set(6, key.createdAt)
    insert.set(7, key.revokedAt)
    try insert.run()
    return true
  }

  func revokeKey(id: String, now: Int) throws(StoreError) -> Bool {
    let update = try connection.statement(
      "UPDATE server_keys SET revoked_at=?2 WHERE id=?1 AND revoked_at IS NULL")
    update.set(1, id)
    update.set(2, now)
    try update.run()
    return try connection.changes() > 0
  }

  func setSecret(_ secret: StoredSecret) throws(StoreError) {
    let insert = try connection.statement(
      """
      INSERT INTO secrets(name, value, created_at) VALUES(?1, ?2, ?3)
      ON CONFLICT(name) DO UPDATE SET value=excluded.value, created_at=excluded.created_at
      """)
    insert.set(1, secret.name)
    insert.set(2, blob: secret.value)
    insert.set(3, secret.createdAt)
    try insert.run()
  }

  func settleSecret(_ secret: StoredSecret, fresh: Range<Int>) throws(StoreError) -> StoredSecret {
    let insert = try connection.statement(
      """
      INSERT INTO secrets(name, value, created_at) VALUES(?1, ?2, ?3)
      ON CONFLICT(name) DO UPDATE SET value=excluded.value, created_at=excluded.created_at
      WHERE secrets.created_at<?4 OR secrets.created_at>=?5
      """)
    insert.set(1, secret.name)
    insert.set(2, blob: secret.value)
    insert.set(3, secret.createdAt)
    insert.set(4, fresh.lowerBound)
    insert.set(5, fresh.upperBound)
    try insert.run()
    if try connection.changes() == 1 { return secret }
    let select = try connection.statement("SELECT value, created_at FROM secrets WHERE name=?1")
    select.set(1, secret.name)
    defer { select.reset() }
    guard try select.next() else { throw StoreError(.library, "A secret that was just there is gone.") }
    return StoredSecret(name: secret.name, value: select.bytes(0), createdAt: select.int(1))
  }

  func removeSecret(_ name: String) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM secrets WHERE name=?1")
    delete.set(1, name)
    try delete.run()
  }
}
