internal import AppFacts

/// Texts of string literals, with what is computed in them.
extension Parser {
  /// The literal here; steps over it.
  func string() -> Expression {
    let place = place
    let literal = Literal(token, text, language)
    position += 1
    var pieces: [Expression] = []
    var bytes: [UInt8] = []
    // Lines and columns inside the literal.
    var counter = Tokenizer(
      text, file: unit.file, language: language, range: literal.start..<literal.end, line: place.line ?? 1,
      column: place.column ?? 1)
    func flush() {
      guard !bytes.isEmpty else { return }
      pieces.append(.string(String(decoding: bytes, as: UTF8.self), place))
      bytes.removeAll()
    }
    var at = literal.content.lowerBound
    var isLineStart = literal.indent > 0
    while at < literal.content.upperBound {
      if isLineStart {
        isLineStart = false
        var skipped = 0
        while skipped < literal.indent, at < literal.content.upperBound, [0x20, 0x09].contains(text[at]) {
          at += 1
          skipped += 1
        }
        continue
      }
      let value = text[at]
      if value == 0x5C, literal.escapes, let after = literal.escape(at, text) {
        if after.opens {
          flush()
          counter.count(to: after.next)
          let close = literal.interpolationEnd(after.next, text)
          pieces += computed(after.next..<close, counter)
          at = close + 1
        } else {
          bytes += after.bytes
          at = after.next
          isLineStart = after.isLineEnd && literal.indent > 0
        }
      } else if value == 0x24, language == .kotlin, let end = kotlinTemplate(at, literal) {
        flush()
        let isBraced = text[at + 1] == 0x7B
        counter.count(to: at + (isBraced ? 2 : 1))
        pieces += computed((at + (isBraced ? 2 : 1))..<end, counter)
        at = end + (isBraced ? 1 : 0)
      } else {
        bytes.append(value)
        isLineStart = value == 0x0A && literal.indent > 0
        at += 1
      }
    }
    if pieces.isEmpty { return .string(String(decoding: bytes, as: UTF8.self), place) }
    flush()
    return .interpolation(pieces, place)
  }

  private func kotlinTemplate(_ at: Int, _ literal: Literal) -> Int? {
    let next = at + 1 < literal.content.upperBound ? text[at + 1] : 0
    if next == 0x7B { return literal.interpolationEnd(at + 2, text) }
    guard next.startsWord else { return nil }
    var end = at + 2
    while end < literal.content.upperBound, text[end].continuesWord { end += 1 }
    return end
  }

  /// What an interpolation computes.
  private func computed(_ range: Range<Int>, _ counter: Tokenizer) -> [Expression] {
    guard depth < SourceParser.levels, failure == nil else {
      fail()
      return []
    }
    var tokenizer = Tokenizer(
      text, file: unit.file, language: language, range: range, line: counter.line, column: counter.column)
    tokenizer.run()
    var tokens = tokenizer.tokens
    guard Brackets.match(&tokens, text, language, depth: SourceParser.brackets) else {
      fail()
      return []
    }
    let parser = Parser(text, tokens: tokens, unit: SourceUnit(file: unit.file, language: language))
    parser.context = .function
    parser.owner = owner
    // A level of strings costs more of the stack than one of brackets.
    parser.depth = depth + 8
    let result = parser.interpolated()
    if let failure = parser.failure { fail(failure) }
    height = max(height, parser.height)
    return result
  }

  /// The value, and what else stands there as of a call (`\(value, format: x)`).
  private func interpolated() -> [Expression] {
    var parts: [Expression] = []
    while !atEnd { parts.append(argument().value) }
    return parts
  }
}

/// Where the parts of a literal stand.
private struct Literal {
  var start: Int
  var end: Int
  /// Between the delimiters.
  var content: Range<Int>
  /// Columns that are no part of the text, in each line of a literal of several lines.
  var indent = 0
  var escapes = true
  private var hashes = 0
  private let language: SourceUnit.Language

  init(_ token: Token, _ text: [UInt8], _ language: SourceUnit.Language) {
    self.language = language
    start = Int(token.start)
    end = Int(token.end)
    var from = start
    while from < end, text[from] == 0x23 {
      hashes += 1
      from += 1
    }
    var isRaw = false
    while from < end, text[from] != 0x22, text[from] != 0x27 {
      if text[from] == 0x52 { isRaw = true }
      from += 1
    }
    let quote: UInt8 = from < end ? text[from] : 0
    let isLong =
      language != .objectiveC && quote == 0x22 && from + 2 < end && text[from + 1] == 0x22
      && text[from + 2] == 0x22
      && (language != .swift || Tokenizer.endsLine(text, from + 3, end))
    let count = isLong ? 3 : 1
    from = min(from + count, end)
    var to = end
    let closing = count + hashes
    if to - from >= closing, hashes == 0 ? text[to - 1] == quote : text[to - 1] == 0x23 { to -= closing }
    content = from..<max(from, to)
    escapes = !(isLong && language == .kotlin)
    if isRaw, language == .objectiveC { unwrapRaw(text) }
    if isLong, language != .kotlin { unindent(text) }
  }

  /// The `x(` and `)x` of C++.
  private mutating func unwrapRaw(_ text: [UInt8]) {
    escapes = false
    guard let open = content.first(where: { text[$0] == 0x28 }) else { return }
    let mark = open - content.lowerBound + 1
    content = (open + 1)..<max(open + 1, content.upperBound - mark)
  }

  /// The first line end, the last one with the indentation behind it, and how far all lines are indented.
  private mutating func unindent(_ text: [UInt8]) {
    guard let first = content.first(where: { text[$0] == 0x0A }) else { return }
    var from = first + 1
    var to = content.upperBound
    var blank = to
    while blank > from, text[blank - 1] == 0x20 || text[blank - 1] == 0x09 { blank -= 1 }
    let last = to - blank
    if blank >= from, text[blank - 1] == 0x0A {
      indent = last
      if language == .swift { to = max(from, blank - 1) } else { to = blank }
    }
    if language == .java {
      indent = javaIndent(from..<to, text, last: blank < content.upperBound ? last : nil)
    }
    from = min(from, to)
    content = from..<to
  }

  private func javaIndent(_ range: Range<Int>, _ text: [UInt8], last: Int?) -> Int {
    var least = last ?? Int.max
    for line in text[range].split(separator: 0x0A) {
      guard let first = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
      least = min(least, first - line.startIndex)
    }
    return least == Int.max ? 0 : least
  }

  struct Escape {
    var bytes: [UInt8] = []
    var next: Int
    /// An interpolation begins there.
    var opens = false
    var isLineEnd = false
  }

  /// What a backslash means; nil where it is only itself.
  func escape(_ at: Int, _ text: [UInt8]) -> Escape? {
    func byte(_ at: Int) -> UInt8 { at < content.upperBound ? text[at] : 0 }
    var next = at + 1
    for _ in 0..<hashes {
      guard byte(next) == 0x23 else { return nil }
      next += 1
    }
    let value = byte(next)
    let plain: [UInt8: UInt8] = [
      0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x62: 0x08, 0x66: 0x0C, 0x61: 0x07, 0x76: 0x0B, 0x73: 0x20,
    ]
    switch value {
    case 0x28 where language == .swift: return Escape(next: next + 1, opens: true)
    case 0x0A: return Escape(next: next + 1, isLineEnd: true)
    case 0x75, 0x55, 0x78:
      return scalar(next + 1, value, byte) ?? Escape(bytes: [value], next: next + 1)
    case 0x30...0x37:
      guard language != .swift else { return Escape(bytes: [0], next: next + 1) }
      var number = 0
      var to = next
      while to < next + 3, (0x30...0x37).contains(byte(to)) {
        number = number * 8 + Int(byte(to) - 0x30)
        to += 1
      }
      return Escape(bytes: [UInt8(truncatingIfNeeded: number)], next: to)
    default:
      return Escape(bytes: [plain[value] ?? value], next: min(next + 1, content.upperBound))
    }
  }

  private func scalar(_ start: Int, _ kind: UInt8, _ byte: (Int) -> UInt8) -> Escape? {
    var at = start
    let isBraced = byte(at) == 0x7B
    if isBraced { at += 1 }
    while language == .java, byte(at) == 0x75 { at += 1 }
    let most = isBraced ? 8 : kind == 0x75 ? 4 : kind == 0x78 ? 2 : 8
    var number: UInt32 = 0
    var digits = 0
    while digits < most, let digit = Character(UnicodeScalar(byte(at))).hexDigitValue {
      number = number << 4 | UInt32(digit)
      digits += 1
      at += 1
    }
    guard digits > 0 else { return nil }
    if isBraced {
      guard byte(at) == 0x7D else { return nil }
      at += 1
    }
    if kind == 0x78 { return Escape(bytes: [UInt8(truncatingIfNeeded: number)], next: at) }
    let scalar = UnicodeScalar(number) ?? "\u{FFFD}"
    return Escape(bytes: Array(String(Character(scalar)).utf8), next: at)
  }

  /// The bracket that closes an interpolation which starts here.
  func interpolationEnd(_ start: Int, _ text: [UInt8]) -> Int {
    var finder = Tokenizer(text, file: "", language: language, range: start..<content.upperBound)
    return finder.interpolationEnd(start)
  }
}
