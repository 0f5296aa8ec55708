internal import AppFacts

/// Cuts a source text of any of the languages into tokens, in one pass and in linear time.
///
/// Comments are left out, except those that silence a rule. What no language knows becomes a mark.
struct Tokenizer {
  let text: [UInt8]
  let language: SourceUnit.Language
  let file: String
  /// The end of what is cut, in bytes.
  let limit: Int
  var index: Int
  var tokens: [Token] = []
  var ignores: [IgnoreComment] = []
  /// Comments that stand alone, and wait for the line of the next token.
  var waiting: [Int] = []
  /// Strings in strings are nested too deeply.
  var isTooDeep = false

  private var newline = true
  private var space = true
  // Up to where lines and columns are counted.
  private var cursor: Int
  private(set) var line: Int
  private(set) var column: Int

  /// - Parameters:
  ///   - range: of the bytes; the whole text where nil.
  ///   - line, column: of the first byte.
  init(
    _ text: [UInt8], file: String, language: SourceUnit.Language, range: Range<Int>? = nil,
    line: Int = 1, column: Int = 1
  ) {
    self.text = text
    self.file = file
    self.language = language
    limit = min(range?.upperBound ?? text.count, text.count)
    index = min(range?.lowerBound ?? 0, limit)
    cursor = index
    self.line = line
    self.column = column
    tokens.reserveCapacity((limit - index) / 5 + 8)
  }

  /// The byte there, 0 behind the end.
  func byte(_ at: Int) -> UInt8 { at >= 0 && at < limit ? text[at] : 0 }

  /// Moves the count of lines and columns on to an offset.
  mutating func count(to offset: Int) {
    while cursor < offset, cursor < limit {
      let value = text[cursor]
      if value == 0x0A {
        line &+= 1
        column = 1
      } else if value & 0xC0 != 0x80 {
        column &+= 1
      }
      cursor &+= 1
    }
  }

  mutating func run() {
    if index == 0, limit >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
      index = 3
      cursor = 3
    }
    if index == 0, byte(0) == 0x23, byte(1) == 0x21 { skipLine() }
    while index < limit {
      let value = text[index]
      switch value {
      case 0x0A, 0x0D:
        newline = true
        space = true
        index &+= 1
      case 0x20, 0x09, 0x0B, 0x0C, 0x00:
        space = true
        index &+= 1
      case 0x2F where byte(index &+ 1) == 0x2F:
        lineComment()
      case 0x2F where byte(index &+ 1) == 0x2A:
        blockComment()
      case 0x5C where language == .objectiveC && (byte(index &+ 1) == 0x0A || byte(index &+ 1) == 0x0D):
        space = true
        index &+= 2
      default:
        token(value)
      }
    }
    for number in waiting { ignores[number].line = line &+ 1 }
  }

  private mutating func token(_ value: UInt8) {
    if value.startsWord || (value == 0x24 && language != .objectiveC) {
      word()
    } else if value.isDigit || (value == 0x2E && byte(index &+ 1).isDigit && canStartFraction) {
      emit(.number, to: numberEnd(index))
    } else {
      switch value {
      case 0x22: emit(.string, to: stringEnd(index))
      case 0x27 where language != .swift: emit(.character, to: characterEnd(index))
      case 0x40: atSign()
      case 0x23: hashSign()
      case 0x60 where language == .swift || language == .kotlin: backticks()
      case 0x2F where language == .swift:
        if let end = regexEnd(index) { emit(.regex, to: end) } else { mark() }
      default: mark()
      }
    }
  }

  /// Appends a token from the index to an offset, and moves on behind it.
  mutating func emit(_ kind: Token.Kind, to end: Int, from start: Int? = nil, isEscaped: Bool = false) {
    let start = start ?? index
    count(to: index)
    if !waiting.isEmpty {
      for number in waiting { ignores[number].line = line }
      waiting.removeAll()
    }
    tokens.append(
      Token(
        kind: kind, isEscaped: isEscaped, newlineBefore: newline, spaceBefore: space, first: byte(start),
        start: Int32(clamping: start), end: Int32(clamping: min(end, limit)),
        line: Int32(clamping: line), column: Int32(clamping: column)))
    newline = false
    space = false
    index = max(end, index &+ 1)
  }

  // MARK: Words and numbers

  private mutating func word() {
    var end = index &+ 1
    while end < limit, text[end].continuesWord || text[end] == 0x24 { end &+= 1 }
    if byte(end) == 0x22, language == .objectiveC, end &- index <= 3 {
      // L"…", u8"…", R"x(…)x".
      let isRaw = text[end &- 1] == 0x52
      if isRaw || [0x4C, 0x75, 0x55, 0x38].contains(text[end &- 1]) {
        return emit(.string, to: isRaw ? rawStringEnd(end) : stringEnd(end))
      }
    }
    emit(.word, to: end)
  }

  private mutating func backticks() {
    var end = index &+ 1
    while end < limit, text[end] != 0x60, text[end] != 0x0A { end &+= 1 }
    guard byte(end) == 0x60, end > index &+ 1 else { return mark() }
    emit(.word, to: end, from: index &+ 1, isEscaped: true)
    index = end &+ 1
  }

  private var canStartFraction: Bool {
    guard language != .swift, let last = tokens.last else { return language != .swift }
    return space || !(last.kind == .word || last.first == 0x29 || last.first == 0x5D)
  }

  private func numberEnd(_ start: Int) -> Int {
    var at = start
    let isHex = byte(at) == 0x30 && byte(at &+ 1) | 0x20 == 0x78
    // The second part of `pair.0.1` is no fraction.
    var hasDot = !space && tokens.last?.first == 0x2E
    while at < limit {
      let value = text[at]
      if value.continuesWord {
        let exponent = isHex ? value | 0x20 == 0x70 : value | 0x20 == 0x65
        at &+= 1
        if exponent, byte(at) == 0x2B || byte(at) == 0x2D, byte(at &+ 1).isDigit { at &+= 1 }
      } else if value == 0x2E, !hasDot {
        let next = byte(at &+ 1)
        let opens =
          next.isDigit
          || (language != .swift && language != .kotlin && next != 0x2E
            && (!next.startsWord || isSuffix(next)))
        guard opens else { return at }
        hasDot = true
        at &+= 1
      } else {
        return at
      }
    }
    return at
  }

  private func isSuffix(_ value: UInt8) -> Bool { [0x66, 0x64, 0x65].contains(value | 0x20) }

  // MARK: Signs that begin a word

  private mutating func atSign() {
    let next = byte(index &+ 1)
    if language == .objectiveC, next == 0x22 { return emit(.string, to: stringEnd(index &+ 1)) }
    guard next.startsWord else { return emit(.mark, to: index &+ 1) }
    var end = index &+ 1
    while end < limit, text[end].continuesWord || text[end] == 0x24 { end &+= 1 }
    emit(.at, to: end)
  }

  private mutating func hashSign() {
    if language == .objectiveC {
      if newline { return emit(.directive, to: directiveEnd(index)) }
      return emit(.mark, to: index &+ 1)
    }
    guard language == .swift else { return emit(.mark, to: index &+ 1) }
    var end = index
    while byte(end) == 0x23 { end &+= 1 }
    if byte(end) == 0x22 { return emit(.string, to: stringEnd(index)) }
    if byte(end) == 0x2F, let close = extendedRegexEnd(index) { return emit(.regex, to: close) }
    guard end == index &+ 1, byte(end).startsWord else { return emit(.mark, to: index &+ 1) }
    while end < limit, text[end].continuesWord { end &+= 1 }
    emit(.hash, to: end)
  }

  // MARK: Comments

  private mutating func skipLine() {
    while index < limit, text[index] != 0x0A { index &+= 1 }
  }

  private mutating func lineComment() {
    let start = index
    skipLine()
    space = true
    comment(start..<index, standsAlone: newline)
  }

  private mutating func blockComment() {
    let start = index
    let standsAlone = newline
    let nests = language == .swift || language == .kotlin
    var depth = 1
    index &+= 2
    while index < limit, depth > 0 {
      let value = text[index]
      if value == 0x2A, byte(index &+ 1) == 0x2F {
        depth &-= 1
        index &+= 2
      } else if nests, value == 0x2F, byte(index &+ 1) == 0x2A {
        depth &+= 1
        index &+= 2
      } else {
        if value == 0x0A { newline = true }
        index &+= 1
      }
    }
    space = true
    index = min(index, limit)
    comment(start..<index, standsAlone: standsAlone)
  }
}
