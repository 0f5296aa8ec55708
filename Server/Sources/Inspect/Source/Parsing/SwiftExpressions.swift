internal import AppFacts

/// Expressions of Swift.
extension Parser {
  func swiftInfix() -> InfixOperator? {
    let token = token
    if token.kind == .word {
      switch keyword {
      case "as":
        let isMarked = isMark(position + 1, 0x3F) || isMark(position + 1, 0x21)
        guard isMarked, !self.token(position + 1).spaceBefore else {
          return InfixOperator(symbol: "as", precedence: Precedence.cast, form: .cast)
        }
        return InfixOperator(
          symbol: "as" + text(position + 1), precedence: Precedence.cast, form: .cast, length: 2)
      case "is": return InfixOperator(symbol: "is", precedence: Precedence.cast, form: .cast)
      default: return nil
      }
    }
    guard token.kind == .mark else { return nil }
    switch token.first {
    case 0x3F where token.length == 1:
      return InfixOperator(symbol: "?:", precedence: Precedence.ternary, form: .ternary)
    case 0x21 where token.length == 1, 0x3A, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x40, 0x23,
      0x5C, 0x60, 0x24, 0x27:
      return nil
    case 0x2E where token.length == 1: return nil
    default: break
    }
    let (symbol, length) = joinedMark()
    let next = self.token(position + length)
    let spaceAfter = next.spaceBefore || next.kind == .end
    if token.newlineBefore, !spaceAfter { return nil }
    let precedence = Precedence.of(symbol, .swift)
    if precedence == 1, stops.assign, symbol == "=" { return nil }
    if symbol == "...",
      next.kind == .end || (next.kind == .mark && [0x2C, 0x29, 0x5D, 0x3A].contains(next.first))
    {
      return nil
    }
    return InfixOperator(symbol: symbol, precedence: precedence, length: length)
  }

  func swiftOperand() -> Expression {
    var prefixes: [(String, Place)] = []
    while token.kind == .mark, let sign = swiftPrefix() {
      prefixes.append((sign, self.place))
      position += 1
    }
    return prefixed(measured { swiftPostfix(swiftPrimary(self.place)) }, prefixes)
  }

  private func swiftPrefix() -> String? {
    switch token.first {
    case 0x21, 0x2D, 0x2B, 0x7E, 0x26, 0x2A, 0x25, 0x5E, 0x7C, 0x3C, 0x3E, 0x2F:
      return token(position + 1).kind == .end ? nil : text(position)
    case 0x2E where token.length > 1: return token(position + 1).kind == .end ? nil : text(position)
    default: return nil
    }
  }

  private func swiftPrimary(_ place: Place) -> Expression {
    let token = token
    switch token.kind {
    case .string: return string()
    case .number:
      position += 1
      return .number(text(position - 1), place)
    case .regex:
      position += 1
      return .composed(symbol: "regex", [], place)
    case .hash: return swiftHash(place)
    case .word: return swiftWord(place)
    case .at:
      // `@MainActor (Int) -> Void` as a value, or an attribute of a closure.
      position += 1
      return swiftPrimary(place)
    case .mark: return swiftMark(place)
    case .character, .directive, .end: return .unknown(place)
    }
  }

  private func swiftMark(_ place: Place) -> Expression {
    switch token.first {
    case 0x28:
      let parts = arguments().map(\.value)
      return parts.count == 1 ? parts[0] : .composed(symbol: "()", parts, place)
    case 0x5B: return swiftCollection(place)
    case 0x7B: return swiftClosure()
    case 0x2E where token.length == 1:
      position += 1
      return swiftMember(nil)
    case 0x5C:
      position += 1
      _ = swiftKeyPath()
      return .composed(symbol: "\\", [], place)
    case 0x24 where isWord(position + 1):
      position += 2
      return .name("$" + text(position - 1), place)
    default: return .unknown(place)
    }
  }

  private func swiftKeyPath() -> Expression {
    guard !atEnd else { return .unknown(place) }
    if isMark(position, 0x2E) {
      position += 1
      return swiftPostfix(swiftMember(nil))
    }
    var path = swiftPostfix(swiftPrimary(place))
    while isMark(position, 0x2E), isMark(position + 1, 0x5B) {
      // `\[String].[0]`
      position += 1
      path = swiftPostfix(path)
    }
    return path
  }

  private func swiftWord(_ place: Place) -> Expression {
    let word = keyword
    let next = token(position + 1)
    switch word {
    case "try", "await":
      position += 1
      var symbol = word
      if word == "try", isMark(position, 0x3F) || isMark(position, 0x21), !token.spaceBefore {
        symbol += text(position)
        position += 1
      }
      return .composed(symbol: symbol, [expression()], place)
    case "any", "some":
      guard next.kind == .word, !next.newlineBefore, !["as", "is", "in"].contains(keyword(position + 1))
      else {
        break
      }
      let start = position
      swiftTypeEnd()
      return .name(written(start, position), place)
    case "consume", "copy", "each", "repeat", "unsafe", "borrow":
      guard next.kind == .word, !next.newlineBefore, !["as", "is", "in"].contains(keyword(position + 1))
      else { break }
      position += 1
      return swiftOperand()
    case "let", "var":
      position += 1
      let pattern = swiftOperand()
      bindings += Self.names(in: pattern)
      return pattern
    case "is":
      position += 1
      let start = position
      let type = self.place
      swiftTypeEnd()
      return .composed(symbol: "is", [.name(written(start, position), type)], place)
    case "if", "switch", "do": return statementOperand(word)
    case "nil":
      position += 1
      return .null(place)
    case "true", "false":
      position += 1
      return .flag(word == "true", place)
    case "throw":
      position += 1
      return .composed(symbol: "throw", [expression()], place)
    case "case", "default", "else", "in", "where", "guard", "func", "return", "for", "while", "import":
      return .unknown(place)
    default: break
    }
    position += 1
    return .name(text(position - 1), place)
  }

  /// Names that a pattern binds.
  static func names(in pattern: Expression) -> [String] {
    switch pattern {
    case .name(let name, _): name == "_" ? [] : [name]
    case .call(let call): call.arguments.flatMap { names(in: $0.value) }
    case .composed("as", let parts, _): parts.first.map(names) ?? []
    case .composed(_, let parts, _): parts.flatMap(names)
    default: []
    }
  }

  private func swiftCollection(_ place: Place) -> Expression {
    inside {
      var parts: [Expression] = []
      var isMap = false
      if sees(":"), position + 1 == end {
        position += 1
        return .map([], place)
      }
      while !atEnd {
        let key = expression()
        if take(":") {
          isMap = true
          parts += [key, ended(expression())]
        } else {
          parts.append(ended(key))
        }
      }
      return isMap ? .map(parts, place) : .list(parts, place)
    }
  }

  private func swiftHash(_ place: Place) -> Expression {
    let name = text(position)
    position += 1
    switch name {
    case "#selector":
      guard isMark(position, 0x28) else { return .name(name, place) }
      let close = closing(position)
      let named = written(position + 1, close).filter { $0 != " " }
      skip()
      return .selector(named, place)
    case "#available", "#unavailable":
      guard isMark(position, 0x28) else { return .name(name, place) }
      let arguments = list {
        let start = position
        let place = self.place
        while !atEnd, !sees(",") { skip() }
        return .name(written(start, position), place)
      }
      return .call(.init(base: nil, name: name, arguments: arguments.map { .init(nil, $0) }, place: place))
    case "#if", "#elseif", "#else", "#endif": return .unknown(place)
    default:
      if !token.spaceBefore, let end = genericEnd(position) { position = end }
      let isCalled =
        (isMark(position, 0x28) && !token.spaceBefore) || (isMark(position, 0x7B) && !stops.brace)
      guard isCalled else { return .name(name, place) }
      let arguments = isMark(position, 0x28) ? arguments() : []
      return .call(.init(base: nil, name: name, arguments: arguments + swiftTrailing(), place: place))
    }
  }
}
