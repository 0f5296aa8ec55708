extension JSONScanner {
  /// The first member `name` of the object at the top, as its token. Reads no further than it must, so
  /// what follows is not checked; nil where the text is not JSON up to there, or has no such member.
  ///
  /// `name` is compared with the bytes of the text: a key spelt with escapes is not found.
  public static func member(_ name: StaticString, of text: UnsafeBufferPointer<UInt8>) -> Token? {
    var scanner = JSONScanner(text)
    do throws(Failure) {
      guard try scanner.next()?.kind == .beginObject else { return nil }
      while let token = try scanner.next() {
        guard token.kind == .key else { return nil }
        if scanner.bytes(token).elementsEqual(
          UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        {
          return try scanner.next()
        }
        try scanner.skip(token)
      }
    } catch { return nil }
    return nil
  }

  /// The string member `name` of the object at the top, without its quotes; nil where there is none, it
  /// is no string, or it holds escapes (see ``appendUnescaped(_:to:)`` for those).
  public static func string(
    _ name: StaticString, of text: UnsafeBufferPointer<UInt8>
  ) -> UnsafeBufferPointer<UInt8>? {
    guard let token = member(name, of: text), token.kind == .string, !token.escaped else { return nil }
    return UnsafeBufferPointer(rebasing: text[token.start..<token.end])
  }

  /// The whole-number member `name` of the object at the top; nil where there is none, it has a
  /// fraction or exponent, or it does not fit.
  public static func integer(_ name: StaticString, of text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let token = member(name, of: text), token.kind == .number else { return nil }
    return JSONText.integer(UnsafeBufferPointer(rebasing: text[token.start..<token.end]))
  }

  /// The text of a key or string with its escapes resolved.
  public func appendUnescaped(_ token: Token, to out: inout ByteBuffer) {
    JSONText.appendUnescaped(bytes(token), to: &out)
  }
}

extension JSONText {
  /// A whole number in decimal, with an optional minus; nil where it is none or does not fit.
  public static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    var at = 0
    let negative = text.first == UInt8(ascii: "-")
    if negative { at = 1 }
    guard at < text.count else { return nil }
    var value = 0
    while at < text.count {
      guard text[at] >= 48, text[at] <= 57 else { return nil }
      let (shifted, over) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow) = shifted.subtractingReportingOverflow(Int(text[at]) - 48)
      if over || overflow { return nil }
      value = next
      at += 1
    }
    if negative { return value }
    return value == Int.min ? nil : -value
  }

  /// The inside of a JSON string that a scanner has accepted, with its escapes resolved.
  public static func appendUnescaped(_ text: UnsafeBufferPointer<UInt8>, to out: inout ByteBuffer) {
    var at = 0
    while at < text.count {
      guard text[at] == UInt8(ascii: "\\"), at + 1 < text.count else {
        out.append(text[at])
        at += 1
        continue
      }
      let letter = text[at + 1]
      at += 2
      switch letter {
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "u"):
        guard at + 4 <= text.count, let first = unit(text, at: at) else { continue }
        at += 4
        var scalar = UInt32(first)
        if first & 0xFC00 == 0xD800, at + 6 <= text.count, let second = unit(text, at: at + 2) {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + UInt32(second) & 0x3FF
          at += 6
        }
        appendScalar(Unicode.Scalar(scalar) ?? "\u{FFFD}", to: &out)
      default: out.append(letter)
      }
    }
  }

  private static func appendScalar(_ scalar: Unicode.Scalar, to out: inout ByteBuffer) {
    guard let units = UTF8.encode(scalar) else { return }
    for unit in units { out.append(unit) }
  }
}
