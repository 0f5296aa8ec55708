extension SQLSession: TagSession {
  func setTags(
    tenant: String?, installation: String, to tags: [String], now: Int
  ) throws(StoreError) -> Bool {
    guard let found = try registration(installation: installation), tenant == nil || found.tenant == tenant
    else { return false }
    try removeTags(registration: found.row)
    for tag in Set(tags).sorted() {
      let insert = try connection.statement("INSERT INTO registration_tags(registration, tag) VALUES(?1, ?2)")
      insert.set(1, found.row)
      insert.set(2, tag)
      try insert.run()
    }
    return true
  }

  func removeTags(registration row: Int) throws(StoreError) {
    let delete = try connection.statement("DELETE FROM registration_tags WHERE registration=?1")
    delete.set(1, row)
    try delete.run()
  }
}

extension SQLReader: TagReader {
  func tags(registration row: Int) throws(StoreError) -> [String] {
    let select = try connection.statement(
      "SELECT tag FROM registration_tags WHERE registration=?1 ORDER BY tag")
    select.set(1, row)
    defer { select.reset() }
    var found: [String] = []
    while try select.next() { found.append(select.text(0)) }
    return found
  }
}
