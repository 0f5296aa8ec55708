internal import AppFacts

/// Statements of Swift.
extension Parser {
  func swiftFile() {
    while !atEnd {
      let before = position
      unit.topLevel += statements()
      // `case`, `#else` without what they belong to.
      if position <= before { position = before + 1 }
    }
  }

  func swiftEndsList() -> Bool {
    switch token.kind {
    case .hash where sees("#if"):
      // Around cases, not in one.
      var next = position + 1
      while next < end, next < position + 64, !token(next).newlineBefore { next += 1 }
      return context == .function && (keyword(next) == "case" || sees("@unknown", at: next))
    case .hash: return context == .function && (sees("#else") || sees("#elseif") || sees("#endif"))
    case .word:
      return context == .function
        && (keyword == "case" || (keyword == "default" && sees(":", at: position + 1)))
    case .at: return sees("@unknown") && sees("default", at: position + 1)
    default: return false
    }
  }

  func swiftStatement(into result: inout [Statement]) {
    if take(";") { return }
    if token.kind == .hash, swiftDirective(into: &result) { return }
    if isWord(position), isMark(position + 1, 0x3A),
      ["for", "while", "repeat", "do", "if", "switch"].contains(keyword(position + 2))
    {
      position += 2
    }
    let start = position
    let place = place
    let modifiers = swiftModifiers()
    if swiftDeclaration(modifiers, place, into: &result) { return }
    if !modifiers.isEmpty { position = start }
    switch keyword {
    case "if": result.append(swiftIf())
    case "guard": result.append(swiftGuard())
    case "switch": result.append(swiftSwitch())
    case "for": result.append(swiftFor())
    case "while":
      position += 1
      let head = conditions().conditions
      result.append(.loop(.init(head: head, body: block(), runsOnce: false, place: place)))
    case "repeat" where isMark(position + 1, 0x7B):
      position += 1
      let body = block()
      let head = take("while") ? [expression()] : []
      result.append(.loop(.init(head: head, body: body, runsOnce: true, place: place)))
    case "do" where !sees(".", at: position + 1): result.append(swiftDo())
    case "defer" where isMark(position + 1, 0x7B):
      position += 1
      result.append(.deferred(block(), place))
    case "return", "throw":
      let word = keyword
      position += 1
      swiftLeave(word == "return" ? .return : .throw, place, into: &result)
    case "break", "continue":
      let kind: Statement.Leave.Kind = keyword == "break" ? .break : .continue
      position += 1
      var label: Expression?
      if isWord(position), !token.newlineBefore {
        label = .name(text(position), self.place)
        position += 1
      }
      result.append(.leave(.init(kind, label, place)))
    case "fallthrough": position += 1
    case "yield" where isWord(position + 1) || isMark(position + 1, 0x26),
      "discard" where sees("self", at: position + 1):
      position += 1
      swiftExpressionStatement(into: &result)
    default: swiftExpressionStatement(into: &result)
    }
  }

  private func swiftExpressionStatement(into result: inout [Statement]) {
    let start = position
    let value = expression()
    if case .unknown = value, position <= start + 1 {
      position = start
      return resynchronise(into: &result)
    }
    assigned(value, into: &result)
    if !atEnd, !token.newlineBefore, !sees(";"), !isDirective { resynchronise(into: &result) }
  }

  /// A statement of an expression, that may assign what an `if` or `switch` gives.
  private func assigned(_ value: Expression, into result: inout [Statement]) {
    if case .composed("=", let sides, let place) = value, sides.count == 2, let valueStatement,
      valueStatement.tokens.upperBound == position, case .composed(let word, _, _) = sides[1],
      word == "if" || word == "switch"
    {
      result += giving(valueStatement.statements) { .assign(target: sides[0], value: $0, place: place) }
      return
    }
    result.append(statement(value))
  }

  private func swiftLeave(_ kind: Statement.Leave.Kind, _ place: Place, into result: inout [Statement]) {
    let isStatement = ["if", "switch"].contains(keyword) && !token.newlineBefore
    if isStatement {
      var branches: [Statement] = []
      swiftStatement(into: &branches)
      result += giving(branches) { .leave(.init(kind, $0, $0.startPlace)) }
      return
    }
    guard !atEnd, !sees(";"), !isDirective, !(token.newlineBefore && startsStatement(keyword)),
      !swiftEndsList()
    else {
      result.append(.leave(.init(kind, nil, place)))
      return
    }
    result.append(.leave(.init(kind, expression(), place)))
    if !atEnd, !token.newlineBefore, !sees(";"), !isDirective { resynchronise(into: &result) }
  }

  private func startsStatement(_ word: String) -> Bool {
    [
      "if", "guard", "switch", "for", "while", "repeat", "do", "defer", "return", "throw", "break",
      "continue",
      "let", "var", "func", "class", "struct", "enum", "case", "default",
    ].contains(word)
  }

  // MARK: Branches

  private func swiftIf() -> Statement {
    // A chain of `else if` is read in a loop, and put together from its end.
    var branches: [Statement.Branch] = []
    var otherwise: [Statement]?
    while true {
      let place = place
      position += 1
      let head = conditions()
      branches.append(
        .init(
          conditions: head.conditions, bindings: head.bindings, then: block(), otherwise: nil, place: place))
      guard take("else") else { break }
      if keyword == "if" { continue }
      otherwise = block()
      break
    }
    return chained(branches, otherwise)
  }

  /// Branches that are each the `else` of the one before.
  func chained(_ branches: [Statement.Branch], _ otherwise: [Statement]?) -> Statement {
    height += branches.count
    guard height <= SourceParser.height else {
      fail()
      return .unknown(place)
    }
    var rest = otherwise
    for branch in branches.reversed() {
      var branch = branch
      branch.otherwise = rest
      rest = [.branch(branch)]
    }
    return rest?.first ?? .unknown(place)
  }

  private func swiftGuard() -> Statement {
    let place = place
    position += 1
    let head = conditions()
    take("else")
    return .branch(
      .init(
        conditions: head.conditions, bindings: head.bindings, then: [], otherwise: block(), isGuard: true,
        place: place))
  }

  /// The conditions of if, guard and while, up to the `{` or `else`.
  private func conditions() -> (conditions: [Expression], bindings: [String]) {
    let saved = bindings
    bindings = []
    var result: [Expression] = []
    stopping({ $0.brace = true }) {
      while !atEnd, !isMark(position, 0x7B), keyword != "else" {
        let before = position
        result.append(condition())
        if take(",") { continue }
        if isMark(position, 0x7B) || keyword == "else" { break }
        // Something that is no condition: go on behind it.
        result.append(.unknown(place))
        while !atEnd, !isMark(position, 0x7B), keyword != "else", !sees(",") { skip() }
        take(",")
        if position <= before { position = before + 1 }
      }
    }
    let names = bindings
    bindings = saved
    return (result, names)
  }

  private func condition() -> Expression {
    let place = place
    if keyword == "case" {
      position += 1
      let pattern = stopping({ $0.assign = true }) { expression() }
      if take(":") { swiftTypeEnd() }
      guard take("=") else { return .composed(symbol: "case", [pattern], place) }
      return .composed(symbol: "case", [pattern, expression()], place)
    }
    guard keyword == "let" || keyword == "var" else { return expression() }
    position += 1
    let start = self.place
    let pattern = stopping({ $0.assign = true }) { operand() }
    bindings += Self.names(in: pattern)
    if take(":") { swiftTypeEnd() }
    guard take("=") else {
      if case .name(let name, _) = pattern { return .name(name, start) }
      return pattern
    }
    return expression()
  }

  private func swiftSwitch() -> Statement {
    let place = place
    position += 1
    let subject = head()
    guard isMark(position, 0x7B) else { return .unknown(place) }
    let cases = inside { swiftCases() }
    return .select(.init(subject: subject, cases: cases, isComplete: true, place: place))
  }

  private func swiftCases() -> [Statement.Select.Case] {
    var cases: [Statement.Select.Case] = []
    while !atEnd {
      if sees("@unknown") { position += 1 }
      if token.kind == .hash {
        skipDirective()
        continue
      }
      let isDefault = keyword == "default"
      guard isDefault || keyword == "case" else {
        // Between the cases stands nothing else.
        skip()
        continue
      }
      position += 1
      let patterns = isDefault ? [] : casePatterns()
      take(":")
      let saved = context
      context = .function
      let body = statements()
      context = saved
      let last = position - 1
      let fallsThrough =
        last >= 0 && last < end && tokens[last].length == 11 && keyword(last) == "fallthrough"
      cases.append(.init(patterns: patterns, isDefault: isDefault, body: body, fallsThrough: fallsThrough))
    }
    return cases
  }

  private func casePatterns() -> [Expression] {
    var patterns: [Expression] = []
    while !atEnd, !sees(":") {
      let before = position
      patterns.append(expression())
      if take("where") { patterns.append(expression()) }
      if take(",") { continue }
      if sees(":") { break }
      patterns.append(.unknown(place))
      while !atEnd, !sees(":"), !sees(",") { skip() }
      take(",")
      if position <= before { position = before + 1 }
    }
    return patterns
  }

  // MARK: Loops and errors

  private func swiftFor() -> Statement {
    let place = place
    position += 1
    var words: [String] = []
    while !atEnd, keyword != "in", !isMark(position, 0x7B) {
      if keyword == "await" || keyword == "try" { words.append(keyword) }
      skip()
    }
    var head: [Expression] = []
    if take("in") {
      let start = self.place
      var sequence = self.head()
      for word in words.reversed() { sequence = .composed(symbol: word, [sequence], start) }
      head.append(sequence)
      if take("where") { head.append(self.head()) }
    }
    return .loop(.init(head: head, body: block(), runsOnce: false, place: place))
  }

  private func swiftDo() -> Statement {
    let place = place
    position += 1
    if take("throws"), isMark(position, 0x28) { skip() }
    let body = block()
    var catches: [[Statement]] = []
    var catchesAll = false
    while take("catch") {
      var isNarrow = false
      if !isMark(position, 0x7B) {
        isNarrow = !(["let", "var"].contains(keyword) && isMark(position + 2, 0x7B))
        let saved = bindings
        stopping({ $0.brace = true }) {
          while !atEnd, !isMark(position, 0x7B) {
            let before = position
            _ = expression()
            if take("where") { _ = expression() }
            take(",")
            if position <= before { position = before + 1 }
          }
        }
        bindings = saved
      }
      if !isNarrow { catchesAll = true }
      catches.append(block())
    }
    if catches.isEmpty { return .block(body) }
    return .attempt(
      .init(body: body, catches: catches, catchesAll: catchesAll, finally: nil, place: place))
  }

  // MARK: Directives

  var isDirective: Bool {
    token.kind == .hash
      && ["#if", "#elseif", "#else", "#endif", "#warning", "#error"].contains(text(position))
  }

  /// `#if` in code; in declarations what both sides declare is there. True where it was one.
  private func swiftDirective(into result: inout [Statement]) -> Bool {
    switch text(position) {
    case "#if":
      guard context == .function else {
        skipDirective()
        return true
      }
      result.append(conditionalCompilation())
      return true
    case "#elseif", "#else", "#endif", "#warning", "#error", "#sourceLocation":
      skipDirective()
      return true
    default: return false
    }
  }

  /// To the end of its line.
  func skipDirective() {
    position += 1
    while !atEnd, !token.newlineBefore { skip() }
  }

  private func conditionalCompilation() -> Statement {
    var branches: [Statement.Branch] = []
    var otherwise: [Statement]?
    while !atEnd {
      let place = place
      let name = text(position)
      if name == "#endif" {
        position += 1
        break
      }
      var conditions: [Expression] = []
      position += 1
      if name != "#else", !token.newlineBefore {
        // The condition ends with its line.
        let saved = end
        var last = position + 1
        while last < end, !token(last).newlineBefore { last = isOpening(last) ? behind(last) : last + 1 }
        end = min(last, saved)
        conditions.append(expression())
        end = saved
        position = max(position, last)
      }
      let body = clause()
      if name == "#else" {
        otherwise = body
      } else {
        branches.append(
          .init(
            conditions: conditions, then: body, otherwise: nil, isConditionalCompilation: true, place: place))
      }
    }
    return chained(branches, otherwise)
  }

  /// Statements up to the next directive of this `#if`.
  private func clause() -> [Statement] {
    var result: [Statement] = []
    while !atEnd {
      result += statements()
      if atEnd || token.kind == .hash { break }
      // A `case` under `#if`.
      skip()
    }
    return result
  }
}
