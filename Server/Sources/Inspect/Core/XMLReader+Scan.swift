extension XMLReader {
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  func starts(with literal: StaticString) -> Bool {
    position < bytes.count && literal.withUTF8Buffer { bytes[position...].starts(with: $0) }
  }

  @discardableResult mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count && Self.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  /// Goes on behind `end`, the next one from here.
  mutating func skip(past end: StaticString, _ what: String) throws(XMLFailure) {
    let start = position
    while position < bytes.count {
      if starts(with: end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    throw failure("\(what) does not end", at: start)
  }

  /// The name that stands here: any run of bytes that cannot end one.
  mutating func name(_ what: String) throws(XMLFailure) -> String {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    guard position > start else { throw failure("\(what) has no name", at: start) }
    guard position - start <= 1024 else { throw failure("the name of \(what) is too long", at: start) }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x80...: true
    case UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// Skips `<!DOCTYPE …>` with its declarations in brackets, and takes nothing from them.
  mutating func skipDeclaration() throws(XMLFailure) {
    let start = position
    var depth = 0
    while let byte = peek() {
      if starts(with: "<!--") {
        try skip(past: "-->", "a comment")
        continue
      }
      if starts(with: "<?") {
        try skip(past: "?>", "a processing instruction")
        continue
      }
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        while let next = peek(), next != byte { position += 1 }
        position += 1
      case UInt8(ascii: "<"), UInt8(ascii: "["):
        depth += 1
        guard depth <= 8 else { throw failure("the document type is nested too deep", at: start) }
      case UInt8(ascii: ">"), UInt8(ascii: "]"):
        depth -= 1
        if depth <= 0 { return }
      default: break
      }
    }
    throw failure("the document type does not end", at: start)
  }

  /// Text with its references resolved, and CR LF as LF.
  func unescape(_ range: Range<Int>, into out: inout [UInt8]) throws(XMLFailure) {
    var at = range.lowerBound
    while at < range.upperBound {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "&"):
        let end = min(range.upperBound, at + 12)
        guard let semicolon = bytes[at..<end].firstIndex(of: UInt8(ascii: ";")) else {
          throw failure("an & is no reference; &amp; is how XML writes it", at: at)
        }
        guard let scalar = Self.reference(bytes[at + 1..<semicolon]) else {
          throw failure("a reference names an entity that XML itself does not have", at: at)
        }
        out.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        at = semicolon + 1
        continue
      case 0x0D:
        out.append(0x0A)
        if at + 1 < range.upperBound && bytes[at + 1] == 0x0A { at += 1 }
      default: out.append(byte)
      }
      at += 1
    }
  }

  private static func reference(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case let text where text.hasPrefix("#x"):
      return UInt32(text.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    case let text where text.hasPrefix("#"): return UInt32(text.dropFirst()).flatMap(Unicode.Scalar.init)
    default: return nil
    }
  }

  /// The same text in UTF-8 where a byte order mark says UTF-16; else nil.
  static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
    let isLittle: Bool
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): isLittle = true
    case (0xFE, 0xFF): isLittle = false
    default: return nil
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isLittle ? a | b << 8 : a << 8 | b)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
