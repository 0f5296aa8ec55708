internal import AppFacts

/// Statements of Java.
extension Parser {
  func javaStatement(into result: inout [Statement]) {
    if take(";") { return }
    let place = place
    if isMark(position, 0x7B) {
      result.append(.block(block()))
      return
    }
    let start = position
    let modifiers = context == .function ? javaModifiers() : []
    if isJavaType { return javaTypeDeclaration(modifiers) }
    switch keyword {
    case "if": result.append(cIf())
    case "for": javaFor(into: &result)
    case "while":
      position += 1
      let head = isMark(position, 0x28) ? list { expression() } : []
      result.append(.loop(.init(head: head, body: block(), runsOnce: false, place: place)))
    case "do":
      position += 1
      let body = block()
      let head = take("while") && isMark(position, 0x28) ? list { expression() } : []
      result.append(.loop(.init(head: head, body: body, runsOnce: true, place: place)))
      take(";")
    case "switch": javaSwitch(into: &result)
    case "try": javaTry(into: &result)
    case "synchronized" where isMark(position + 1, 0x28):
      position += 1
      result += list { expression() }.map { .expression($0) }
      result.append(.block(block()))
    case "return", "throw":
      let kind: Statement.Leave.Kind = keyword == "return" ? .return : .throw
      position += 1
      if isMark(position, 0x3B) || atEnd {
        result.append(.leave(.init(kind, nil, place)))
      } else {
        result += given { .leave(.init(kind, $0, place)) }
      }
      endStatement(into: &result)
    case "break", "continue":
      let kind: Statement.Leave.Kind = keyword == "break" ? .break : .continue
      position += 1
      var label: Expression?
      if isWord(position) {
        label = .name(text(position), self.place)
        position += 1
      }
      result.append(.leave(.init(kind, label, place)))
      endStatement(into: &result)
    case "yield"
    where !isMark(position + 1, 0x3D) && !isMark(position + 1, 0x2E) && !sees("++", at: position + 1):
      position += 1
      result.append(.expression(expression()))
      endStatement(into: &result)
    case "assert":
      position += 1
      result.append(
        .expression(
          .call(.init(base: nil, name: "assert", arguments: [.init(nil, expression())], place: place))))
      if take(":") { _ = expression() }
      endStatement(into: &result)
    case "else", "catch", "finally":
      position += 1
      if isMark(position, 0x28) { skip() }
      result.append(.unknown(place))
      result.append(.block(block()))
    default:
      if isWord(position), isMark(position + 1, 0x3A), modifiers.isEmpty {
        position += 2
        return
      }
      if javaVariables(modifiers, into: &result) { return }
      position = start
      javaExpressionStatement(into: &result)
    }
  }

  private func javaExpressionStatement(into result: inout [Statement]) {
    let start = position
    let value = expression()
    if case .unknown = value, position <= start + 1 {
      position = start
      return resynchronise(into: &result)
    }
    if case .composed("=", let sides, let place) = value, sides.count == 2, let valueStatement,
      valueStatement.tokens.upperBound == position, case .composed("switch", _, _) = sides[1]
    {
      result += giving(valueStatement.statements) { .assign(target: sides[0], value: $0, place: place) }
    } else {
      result.append(statement(value))
    }
    endStatement(into: &result)
  }

  /// A declaration of local variables; false, and nothing read, where none stands here.
  private func javaVariables(_ modifiers: [String], into result: inout [Statement]) -> Bool {
    let start = position
    guard let type = javaType(), isWord(position), isJavaNameEnd(position + 1) else {
      position = start
      return false
    }
    repeat {
      guard isWord(position) else { break }
      let name = text(position)
      let place = place
      position += 1
      while isMark(position, 0x5B) { skip() }
      var variable = VariableDeclaration(
        name: name, owner: nil, type: type == "var" ? nil : type, value: nil, modifiers: modifiers,
        place: place)
      guard take("=") else {
        result.append(.variable(variable))
        continue
      }
      let begin = position
      let value = expression()
      if let valueStatement, valueStatement.tokens == begin..<position {
        result.append(.variable(variable))
        result += giving(valueStatement.statements) {
          .assign(target: .name(name, place), value: $0, place: $0.startPlace)
        }
      } else {
        variable.value = value
        result.append(.variable(variable))
      }
    } while take(",")
    endStatement(into: &result)
    return true
  }

  private func isJavaNameEnd(_ at: Int) -> Bool {
    let token = token(at)
    guard token.kind == .mark else { return token.kind == .end }
    switch token.first {
    case 0x3D: return token.length == 1
    case 0x3B, 0x2C, 0x5B: return true
    case 0x3A: return token.length == 1
    default: return false
    }
  }

  // MARK: Loops and branches

  private func javaFor(into result: inout [Statement]) {
    result.append(forLoop { self.javaStatement(into: &$0) })
  }

  private func javaSwitch(into result: inout [Statement]) {
    let place = place
    position += 1
    let subject = isMark(position, 0x28) ? list { expression() }.first : nil
    guard isMark(position, 0x7B) else {
      result.append(.unknown(place))
      return
    }
    var cases: [Statement.Select.Case] = []
    var hasArrows = false
    inside {
      while !atEnd {
        guard keyword == "case" || keyword == "default" else {
          skip()
          continue
        }
        let head = javaLabels()
        if take("->") {
          hasArrows = true
          cases.append(.init(patterns: head.patterns, isDefault: head.isDefault, body: block()))
        } else {
          cases.append(.init(patterns: head.patterns, isDefault: head.isDefault, body: statements()))
        }
      }
    }
    if !hasArrows { markFallsThrough(&cases) }
    result.append(
      .select(
        .init(subject: subject, cases: cases, isComplete: cases.contains(where: \.isDefault), place: place)))
  }

  /// The labels before a body: `case A: case B:`, `case A, B ->`, `default:`.
  private func javaLabels() -> (patterns: [Expression], isDefault: Bool) {
    var patterns: [Expression] = []
    var isDefault = false
    while keyword == "case" || keyword == "default" {
      if take("default") { isDefault = true } else { position += 1 }
      while !atEnd, !isMark(position, 0x3A), !sees("->") {
        let before = position
        if take(",") { continue }
        if take("default") {
          isDefault = true
          continue
        }
        patterns.append(stopping({ $0.arrow = true }) { javaPattern() })
        if keyword == "when" {
          position += 1
          patterns.append(expression())
        }
        if position <= before { position = before + 1 }
      }
      if sees("->") { break }
      take(":")
    }
    return (patterns, isDefault)
  }

  /// A constant, or `Type name`.
  private func javaPattern() -> Expression {
    let start = position
    let place = place
    if isWord(position), !sees("->", at: position + 1) {
      javaTypeEnd()
      if isMark(position, 0x28), start < position {
        // The parts of a record.
        skip()
        return .composed(symbol: "is", [.name(written(start, position), place)], place)
      }
      if isWord(position), keyword != "when" || sees("->", at: position + 1), start < position {
        position += 1
        return .composed(symbol: "is", [.name(written(start, position - 1), place)], place)
      }
      position = start
      if sees("->", at: position + 1) {
        position += 1
        return .name(text(start), place)
      }
    } else if isWord(position) {
      position += 1
      return .name(text(start), place)
    }
    return expression()
  }

  private func javaTry(into result: inout [Statement]) {
    let place = place
    position += 1
    var body: [Statement] = []
    if isMark(position, 0x28) {
      inside {
        while !atEnd {
          let before = position
          deeper(or: ()) { javaStatement(into: &body) }
          if position <= before { position = before + 1 }
        }
      }
    }
    body += block()
    result.append(attempt(body, place))
  }
}
