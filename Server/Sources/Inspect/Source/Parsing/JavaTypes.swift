internal import AppFacts

/// Types of Java, of which only the text is kept.
extension Parser {
  func javaTypeEnd() {
    while token.kind == .at, !sees("@interface") {
      position += 1
      while isMark(position, 0x2E), isWord(position + 1) { position += 2 }
      if isMark(position, 0x28) { skip() }
    }
    guard isWord(position), !Self.javaNoType.contains(keyword) else {
      if isMark(position, 0x3F) { position += 1 }
      return
    }
    position += 1
    javaTypeArguments()
    while isMark(position, 0x2E), isWord(position + 1) {
      position += 2
      javaTypeArguments()
    }
    while true {
      if isMark(position, 0x5B), isMark(position + 1, 0x5D) {
        position += 2
      } else if isMark(position, 0x26), isWord(position + 1) {
        position += 2
        javaTypeArguments()
      } else {
        break
      }
    }
    take("...")
  }

  private func javaTypeArguments() {
    if isMark(position, 0x3C), let end = genericEnd(position, reach: 1024) { position = end }
  }

  static let javaNoType: Set<String> = [
    "return", "throw", "new", "if", "else", "for", "while", "do", "switch", "case", "default", "break",
    "continue",
    "try", "catch", "finally", "this", "super", "instanceof", "assert", "import", "package", "null", "true",
    "false",
  ]

  /// A type as it is written; nil where none stands here.
  func javaType() -> String? {
    let start = position
    javaTypeEnd()
    return start < position ? written(start, position) : nil
  }

  /// Types behind `extends` or `implements`, without their arguments.
  func javaTypes() -> [String] {
    var result: [String] = []
    repeat {
      while token.kind == .at { position += 1 }
      let start = position
      while isWord(position) {
        position += 1
        guard isMark(position, 0x2E) else { break }
        position += 1
      }
      if start < position { result.append(written(start, position)) }
      javaTypeArguments()
    } while take(",")
    return result
  }
}
