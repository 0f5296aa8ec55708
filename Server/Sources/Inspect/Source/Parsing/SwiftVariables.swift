internal import AppFacts

/// Constants and variables of Swift, stored and computed.
extension Parser {
  func swiftVariables(_ modifiers: [String], into result: inout [Statement]) {
    var modifiers = modifiers + memberModifiers
    if keyword == "let" { modifiers.append("let") }
    position += 1
    repeat {
      let place = place
      let names = patternNames()
      guard !names.isEmpty else {
        if context == .function { resynchronise(into: &result) }
        return
      }
      var declared = VariableDeclaration(
        name: names[0].0, owner: context == .function ? nil : owner, type: nil, value: nil,
        modifiers: modifiers,
        place: names.count == 1 ? names[0].1 : place)
      if take(":") { declared.type = swiftType() }
      var later: [Statement] = []
      if take("=") {
        if ["if", "switch"].contains(keyword) {
          let name = Expression.name(names[0].0, names[0].1)
          var branches: [Statement] = []
          let saved = context
          context = .function
          swiftStatement(into: &branches)
          context = saved
          if context == .function {
            later = giving(branches) { .assign(target: name, value: $0, place: $0.startPlace) }
          } else {
            declared.value = branches.first.map { value($0, "if", place) }
          }
        } else {
          declared.value = expression()
        }
      }
      if isMark(position, 0x7B) {
        if isAccessorList(position) {
          let accessors = swiftAccessors()
          declared.getter = accessors.getter
          declared.setter = accessors.setter
        } else if declared.value == nil {
          declared.getter = functionBody()
        }
      }
      append(declared, into: &result)
      for (name, place) in names.dropFirst() {
        append(
          .init(
            name: name, owner: declared.owner, type: declared.type, value: nil, modifiers: modifiers,
            place: place),
          into: &result)
      }
      result += later
    } while take(",")
    if context == .function, !atEnd, !token.newlineBefore, !sees(";"), !isDirective, token.kind != .end {
      resynchronise(into: &result)
    }
  }

  private func append(_ variable: VariableDeclaration, into result: inout [Statement]) {
    if context == .function { result.append(.variable(variable)) } else { unit.variables.append(variable) }
  }

  /// The names of `x`, `(a, b)`, `_`.
  private func patternNames() -> [(String, Place)] {
    if isWord(position) {
      defer { position += 1 }
      return [(text(position), place)]
    }
    guard isMark(position, 0x28) else { return [] }
    let close = closing(position)
    var names: [(String, Place)] = []
    for at in position..<close
    where isWord(at) && !isMark(at + 1, 0x3A) && !["let", "var", "_"].contains(text(at)) {
      names.append((text(at), place(at)))
    }
    skip()
    return names.isEmpty ? [("_", place)] : names
  }

  private static let accessorWords: Set<String> = [
    "get", "set", "didSet", "willSet", "_read", "_modify", "read", "modify", "init", "unsafeAddress",
    "unsafeMutableAddress",
  ]

  /// Whether the braces here hold accessors.
  func isAccessorList(_ open: Int) -> Bool {
    var at = open + 1
    let close = closing(open)
    while at < close {
      if token(at).kind == .at {
        at += 1
        if isMark(at, 0x28) { at = behind(at) }
      } else if ["mutating", "nonmutating", "nonisolated", "private", "borrowing", "consuming"].contains(
        keyword(at))
      {
        at += 1
      } else {
        break
      }
    }
    guard at < close, Self.accessorWords.contains(keyword(at)) else { return false }
    let next = at + 1
    return next >= close || isMark(next, 0x7B) || (isMark(next, 0x28) && isMark(behind(next), 0x7B))
      || ["async", "throws", "get", "set"].contains(keyword(next)) || token(next).kind == .at
      || keyword(next) == "nonmutating" || keyword(next) == "mutating"
  }

  func swiftAccessors() -> (getter: [Statement]?, setter: [Statement]?) {
    inside {
      var getter: [Statement]?
      var setter: [Statement]?
      while !atEnd {
        let word = keyword
        guard Self.accessorWords.contains(word) else {
          skip()
          continue
        }
        position += 1
        if isMark(position, 0x28) { skip() }
        while ["async", "throws", "rethrows"].contains(keyword) {
          position += 1
          if isMark(position, 0x28) { skip() }
        }
        guard isMark(position, 0x7B) else { continue }
        let body = functionBody()
        switch word {
        case "get", "_read", "read", "unsafeAddress": getter = (getter ?? []) + body
        default: setter = (setter ?? []) + body
        }
      }
      return (getter, setter)
    }
  }
}
