internal import AppFacts

/// Expressions of Objective-C, with what is common of C++.
extension Parser {
  func objectiveCInfix() -> InfixOperator? {
    let token = token
    guard token.kind == .mark else { return nil }
    switch token.first {
    case 0x3F:
      if isMark(position + 1, 0x3A) {
        return InfixOperator(symbol: "??", precedence: Precedence.elvis, length: 2)
      }
      return InfixOperator(symbol: "?:", precedence: Precedence.ternary, form: .ternary)
    case 0x21 where token.length == 1, 0x3A, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x40, 0x23,
      0x5C, 0x60, 0x24, 0x7E, 0x2E:
      return nil
    default: break
    }
    if sees("->") || sees("++") || sees("--") { return nil }
    let (symbol, length) = joinedMark()
    return InfixOperator(symbol: symbol, precedence: Precedence.of(symbol, .objectiveC), length: length)
  }

  func objectiveCOperand() -> Expression {
    var prefixes: [(String, Place)] = []
    while token.kind == .mark {
      let single = token.length == 1 && [0x21, 0x2D, 0x2B, 0x7E, 0x26, 0x2A].contains(token.first)
      guard single || sees("++") || sees("--") || sees("&&"), position + 1 < end else { break }
      prefixes.append((text(position), place))
      position += 1
    }
    let place = place
    var result: Expression
    if isMark(position, 0x28), let type = cast() {
      result = deeper(or: .unknown(place)) { objectiveCOperand() }
      result = .composed(symbol: "as", [result, type], place)
    } else {
      result = measured { objectiveCPostfix(objectiveCPrimary(place)) }
    }
    return prefixed(result, prefixes)
  }

  private func objectiveCPrimary(_ place: Place) -> Expression {
    let token = token
    switch token.kind {
    case .string: return strings()
    case .character: return string()
    case .number:
      position += 1
      return .number(text(position - 1), place)
    case .at: return objectiveCAt(place)
    case .word: return objectiveCWord(place)
    case .mark: break
    case .hash, .regex, .directive, .end: return .unknown(place)
    }
    switch token.first {
    case 0x28:
      if isMark(position + 1, 0x7B) {
        // A statement that is a value: `({ … })`.
        let body = inside { inside { statements() } }
        return .composed(symbol: "({})", [.closure(.init(parameters: [], body: body, place: place))], place)
      }
      let parts = list { expression() }
      return parts.count == 1 ? parts[0] : .composed(symbol: "()", parts, place)
    case 0x5B: return message(place)
    case 0x7B: return .list(list { initializer() }, place)
    case 0x5E: return objectiveCBlock(place)
    case 0x40:
      position += 1
      return boxed(place)
    case 0x3A where sees("::"):
      position += 1
      return objectiveCPrimary(place)
    default: return .unknown(place)
    }
  }

  /// `.field = value` and `[index] = value` in an initializer.
  private func initializer() -> Expression {
    if isMark(position, 0x2E), isWord(position + 1), isMark(position + 2, 0x3D) { position += 3 }
    if isMark(position, 0x5B), isMark(behind(position), 0x3D) { position = behind(position) + 1 }
    return expression()
  }

  /// Literals that stand side by side are one; with macros among them they are put together.
  private func strings() -> Expression {
    let place = place
    var parts: [Expression] = []
    while token.kind == .string || (!parts.isEmpty && isWord(position) && token(position + 1).kind == .string)
    {
      if token.kind == .word {
        parts.append(.name(text(position), self.place))
        position += 1
        continue
      }
      let next = string()
      if case .string(let right, _) = next, case .string(let left, _)? = parts.last {
        parts[parts.count - 1] = .string(left + right, place)
      } else {
        parts.append(next)
      }
    }
    return parts.count == 1 ? parts[0] : .composed(symbol: "+", parts, place)
  }

  private func boxed(_ place: Place) -> Expression {
    let token = token
    switch (token.kind, token.first) {
    case (.mark, 0x5B): return .list(list { expression() }, place)
    case (.mark, 0x7B):
      return inside {
        var parts: [Expression] = []
        while !atEnd {
          let key = expression()
          if take(":") { parts += [key, ended(expression())] } else { parts.append(ended(key)) }
        }
        return .map(parts, place)
      }
    default: return objectiveCPrimary(place)
    }
  }

  private func objectiveCAt(_ place: Place) -> Expression {
    let name = text(position)
    position += 1
    switch name {
    case "@selector" where isMark(position, 0x28):
      let named = written(position + 1, closing(position)).filter { $0 != " " }
      skip()
      return .selector(named, place)
    case "@available" where isMark(position, 0x28):
      let parts = list {
        let start = position
        while !atEnd, !sees(",") { skip() }
        return .name(written(start, position), place)
      }
      return .call(
        .init(base: nil, name: "#available", arguments: parts.map { .init(nil, $0) }, place: place))
    case "@protocol" where isMark(position, 0x28), "@encode" where isMark(position, 0x28):
      let named = written(position + 1, closing(position))
      skip()
      return .name(named, place)
    case "@YES", "@NO", "@true", "@false", "@TRUE", "@FALSE":
      return .flag(["@YES", "@true", "@TRUE"].contains(name), place)
    default: return .name(String(name.dropFirst()), place)
    }
  }

  private func objectiveCWord(_ place: Place) -> Expression {
    let word = keyword
    switch word {
    case "YES", "NO", "true", "false", "TRUE", "FALSE":
      position += 1
      return .flag(["YES", "true", "TRUE"].contains(word), place)
    case "nil", "NULL", "Nil", "nullptr":
      position += 1
      return .null(place)
    case "sizeof", "typeof", "__typeof__", "decltype", "alignof":
      position += 1
      if isMark(position, 0x28) { skip() }
      return .name(word, place)
    case "delete" where isWord(position + 1) || isMark(position + 1, 0x5B):
      position += 1
      if isMark(position, 0x5B) { skip() }
      return .composed(symbol: word, [objectiveCOperand()], place)
    case "new" where isWord(position + 1) && !token(position + 1).newlineBefore:
      position += 1
      return objectiveCPrimary(self.place)
    case "else", "case", "default", "return", "if", "for", "while", "do", "switch", "goto", "break",
      "continue":
      return .unknown(place)
    default:
      position += 1
      return .name(text(position - 1), place)
    }
  }

  // MARK: Casts

  /// The type of a cast that starts here; steps over it.
  private func cast() -> Expression? {
    let open = position
    let close = closing(open)
    let place = place(open + 1)
    guard close - open >= 2, close - open < 80, isTypeText(open + 1, close) else { return nil }
    let next = behind(open)
    let token = token(next)
    let isPlain = close - open == 2
    switch token.kind {
    case .number, .string, .character, .at: break
    case .word:
      // `part:(value) next:` is no cast.
      if isPlain, isMark(next + 1, 0x3A), !stops.isMiddle { return nil }
      if ["in", "else"].contains(keyword(next)) { return nil }
    case .mark:
      if token.first == 0x21, token.length > 1 { return nil }
      switch token.first {
      case 0x40: break
      case 0x28, 0x5B, 0x7B:
        if isPlain, !(tokens[open + 1].first.isUpper || isPrimitive(keyword(open + 1))) { return nil }
        if isPlain, token.first == 0x28, !isPrimitive(keyword(open + 1)), !hasTypeEnding(open + 1) {
          return nil
        }
      case 0x5E, 0x21, 0x7E, 0x26, 0x2A, 0x2D: if isPlain, !isPrimitive(keyword(open + 1)) { return nil }
      default: return nil
      }
    default: return nil
    }
    position = next
    return .name(written(open + 1, close), place)
  }

  /// A macro in capitals with an argument is called; a type is not all in capitals.
  private func hasTypeEnding(_ at: Int) -> Bool { text(at).utf8.contains { $0 >= 0x61 } }

  private func isPrimitive(_ word: String) -> Bool {
    [
      "int", "long", "short", "char", "float", "double", "void", "bool", "BOOL", "id", "unsigned", "signed",
      "CGFloat", "NSInteger", "NSUInteger", "size_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t",
      "int16_t", "int32_t", "int64_t", "NSTimeInterval",
    ].contains(word)
  }

  private func isTypeText(_ from: Int, _ to: Int) -> Bool {
    guard isWord(from), !["self", "nil", "NULL", "YES", "NO", "super"].contains(keyword(from)) else {
      return false
    }
    var at = from
    var words = 0
    var stars = 0
    while at < to {
      let token = token(at)
      switch token.kind {
      case .word:
        if stars > 0, !text(at).hasPrefix("_"), !["const", "volatile"].contains(keyword(at)) { return false }
        words += 1
        at += 1
      case .mark:
        switch token.first {
        case 0x2A, 0x26:
          stars += 1
          at += 1
        case 0x3C:
          guard let next = genericEnd(at) else { return false }
          at = next
        case 0x3A where token.length == 2: at += 1
        case 0x28:
          // A block or function type: `void (^)(int)`.
          guard isMark(at + 1, 0x5E) || isMark(at + 1, 0x2A) || stars == -1 else { return false }
          at = behind(at)
          if isMark(at, 0x28) { at = behind(at) }
        case 0x5B: at = behind(at)
        default: return false
        }
      default: return false
      }
    }
    return words > 0
  }

  func objectiveCTypeEnd() {
    while isWord(position) || isMark(position, 0x2A) { position += 1 }
  }
}
