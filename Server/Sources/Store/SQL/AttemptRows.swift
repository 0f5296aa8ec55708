/// Attempts in a table `attempts(message, at, verdict, reason, http)`, whichever database has it.
enum AttemptRows {
  /// In the caller's transaction. What is there already stays.
  static func insert(
    _ records: ArraySlice<AttemptRecord>, on connection: some SQLConnection
  ) throws(StoreError) {
    let insert = try connection.statement(
      "INSERT OR IGNORE INTO attempts(message, at, verdict, reason, http) VALUES(?1, ?2, ?3, ?4, ?5)")
    for record in records {
      insert.set(1, record.message)
      insert.set(2, record.at)
      insert.set(3, record.verdict)
      insert.set(4, record.reason)
      insert.set(5, record.httpStatus)
      try insert.run()
    }
  }

  /// Adds the rows of a `SELECT at, verdict, reason, http`, whose values are set.
  static func read(_ select: any SQLStatement, into history: inout [AttemptView]) throws(StoreError) {
    while try select.next() {
      var attempt = AttemptView()
      attempt.at = select.int(0)
      attempt.verdict = select.text(1)
      attempt.reason = select.text(2)
      attempt.httpStatus = select.int(3)
      history.append(attempt)
    }
  }
}
