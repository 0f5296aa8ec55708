internal import AppFacts

/// Messages, members, calls and blocks of Objective-C.
extension Parser {
  func objectiveCPostfix(_ first: Expression) -> Expression {
    var result = first
    while !atEnd, token.kind == .mark {
      let token = token
      switch token.first {
      case 0x2E where token.length == 1 && isWord(position + 1),
        0x2D where sees("->") && isWord(position + 1),
        0x3A where sees("::") && isWord(position + 1):
        position += 2
        result = .member(base: result, name: text(position - 1), place: place(position - 1))
      case 0x28:
        guard isCalled(result) else { return result }
        result = call(result, arguments())
      case 0x5B:
        guard !token.newlineBefore || !isMark(behind(position), 0x3B) else { return result }
        let place = result.startPlace
        result = .composed(symbol: "[]", [result] + list { expression() }, place)
      case 0x2B where sees("++"), 0x2D where sees("--"):
        result = .composed(symbol: text(position), [result], result.startPlace)
        position += 1
      case 0x3C:
        guard !token.spaceBefore, let next = genericEnd(position),
          isMark(next, 0x28) || sees("::", at: next) || isWord(next)
        else { return result }
        position = next
        continue
      case 0x7B:
        // `Type{…}` of C++.
        guard !token.spaceBefore, !stops.brace, case .name(let name, let place) = result,
          name.utf8.first?.isUpper == true
        else { return result }
        let parts = list { expression() }
        result = .call(.init(base: nil, name: name, arguments: parts.map { .init(nil, $0) }, place: place))
      default: return result
      }
      height += 1
      if height > SourceParser.height { fail() }
    }
    return result
  }

  private func isCalled(_ expression: Expression) -> Bool {
    switch expression {
    case .number, .string, .flag, .null, .unknown: false
    default: true
    }
  }

  // MARK: Messages

  /// `[receiver name:argument …]`, an array in braces of C, or a lambda of C++.
  func message(_ place: Place) -> Expression {
    if let lambda = lambda(place) { return lambda }
    return inside {
      guard !atEnd else { return .list([], place) }
      let receiver = deeper(or: .unknown(self.place)) { objectiveCOperand() }
      if atEnd { return .list([receiver], place) }
      let name = self.place
      if isWord(position), !isMark(position + 1, 0x3A) {
        position += 1
        let call = Expression.call(
          .init(base: receiver, name: text(position - 1), arguments: [], place: name))
        return leftOver(call)
      }
      var selector = ""
      var arguments: [Expression.Call.Argument] = []
      while !atEnd {
        let label = isWord(position) ? text(position) : ""
        if isWord(position) { position += 1 }
        guard isMark(position, 0x3A) || sees("::") else { break }
        selector += label + (sees("::") ? "::" : ":")
        position += 1
        guard !atEnd else { break }
        arguments.append(.init(label.isEmpty ? nil : label, expression()))
        while take(","), !atEnd { arguments.append(.init(nil, expression())) }
      }
      guard !selector.isEmpty else { return leftOver(receiver) }
      return leftOver(.call(.init(base: receiver, name: selector, arguments: arguments, place: name)))
    }
  }

  /// What stands behind an expression and does not belong there makes it half unknown.
  private func leftOver(_ expression: Expression) -> Expression {
    guard !atEnd else { return expression }
    let place = place
    position = end
    return .composed(symbol: "unknown", [expression, .unknown(place)], expression.startPlace)
  }

  /// `[captures](parameters) { … }` of C++.
  private func lambda(_ place: Place) -> Expression? {
    var at = behind(position)
    var open: Int?
    if isMark(at, 0x28) {
      open = at
      at = behind(at)
    }
    if sees("mutable", at: at) || sees("noexcept", at: at) { at += 1 }
    if sees("->", at: at) {
      let far = min(end, at + 64)
      while at < far, !isMark(at, 0x7B), !isMark(at, 0x3B) { at += 1 }
    }
    guard isMark(at, 0x7B), open != nil || closing(position) - position <= 2 || isMark(position + 1, 0x26)
    else { return nil }
    let names = open.map { cParameters($0).map(\.name) } ?? []
    position = at
    return closure(names, place)
  }

  /// The statements in the braces here as a closure.
  func closure(_ parameters: [String], _ place: Place) -> Expression {
    let body = deeper(or: []) { functionBody() }
    return .closure(.init(parameters: parameters, body: body, place: place))
  }

  /// `^{ … }`, `^(int a) { … }`, `^BOOL(id x) { … }`.
  func objectiveCBlock(_ place: Place) -> Expression {
    var at = position + 1
    var parameters: Int?
    while at < end, !isMark(at, 0x7B) {
      let token = token(at)
      switch token.kind {
      case .word: at += 1
      case .mark:
        switch token.first {
        case 0x28:
          parameters = at
          at = behind(at)
        case 0x2A: at += 1
        case 0x3C:
          guard let next = genericEnd(at) else { return unknownBlock(place) }
          at = next
        default: return unknownBlock(place)
        }
      default: return unknownBlock(place)
      }
    }
    guard at < end else { return unknownBlock(place) }
    let names = parameters.map { cParameters($0).map(\.name) } ?? []
    position = at
    return closure(names, place)
  }

  private func unknownBlock(_ place: Place) -> Expression {
    position += 1
    return .unknown(place)
  }
}
