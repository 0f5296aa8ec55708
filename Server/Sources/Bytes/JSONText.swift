extension ByteBuffer {
  /// UTF-8 text as the inside of a JSON string (without quotes). RFC 8259, section 7.
  ///
  /// The source must be valid UTF-8: it is copied as it stands, but for what JSON forbids.
  public mutating func appendJSONEscaped(_ source: UnsafeBufferPointer<UInt8>) {
    guard let start = source.baseAddress else { return }
    reserve(source.count)
    var clean = 0
    var at = 0
    while at < source.count {
      let byte = start[at]
      if byte >= 0x20 && byte != 0x22 && byte != 0x5C {
        at += 1
        continue
      }
      append(start + clean, count: at - clean)
      appendEscape(byte)
      at += 1
      clean = at
    }
    append(start + clean, count: at - clean)
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

/// A nibble as a lower-case hexadecimal digit.
@inline(__always)
public func hexDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 48 + nibble : 87 + nibble }
