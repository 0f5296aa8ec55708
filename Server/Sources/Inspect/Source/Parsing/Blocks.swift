internal import AppFacts

/// What all languages share in statements.
extension Parser {
  /// Statements up to the end of what is in sight, or to what only the caller knows (`case`, `#else`).
  func statements() -> [Statement] {
    measured {
      var result: [Statement] = []
      while !atEnd, !endsList() {
        let before = position
        deeper(or: ()) { statement(into: &result) }
        if language == .kotlin, !kotlinEnded { resynchronise(into: &result) }
        if position <= before { position = before + 1 }
      }
      return result
    }
  }

  /// A block in braces, or a lone statement where the language has them.
  func block() -> [Statement] {
    if isMark(position, 0x7B) { return inside { statements() } }
    guard language != .swift else { return [.unknown(place)] }
    var result: [Statement] = []
    guard !atEnd else { return [.unknown(place)] }
    if take(";") { return [] }
    let before = position
    deeper(or: ()) { statement(into: &result) }
    if position <= before { position = before + 1 }
    return result
  }

  /// `for (…)` in its two forms: each of a list, behind a colon or a word, and three parts behind semicolons.
  func forLoop(eachWord: String? = nil, _ statement: (inout [Statement]) -> Void) -> Statement {
    let place = place
    position += 1
    let head = isMark(position, 0x28) ? inside { forHead(eachWord, statement) } : [.unknown(place)]
    return .loop(.init(head: head, body: block(), runsOnce: false, place: place))
  }

  private func forHead(_ eachWord: String?, _ statement: (inout [Statement]) -> Void) -> [Expression] {
    var at = position
    var split: Int?
    while at < end, !isMark(at, 0x3B) {
      if split == nil, isMark(at, 0x3A) || (eachWord != nil && keyword(at) == eachWord) { split = at }
      at = isOpening(at) ? behind(at) : at + 1
    }
    if let split, at >= end {
      position = split + 1
      return [expression()]
    }
    var first: [Statement] = []
    deeper(or: ()) { statement(&first) }
    var head = first.flatMap(\.expressions)
    while !atEnd {
      if take(";") || take(",") { continue }
      head.append(expression())
    }
    return head
  }

  /// What follows the body of a `try`: `catch (…) { … }`, any number of them, and `finally { … }`.
  func attempt(_ body: [Statement], _ place: Place) -> Statement {
    var catches: [[Statement]] = []
    while take("catch") {
      if isMark(position, 0x28) { skip() }
      catches.append(block())
    }
    let last = take("finally") ? block() : nil
    return .attempt(.init(body: body, catches: catches, catchesAll: false, finally: last, place: place))
  }

  private func endsList() -> Bool {
    switch language {
    case .swift: swiftEndsList()
    case .objectiveC: objectiveCEndsList()
    case .kotlin: false
    case .java:
      keyword == "case"
        || (keyword == "default" && (sees(":", at: position + 1) || sees("->", at: position + 1)))
    }
  }

  private func statement(into result: inout [Statement]) {
    switch language {
    case .swift: swiftStatement(into: &result)
    case .objectiveC: objectiveCStatement(into: &result)
    case .kotlin: kotlinStatement(into: &result)
    case .java: javaStatement(into: &result)
    }
  }

  /// Skips to where the next statement can begin, and says that something was not understood.
  func resynchronise(into result: inout [Statement]) {
    result.append(.unknown(place))
    let needsSemicolon = language == .objectiveC || language == .java
    var isFirst = true
    while !atEnd {
      if sees(";") {
        position += 1
        return
      }
      if !isFirst, token.newlineBefore, !needsSemicolon { return }
      let isBlock = isMark(position, 0x7B)
      skip()
      isFirst = false
      if isBlock, needsSemicolon { return }
    }
  }

  /// An expression that stands as a statement, in the form that rules ask for.
  func statement(_ expression: Expression) -> Statement {
    switch expression {
    case .composed("=", let parts, let place) where parts.count == 2:
      return .assign(target: parts[0], value: parts[1], place: place)
    case .composed(let word, let parts, let place)
    where parts.count == 1 && ["try", "await", "try?", "try!"].contains(word):
      if case .composed("=", let sides, _) = parts[0], sides.count == 2 {
        return .assign(target: sides[0], value: .composed(symbol: word, [sides[1]], place), place: place)
      }
      return .expression(expression)
    case .call(let call) where neverReturns(call):
      return .leave(.init(.never, expression, call.place))
    default: return .expression(expression)
    }
  }

  private func neverReturns(_ call: Expression.Call) -> Bool {
    switch (language, call.name) {
    case (_, "exit"), (_, "abort"), (_, "_exit"):
      return call.base == nil
        || ["System", "Runtime", "Darwin", "Foundation", "Glibc", "std"].contains(call.base?.path ?? "")
    case (.kotlin, "error"): return call.base == nil
    case (.objectiveC, "raise:format:"), (.objectiveC, "_Exit"), (.objectiveC, "__builtin_trap"): return true
    case (_, let name): return call.base == nil && SourceConventions.neverReturning.contains(name)
    }
  }

  /// An expression as the value of something; where it is a statement, each of its branches gives a value.
  func given(_ make: (Expression) -> Statement) -> [Statement] {
    let start = position
    let value = expression()
    if let valueStatement, valueStatement.tokens == start..<position {
      return giving(valueStatement.statements, make)
    }
    return [make(value)]
  }

  /// A statement that stands where an operand can stand.
  func statementOperand(_ symbol: String) -> Expression {
    let start = position
    let place = place
    var body: [Statement] = []
    deeper(or: ()) { statement(into: &body) }
    guard let last = body.last else { return .unknown(place) }
    valueStatement = (start..<position, body)
    return value(last, symbol, place)
  }

  /// Makes the last expression of each branch of a statement the value of something.
  func giving(_ statements: [Statement], _ make: (Expression) -> Statement) -> [Statement] {
    guard let last = statements.last else { return statements }
    var result = statements
    switch last {
    case .expression(let expression): result[result.count - 1] = make(expression)
    case .branch(var branch):
      branch.then = giving(branch.then, make)
      branch.otherwise = branch.otherwise.map { giving($0, make) }
      result[result.count - 1] = .branch(branch)
    case .select(var select):
      // As a value it has to give one.
      select.isComplete = true
      for index in select.cases.indices { select.cases[index].body = giving(select.cases[index].body, make) }
      result[result.count - 1] = .select(select)
    case .attempt(var attempt):
      attempt.body = giving(attempt.body, make)
      attempt.catches = attempt.catches.map { giving($0, make) }
      result[result.count - 1] = .attempt(attempt)
    case .block(let body): result[result.count - 1] = .block(giving(body, make))
    default: break
    }
    return result
  }

  /// A statement that is a value inside an expression: a closure whose body is the statement.
  func value(_ statement: Statement, _ symbol: String, _ place: Place) -> Expression {
    .composed(symbol: symbol, [.closure(.init(parameters: [], body: [statement], place: place))], place)
  }
}
