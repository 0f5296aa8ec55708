internal import AppFacts

/// Statements of Kotlin.
extension Parser {
  func kotlinFile() {
    while !atEnd {
      let before = position
      unit.topLevel += statements()
      if position <= before { position = before + 1 }
    }
  }

  /// A statement can end here.
  var kotlinEnded: Bool {
    atEnd || token.newlineBefore || isMark(position, 0x3B) || position == 0 || isMark(position - 1, 0x3B)
      || keyword == "else" || isMark(position, 0x2C) || isMark(position - 1, 0x7D)
  }

  func kotlinStatement(into result: inout [Statement]) {
    if take(";") { return }
    // `loop@ for`
    if isWord(position), isMark(position + 1, 0x40), !token(position + 1).spaceBefore { position += 2 }
    let place = place
    let start = position
    let modifiers = kotlinModifiers()
    if kotlinDeclaration(modifiers, place, into: &result) { return }
    if !modifiers.isEmpty, keyword(start) != "" { position = start }
    switch keyword {
    case "if": kotlinIf(into: &result)
    case "when": kotlinWhen(into: &result)
    case "try": kotlinTry(into: &result)
    case "for":
      position += 1
      let head: [Expression] =
        isMark(position, 0x28)
        ? inside {
          while !atEnd, keyword != "in" { skip() }
          return take("in") ? [expression()] : [.unknown(place)]
        } : [.unknown(place)]
      result.append(.loop(.init(head: head, body: block(), runsOnce: false, place: place)))
    case "while":
      position += 1
      let head = isMark(position, 0x28) ? list { expression() } : []
      result.append(.loop(.init(head: head, body: block(), runsOnce: false, place: place)))
    case "do" where isMark(position + 1, 0x7B):
      position += 1
      let body = block()
      let head = take("while") && isMark(position, 0x28) ? list { expression() } : []
      result.append(.loop(.init(head: head, body: body, runsOnce: true, place: place)))
    case "return", "throw": kotlinLeave(into: &result)
    case "break", "continue":
      let kind: Statement.Leave.Kind = keyword == "break" ? .break : .continue
      position += 1
      var label: Expression?
      if token.kind == .at, !token.spaceBefore {
        label = .name(String(text(position).dropFirst()), self.place)
        position += 1
      }
      result.append(.leave(.init(kind, label, place)))
    default:
      let value = expression()
      if case .unknown = value, position <= start + 1 {
        position = start
        return resynchronise(into: &result)
      }
      kotlinExpression(value, into: &result)
    }
  }

  /// An expression as a statement: `x ?: return` is a guard.
  private func kotlinExpression(_ value: Expression, into result: inout [Statement]) {
    if case .composed("=", let sides, let place) = value, sides.count == 2 {
      let target = sides[0]
      if let valueStatement, valueStatement.tokens.upperBound == position, isValue(sides[1]) {
        result += giving(valueStatement.statements) { .assign(target: target, value: $0, place: place) }
        return
      }
      return guarded(sides[1], into: &result) { .assign(target: target, value: $0, place: place) }
    }
    if case .composed("??", let parts, let place) = value, let leave = leave(parts.last) {
      let rest = parts.count == 2 ? parts[0] : .composed(symbol: "??", Array(parts.dropLast()), place)
      result.append(
        .branch(.init(conditions: [rest], then: [], otherwise: [leave], isGuard: true, place: place)))
      return
    }
    result.append(statement(value))
  }

  private func isValue(_ expression: Expression) -> Bool {
    if case .composed(let symbol, _, _) = expression {
      ["if", "when", "try"].contains(symbol)
    } else {
      false
    }
  }

  /// A value that is given to something; where it is `value ?: return`, what comes after is guarded by it.
  func guarded(_ value: Expression, into result: inout [Statement], _ make: (Expression) -> Statement) {
    guard case .composed("??", let parts, let place) = value, let leave = leave(parts.last) else {
      result.append(make(value))
      return
    }
    let rest = parts.count == 2 ? parts[0] : .composed(symbol: "??", Array(parts.dropLast()), place)
    let given = make(rest)
    result.append(given)
    let condition: Expression =
      switch given {
      case .variable(let variable): .name(variable.name, variable.place)
      case .assign(let target, _, _): target
      default: rest
      }
    result.append(
      .branch(.init(conditions: [condition], then: [], otherwise: [leave], isGuard: true, place: place)))
  }

  private func leave(_ expression: Expression?) -> Statement? {
    guard case .composed(let word, let parts, let place)? = expression,
      let kind = Statement.Leave.Kind(rawValue: word), kind != .never
    else { return nil }
    return .leave(.init(kind, parts.first, place))
  }

  private func kotlinLeave(into result: inout [Statement]) {
    let place = place
    let kind: Statement.Leave.Kind = keyword == "return" ? .return : .throw
    position += 1
    if token.kind == .at, !token.spaceBefore { position += 1 }
    guard !atEnd, !token.newlineBefore, !isMark(position, 0x3B), keyword != "else", !isMark(position, 0x2C)
    else {
      result.append(.leave(.init(kind, nil, place)))
      return
    }
    result += given { .leave(.init(kind, $0, place)) }
  }

  // MARK: Branches

  private func kotlinIf(into result: inout [Statement]) {
    var branches: [Statement.Branch] = []
    var otherwise: [Statement]?
    while true {
      let place = place
      position += 1
      let conditions = isMark(position, 0x28) ? list { expression() } : [.unknown(place)]
      let then = keyword == "else" ? [] : block()
      branches.append(.init(conditions: conditions, then: then, otherwise: nil, place: place))
      if isMark(position, 0x3B), keyword(position + 1) == "else" { position += 1 }
      guard take("else") else { break }
      if keyword == "if" { continue }
      otherwise = block()
      break
    }
    result.append(chained(branches, otherwise))
  }

  private func kotlinWhen(into result: inout [Statement]) {
    let place = place
    position += 1
    var subject: Expression?
    if isMark(position, 0x28) {
      subject = inside {
        _ = kotlinModifiers()
        guard take("val") else { return expression() }
        let name = self.place
        if isWord(position) { position += 1 }
        let bound = Expression.name(text(position - 1), name)
        if take(":") { kotlinTypeEnd() }
        return take("=") ? .composed(symbol: "=", [bound, expression()], name) : bound
      }
    }
    guard isMark(position, 0x7B) else {
      result.append(.unknown(place))
      return
    }
    let cases = inside { kotlinCases() }
    let isComplete = cases.contains(where: \.isDefault)
    result.append(.select(.init(subject: subject, cases: cases, isComplete: isComplete, place: place)))
  }

  private func kotlinCases() -> [Statement.Select.Case] {
    var cases: [Statement.Select.Case] = []
    while !atEnd {
      let before = position
      if take(";") || take(",") { continue }
      var patterns: [Expression] = []
      var isDefault = false
      while !atEnd, !sees("->") {
        let start = position
        if take("else") {
          isDefault = true
        } else {
          patterns.append(kotlinPattern())
        }
        if take("if") { patterns.append(expression()) }
        if take(",") { continue }
        if !sees("->") {
          patterns.append(.unknown(self.place))
          while !atEnd, !sees("->"), !sees(",") { skip() }
          take(",")
        }
        if position <= start { position = start + 1 }
      }
      guard take("->") else {
        if position <= before { position = before + 1 }
        continue
      }
      cases.append(.init(patterns: patterns, isDefault: isDefault, body: block()))
      if !kotlinEnded {
        var rest: [Statement] = []
        resynchronise(into: &rest)
        cases[cases.count - 1].body += rest
      }
    }
    return cases
  }

  /// `is Type`, `in range`, a value.
  private func kotlinPattern() -> Expression {
    let place = place
    let isNegated = isMark(position, 0x21) && (keyword(position + 1) == "is" || keyword(position + 1) == "in")
    let word = keyword(isNegated ? position + 1 : position)
    guard word == "is" || word == "in" else { return expression() }
    position += isNegated ? 2 : 1
    let symbol = (isNegated ? "!" : "") + word
    if word == "in" { return .composed(symbol: symbol, [expression()], place) }
    let start = position
    let type = self.place
    kotlinTypeEnd()
    return .composed(symbol: symbol, [.name(written(start, position), type)], place)
  }

  private func kotlinTry(into result: inout [Statement]) {
    let place = place
    position += 1
    result.append(attempt(block(), place))
  }
}
