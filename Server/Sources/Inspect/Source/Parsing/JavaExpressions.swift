internal import AppFacts

/// Expressions of Java.
extension Parser {
  func javaInfix() -> InfixOperator? {
    let token = token
    if token.kind == .word {
      return keyword == "instanceof"
        ? InfixOperator(symbol: "is", precedence: Precedence.cast, form: .cast) : nil
    }
    guard token.kind == .mark else { return nil }
    switch token.first {
    case 0x3F: return InfixOperator(symbol: "?:", precedence: Precedence.ternary, form: .ternary)
    case 0x21 where token.length == 1, 0x3A, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x40, 0x23, 0x5C,
      0x60, 0x24, 0x7E, 0x2E:
      return nil
    default: break
    }
    if sees("->") || sees("++") || sees("--") { return nil }
    let (symbol, length) = joinedMark()
    return InfixOperator(symbol: symbol, precedence: Precedence.of(symbol, .java), length: length)
  }

  func javaOperand() -> Expression {
    var signs: [(String, Place)] = []
    while token.kind == .mark, position + 1 < end,
      sees("!") || sees("-") || sees("+") || sees("~") || sees("++") || sees("--")
    {
      signs.append((text(position), place))
      position += 1
    }
    let place = place
    if isMark(position, 0x28), let type = javaCast() {
      let value = deeper(or: .unknown(place)) { javaOperand() }
      return prefixed(.composed(symbol: "as", [value, type], place), signs)
    }
    return prefixed(measured { javaPostfix(javaPrimary(place)) }, signs)
  }

  private func javaCast() -> Expression? {
    let open = position
    let close = closing(open)
    let next = behind(open)
    guard close - open >= 2, close - open < 48, !sees("->", at: next), isWord(open + 1) else { return nil }
    let start = position
    position = open + 1
    javaTypeEnd()
    let isType = position == close && !["this", "super", "null", "true", "false"].contains(keyword(open + 1))
    position = start
    guard isType else { return nil }
    let primitives: Set<String> = ["int", "long", "short", "byte", "char", "float", "double", "boolean"]
    let isPrimitive = primitives.contains(keyword(open + 1))
    let token = token(next)
    switch token.kind {
    case .word: if keyword(next) == "instanceof" { return nil }
    case .number, .string, .character: break
    case .mark:
      switch token.first {
      case 0x28, 0x7E: break
      case 0x21: guard token.length == 1 else { return nil }
      case 0x2D, 0x2B: guard isPrimitive else { return nil }
      default: return nil
      }
    default: return nil
    }
    position = next
    return .name(written(open + 1, close), place(open + 1))
  }

  private func javaPrimary(_ place: Place) -> Expression {
    let token = token
    switch token.kind {
    case .string, .character: return string()
    case .number:
      position += 1
      return .number(text(position - 1), place)
    case .word: return javaWord(place)
    case .at:
      // An annotation of a type that is created.
      position += 1
      if isMark(position, 0x28) { skip() }
      return isWord(position) ? javaWord(place) : .unknown(place)
    case .mark: break
    case .hash, .regex, .directive, .end: return .unknown(place)
    }
    switch token.first {
    case 0x28:
      if sees("->", at: behind(position)) {
        let names = javaLambdaNames(position)
        position = behind(position) + 1
        return javaLambda(names, place)
      }
      let parts = list { expression() }
      return parts.count == 1 ? parts[0] : .composed(symbol: "()", parts, place)
    case 0x7B: return .list(list { expression() }, place)
    default: return .unknown(place)
    }
  }

  private func javaWord(_ place: Place) -> Expression {
    let word = keyword
    if sees("->", at: position + 1), word != "default", !stops.arrow {
      position += 2
      return javaLambda([text(position - 2)], place)
    }
    switch word {
    case "null":
      position += 1
      return .null(place)
    case "true", "false":
      position += 1
      return .flag(word == "true", place)
    case "new":
      position += 1
      return javaNew()
    case "switch": return statementOperand(word)
    case "return", "throw", "if", "else", "for", "while", "do", "case", "default", "break", "continue", "try",
      "catch",
      "finally", "class":
      return .unknown(place)
    default:
      position += 1
      return .name(text(position - 1), place)
    }
  }

  /// The names of `(a, b)`, `(Type a, final Type b)`.
  private func javaLambdaNames(_ open: Int) -> [String] {
    cParameters(open).compactMap { $0.name.isEmpty ? $0.type : $0.name }
  }

  private func javaLambda(_ names: [String], _ place: Place) -> Expression {
    if isMark(position, 0x7B) { return closure(names, place) }
    let body = atEnd ? Expression.unknown(place) : expression()
    return .closure(.init(parameters: names, body: [.expression(body)], place: place))
  }

  /// Behind `new`: a call of the type, with the members of an anonymous class; or an array.
  private func javaNew() -> Expression {
    while token.kind == .at { position += 1 }
    let place = place
    let start = position
    var name = start
    // `NotificationCompat` of `new NotificationCompat.Builder(…)`, as in Kotlin.
    var outer: Expression?
    while isWord(position) {
      if name < position {
        outer =
          outer.map { .member(base: $0, name: text(name), place: self.place(name)) }
          ?? .name(text(name), self.place(name))
      }
      name = position
      position += 1
      if isMark(position, 0x3C), let end = genericEnd(position) { position = end }
      guard isMark(position, 0x2E) else { break }
      position += 1
    }
    guard name < position, start < position else { return .unknown(place) }
    let title = text(name)
    if isMark(position, 0x5B) {
      var sizes: [Expression] = []
      while isMark(position, 0x5B) { sizes += list { expression() } }
      if isMark(position, 0x7B) { return .list(list { expression() }, place) }
      return .call(
        .init(base: nil, name: title, arguments: sizes.map { .init(nil, $0) }, place: self.place(name)))
    }
    var arguments = isMark(position, 0x28) ? self.arguments() : []
    if isMark(position, 0x7B) { arguments += anonymousMembers() }
    return .call(.init(base: outer, name: title, arguments: arguments, place: self.place(name)))
  }

  private func javaPostfix(_ first: Expression) -> Expression {
    var result = first
    while !atEnd, token.kind == .mark {
      let token = token
      switch token.first {
      case 0x2E where token.length == 1:
        var next = position + 1
        if isMark(next, 0x3C), let end = genericEnd(next) { next = end }
        guard isWord(next) else { return result }
        position = next + 1
        if keyword(next) == "new" {
          result = javaNew()
        } else {
          result = .member(base: result, name: text(next), place: place(next))
        }
      case 0x3A where sees("::") && isWord(position + 1):
        position += 2
        result = .member(base: result, name: text(position - 1), place: place(position - 1))
      case 0x28:
        switch result {
        case .name, .member: result = call(result, arguments())
        default: return result
        }
      case 0x5B:
        let place = result.startPlace
        let parts = list { expression() }
        // `String[].class`, `int[]::new`
        if !parts.isEmpty { result = .composed(symbol: "[]", [result] + parts, place) }
      case 0x2B where sees("++"), 0x2D where sees("--"):
        result = .composed(symbol: text(position), [result], result.startPlace)
        position += 1
      case 0x3C:
        guard let next = genericEnd(position), sees("::", at: next) else { return result }
        position = next
        continue
      default: return result
      }
      height += 1
      if height > SourceParser.height { fail() }
    }
    return result
  }
}
