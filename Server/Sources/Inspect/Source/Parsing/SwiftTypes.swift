/// Types of Swift, of which only the text is kept.
extension Parser {
  /// Steps over a type, and nothing where none stands here.
  func swiftTypeEnd() {
    while !atEnd {
      // What stands before a type.
      while !atEnd {
        if token.kind == .at {
          position += 1
          if isMark(position, 0x28), !token.spaceBefore { skip() }
        } else if [
          "inout", "some", "any", "borrowing", "consuming", "sending", "isolated", "each", "repeat",
          "__owned", "__shared", "nonisolated",
        ].contains(keyword),
          isWord(position + 1) || isOpening(position + 1) || token(position + 1).kind == .at
        {
          position += 1
          if isMark(position, 0x28), !token.spaceBefore, tokens[position - 1].length == 11 { skip() }
        } else if sees("~") {
          position += 1
        } else {
          break
        }
      }
      if isWord(position) {
        position += 1
        swiftGenericArguments()
        while sees("."), isWord(position + 1), !sees("init", at: position + 1) {
          position += 2
          swiftGenericArguments()
        }
      } else if isMark(position, 0x28) || isMark(position, 0x5B) {
        skip()
      } else {
        return
      }
      while isMark(position, 0x3F) || isMark(position, 0x21) || sees("??"), !token.spaceBefore {
        position += 1
      }
      while sees("."), ["Type", "Protocol"].contains(keyword(position + 1)) { position += 2 }
      take("...")
      let before = position
      if take("async") {}
      if take("throws") || take("rethrows"), isMark(position, 0x28) { skip() }
      if take("->") || take("&") { continue }
      position = before
      return
    }
  }

  private func swiftGenericArguments() {
    if !token.spaceBefore, let end = genericEnd(position, reach: 4096) { position = end }
  }

  /// A type as it is written; nil where none stands here.
  func swiftType() -> String? {
    let start = position
    swiftTypeEnd()
    return start < position ? written(start, position) : nil
  }

  /// Superclass and protocols behind a `:`, without generic arguments.
  func swiftInheritance() -> [String] {
    var result: [String] = []
    guard take(":") else { return result }
    while !atEnd, !sees("{"), !sees("where") {
      let before = position
      while token.kind == .at { position += 1 }
      let start = position
      take("~")
      while isWord(position), !sees("where") {
        position += 1
        guard sees(".") else { break }
        position += 1
      }
      if start < position { result.append(written(start, position)) }
      swiftGenericArguments()
      if isMark(position, 0x28) { skip() }
      if take(",") || take("&") { continue }
      if position == before { break }
      if !sees("{"), !sees("where") { break }
    }
    return result
  }

  /// `where T: Equatable, …`, up to the body or the end of the declaration.
  func swiftWhere() {
    guard take("where") else { return }
    while !atEnd, !isMark(position, 0x7B) {
      if token.newlineBefore, !joins(position - 1) { return }
      if isMark(position, 0x3B) { return }
      skip()
    }
  }

  private func joins(_ at: Int) -> Bool {
    let token = token(at)
    return keyword(at) == "where" || (token.kind == .mark && [0x2C, 0x3A, 0x26, 0x3D].contains(token.first))
      || sees(",", at: at + 1) || sees("==", at: at + 1)
  }
}
