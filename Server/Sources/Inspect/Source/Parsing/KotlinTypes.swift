/// Types of Kotlin, of which only the text is kept.
extension Parser {
  func kotlinTypeEnd() {
    while !atEnd {
      while token.kind == .at {
        position += 1
        if isMark(position, 0x28), !token.spaceBefore { skip() }
      }
      if keyword == "suspend" || keyword == "in" || keyword == "out" { position += 1 }
      let isParenthesized = isMark(position, 0x28)
      if isWord(position) {
        position += 1
        kotlinTypeArguments()
        while isMark(position, 0x2E), isWord(position + 1) {
          position += 2
          kotlinTypeArguments()
        }
      } else if isMark(position, 0x28) {
        skip()
      } else if isMark(position, 0x2A) {
        position += 1
        return
      } else {
        return
      }
      while isMark(position, 0x3F) { position += 1 }
      if (isParenthesized && take("->")) || take("&") { continue }
      // A receiver: `Scope.() -> Unit`.
      if isMark(position, 0x2E), isMark(position + 1, 0x28) {
        position += 1
        continue
      }
      return
    }
  }

  private func kotlinTypeArguments() {
    if isMark(position, 0x3C), let end = genericEnd(position, reach: 4096) { position = end }
  }

  func kotlinType() -> String? {
    let start = position
    kotlinTypeEnd()
    return start < position ? written(start, position) : nil
  }
}
