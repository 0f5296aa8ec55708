import AppFacts

/// The words, texts and signs of a build script, Groovy or Kotlin. Comments are gone.
struct GradleTokens {
  struct Token {
    enum Kind: Equatable {
      /// An identifier, or several with dots between them: `libs.firebase.messaging`.
      case word(String)
      /// A literal. `isPlain`: nothing computed stands in it.
      case text(String, isPlain: Bool)
      case number(String)
      case sign(UInt8)
      case line
    }
    var kind: Kind
    var place: Place
  }

  private let bytes: [UInt8]
  private var places: TextPlaces
  private var at = 0

  static func read(_ bytes: [UInt8], file: String, most: Int) -> [Token] {
    var reader = GradleTokens(bytes: bytes, places: TextPlaces(file, bytes))
    var tokens: [Token] = []
    while tokens.count < most, let token = reader.next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() -> Token? {
    while let byte = peek() {
      let start = at
      switch byte {
      case 0x0A:
        at += 1
        return token(.line, start)
      case 0x20, 0x09, 0x0D: at += 1
      case UInt8(ascii: "\\") where peek(1) == 0x0A: at += 2  // a line that goes on
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
        while let next = peek(), next != 0x0A { at += 1 }
      case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
        at += 2
        while let next = peek(), !(next == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { at += 1 }
        at = min(at + 2, bytes.count)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): return text(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digits = take { $0 >= 0x30 && $0 <= 0x39 || $0 == UInt8(ascii: "_") }
        return token(.number(digits.filter { $0 != "_" }), start)
      case _ where Self.begins(byte): return token(.word(word()), start)
      default:
        at += 1
        return token(.sign(byte), start)
      }
    }
    return nil
  }

  /// `libs.firebase.messaging`, `android`; Kotlin's names in backticks without them.
  private mutating func word() -> String {
    var parts = [take(Self.goesOn)]
    // `?.` and `!!.` lead on too.
    while peek() == UInt8(ascii: "."), let next = peek(1), Self.begins(next) {
      at += 1
      parts.append(take(Self.goesOn))
    }
    return parts.joined(separator: ".")
  }

  private mutating func text(_ quote: UInt8) -> Token {
    let start = at
    let isLong = peek(1) == quote && peek(2) == quote
    at += isLong ? 3 : 1
    var content: [UInt8] = []
    var isPlain = true
    while let byte = peek() {
      if byte == quote && (!isLong || (peek(1) == quote && peek(2) == quote)) {
        at += isLong ? 3 : 1
        break
      }
      if byte == 0x0A && !isLong { break }  // it is not closed
      if byte == UInt8(ascii: "\\"), let next = peek(1) {
        content.append(next)
        at += 2
        continue
      }
      if byte == UInt8(ascii: "$") && quote == UInt8(ascii: "\"") { isPlain = false }
      content.append(byte)
      at += 1
    }
    return token(.text(String(decoding: content, as: UTF8.self), isPlain: isPlain), start)
  }

  private mutating func take(_ goesOn: (UInt8) -> Bool) -> String {
    let start = at
    while let byte = peek(), goesOn(byte) { at += 1 }
    return String(decoding: bytes[start..<at].filter { $0 != UInt8(ascii: "`") }, as: UTF8.self)
  }

  private mutating func token(_ kind: Token.Kind, _ start: Int) -> Token {
    Token(kind: kind, place: places.place(start))
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    at + ahead < bytes.count ? bytes[at + ahead] : nil
  }

  private static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...: true
    default: false
    }
  }
  private static func goesOn(_ byte: UInt8) -> Bool {
    begins(byte) || (byte >= 0x30 && byte <= 0x39) || byte == UInt8(ascii: "$")
  }
}

extension GradleTokens.Token {
  var word: String? {
    if case .word(let word) = kind { word } else { nil }
  }
  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}
