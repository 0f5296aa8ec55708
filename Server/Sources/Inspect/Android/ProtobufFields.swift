/// The fields of one protobuf message, in the order of the file (protobuf's wire format).
struct ProtobufFields {
  /// What stands on the wire for a field.
  enum Value {
    case number(UInt64)
    /// A text, bytes or a message, by its place in the file.
    case bytes(Range<Int>)
  }

  private let data: [UInt8]
  private var at: Int
  private let end: Int
  /// The message breaks off or breaks the wire format's rules.
  private(set) var isBroken = false

  /// `range` must lie in the data.
  init(_ data: [UInt8], _ range: Range<Int>) {
    self.data = data
    at = range.lowerBound
    end = min(range.upperBound, data.count)
  }

  /// The next field; nil at the end, and where the message is broken.
  mutating func next() -> (number: Int, value: Value, offset: Int)? {
    let start = at
    guard at < end, !isBroken else { return nil }
    guard let key = varint(), key >> 3 != 0, let number = Int(exactly: key >> 3) else { return broken() }
    switch key & 7 {
    case 0:
      guard let value = varint() else { return broken() }
      return (number, .number(value), start)
    case 1: return fixed(8).map { (number, .number($0), start) } ?? broken()
    case 5: return fixed(4).map { (number, .number($0), start) } ?? broken()
    case 2:
      guard let length = varint(), length <= UInt64(end - at) else { return broken() }
      let range = at..<(at + Int(length))
      at = range.upperBound
      return (number, .bytes(range), start)
    default: return broken()  // groups are not used by aapt2
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: data[range].prefix { $0 != 0 }, as: UTF8.self) }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < end, shift < 64 {
      let byte = data[at]
      at += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
      shift += 7
    }
    return nil
  }

  private mutating func fixed(_ size: Int) -> UInt64? {
    guard size <= end - at else { return nil }
    var value: UInt64 = 0
    for index in (0..<size).reversed() { value = value << 8 | UInt64(data[at + index]) }
    at += size
    return value
  }

  private mutating func broken() -> (number: Int, value: Value, offset: Int)? {
    isBroken = true
    return nil
  }
}
