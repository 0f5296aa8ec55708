extension JSONScanner {
  mutating func skipSpace() {
    while at < text.count {
      switch text[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
    }
  }

  mutating func close(_ byte: UInt8) throws(Failure) -> Token {
    let object = inObject
    guard depth > 0, byte == (object ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw Failure(reason: .unexpected, offset: at)
    }
    depth -= 1
    at += 1
    state = depth == 0 ? .done : .commaOrEnd
    return Token(
      kind: object ? .endObject : .endArray, start: at - 1, end: at, escaped: false, depth: depth)
  }

  mutating func scanKey(_ byte: UInt8) throws(Failure) -> Token {
    guard byte == UInt8(ascii: "\"") else { throw Failure(reason: .unexpected, offset: at) }
    let token = try scanString(.key)
    skipSpace()
    guard at < text.count else { throw Failure(reason: .endOfText, offset: at) }
    guard text[at] == UInt8(ascii: ":") else { throw Failure(reason: .unexpected, offset: at) }
    at += 1
    state = .value
    return token
  }

  mutating func scanValue(_ byte: UInt8) throws(Failure) -> Token {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(byte == UInt8(ascii: "{"))
    case UInt8(ascii: "\""):
      let token = try scanString(.string)
      state = depth == 0 ? .done : .commaOrEnd
      return token
    case UInt8(ascii: "t"): return try scanWord("true", .yes)
    case UInt8(ascii: "f"): return try scanWord("false", .no)
    case UInt8(ascii: "n"): return try scanWord("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try scanNumber()
    default: throw Failure(reason: .unexpected, offset: at)
    }
  }

  private mutating func open(_ object: Bool) throws(Failure) -> Token {
    guard depth < Self.maximumDepth else { throw Failure(reason: .depth, offset: at) }
    let bit: UInt64 = 1 << UInt64(depth)
    objects = object ? objects | bit : objects & ~bit
    let token = Token(
      kind: object ? .beginObject : .beginArray, start: at, end: at + 1, escaped: false, depth: depth)
    depth += 1
    at += 1
    state = object ? .keyOrEnd : .valueOrEnd
    return token
  }

  private mutating func scanWord(_ word: StaticString, _ kind: Kind) throws(Failure) -> Token {
    let start = at
    for index in 0..<word.utf8CodeUnitCount {
      guard at < text.count else { throw Failure(reason: .endOfText, offset: at) }
      guard text[at] == word.utf8Start[index] else { throw Failure(reason: .unexpected, offset: at) }
      at += 1
    }
    state = depth == 0 ? .done : .commaOrEnd
    return Token(kind: kind, start: start, end: at, escaped: false, depth: depth)
  }

  private mutating func scanNumber() throws(Failure) -> Token {
    let start = at
    at += JSONText.numberLength(UnsafeBufferPointer(rebasing: text[at...]))
    guard at > start else { throw Failure(reason: .number, offset: start) }
    // "01" or "1x" would otherwise be read as two tokens.
    if at < text.count {
      switch text[at] {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break
      default: throw Failure(reason: .number, offset: start)
      }
    }
    state = depth == 0 ? .done : .commaOrEnd
    return Token(kind: .number, start: start, end: at, escaped: false, depth: depth)
  }

  private mutating func scanString(_ kind: Kind) throws(Failure) -> Token {
    at += 1
    let start = at
    var escaped = false
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "\""):
        at += 1
        return Token(kind: kind, start: start, end: at - 1, escaped: escaped, depth: depth)
      case UInt8(ascii: "\\"):
        escaped = true
        try scanEscape()
      case 0..<0x20: throw Failure(reason: .control, offset: at)
      case 0x80...:
        let length = UTF8Check.sequenceLength(text, at: at)
        if length == 0 { throw Failure(reason: .utf8, offset: at) }
        at += length
      default: at += 1
      }
    }
    throw Failure(reason: .endOfText, offset: at)
  }

  private mutating func scanEscape() throws(Failure) {
    let start = at
    guard at + 1 < text.count else { throw Failure(reason: .endOfText, offset: text.count) }
    switch text[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let unit = try scanUnit(start)
      if unit & 0xFC00 == 0xDC00 { throw Failure(reason: .surrogate, offset: start) }
      if unit & 0xFC00 == 0xD800 {
        guard at + 1 < text.count, text[at] == UInt8(ascii: "\\"), text[at + 1] == UInt8(ascii: "u") else {
          throw Failure(reason: .surrogate, offset: start)
        }
        if try scanUnit(at) & 0xFC00 != 0xDC00 { throw Failure(reason: .surrogate, offset: start) }
      }
    default: throw Failure(reason: .escape, offset: start)
    }
  }

  /// The four digits of `\uXXXX` at `start`; leaves the place after them.
  private mutating func scanUnit(_ start: Int) throws(Failure) -> UInt16 {
    guard start + 6 <= text.count else { throw Failure(reason: .endOfText, offset: text.count) }
    guard let unit = JSONText.unit(text, at: start + 2) else {
      throw Failure(reason: .escape, offset: start)
    }
    at = start + 6
    return unit
  }
}

extension JSONText {
  /// The length of the longest number in JSON's form at the front; 0 where there is none.
  public static func numberLength(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var at = 0
    func digits() -> Bool {
      let from = at
      while at < text.count, text[at] >= 48, text[at] <= 57 { at += 1 }
      return at > from
    }
    if at < text.count, text[at] == UInt8(ascii: "-") { at += 1 }
    if at < text.count, text[at] == UInt8(ascii: "0") { at += 1 } else if !digits() { return 0 }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      if !digits() { return 0 }
    }
    if at < text.count, text[at] | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") { at += 1 }
      if !digits() { return 0 }
    }
    return at
  }

  /// Four hexadecimal digits at `at`, which the caller knows to exist.
  static func unit(_ text: UnsafeBufferPointer<UInt8>, at: Int) -> UInt16? {
    var unit: UInt16 = 0
    for index in at..<at + 4 {
      let digit: UInt8
      switch text[index] {
      case 48...57: digit = text[index] - 48
      case 65...70: digit = text[index] - 55
      case 97...102: digit = text[index] - 87
      default: return nil
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
