internal import AppFacts

/// Statements of Objective-C.
extension Parser {
  func objectiveCEndsList() -> Bool {
    switch token.kind {
    case .word: return keyword == "case" || (keyword == "default" && isMark(position + 1, 0x3A))
    case .directive: return !["if", "ifdef", "ifndef"].contains(directiveName)
    default: return false
    }
  }

  private var directiveName: String { Preprocessor(text: text, file: unit.file).directive(token).name }

  func objectiveCStatement(into result: inout [Statement]) {
    let place = place
    if take(";") { return }
    if isMark(position, 0x7B) {
      result.append(.block(block()))
      return
    }
    switch token.kind {
    case .directive: return result.append(cConditionalCompilation())
    case .at: if atStatement(place, into: &result) { return }
    case .word: if wordStatement(place, into: &result) { return }
    default: break
    }
    let start = position
    let value = expression()
    if case .unknown = value, position <= start + 1 {
      position = start
      return resynchronise(into: &result)
    }
    var values = [value]
    while take(","), !atEnd { values.append(expression()) }
    result += values.map { statement($0) }
    endStatement(into: &result)
  }

  /// Behind a statement: a `;`, or a line's end behind a macro.
  func endStatement(into result: inout [Statement]) {
    if take(";") || atEnd || token.kind == .directive { return }
    if token.newlineBefore, let last = result.last, case .expression(let value) = last {
      switch value {
      case .call(let call) where call.base == nil: return
      case .name: return
      default: break
      }
    }
    resynchronise(into: &result)
  }

  private func wordStatement(_ place: Place, into result: inout [Statement]) -> Bool {
    switch keyword {
    case "if": result.append(cIf())
    case "for": result.append(cFor())
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
    case "switch":
      position += 1
      let subject = isMark(position, 0x28) ? list { expression() }.first : nil
      guard isMark(position, 0x7B) else {
        result.append(.unknown(place))
        return true
      }
      let cases = inside { cCases() }
      result.append(
        .select(
          .init(subject: subject, cases: cases, isComplete: cases.contains(where: \.isDefault), place: place))
      )
    case "return", "throw":
      let kind: Statement.Leave.Kind = keyword == "return" ? .return : .throw
      position += 1
      let value = sees(";") || atEnd ? nil : expression()
      result.append(.leave(.init(kind, value, place)))
      endStatement(into: &result)
    case "break", "continue":
      result.append(.leave(.init(keyword == "break" ? .break : .continue, nil, place)))
      position += 1
      endStatement(into: &result)
    case "goto", "asm", "__asm__": resynchronise(into: &result)
    case "typedef", "using", "template", "friend": skipDeclaration()
    case "else", "catch":
      // Without what it belongs to.
      position += 1
      if isMark(position, 0x28) { skip() }
      result.append(.unknown(place))
      result.append(.block(block()))
    case "try" where isMark(position + 1, 0x7B):
      position += 1
      attempt("catch", nil, place, into: &result)
    case "struct", "class", "enum", "union":
      var at = position + 1
      while isWord(at) || isMark(at, 0x3A) { at += 1 }
      guard isMark(at, 0x7B) else { return cDeclaration(into: &result) }
      position = behind(at)
      skipDeclaration()
    default:
      if isMark(position + 1, 0x3A), !stops.isMiddle, isWord(position) {
        // A label.
        position += 2
        return true
      }
      return cDeclaration(into: &result)
    }
    return true
  }

  private func atStatement(_ place: Place, into result: inout [Statement]) -> Bool {
    switch text(position) {
    case "@try":
      position += 1
      attempt("@catch", "@finally", place, into: &result)
    case "@synchronized":
      position += 1
      if isMark(position, 0x28) { result += list { expression() }.map { .expression($0) } }
      result.append(.block(block()))
    case "@autoreleasepool":
      position += 1
      result.append(.block(block()))
    case "@throw":
      position += 1
      let value = sees(";") || atEnd ? nil : expression()
      result.append(.leave(.init(.throw, value, place)))
      endStatement(into: &result)
    default: return false
    }
    return true
  }

  private func attempt(
    _ catchWord: StaticString, _ finallyWord: StaticString?, _ place: Place, into result: inout [Statement]
  ) {
    let body = block()
    var catches: [[Statement]] = []
    while take(catchWord) {
      if isMark(position, 0x28) { skip() }
      catches.append(block())
    }
    var last: [Statement]?
    if let finallyWord, take(finallyWord) { last = block() }
    result.append(
      .attempt(.init(body: body, catches: catches, catchesAll: false, finally: last, place: place)))
  }

  // MARK: Branches and loops

  /// if and else if of C and Java.
  func cIf() -> Statement {
    var branches: [Statement.Branch] = []
    var otherwise: [Statement]?
    while true {
      let place = place
      position += 1
      take("constexpr")
      let conditions = isMark(position, 0x28) ? cConditions() : [.unknown(place)]
      branches.append(.init(conditions: conditions, then: block(), otherwise: nil, place: place))
      guard take("else") else { break }
      if keyword == "if" { continue }
      otherwise = block()
      break
    }
    return chained(branches, otherwise)
  }

  /// What stands in the parentheses of an if; C++ may declare something first.
  private func cConditions() -> [Expression] {
    guard language == .objectiveC else { return list { expression() } }
    return inside {
      var result: [Expression] = []
      if let first = declarator(position), isMark(first.next, 0x3D) {
        result += variables(first, owner: nil).compactMap(\.value)
        take(";")
      }
      while !atEnd { result.append(ended(expression())) }
      return result
    }
  }

  private func cFor() -> Statement {
    forLoop(eachWord: "in") { self.objectiveCStatement(into: &$0) }
  }

  private func cCases() -> [Statement.Select.Case] {
    var cases: [Statement.Select.Case] = []
    while !atEnd {
      if token.kind == .directive || !objectiveCEndsList() {
        skip()
        continue
      }
      var patterns: [Expression] = []
      var isDefault = false
      while !atEnd, keyword == "case" || (keyword == "default" && isMark(position + 1, 0x3A)) {
        if keyword == "default" { isDefault = true }
        position += 1
        if !isMark(position, 0x3A) { patterns.append(expression()) }
        while !atEnd, !isMark(position, 0x3A) { skip() }
        take(":")
      }
      var body = statements()
      while !atEnd, token.kind == .directive {
        skip()
        body += statements()
      }
      cases.append(.init(patterns: patterns, isDefault: isDefault, body: body))
    }
    markFallsThrough(&cases)
    return cases
  }

  /// In C and Java a case goes on into the next where it does not leave.
  func markFallsThrough(_ cases: inout [Statement.Select.Case]) {
    for index in cases.indices.dropLast() { cases[index].fallsThrough = !leaves(cases[index].body) }
  }

  private func leaves(_ body: [Statement]) -> Bool {
    switch body.last {
    case .leave: true
    case .block(let inner): leaves(inner)
    default: false
    }
  }

  // MARK: Directives

  private func cConditionalCompilation() -> Statement {
    var branches: [Statement.Branch] = []
    var otherwise: [Statement]?
    let reader = Preprocessor(text: text, file: unit.file)
    while !atEnd, token.kind == .directive {
      let place = place
      let (name, rest) = reader.directive(token)
      position += 1
      if name == "endif" { break }
      let condition = Expression.name(String(decoding: text[rest], as: UTF8.self), place)
      var body: [Statement] = []
      while !atEnd {
        body += statements()
        if atEnd || token.kind == .directive { break }
        skip()
      }
      if name == "else" {
        otherwise = body
        continue
      }
      branches.append(
        .init(
          conditions: [name == "ifndef" ? .composed(symbol: "!", [condition], place) : condition],
          then: body,
          otherwise: nil, isConditionalCompilation: true, place: place))
    }
    return chained(branches, otherwise)
  }
}
