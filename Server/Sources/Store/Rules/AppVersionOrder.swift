/// Compares versions of an app part by part as numbers: `2.9` is before `2.10`, and `2` is `2.0`.
///
/// A part counts with the digits that it begins with, so `3-beta` is 3; one without digits is 0.
enum AppVersionOrder {
  /// Negative: `left` is the older.
  static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    var (leftAt, rightAt) = (0, 0)
    while leftAt < left.count || rightAt < right.count {
      let (first, second) = (part(left, &leftAt), part(right, &rightAt))
      if first != second { return first < second ? -1 : 1 }
    }
    return 0
  }

  static func compare(_ left: String, _ right: String) -> Int {
    var (left, right) = (left, right)
    return left.withUTF8 { left in right.withUTF8 { compare(left, $0) } }
  }

  /// Both bounds belong to it. A device that has not said its version is in no range.
  static func contains(_ version: UnsafeBufferPointer<UInt8>, from: [UInt8]?, to: [UInt8]?) -> Bool {
    if from == nil, to == nil { return true }
    guard !version.isEmpty else { return false }
    if let from, from.withUnsafeBufferPointer({ compare(version, $0) }) < 0 { return false }
    if let to, to.withUnsafeBufferPointer({ compare(version, $0) }) > 0 { return false }
    return true
  }

  /// The next part, and the place behind its dot. Numbers beyond all reason are one largest number.
  private static func part(_ text: UnsafeBufferPointer<UInt8>, _ at: inout Int) -> UInt64 {
    var value: UInt64 = 0
    var isNumber = true
    while at < text.count {
      let byte = text[at]
      at += 1
      if byte == UInt8(ascii: ".") { break }
      isNumber = isNumber && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      guard isNumber else { continue }
      value = value > 1 << 58 ? 1 << 58 : value * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
