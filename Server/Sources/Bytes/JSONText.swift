extension ByteBuffer {
  /// UTF-8 text as the inside of a JSON string (without quotes). RFC 8259, section 7.
  ///
  /// The source must be valid UTF-8: it is copied as it stands, but for what JSON forbids.
  public mutating func appendJSONEscaped(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    reserve(source.count)
    var at = 0
    while at < source.count {
      let clean = at + JSONText.cleanPrefix(UnsafeBufferPointer(start: start + at, count: source.count - at))
      append(start + at, count: clean - at)
      at = clean
      // Escapes often stand together: no new search for each.
      while at < source.count, JSONText.mustEscape(start[at]) {
        appendEscape(start[at])
        at += 1
      }
    }
  }

  /// A JSON string with its quotes.
  public mutating func appendJSONString(_ source: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    appendJSONEscaped(source)
    append(UInt8(ascii: "\""))
  }

  /// A JSON string with its quotes.
  public mutating func appendJSONString(_ text: String) {
    var text = text
    text.withUTF8 { appendJSONString($0) }
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append("\\u00")
      append(hexDigit(byte >> 4))
      append(hexDigit(byte & 15))
    }
  }
}

/// What JSON says about bytes inside a string. RFC 8259, section 7.
public enum JSONText {
  /// A quote, a backslash or a control character may not stand in a string as it is.
  @inlinable @inline(__always)
  public static func mustEscape(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x22 || byte == 0x5C }

  /// How many bytes at the front can be copied as they are. Looks at eight bytes at a time.
  @inlinable
  public static func cleanPrefix(_ source: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = source.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(start)
    var at = 0
    while at + 8 <= source.count {
      let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      let hits = escapeHits(word)
      if hits != 0 { return at + hits.trailingZeroBitCount >> 3 }
      at += 8
    }
    while at < source.count, !mustEscape(start[at]) { at += 1 }
    return at
  }

  /// The high bit of each byte that must be escaped. Exact up to the lowest hit; above it a borrow
  /// may set more, so only zero and the lowest bit mean something.
  @inlinable @inline(__always)
  internal static func escapeHits(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let quote = word ^ (ones &* 0x22)
    let slash = word ^ (ones &* 0x5C)
    return
      (((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((slash &- ones) & ~slash)) & high
  }
}

/// A nibble as a lower-case hexadecimal digit.
@inlinable @inline(__always)
public func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
