internal import AppFacts

/// Members, calls, subscripts and trailing closures of Swift.
extension Parser {
  func swiftPostfix(_ first: Expression) -> Expression {
    var result = first
    // `#if` between the links of a chain.
    var branches = 0
    while !atEnd {
      let token = token
      switch token.kind {
      case .hash:
        guard let next = chainDirective(&branches) else { return result }
        position = next
        continue
      case .mark: break
      default: return result
      }
      switch token.first {
      case 0x2E where token.length == 1:
        guard isNamed(position + 1) else { return result }
        position += 1
        result = swiftMember(result)
      case 0x3F where token.length == 1, 0x21 where token.length == 1:
        guard !token.spaceBefore, !isTernary(token) else { return result }
        position += 1
        continue
      case 0x28:
        guard !token.newlineBefore, !isLiteral(result) else { return result }
        if case .name = result, !token.spaceBefore, namesArguments(position) {
          // `apps(withID:)`: the function by its full name.
          skip()
          continue
        }
        result = call(result, arguments() + swiftTrailing())
      case 0x5B:
        guard !token.newlineBefore, !token.spaceBefore || !isLiteral(result) else { return result }
        let place = result.startPlace
        result = .composed(symbol: "[]", [result] + arguments().map(\.value), place)
      case 0x7B:
        guard isCallee(result), opensClosure() else { return result }
        result = call(result, swiftTrailing())
      case 0x3C:
        guard !token.spaceBefore, let next = swiftArgumentsEnd() else { return result }
        position = next
        continue
      case 0x2E where token.length == 3 && !token.spaceBefore:
        // `array[1...]`
        let next = self.token(position + 1)
        guard next.kind == .end || (next.kind == .mark && [0x2C, 0x29, 0x5D, 0x3A].contains(next.first))
        else {
          return result
        }
        result = .composed(symbol: "...", [result], result.startPlace)
        position += 1
      default: return result
      }
      height += 1
      if height > SourceParser.height { fail() }
    }
    return result
  }

  /// `.name`, behind the dot.
  func swiftMember(_ base: Expression?) -> Expression {
    let place = place
    guard isNamed(position) else { return base ?? .unknown(place) }
    let name = text(position)
    position += 1
    // `handler(_:error:)` by its full name.
    if isMark(position, 0x28), !token.spaceBefore, namesArguments(position) { skip() }
    return .member(base: base, name: name, place: place)
  }

  private func isNamed(_ at: Int) -> Bool { isWord(at) || token(at).kind == .number }

  /// `(_:error:)`.
  private func namesArguments(_ open: Int) -> Bool {
    let close = closing(open)
    guard close - open >= 3, isMark(close - 1, 0x3A), close - open < 64 else { return false }
    return stride(from: open + 1, to: close, by: 2).allSatisfy { isWord($0) && isMark($0 + 1, 0x3A) }
  }

  /// A `?` with an operand behind it and a space after it belongs to a ternary.
  private func isTernary(_ token: Token) -> Bool {
    guard token.first == 0x3F else { return false }
    let next = self.token(position + 1)
    guard next.spaceBefore, !next.newlineBefore, next.kind != .end else { return false }
    return next.kind == .string || next.kind == .number
  }

  private func isLiteral(_ expression: Expression) -> Bool {
    switch expression {
    case .number, .string, .interpolation, .flag, .null, .unknown: true
    case .composed(let symbol, _, _): ["try", "await", "try?", "try!", "regex"].contains(symbol)
    default: false
    }
  }

  private func isCallee(_ expression: Expression) -> Bool {
    switch expression {
    case .call, .name, .member: true
    case .composed(let symbol, _, _): symbol == "[]"
    default: false
    }
  }

  /// Whether the `{` here is a trailing closure, and not the body of a statement or accessors.
  private func opensClosure() -> Bool {
    let first = keyword(position + 1)
    if ["get", "set", "didSet", "willSet"].contains(first), context != .function || first != "get" {
      let next = token(position + 2)
      if isMark(position + 2, 0x7B) || isMark(position + 2, 0x28) || next.newlineBefore { return false }
    }
    guard stops.brace else { return true }
    let next = behind(position)
    let token = token(next)
    switch token.kind {
    case .mark:
      switch token.first {
      case 0x7B, 0x2C: return true
      case 0x28, 0x5B, 0x2E, 0x3F, 0x21, 0x3D, 0x26, 0x7C, 0x3C, 0x3E: return !token.newlineBefore
      default: return false
      }
    case .word: return !token.newlineBefore && ["where", "as", "is"].contains(keyword(next))
    default: return false
    }
  }

  /// Generic arguments in an expression: only what follows them tells them from two comparisons.
  private func swiftArgumentsEnd() -> Int? {
    guard let next = genericEnd(position) else { return nil }
    let token = token(next)
    switch token.kind {
    case .end: return next
    case .mark:
      return [0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x21, 0x3D].contains(
        token.first)
        ? next : nil
    default: return token.newlineBefore ? next : nil
    }
  }

  /// Steps over `#if os(iOS)`, `#else`, `#endif` between the links of a chain.
  private func chainDirective(_ branches: inout Int) -> Int? {
    let name = text(position)
    guard ["#if", "#elseif", "#else", "#endif"].contains(name) else { return nil }
    if name != "#if", branches == 0 { return nil }
    var next = position + 1
    while next < end, !token(next).newlineBefore { next += 1 }
    if name == "#if" {
      guard isMark(next, 0x2E) else { return nil }
      branches += 1
    } else if name == "#endif" {
      branches -= 1
    }
    return next
  }

  // MARK: Calls

  /// The call of an expression: the last name of what is called becomes the call's.
  func call(_ callee: Expression, _ arguments: [Expression.Call.Argument]) -> Expression {
    switch callee {
    case .name(let name, let place): .call(.init(base: nil, name: name, arguments: arguments, place: place))
    case .member(let base, let name, let place):
      .call(.init(base: base, name: name, arguments: arguments, place: place))
    case .call(let inner)
    where !inner.arguments.isEmpty && arguments.allSatisfy(\.value.isClosure)
      && language == .kotlin:
      .call(
        .init(base: inner.base, name: inner.name, arguments: inner.arguments + arguments, place: inner.place))
    default: .call(.init(base: callee, name: "", arguments: arguments, place: callee.startPlace))
    }
  }

  /// The arguments in the bracket here.
  func arguments() -> [Expression.Call.Argument] {
    inside {
      var result: [Expression.Call.Argument] = []
      while !atEnd {
        let next = argument()
        result.append(next)
      }
      return result
    }
  }

  /// One argument with its label, and the comma behind it.
  func argument() -> Expression.Call.Argument {
    var label: String?
    if isWord(position), sees(":", at: position + 1), language == .swift {
      label = text(position) == "_" ? nil : text(position)
      position += 2
    } else if isWord(position), isMark(position + 1, 0x3D), language == .kotlin {
      label = text(position)
      position += 2
    }
    if language == .swift, token.kind == .mark, sees(",", at: position + 1) || position + 1 == end,
      ![0x28, 0x5B, 0x7B, 0x2C].contains(token.first)
    {
      // An operator passed as a function.
      position += 1
      return .init(label, ended(.name(text(position - 1), place(position - 1))))
    }
    return .init(label, ended(expression()))
  }

  /// Trailing closures: the first has no label.
  func swiftTrailing() -> [Expression.Call.Argument] {
    guard isMark(position, 0x7B), opensClosure() else { return [] }
    var result = [Expression.Call.Argument(nil, swiftClosure())]
    while isWord(position), isMark(position + 1, 0x3A), isMark(position + 2, 0x7B), !keyword.isEmpty,
      keyword != "case", keyword != "default"
    {
      let label = text(position)
      position += 2
      result.append(.init(label == "_" ? nil : label, swiftClosure()))
    }
    return result
  }

  // MARK: Closures

  func swiftClosure() -> Expression {
    let place = place
    let parameters = closureParameters()
    let saved = bindings
    let body: [Statement] = deeper(or: []) {
      inside {
        position = parameters.start
        return with(.function, owner: owner) { statements() }
      }
    }
    bindings = saved
    return .closure(.init(parameters: parameters.names, body: body, place: place))
  }

  /// The names before `in`, and where the body begins.
  private func closureParameters() -> (names: [String], start: Int) {
    let open = position
    let close = closing(open)
    var at = open + 1
    var names: [String] = []
    var mayName = true
    while at < close, at - open < 200 {
      let token = tokens[at]
      switch token.kind {
      case .word:
        let word = keyword(at)
        if word == "in" { return (names, at + 1) }
        if ["if", "for", "let", "var", "guard", "switch", "while", "return", "func", "do", "try", "await"]
          .contains(word)
        {
          return ([], open + 1)
        }
        if mayName, word != "async", word != "throws", word != "rethrows" { names.append(text(at)) }
        at += 1
      case .at: at += 1
      case .mark:
        switch token.first {
        case 0x28:
          if names.isEmpty, mayName, tokens[at - 1].kind != .at || token.spaceBefore {
            names = parameterNames(at)
          }
          mayName = false
          at = behind(at)
        case 0x5B: at = behind(at)
        case 0x2D where token.length == 2:
          mayName = false
          at += 1
        case 0x2C, 0x3A, 0x3F, 0x21, 0x3C, 0x3E, 0x2E, 0x26: at += 1
        default: return ([], open + 1)
        }
      default: return ([], open + 1)
      }
    }
    return ([], open + 1)
  }

  private func parameterNames(_ open: Int) -> [String] {
    let close = closing(open)
    var names: [String] = []
    var at = open + 1
    var last: String?
    var isOpen = true
    while at < close {
      if isMark(at, 0x2C) {
        if let last { names.append(last) }
        last = nil
        isOpen = true
      } else if isMark(at, 0x3A) {
        isOpen = false
      } else if isOpen, isWord(at) {
        last = text(at)
      }
      at = isOpening(at) ? behind(at) : at + 1
    }
    return names + (last.map { [$0] } ?? [])
  }
}

extension Expression {
  var isClosure: Bool { if case .closure = self { true } else { false } }

  /// Of its first character, as far as that is known.
  var startPlace: Place {
    switch self {
    case .call(let call): call.base?.startPlace ?? call.place
    case .member(let base?, _, _): base.startPlace
    default: place
    }
  }
}
