internal import Bytes
internal import CPostgres

/// A statement that the server prepares at its first use and keeps. See ``SQLStatement``.
///
/// `run` sends it and does not wait: a fault of it is thrown by whatever waits next (a row, `changes`, or the
/// commit). `next` waits.
final class PostgresStatement: SQLStatement {
  private unowned let connection: PostgresConnection
  let text: PostgresText
  /// The name that the server knows it by; nil: not prepared yet.
  var serverName: String?
  /// It is not used again.
  let isForOnce: Bool

  // The values: their place in `bytes`, or none where it is null.
  private(set) var bytes: [UInt8] = []
  private(set) var places: [Range<Int>?]
  private(set) var types: [Oid]

  private var result: OpaquePointer?
  private var row: Int32 = -1
  private var rows: Int32 = 0

  init(_ sql: String, _ connection: PostgresConnection, isForOnce: Bool) {
    self.connection = connection
    self.isForOnce = isForOnce
    text = PostgresText(sql)
    places = [Range<Int>?](repeating: nil, count: text.parameters)
    // A number that does not stand in the text needs a type all the same.
    types = [Oid](repeating: 0, count: text.parameters)
    for place in types.indices where !text.used.contains(place + 1) { types[place] = Kind.integer }
  }

  deinit { PQclear(result) }

  func finalize() { reset() }

  /// After the connection was lost: nothing of it is known to the server.
  func forget() {
    reset()
    serverName = nil
  }

  /// For faults: how it begins, without values.
  var name: String { String(text.text.prefix(60).map { $0.isNewline ? " " : $0 }) }

  // MARK: Values

  enum Kind {
    static let integer: Oid = 20
    static let text: Oid = 25
    static let blob: Oid = 17
  }

  private func put(_ index: Int32, _ type: Oid, _ append: (inout [UInt8]) -> Void) {
    let place = Int(index) - 1
    guard places.indices.contains(place) else { return }
    let start = bytes.count
    append(&bytes)
    places[place] = start..<bytes.count
    if serverName == nil { types[place] = type }
  }

  func set(_ index: Int32, _ value: Int) {
    put(index, Kind.integer) { bytes in
      withUnsafeBytes(of: Int64(value).bigEndian) { bytes.append(contentsOf: $0) }
    }
  }

  func setNull(_ index: Int32, _ kind: SQLKind) {
    let place = Int(index) - 1
    guard places.indices.contains(place) else { return }
    places[place] = nil
    guard serverName == nil else { return }
    types[place] =
      switch kind {
      case .integer: Kind.integer
      case .text: Kind.text
      case .blob: Kind.blob
      case .any: 0
      }
  }

  func set(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { setInPlace(index, text: $0) }
  }

  func set(_ index: Int32, text: [UInt8]) { text.withUnsafeBufferPointer { setInPlace(index, text: $0) } }

  func set(_ index: Int32, blob: [UInt8]) { put(index, Kind.blob) { $0.append(contentsOf: blob) } }

  /// The server takes nothing but UTF-8 without zeros: what is none is replaced by U+FFFD, so that no word of a
  /// stranger can hold up what it stands beside.
  func setInPlace(_ index: Int32, text: UnsafeBufferPointer<UInt8>) {
    put(index, Kind.text) { bytes in
      if Self.isPlain(text) {
        bytes.append(contentsOf: text)
      } else {
        bytes.append(contentsOf: Self.plain(text))
      }
    }
  }

  static func plain(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    if isPlain(text) { return Array(text) }
    var bytes: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      bytes.append(contentsOf: String(scalar == "\0" ? "\u{fffd}" : scalar).utf8)
    }
    return bytes
  }

  private static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch UTF8Check.inspect(text) {
    case .clean: true
    case .needsEscape: !text.contains(0)
    case .invalid: false
    }
  }

  /// Calls `body` with the values as the library wants them, then forgets them.
  func withValues<Result>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) ->
      Result
  ) -> Result {
    defer { forgetValues() }
    let count = places.count
    // So that there is an address: without one an empty value would be null.
    if bytes.isEmpty { bytes.append(0) }
    return bytes.withUnsafeBytes { bytes in
      withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: max(count, 1)) { values in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(count * 2, 1)) { numbers in
          for place in 0..<count {
            let range = places[place]
            values[place] = range.flatMap { range in
              bytes.baseAddress.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) }
            }
            numbers[place] = Int32(clamping: range?.count ?? 0)
            numbers[count + place] = 1
          }
          let lengths = numbers.baseAddress.map { UnsafePointer($0) }
          return body(
            Int32(clamping: count), values.baseAddress.map { UnsafePointer($0) }, lengths,
            lengths.map { $0 + count })
        }
      }
    }
  }

  func forgetValues() {
    bytes.removeAll(keepingCapacity: true)
    for place in places.indices { places[place] = nil }
  }

  /// Tells it, with its values, from any other. Only of statements that are kept.
  var key: PostgresPrefetch.Key {
    var values = bytes
    for place in places { values.append(UInt8(truncatingIfNeeded: place?.count ?? 255)) }
    return PostgresPrefetch.Key(statement: ObjectIdentifier(self), values: values)
  }

  // MARK: Steps

  func next() throws(StoreError) -> Bool {
    if result == nil {
      result = try connection.query(self)
      rows = PQntuples(result)
      row = -1
    }
    row += 1
    if row < rows { return true }
    reset()
    return false
  }

  func run() throws(StoreError) { try connection.send(self) }
  func runLater() throws(StoreError) -> SQLTicket { try connection.sendLater(self) }

  func reset() {
    PQclear(result)
    result = nil
    rows = 0
    row = -1
  }

  // MARK: Columns

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, row, column) != 0 }

  func int(_ column: Int32) -> Int {
    let bytes = blob(column)
    switch PQftype(result, column) {
    case 1700: return PostgresNumeric.int(bytes)
    default:
      // bigint, integer, smallint and boolean, each as wide as it is.
      guard let first = bytes.first, bytes.count <= 8 else { return 0 }
      var value = bytes.count > 1 && first & 0x80 != 0 ? -1 : 0
      for byte in bytes { value = value << 8 | Int(byte) }
      return value
    }
  }

  func utf8(_ column: Int32) -> UnsafeBufferPointer<UInt8> { blob(column) }

  func blob(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    guard row >= 0, row < rows, let start = PQgetvalue(result, row, column) else {
      return .init(start: nil, count: 0)
    }
    let count = Int(PQgetlength(result, row, column))
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
  }
}

/// A whole number in the server's binary form of `numeric`, as sums are: words of four decimal digits.
enum PostgresNumeric {
  static func int(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    func word(_ place: Int) -> Int { Int(bytes[place * 2]) << 8 | Int(bytes[place * 2 + 1]) }
    guard bytes.count >= 8 else { return 0 }
    let digits = word(0)
    let weight = Int(Int16(truncatingIfNeeded: word(1)))
    guard bytes.count >= 8 + digits * 2, weight >= 0 else { return 0 }
    var value = 0
    for place in 0...min(weight, 8) {
      let (scaled, isOver) = value.multipliedReportingOverflow(by: 10_000)
      let (sum, isOverToo) = scaled.addingReportingOverflow(place < digits ? word(4 + place) : 0)
      if isOver || isOverToo { return word(2) == 0x4000 ? .min : .max }
      value = sum
    }
    return word(2) == 0x4000 ? -value : value
  }
}
