extension JSONSyntax {
  /// Checks a string at the cursor and gives the range between its quotes.
  mutating func stringToken() throws(Fault) -> Range<Int> {
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { throw Fault(offset: at) }
    at += 1
    let start = at
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return start..<(at - 1)
      case UInt8(ascii: "\\"):
        try escape()
      case 0..<0x20:
        throw Fault(offset: at)
      case 0x20..<0x80:
        at += 1
      default:
        try multibyte(byte)
      }
    }
    throw Fault(offset: at)
  }

  private mutating func escape() throws(Fault) {
    let start = at
    at += 1
    guard at < bytes.count else { throw Fault(offset: start) }
    switch bytes[at] {
    case UInt8(ascii: "u"):
      at += 1
      let unit = try hexUnit()
      guard unit & 0xf800 == 0xd800 else { return }
      // A surrogate has to be the first half of a pair.
      guard unit & 0xfc00 == 0xd800, at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"),
        bytes[at + 1] == UInt8(ascii: "u")
      else { throw Fault(offset: start) }
      at += 2
      guard try hexUnit() & 0xfc00 == 0xdc00 else { throw Fault(offset: start) }
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 1
    default: throw Fault(offset: at)
    }
  }

  private mutating func hexUnit() throws(Fault) -> UInt16 {
    guard at + 4 <= bytes.count else { throw Fault(offset: at) }
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let byte = bytes[at]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw Fault(offset: at)
      }
      unit = unit << 4 | UInt16(digit)
      at += 1
    }
    return unit
  }

  /// One well-formed UTF-8 sequence of two to four bytes. Unicode, table 3-7.
  private mutating func multibyte(_ lead: UInt8) throws(Fault) {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch lead {
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef:
      length = 3
      if lead == 0xe0 { second = 0xa0...0xbf } else if lead == 0xed { second = 0x80...0x9f }
    case 0xf0...0xf4:
      length = 4
      if lead == 0xf0 { second = 0x90...0xbf } else if lead == 0xf4 { second = 0x80...0x8f }
    default: throw Fault(offset: at)
    }
    guard at + length <= bytes.count, second.contains(bytes[at + 1]) else { throw Fault(offset: at) }
    for index in 2..<max(length, 2) where bytes[at + index] & 0xc0 != 0x80 { throw Fault(offset: at) }
    at += length
  }
}
