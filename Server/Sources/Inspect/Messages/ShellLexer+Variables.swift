extension ShellLexer {
  /// Takes one byte, or what a `$` or backquote stands for. In quotes a backslash was handled before.
  mutating func expandOrTake(into word: inout OriginText, quoted: Bool) {
    let start = at
    let byte = text[at]
    if byte == UInt8(ascii: "`") {
      let from = at + 1
      guard let end = text[from...].prefix(4096).firstIndex(of: byte) else { return take(into: &word) }
      at = end + 1
      return word.appendOpen("command", start)
    }
    guard byte == UInt8(ascii: "$"), at + 1 < text.count else { return take(into: &word) }
    switch text[at + 1] {
    case UInt8(ascii: "("):
      at += 1
      skipParentheses()
      word.appendOpen("command", start)
    case UInt8(ascii: "{"):
      var end = at + 2
      while end < text.count, isNameByte(text[end]) { end += 1 }
      let name = String(decoding: text[(at + 2)..<end], as: UTF8.self)
      guard end < text.count, !name.isEmpty,
        let close = text[end...].prefix(256).firstIndex(of: UInt8(ascii: "}"))
      else { return take(into: &word) }
      at = close + 1
      // `${NAME:-default}` and its like: what it is depends on the environment.
      expand(name, isPlain: close == end, start, &word)
    case let next where isNameByte(next):
      var end = at + 1
      if next >= 0x30 && next <= 0x39 {
        end += 1
      } else {
        while end < text.count, isNameByte(text[end]) { end += 1 }
      }
      let name = String(decoding: text[(at + 1)..<end], as: UTF8.self)
      at = end
      expand(name, isPlain: true, start, &word)
    case UInt8(ascii: "@"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      at += 2
      word.appendOpen("arguments", start)
    default: take(into: &word)
    }
  }

  private mutating func take(into word: inout OriginText) {
    word.append(text[at], at)
    at += 1
  }

  private mutating func expand(_ name: String, isPlain: Bool, _ offset: Int, _ word: inout OriginText) {
    if isPlain, let value = variables[name] ?? nil, value.utf8.count <= budget {
      budget -= value.utf8.count
      word.append(value.utf8, offset)
    } else {
      word.appendOpen(name, offset)
    }
  }

  /// Over `(…)`, quotes and nested ones counted; to the end of the text where it never closes.
  private mutating func skipParentheses() {
    var depth = 0
    var quote: UInt8?
    while at < text.count {
      let byte = text[at]
      at += 1
      if let open = quote {
        if byte == open { quote = nil } else if byte == 0x5C, open == UInt8(ascii: "\"") { at += 1 }
        continue
      }
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return }
      default: break
      }
    }
    at = min(at, text.count)
  }

  /// Bytes of one variable's value; a longer one is left open.
  static let valueLimit = 16 << 10

  /// What the lines of a script assign (`NAME=value`, `export NAME=value`). A name that gets two values is open.
  ///
  /// One pass: a quote that never ends, ends it.
  static func assignments(_ text: [UInt8]) -> [String: String?] {
    var lexer = ShellLexer(text)
    var line = 0
    while line < text.count, lexer.variables.count < 1000 {
      let lineEnd = text[line...].firstIndex(of: 0x0A) ?? text.count
      var next = lineEnd + 1
      if let (name, value) = assignment(text, line..<lineEnd) {
        lexer.at = value
        let isEmpty = value >= lineEnd || text[value] <= 0x20
        let word = isEmpty ? nil : lexer.word()
        if !isEmpty, word == nil, lexer.at >= text.count { break }
        // Empty: to be filled in by whoever runs it.
        let isKnown = word.map { $0.open.isEmpty && !$0.isEmpty && $0.count <= valueLimit } ?? false
        let text = isKnown ? word?.string : nil
        lexer.variables[name] = .some(lexer.variables[name].map { $0 == text ? text : nil } ?? text)
        next = max(next, lexer.at)
      }
      line = next
    }
    return lexer.variables
  }

  /// The name and where the value starts.
  private static func assignment(_ text: [UInt8], _ range: Range<Int>) -> (String, Int)? {
    var at = range.lowerBound
    func skipSpace() { while at < range.upperBound, text[at] == 0x20 || text[at] == 0x09 { at += 1 } }
    skipSpace()
    for word in ["export ", "local ", "readonly ", "set "]
    where text[at..<range.upperBound].starts(with: word.utf8) {
      at += word.utf8.count
      skipSpace()
    }
    let start = at
    guard at < range.upperBound, !(text[at] >= 0x30 && text[at] <= 0x39) else { return nil }
    while at < range.upperBound, isNameByte(text[at]) { at += 1 }
    guard at > start, at - start <= 64, at < range.upperBound, text[at] == UInt8(ascii: "=") else {
      return nil
    }
    return (String(decoding: text[start..<at], as: UTF8.self), at + 1)
  }
}
