internal import Bytes
internal import CPostgres

/// One connection to a server, with its prepared statements. One thread at a time.
///
/// It is in pipeline mode: what is sent waits for no answer. Answers come in the order of what was sent; they
/// are read where one is wanted, and the first fault among them is thrown there and at everything that follows,
/// until the transaction is undone.
final class PostgresConnection: SQLConnection {
  let settings: PostgresSettings
  var handle: OpaquePointer?
  private var statements: [UnsafeRawPointer: PostgresStatement] = [:]
  private var namesGiven = 0
  /// What was sent and not answered yet, oldest first from `firstPending` on.
  private var pending: [Pending] = []
  private var firstPending = 0
  /// The first fault since the last ``rollback()``.
  private var fault: StoreError?
  /// Of what `run` sent last, once it is known.
  private var lastChanges = 0
  private var tickets: [Int] = []
  private var prefetched = PostgresPrefetch()
  /// Sent since results were last looked at.
  private var unread = 0

  /// The number that the server gave the transaction that writes; nil: not known (yet).
  private(set) var transactionNumber: Int?

  private struct Pending {
    enum Kind {
      case run
      case ticket(Int)
      case query
      case prefetch(PostgresPrefetch.Key)
      case transactionNumber
      case prepare
      case commit
      case sync
    }
    let kind: Kind
    let statement: PostgresStatement?

    init(_ kind: Kind, _ statement: PostgresStatement? = nil) {
      self.kind = kind
      self.statement = statement
    }
  }

  init(_ settings: PostgresSettings) throws(StoreError) {
    self.settings = settings
    let made = try Self.connect(settings)
    handle = made
    lastProcess = Int(PQbackendPID(made))
  }

  deinit { close() }

  var isOpen: Bool { handle != nil }

  /// Of the server's process, to end it where nothing is known of it any more.
  let lastProcess: Int

  func close() {
    for statement in statements.values { statement.forget() }
    statements = [:]
    pending = []
    firstPending = 0
    prefetched.forget(nil)
    PQfinish(handle)
    handle = nil
  }

  /// The connection is of no use any more.
  func lost(_ doing: String) -> StoreError {
    let text = handle.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
    let line = text.split(separator: "\n").first.map(String.init) ?? "the connection was lost"
    let error = StoreError(.disconnected, "\(doing): \(line)")
    close()
    fault = error
    return error
  }

  func statement(_ sql: StaticString) throws(StoreError) -> any SQLStatement {
    if let known = statements[UnsafeRawPointer(sql.utf8Start)] { return known }
    let made = PostgresStatement(sql.description, self, isForOnce: false)
    statements[UnsafeRawPointer(sql.utf8Start)] = made
    return made
  }

  func prepare(_ sql: String) throws(StoreError) -> any SQLStatement {
    PostgresStatement(sql, self, isForOnce: true)
  }

  /// Statements without values or rows that matter; several may stand in one text. Outside of pipelines.
  func execute(_ sql: String) throws(StoreError) {
    try settle()
    guard PQexitPipelineMode(handle) != 0 else { throw lost("leave the pipeline") }
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    let isDone = PQresultStatus(result) == PGRES_COMMAND_OK || PQresultStatus(result) == PGRES_TUPLES_OK
    let error = isDone ? nil : PostgresCheck.error(result, String(sql.prefix(60)))
    guard PQstatus(handle) == CONNECTION_OK, PQenterPipelineMode(handle) != 0 else { throw lost("execute") }
    if let error { throw error }
  }

  /// The first column of the first row; 0 where there is none.
  func number(_ sql: String) throws(StoreError) -> Int {
    let statement = PostgresStatement(sql, self, isForOnce: true)
    defer { statement.finalize() }
    return try statement.next() ? statement.int(0) : 0
  }

  // MARK: Sending

  private func use() throws(StoreError) -> OpaquePointer {
    if let fault { throw fault }
    guard let handle else { throw StoreError(.disconnected, "The connection was lost.") }
    return handle
  }

  /// Sends a statement with its values. Its answer is read later.
  func send(_ statement: PostgresStatement) throws(StoreError) { try send(statement, .run) }

  private func send(_ statement: PostgresStatement, _ kind: Pending.Kind) throws(StoreError) {
    // So that neither side has to hold much of it.
    unread += 1
    if unread >= 256 {
      unread = 0
      try sendFlush(try use())
      try readWhatIsThere(try use())
    }
    let handle = try use()
    if statement.isForOnce {
      let types = statement.types
      let isSent = statement.withValues { count, values, lengths, formats in
        PQsendQueryParams(handle, statement.text.text, count, types, values, lengths, formats, 1)
      }
      guard isSent != 0 else { throw lost(statement.name) }
    } else {
      let name = statement.serverName ?? "p\(namesGiven)"
      if statement.serverName == nil {
        namesGiven += 1
        let types = statement.types
        guard PQsendPrepare(handle, name, statement.text.text, Int32(types.count), types) != 0 else {
          throw lost(statement.name)
        }
        statement.serverName = name
        pending.append(Pending(.prepare, statement))
      }
      let isSent = statement.withValues { count, values, lengths, formats in
        PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1)
      }
      guard isSent != 0 else { throw lost(statement.name) }
    }
    pending.append(Pending(kind, statement))
  }

  private func send(_ sql: String, _ kind: Pending.Kind) throws(StoreError) {
    let handle = try use()
    guard PQsendQueryParams(handle, sql, 0, nil, nil, nil, nil, 1) != 0 else { throw lost(sql) }
    pending.append(Pending(kind))
  }

  /// Asks the server to answer what it has without waiting for more.
  private func sendFlush(_ handle: OpaquePointer) throws(StoreError) {
    guard PQsendFlushRequest(handle) != 0, PQflush(handle) >= 0 else { throw lost("send") }
  }

  /// Sends a statement and waits for its rows. The caller clears what is returned.
  func query(_ statement: PostgresStatement) throws(StoreError) -> OpaquePointer {
    if !prefetched.isEmpty {
      let key = statement.key
      if prefetched.isAsked(key) { _ = try changes() }
      if let result = prefetched.take(key) {
        statement.forgetValues()
        return result
      }
    }
    try send(statement, .query)
    return try wait(statement.name)
  }

  // MARK: What is asked beforehand

  func prefetch(_ statement: any SQLStatement, for subject: SQLLock) throws(StoreError) {
    guard let statement = statement as? PostgresStatement else { return }
    let key = statement.key
    guard !prefetched.isAsked(key) else { return statement.forgetValues() }
    prefetched.ask(key, for: subject)
    try send(statement, .prefetch(key))
  }

  func isKnownToBeEmpty(_ statement: any SQLStatement) throws(StoreError) -> Bool? {
    guard !prefetched.isEmpty, let key = (statement as? PostgresStatement)?.key, prefetched.isAsked(key)
    else {
      return nil
    }
    _ = try changes()
    return prefetched.look(key).map { PQntuples($0) == 0 }
  }

  func forgetPrefetched(_ subjects: [SQLLock]?) { prefetched.forget(subjects) }

  /// Waits for the answer to what was sent last.
  private func wait(_ doing: String) throws(StoreError) -> OpaquePointer {
    guard let last = try waitForAll(doing) else { throw lost(doing) }
    return last
  }

  /// - Returns: what the last one answered; nil where it is kept elsewhere.
  private func waitForAll(_ doing: String) throws(StoreError) -> OpaquePointer? {
    let handle = try use()
    try sendFlush(handle)
    var last: OpaquePointer?
    while firstPending < pending.count {
      PQclear(last)
      last = nil
      last = try receive(doing)
    }
    if let fault {
      PQclear(last)
      throw fault
    }
    return last
  }

  // MARK: Changes

  func changes() throws(StoreError) -> Int {
    if firstPending < pending.count { PQclear(try waitForAll("write")) }
    if let fault { throw fault }
    return lastChanges
  }

  /// Sends it; ``changes(of:)`` tells later what it has changed.
  func sendLater(_ statement: PostgresStatement) throws(StoreError) -> SQLTicket {
    tickets.append(0)
    try send(statement, .ticket(tickets.count - 1))
    return SQLTicket(number: tickets.count - 1)
  }

  func changes(of ticket: SQLTicket) throws(StoreError) -> Int {
    _ = try changes()
    return tickets.indices.contains(ticket.number) ? tickets[ticket.number] : 0
  }

  // MARK: Receiving

  /// Reads one answer, that of the oldest that waits. Nil where it is none to keep.
  private func receive(_ doing: String) throws(StoreError) -> OpaquePointer? {
    guard let handle, firstPending < pending.count else { throw lost(doing) }
    let oldest = pending[firstPending]
    try PostgresWait.untilReady(self, handle, doing)
    guard let result = PQgetResult(handle) else { throw lost(doing) }
    if case .sync = oldest.kind {
      PQclear(result)
      pop()
      return nil
    }
    // What follows a statement's answer is an end without a result.
    while true {
      try PostgresWait.untilReady(self, handle, doing)
      guard let more = PQgetResult(handle) else { break }
      PQclear(more)
    }
    pop()
    return note(oldest, result, oldest.statement?.name ?? doing)
  }

  private func pop() {
    firstPending += 1
    if firstPending == pending.count {
      pending.removeAll(keepingCapacity: true)
      firstPending = 0
    }
  }

  private func note(_ answered: Pending, _ result: OpaquePointer, _ doing: String) -> OpaquePointer? {
    let status = PQresultStatus(result)
    let isFine = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
    if !isFine {
      // What comes after a fault was not looked at.
      if status != PGRES_PIPELINE_ABORTED, fault == nil { fault = PostgresCheck.error(result, doing) }
      if case .prepare = answered.kind { answered.statement?.serverName = nil }
    }
    switch answered.kind {
    case .query where isFine: return result
    case .prefetch(let key) where isFine:
      return prefetched.keep(key, result) ? nil : result
    case .run where isFine: lastChanges = Self.count(result)
    case .ticket(let number) where isFine:
      lastChanges = Self.count(result)
      if tickets.indices.contains(number) { tickets[number] = lastChanges }
      return result
    case .transactionNumber where isFine:
      let bytes = PQgetvalue(result, 0, 0)
      var number = 0
      for place in 0..<Int(PQgetlength(result, 0, 0)) {
        number = number << 8 | Int(UInt8(bitPattern: bytes?[place] ?? 0))
      }
      transactionNumber = number
    case .commit where isFine:
      // The server answers so where the transaction had failed before.
      if PQcmdStatus(result).map({ String(cString: $0) }) != "COMMIT", fault == nil {
        fault = StoreError(.library, "The transaction was undone by the server.")
      }
    default: break
    }
    return result
  }

  private static func count(_ result: OpaquePointer) -> Int {
    PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
  }

  /// Takes what has come, without waiting.
  private func readWhatIsThere(_ handle: OpaquePointer) throws(StoreError) {
    while firstPending < pending.count {
      guard PQconsumeInput(handle) != 0 else { throw lost("read") }
      if PQisBusy(handle) != 0 { return }
      PQclear(try receive("write"))
    }
  }

  // MARK: Transactions

  func begin() throws(StoreError) {
    try settle()
    transactionNumber = nil
    prefetched.forget(nil)
    tickets.removeAll(keepingCapacity: true)
    try send("BEGIN", .run)
    // Known before the commit is sent, so that what became of that can be asked by another connection.
    try send("SELECT pg_current_xact_id()", .transactionNumber)
  }

  /// One view of the store for the whole of it.
  func beginRead() throws(StoreError) {
    try settle()
    try send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", .run)
  }

  /// Its end is not waited for: there is nothing that could be lost.
  func endRead() throws(StoreError) {
    try send("COMMIT", .run)
    try sync()
  }

  /// - Parameter willSend: told before the commit is sent; from then on a lost connection leaves open whether
  ///   it was done.
  func commit(willSend: () -> Void) throws(StoreError) {
    if transactionNumber == nil { _ = try changes() }
    if let fault { throw fault }
    willSend()
    try send("COMMIT", .commit)
    try sync()
    try drain("commit")
    if let fault { throw fault }
  }

  /// Undoes the transaction. Where that cannot be told to the server, the connection is closed, which does the
  /// same.
  func rollback() {
    guard handle != nil else {
      fault = nil
      return
    }
    do throws(StoreError) {
      fault = nil
      try sync()
      try drain("rollback")
      fault = nil
      try send("ROLLBACK", .run)
      try sync()
      try drain("rollback")
    } catch {
      close()
    }
    fault = nil
  }

  private func sync() throws(StoreError) {
    guard let handle, PQpipelineSync(handle) != 0, PQflush(handle) >= 0 else { throw lost("send") }
    pending.append(Pending(.sync))
  }

  private func drain(_ doing: String) throws(StoreError) {
    while firstPending < pending.count { PQclear(try receive(doing)) }
  }

  /// What was left to be read.
  private func settle() throws(StoreError) {
    guard firstPending < pending.count else { return }
    try drain("end")
    if let fault { throw fault }
  }

  // MARK: Others that write

  var isShared: Bool { true }
  /// Nothing that is remembered as true is asked again for another's writes: see ``isShared``.
  func foreignWrites() -> Int { 0 }
  var attempts: any AttemptArchive { PostgresAttempts(self) }

  func lock(_ keys: [SQLLock]) throws(StoreError) {
    // In one order everywhere, so that no two wait for each other.
    for number in Set(keys.map(\.number)).sorted() {
      let lock = try statement("SELECT pg_advisory_xact_lock(?1)")
      lock.set(1, number)
      try lock.run()
    }
  }

  func takeRows(_ sequence: SQLSequence, atLeast count: Int) throws(StoreError) -> Range<Int>? {
    let select =
      switch sequence {
      case .notifications: try statement("SELECT nextval('notification_rows')")
      case .messages: try statement("SELECT nextval('message_rows')")
      }
    let width = sequence.width
    guard count <= width else {
      throw StoreError(.library, "A notification of \(count) messages is too large; \(width) are the most.")
    }
    defer { select.reset() }
    guard try select.next() else { throw StoreError(.library, "The server gave no row numbers.") }
    let first = select.int(0)
    return first..<first + width
  }
}

extension SQLSequence {
  /// Numbers that are taken at once: the sequence counts by as many.
  var width: Int {
    switch self {
    case .notifications: 1_024
    case .messages: 16_384
    }
  }
}

extension SQLLock {
  /// Two that share one wait for each other without need, and no more.
  fileprivate var number: Int {
    var state = SipHash128(key: 0x7075_7368_7769_7265, 0x6c6f_636b)
    func add(_ kind: UInt64, _ text: String, _ other: String? = nil) {
      state.update(kind)
      var text = text
      text.withUTF8 { state.update($0) }
      guard var other else { return }
      state.update(UInt64(0x1f))
      other.withUTF8 { state.update($0) }
    }
    switch self {
    case .installation(let id): add(1, id)
    case .token(let hash):
      state.update(2)
      state.update(UInt64(bitPattern: Int64(hash)))
    case .account(let tenant, let account): add(3, tenant, account)
    case .silent(let registration):
      state.update(4)
      state.update(UInt64(bitPattern: Int64(registration)))
    case .single(let name): add(5, name)
    case .notification(let tenant, let key): add(6, "\(tenant)", key)
    case .parameters: state.update(7)
    }
    return Int(truncatingIfNeeded: state.finish().low)
  }
}
