/// Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF. RFC 3629, section 4.
public enum UTF8Check {
  /// What one pass over some text says.
  public enum Finding: Sendable, Equatable {
    /// UTF-8, and every byte may stand in a JSON string as it is.
    case clean
    /// UTF-8, but JSON must escape some of it.
    case needsEscape
    /// Not UTF-8; the offset of the first byte of the first wrong sequence.
    case invalid(at: Int)
  }

  /// Checks text and says whether JSON must escape any of it, in one pass.
  public static func inspect(_ source: UnsafeBufferPointer<UInt8>) -> Finding {
    guard let start = source.baseAddress else { return .clean }
    let raw = UnsafeRawPointer(start)
    let count = source.count
    var at = 0
    var escape = false
    while at < count {
      if at + 8 <= count {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        if word & 0x8080_8080_8080_8080 == 0 {
          if JSONText.escapeHits(word) != 0 { escape = true }
          at += 8
          continue
        }
      }
      let byte = start[at]
      if byte < 0x80 {
        if JSONText.mustEscape(byte) { escape = true }
        at += 1
        continue
      }
      let length = sequenceLength(source, at: at)
      if length == 0 { return .invalid(at: at) }
      at += length
    }
    return escape ? .needsEscape : .clean
  }

  /// The length of the well-formed sequence of two to four bytes at `at`; 0 where there is none.
  @inlinable
  public static func sequenceLength(_ source: UnsafeBufferPointer<UInt8>, at: Int) -> Int {
    let left = source.count - at
    if left < 2 { return 0 }
    let first = source[at]
    let second = source[at + 1]
    switch first {
    case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : 0
    case 0xE0...0xEF:
      let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
      let high: UInt8 = first == 0xED ? 0x9F : 0xBF
      if left < 3 || second < low || second > high || source[at + 2] & 0xC0 != 0x80 { return 0 }
      return 3
    case 0xF0...0xF4:
      let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
      let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
      if left < 4 || second < low || second > high { return 0 }
      return source[at + 2] & 0xC0 == 0x80 && source[at + 3] & 0xC0 == 0x80 ? 4 : 0
    default: return 0
    }
  }
}
