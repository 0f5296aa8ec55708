/// A strict JSON check on bytes that builds nothing. RFC 8259.
///
/// It also tells where the top-level members lie, which is all that the fast path needs to know of a
/// payload.
struct JSONSyntax {
  /// Where the text stops being JSON: an offset in bytes.
  struct Fault: Error, Equatable { let offset: Int }

  /// How deep values may nest; deeper is refused, so that input cannot exhaust the stack.
  static let maximumDepth = 64

  let bytes: UnsafeBufferPointer<UInt8>
  var at = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Checks that the bytes are exactly one JSON value.
  static func check(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var syntax = JSONSyntax(bytes)
    return (try? syntax.whole()) != nil
  }

  /// Calls `member` with the ranges of the name (without quotes) and the value of each member of the
  /// object at the cursor. Throws where it is not an object or the syntax is broken.
  mutating func object(depth: Int = 0, _ member: (Range<Int>, Range<Int>) -> Void) throws(Fault) {
    guard depth < Self.maximumDepth else { throw Fault(offset: at) }
    try expect(UInt8(ascii: "{"))
    skipSpace()
    if peek() == UInt8(ascii: "}") {
      at += 1
      return
    }
    while true {
      skipSpace()
      let name = try stringToken()
      skipSpace()
      try expect(UInt8(ascii: ":"))
      skipSpace()
      let start = at
      try value(depth: depth + 1)
      member(name, start..<at)
      skipSpace()
      if peek() == UInt8(ascii: ",") {
        at += 1
      } else {
        try expect(UInt8(ascii: "}"))
        return
      }
    }
  }

  /// Checks one value with nothing but white space around it.
  mutating func whole() throws(Fault) {
    skipSpace()
    try value(depth: 0)
    try end()
  }

  /// Checks that only white space is left.
  mutating func end() throws(Fault) {
    skipSpace()
    guard at == bytes.count else { throw Fault(offset: at) }
  }

  mutating func skipSpace() {
    while at < bytes.count {
      switch bytes[at] {
      case 0x20, 0x09, 0x0a, 0x0d: at += 1
      default: return
      }
    }
  }

  private func peek() -> UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func expect(_ byte: UInt8) throws(Fault) {
    guard peek() == byte else { throw Fault(offset: at) }
    at += 1
  }

  private mutating func value(depth: Int) throws(Fault) {
    guard depth < Self.maximumDepth, let first = peek() else { throw Fault(offset: at) }
    switch first {
    case UInt8(ascii: "{"): try object(depth: depth) { _, _ in }
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "\""): _ = try stringToken()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func array(depth: Int) throws(Fault) {
    try expect(UInt8(ascii: "["))
    skipSpace()
    if peek() == UInt8(ascii: "]") {
      at += 1
      return
    }
    while true {
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
      if peek() == UInt8(ascii: ",") {
        at += 1
      } else {
        try expect(UInt8(ascii: "]"))
        return
      }
    }
  }

  private mutating func word(_ word: StaticString) throws(Fault) {
    for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
  }

  private mutating func number() throws(Fault) {
    if peek() == UInt8(ascii: "-") { at += 1 }
    if peek() == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if peek() == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      at += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
  }

  private mutating func digits() throws(Fault) {
    let start = at
    while let byte = peek(), byte >= 0x30, byte <= 0x39 { at += 1 }
    guard at > start else { throw Fault(offset: at) }
  }
}
