internal import AppFacts

/// Operators, brackets, and lines of the preprocessor.
extension Tokenizer {
  mutating func mark() {
    let value = byte(index)
    let length = language == .swift ? swiftMark(value) : sharedMark(value)
    emit(.mark, to: index &+ length)
  }

  private func isSwiftOperator(_ value: UInt8) -> Bool {
    switch value {
    case 0x2F, 0x3D, 0x2D, 0x2B, 0x21, 0x2A, 0x25, 0x3C, 0x3E, 0x26, 0x7C, 0x5E, 0x7E, 0x3F: true
    default: false
    }
  }

  /// The length of an operator of Swift: the longest run, but `?` and `!` behind an operand stand alone, and
  /// so does `>`, which may close generic arguments.
  private func swiftMark(_ first: UInt8) -> Int {
    let second = byte(index &+ 1)
    // `...`, and operators like `.==`.
    let dots =
      first == 0x2E && (second == 0x2E || (isSwiftOperator(second) && second != 0x2F && second != 0x3F))
    guard isSwiftOperator(first) || dots else { return 1 }
    var end = index
    while end < limit, isSwiftOperator(text[end]) || (dots && text[end] == 0x2E) {
      if end > index, text[end] == 0x2F, byte(end &+ 1) == 0x2F || byte(end &+ 1) == 0x2A { break }
      end &+= 1
    }
    let length = end &- index
    if first == 0x3E { return length == 2 && byte(index &+ 1) == 0x3D ? 2 : 1 }
    guard first == 0x3F || first == 0x21 else { return length }
    let isInfix =
      (first == 0x3F && length == 2 && second == 0x3F && !(isLeftBound && byte(end) == 0x2E))
      || (first == 0x21 && second == 0x3D)
    if isInfix { return first == 0x21 && length >= 3 && byte(index &+ 2) == 0x3D ? 3 : 2 }
    return isLeftBound ? 1 : length
  }

  /// Something that can be an operand ends right before this.
  private var isLeftBound: Bool {
    guard index > 0 else { return false }
    let before = byte(index &- 1)
    return before.continuesWord || [0x29, 0x5D, 0x7D, 0x22, 0x60, 0x3F, 0x21, 0x3E, 0x24].contains(before)
  }

  /// `>` stands alone here too.
  private func sharedMark(_ first: UInt8) -> Int {
    let second = byte(index &+ 1)
    let third = byte(index &+ 2)
    switch (first, second) {
    case (0x2E, 0x2E):
      if third == 0x2E || (third == 0x3C && language == .kotlin) { return 3 }
      return language == .kotlin ? 2 : 1
    case (0x3D, 0x3D), (0x21, 0x3D): return third == 0x3D && language == .kotlin ? 3 : 2
    case (0x3C, 0x3C): return language == .kotlin ? 1 : third == 0x3D ? 3 : 2
    case (0x3A, 0x3A), (0x2D, 0x3E), (0x2B, 0x2B), (0x2D, 0x2D), (0x26, 0x26), (0x7C, 0x7C), (0x3C, 0x3D),
      (0x3E, 0x3D), (0x2B, 0x3D), (0x2D, 0x3D), (0x2A, 0x3D), (0x2F, 0x3D), (0x25, 0x3D), (0x26, 0x3D),
      (0x7C, 0x3D), (0x5E, 0x3D):
      return 2
    case (0x3F, 0x2E), (0x21, 0x21): return language == .kotlin ? 2 : 1
    case (0x3F, 0x3A): return language == .kotlin && third != 0x3A ? 2 : 1
    default: return 1
    }
  }

  /// The end of a preprocessor line: a comment ends it too, unless it stands in a string.
  mutating func directiveEnd(_ start: Int) -> Int {
    var at = start
    while at < limit {
      switch text[at] {
      case 0x0A: return at
      case 0x5C:
        at &+= 1
        if byte(at) == 0x0D { at &+= 1 }
        at &+= 1
      case 0x22: at = max(stringEnd(at), at &+ 1)
      case 0x2F where byte(at &+ 1) == 0x2F || byte(at &+ 1) == 0x2A: return at
      default: at &+= 1
      }
    }
    return limit
  }

  /// The end of a bare regular expression of Swift; nil where the slash is an operator.
  func regexEnd(_ start: Int) -> Int? {
    let next = byte(start &+ 1)
    guard next != 0x20, next != 0x09, next != 0x0A, next != 0x2F, next != 0x2A, next != 0x3D,
      next != 0x29, next != 0x2C, !endsOperand
    else { return nil }
    var at = start &+ 1
    while at < limit {
      switch text[at] {
      case 0x0A: return nil
      case 0x5C: at &+= 2
      case 0x2F: return text[at &- 1] == 0x20 ? nil : at &+ 1
      default: at &+= 1
      }
    }
    return nil
  }

  /// `#/…/#`.
  func extendedRegexEnd(_ start: Int) -> Int? {
    var hashes = 0
    while byte(start &+ hashes) == 0x23 { hashes &+= 1 }
    var at = start &+ hashes &+ 1
    let far = min(limit, start &+ 4096)
    while at < far {
      if text[at] == 0x5C {
        at &+= 2
      } else if text[at] == 0x2F, (1...hashes).allSatisfy({ byte(at &+ $0) == 0x23 }) {
        return at &+ 1 &+ hashes
      } else {
        at &+= 1
      }
    }
    return nil
  }

  /// The last token can be the end of an operand, so that an operator must follow.
  private var endsOperand: Bool {
    guard let last = tokens.last else { return false }
    switch last.kind {
    case .word:
      let keywords = [
        "return", "in", "case", "where", "throw", "await", "try", "else", "if", "guard", "while",
      ]
      return last.isEscaped
        || !keywords.contains(String(decoding: text[Int(last.start)..<Int(last.end)], as: UTF8.self))
    case .number, .string, .regex, .character, .hash, .at: return true
    case .mark:
      return [0x29, 0x5D, 0x7D].contains(last.first)
        || (!last.spaceBefore && [0x3F, 0x21].contains(last.first))
    case .directive, .end: return false
    }
  }
}
