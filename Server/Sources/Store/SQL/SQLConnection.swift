/// One connection to a database, as the sessions and readers use it. One thread at a time.
///
/// The text of a statement is one for all databases: parameters are `?1`, `?2`…; integers are 64 bits wide;
/// what one database alone needs stands in a hint that the others pass over: `INDEXED BY` is SQLite's, a
/// comment `/*+pg … */` is PostgreSQL's. `column+0` keeps a planner from an index over the column (or over rows
/// of one value of it), where its guess of how few rows that has would be of a quieter time.
protocol SQLConnection: AnyObject {
  /// The statement for this text, prepared at its first use. Give it literals only: it is found again by
  /// where the literal lies. Never nest two uses of one statement.
  func statement(_ sql: StaticString) throws(StoreError) -> any SQLStatement
  /// A statement for once; the caller finalizes it.
  func prepare(_ sql: String) throws(StoreError) -> any SQLStatement
  /// Rows that the last statement changed.
  func changes() throws(StoreError) -> Int
  /// The same of one that was sent by ``SQLStatement/runLater()`` in this transaction.
  func changes(of ticket: SQLTicket) throws(StoreError) -> Int
  /// Whether other processes write at the same time: what is remembered of the store is then a guess, and
  /// what is read to be changed has to be locked.
  var isShared: Bool { get }
  /// Until the end of the transaction nobody else has these locks. Nothing to do where one alone writes.
  func lock(_ keys: [SQLLock]) throws(StoreError)
  /// Row numbers that nobody else has or had, one after another; nil: one alone writes, and counts itself.
  func takeRows(_ sequence: SQLSequence, atLeast count: Int) throws(StoreError) -> Range<Int>?
  /// Asks for a statement's rows, with its values, before they are wanted: the same asked in this transaction
  /// is answered without a way to the server and back. Nothing to do where there is no such way.
  func prefetch(_ statement: any SQLStatement, for subject: SQLLock) throws(StoreError)
  /// Whether a prefetched statement, with its values, has no rows; nil: it was not prefetched. The values are
  /// kept.
  func isKnownToBeEmpty(_ statement: any SQLStatement) throws(StoreError) -> Bool?
  /// What was prefetched for these is not true any more; nil: all of it.
  func forgetPrefetched(_ subjects: [SQLLock]?)
  /// Changes whenever somebody else has written; then nothing that was remembered may be taken as true.
  func foreignWrites() throws(StoreError) -> Int
  /// The attempts that did not end well, for people.
  var attempts: any AttemptArchive { get }
}

/// A prepared statement that is kept and used again. On its connection's thread only.
///
/// Values are set by `set`, then `next` steps through the rows, or `run` runs it to its end. A fault of
/// `set` is thrown by the step. After the last row it is reset by itself; whoever stops before calls
/// `reset`. The first parameter is 1, the first column 0.
protocol SQLStatement: AnyObject {
  func set(_ index: Int32, _ value: Int)
  /// - Parameter kind: what it would be; some databases have to know.
  func setNull(_ index: Int32, _ kind: SQLKind)
  func set(_ index: Int32, _ text: String)
  func set(_ index: Int32, text: [UInt8])
  func set(_ index: Int32, blob: [UInt8])
  /// UTF-8 that stays where it is until the statement has run.
  func setInPlace(_ index: Int32, text bytes: UnsafeBufferPointer<UInt8>)

  /// True: there is a row to read. False: there are no more, and the statement is ready for new values.
  func next() throws(StoreError) -> Bool
  /// Runs it to its end, whatever rows it has.
  func run() throws(StoreError)
  /// Runs it, and does not wait for it where waiting costs; the connection tells later what it has changed.
  func runLater() throws(StoreError) -> SQLTicket
  func reset()
  /// Call it before the connection is closed, and use the statement no more.
  func finalize()

  func int(_ column: Int32) -> Int
  func isNull(_ column: Int32) -> Bool
  /// Good until the next step.
  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8>
  /// Good until the next step.
  func blob(_ column: Int32) -> UnsafeBufferPointer<UInt8>
}

extension SQLStatement {
  func set(_ index: Int32, _ value: Int32) { set(index, Int(value)) }
  func set(_ index: Int32, _ value: UInt8) { set(index, Int(value)) }
  func set(_ index: Int32, _ value: Int?) {
    if let value { set(index, value) } else { setNull(index, .integer) }
  }
  func set(_ index: Int32, _ text: String?) {
    if let text { set(index, text) } else { setNull(index, .text) }
  }
  func set(_ index: Int32, blob: [UInt8]?) {
    if let blob { set(index, blob: blob) } else { setNull(index, .blob) }
  }
  func setNull(_ index: Int32) { setNull(index, .any) }

  func int32(_ column: Int32) -> Int32 { Int32(truncatingIfNeeded: int(column)) }
  func optionalInt(_ column: Int32) -> Int? { isNull(column) ? nil : int(column) }
  /// 0 where the store has something that never was a small number.
  func byte(_ column: Int32) -> UInt8 { UInt8(truncatingIfNeeded: int(column)) }
  func text(_ column: Int32) -> String { String(decoding: utf8(column), as: UTF8.self) }
  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  func bytes(_ column: Int32) -> [UInt8] { Array(blob(column)) }
  func optionalBytes(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}

/// An attempt that did not end its message well.
struct AttemptRecord: Equatable {
  var message: Int
  /// Milliseconds since 1970.
  var at: Int
  var verdict: String
  var reason: String
  var httpStatus: Int
}

/// Where such attempts are kept, by day. Never the record: what is not there (any more) is left out.
protocol AttemptArchive: AnyObject {
  /// Adds what it has of these messages to their histories.
  func addHistory(to views: inout [MessageView])
  /// Removes what days before have, at most `limit` of these days; returns how many there were.
  func remove(beforeDay: Int, limit: Int) throws(StoreError) -> Int
}
