internal import AppFacts

/// Expressions of Kotlin.
extension Parser {
  private static let noInfix: Set<String> = [
    "else", "by", "where", "get", "set", "catch", "finally", "while", "if", "for", "when", "return", "throw",
    "try",
    "val", "var", "fun", "class", "object", "break", "continue", "do", "interface", "package", "import",
    "typealias",
  ]

  func kotlinInfix() -> InfixOperator? {
    let token = token
    if token.kind == .word { return kotlinWordInfix(token) }
    guard token.kind == .mark else { return nil }
    switch token.first {
    case 0x21:
      // `!in`, `!is`, `!=`
      if token.length == 1 {
        guard !token.newlineBefore else { return nil }
        if sees("in", at: position + 1) { return InfixOperator(symbol: "!in", precedence: 7, length: 2) }
        if sees("is", at: position + 1) {
          return InfixOperator(symbol: "!is", precedence: 7, form: .cast, length: 2)
        }
        return nil
      }
      if sees("!!") { return nil }
    case 0x3F:
      return sees("?:") ? InfixOperator(symbol: "??", precedence: 8) : nil
    case 0x3A, 0x2C, 0x3B, 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x40, 0x23, 0x5C, 0x60, 0x24: return nil
    case 0x2E where token.length == 1: return nil
    case 0x2B, 0x2D:
      if token.newlineBefore || sees("++") || sees("--") || sees("->") { return nil }
    default: break
    }
    let (symbol, length) = joinedMark()
    let precedence = Precedence.of(symbol, .kotlin)
    if precedence == 1, stops.assign, symbol == "=" { return nil }
    return InfixOperator(symbol: symbol, precedence: precedence, length: length)
  }

  private func kotlinWordInfix(_ token: Token) -> InfixOperator? {
    guard !token.newlineBefore else { return nil }
    switch keyword {
    case "as":
      let isSafe = isMark(position + 1, 0x3F) && !self.token(position + 1).spaceBefore
      return InfixOperator(symbol: isSafe ? "as?" : "as", precedence: 13, form: .cast, length: isSafe ? 2 : 1)
    case "is": return InfixOperator(symbol: "is", precedence: 7, form: .cast)
    case "in": return InfixOperator(symbol: "in", precedence: 7)
    case let word:
      guard !Self.noInfix.contains(word) else { return nil }
      let next = self.token(position + 1)
      guard !next.newlineBefore, token.spaceBefore else { return nil }
      switch next.kind {
      case .word: if ["else", "by", "as", "is", "in"].contains(keyword(position + 1)) { return nil }
      case .number, .string, .character: break
      case .mark:
        guard next.spaceBefore, [0x28, 0x2D, 0x21, 0x7B].contains(next.first), !sees("->", at: position + 1),
          !sees("!=", at: position + 1)
        else { return nil }
      default: return nil
      }
      return InfixOperator(symbol: text(position), precedence: Precedence.word)
    }
  }

  func kotlinOperand() -> Expression {
    var signs: [(String, Place)] = []
    while token.kind == .mark, sees("!") || sees("-") || sees("+") || sees("++") || sees("--") || sees("!!"),
      position + 1 < end
    {
      signs.append((text(position), place))
      position += 1
    }
    let place = place
    return prefixed(measured { kotlinPostfix(kotlinPrimary(place)) }, signs)
  }

  private func kotlinPrimary(_ place: Place) -> Expression {
    while token.kind == .at {
      position += 1
      if isMark(position, 0x28), !token.spaceBefore { skip() }
    }
    let token = token
    switch token.kind {
    case .string, .character: return string()
    case .number:
      position += 1
      return .number(text(position - 1), place)
    case .word: return kotlinWord(place)
    case .mark: break
    case .at, .hash, .regex, .directive, .end: return .unknown(place)
    }
    switch token.first {
    case 0x28:
      let parts = list { expression() }
      return parts.count == 1 ? parts[0] : .composed(symbol: "()", parts, place)
    case 0x5B: return .list(list { expression() }, place)
    case 0x7B: return kotlinLambda()
    case 0x3A where sees("::"):
      position += 1
      guard isWord(position) else { return .unknown(place) }
      position += 1
      return .name(text(position - 1), place)
    default: return .unknown(place)
    }
  }

  private func kotlinWord(_ place: Place) -> Expression {
    let word = keyword
    switch word {
    case "if", "when", "try": return statementOperand(word)
    case "return", "throw", "break", "continue":
      position += 1
      if token.kind == .at, !token.spaceBefore { position += 1 }
      let hasValue = (word == "return" || word == "throw") && !atEnd && !token.newlineBefore && !kotlinEnded
      return .composed(symbol: word, hasValue ? [expression()] : [], place)
    case "null":
      position += 1
      return .null(place)
    case "true", "false":
      position += 1
      return .flag(word == "true", place)
    case "object" where isMark(position + 1, 0x3A) || isMark(position + 1, 0x7B):
      return kotlinObject(place)
    case "fun":
      return kotlinAnonymousFunction(place)
    case "else", "val", "var", "for", "while", "do", "class", "interface", "catch", "finally":
      return .unknown(place)
    default: break
    }
    position += 1
    let name = text(position - 1)
    // `this@Service`, `label@ { … }`
    if token.kind == .at, !token.spaceBefore { position += 1 }
    if isMark(position, 0x40), !token.spaceBefore {
      position += 1
      return kotlinPrimary(self.place)
    }
    return .name(name, place)
  }

  /// `object : Listener { … }`
  private func kotlinObject(_ place: Place) -> Expression {
    position += 1
    var name = ""
    var namePlace = place
    var arguments: [Expression.Call.Argument] = []
    if take(":") {
      var isFirst = true
      repeat {
        let typePlace = self.place
        let start = position
        while isWord(position) {
          position += 1
          guard isMark(position, 0x2E) else { break }
          position += 1
        }
        if isFirst {
          name = start < position ? text(position - 1) : ""
          namePlace = typePlace
        }
        if isMark(position, 0x3C), let end = genericEnd(position) { position = end }
        if isMark(position, 0x28) {
          let given = self.arguments()
          if isFirst { arguments = given }
        }
        isFirst = false
      } while take(",")
    }
    if isMark(position, 0x7B) { arguments += anonymousMembers() }
    return .call(.init(base: nil, name: name, arguments: arguments, place: namePlace))
  }

  private func kotlinAnonymousFunction(_ place: Place) -> Expression {
    position += 1
    // A receiver: `fun Int.(other: Int) = …`
    while !atEnd, isWord(position) || isMark(position, 0x2E) || isMark(position, 0x3C) {
      position = genericEnd(position) ?? position + 1
    }
    let parameters = isMark(position, 0x28) ? inside { kotlinParameters() } : []
    if take(":") { kotlinTypeEnd() }
    let names = parameters.map(\.name)
    if isMark(position, 0x7B) { return closure(names, place) }
    guard take("=") else { return .unknown(place) }
    return .closure(.init(parameters: names, body: [.expression(expression())], place: place))
  }

  // MARK: Behind an operand

  private func kotlinPostfix(_ first: Expression) -> Expression {
    var result = first
    while !atEnd {
      if isWord(position), isMark(position + 1, 0x40), isMark(position + 2, 0x7B), !token.newlineBefore,
        !token(position + 1).spaceBefore
      {
        // `run label@{ … }`
        position += 2
      }
      guard token.kind == .mark else { return result }
      let token = token
      switch token.first {
      case 0x2E where token.length == 1 && isWord(position + 1):
        position += 2
        result = .member(base: result, name: text(position - 1), place: place(position - 1))
      case 0x3F where sees("?.") && isWord(position + 1):
        position += 2
        result = .member(base: result, name: text(position - 1), place: place(position - 1))
      case 0x3A where sees("::") && isWord(position + 1):
        position += 2
        result = .member(base: result, name: text(position - 1), place: place(position - 1))
      case 0x21 where sees("!!") && !token.newlineBefore:
        position += 1
      case 0x2B where sees("++") && !token.newlineBefore, 0x2D where sees("--") && !token.newlineBefore:
        result = .composed(symbol: text(position), [result], result.startPlace)
        position += 1
      case 0x28:
        guard !token.newlineBefore, isKotlinCallee(result) else { return result }
        result = call(result, arguments() + kotlinTrailing())
      case 0x5B:
        guard !token.newlineBefore else { return result }
        let place = result.startPlace
        result = .composed(symbol: "[]", [result] + list { expression() }, place)
      case 0x7B:
        guard !stops.brace, !token.newlineBefore, isKotlinCallee(result) else { return result }
        result = call(result, kotlinTrailing())
      case 0x3C:
        guard !token.spaceBefore, let next = genericEnd(position),
          isMark(next, 0x28) || isMark(next, 0x7B) || isMark(next, 0x2E) || sees("::", at: next)
            || sees("?.", at: next)
        else { return result }
        position = next
        continue
      default: return result
      }
      height += 1
      if height > SourceParser.height { fail() }
    }
    return result
  }

  private func isKotlinCallee(_ expression: Expression) -> Bool {
    switch expression {
    case .call, .name, .member, .closure: true
    case .composed(let symbol, _, _): symbol == "[]"
    default: false
    }
  }

  /// The lambda behind a call; one alone.
  private func kotlinTrailing() -> [Expression.Call.Argument] {
    guard isMark(position, 0x7B), !stops.brace, !token.newlineBefore else { return [] }
    return [.init(nil, kotlinLambda())]
  }

  /// `{ a, (b, c) -> … }`
  func kotlinLambda() -> Expression {
    let place = place
    let open = position
    let close = closing(open)
    var names: [String] = []
    var start = open + 1
    var at = open + 1
    var isName = true
    scan: while at < close, at - open < 96 {
      let token = tokens[at]
      switch token.kind {
      case .word:
        if isName { names.append(text(at)) }
        isName = false
        at += 1
      case .mark:
        if sees("->", at: at) {
          start = at + 1
          break scan
        }
        switch token.first {
        case 0x28:
          if isName {
            for inner in at..<behind(at) where isWord(inner) && !isMark(inner - 1, 0x3A) {
              names.append(text(inner))
            }
          }
          isName = false
          at = behind(at)
        case 0x2C:
          isName = true
          at += 1
        case 0x3A, 0x3F, 0x2E, 0x2A: at += 1
        case 0x3C:
          guard let next = genericEnd(at) else { break scan }
          at = next
        default: break scan
        }
      default: break scan
      }
    }
    if start == open + 1 { names = [] }
    let body: [Statement] = deeper(or: []) {
      inside {
        position = start
        return with(.function, owner: owner) { statements() }
      }
    }
    return .closure(.init(parameters: names, body: body, place: place))
  }
}
