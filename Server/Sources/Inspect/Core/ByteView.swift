/// Bytes that somebody else wrote: numbers and ranges are nil where they would reach past the end.
struct ByteView {
  let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }
  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var count: Int { bytes.count }

  /// `count` bytes from `offset`, counted from this view's start.
  func slice(_ offset: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= self.count, count <= self.count - offset else { return nil }
    let start = bytes.startIndex + offset
    return bytes[start..<start + count]
  }

  func view(_ offset: Int, _ count: Int) -> ByteView? { slice(offset, count).map(ByteView.init) }

  func byte(_ offset: Int) -> UInt8? { slice(offset, 1)?.first }

  /// An unsigned number of 1 to 8 bytes.
  func number(_ offset: Int, bytes size: Int, isLittle: Bool = false) -> UInt64? {
    guard (1...8).contains(size), let slice = slice(offset, size) else { return nil }
    var number: UInt64 = 0
    if isLittle {
      for byte in slice.reversed() { number = number << 8 | UInt64(byte) }
    } else {
      for byte in slice { number = number << 8 | UInt64(byte) }
    }
    return number
  }

  func u16(_ offset: Int, isLittle: Bool = false) -> Int? {
    number(offset, bytes: 2, isLittle: isLittle).map { Int($0) }
  }

  func u32(_ offset: Int, isLittle: Bool = false) -> UInt32? {
    number(offset, bytes: 4, isLittle: isLittle).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Nil too where it is no `Int`.
  func u64(_ offset: Int, isLittle: Bool = false) -> Int? {
    number(offset, bytes: 8, isLittle: isLittle).flatMap { Int(exactly: $0) }
  }

  /// Text that ends at a NUL, or at the view's end.
  func text(_ offset: Int) -> String? {
    guard offset >= 0, offset < count else { return nil }
    let rest = bytes[(bytes.startIndex + offset)...]
    return String(decoding: rest.prefix { $0 != 0 }, as: UTF8.self)
  }
}
