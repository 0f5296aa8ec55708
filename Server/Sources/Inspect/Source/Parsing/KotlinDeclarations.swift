internal import AppFacts

/// Declarations of Kotlin.
extension Parser {
  private static let modifierWords: Set<String> = [
    "public", "private", "protected", "internal", "open", "abstract", "final", "sealed", "data", "inline",
    "value",
    "override", "lateinit", "const", "suspend", "operator", "infix", "tailrec", "external", "expect",
    "actual",
    "inner", "companion", "vararg", "noinline", "crossinline", "reified", "annotation", "enum", "fun",
  ]
  private static let declarationWords: Set<String> = [
    "class", "interface", "object", "fun", "val", "var", "typealias", "constructor", "get", "set",
  ]

  /// Annotations and modifiers, as written, without `@`.
  func kotlinModifiers() -> [String] {
    var result: [String] = []
    while !atEnd {
      if token.kind == .at {
        result.append(kotlinAnnotation())
        continue
      }
      if isMark(position, 0x40), isMark(position + 1, 0x5B) {
        // `@[A B]`
        position += 1
        skip()
        continue
      }
      let word = keyword
      if word == "context", isMark(position + 1, 0x28) {
        // `context(Logger) fun …`
        let next = behind(position + 1)
        if Self.declarationWords.contains(keyword(next)) || Self.modifierWords.contains(keyword(next)) {
          position = next
          continue
        }
      }
      guard Self.modifierWords.contains(word) else { return result }
      let next = keyword(position + 1)
      let goesOn =
        token(position + 1).kind == .at || Self.declarationWords.contains(next)
        || Self.modifierWords.contains(next)
        || (context == .type && next == "init")
      guard goesOn, word != "fun" || next == "interface" else { return result }
      if (next == "get" || next == "set"), context != .type, word != "private" { return result }
      result.append(word)
      position += 1
    }
    return result
  }

  private func kotlinAnnotation() -> String {
    let start = position
    position += 1
    // A use site: `@get:Named("x")`.
    if isMark(position, 0x3A), !token.spaceBefore, isWord(position + 1) { position += 2 }
    while isMark(position, 0x2E), isWord(position + 1), !token.spaceBefore { position += 2 }
    if isMark(position, 0x3C), !token.spaceBefore, let end = genericEnd(position) { position = end }
    if isMark(position, 0x28), !token.spaceBefore { skip() }
    return String(written(start, position).dropFirst())
  }

  /// A declaration behind its modifiers; false where none stands here.
  func kotlinDeclaration(_ modifiers: [String], _ place: Place, into result: inout [Statement]) -> Bool {
    switch keyword {
    case "package" where context == .file, "import" where context == .file:
      let isPackage = keyword == "package"
      position += 1
      let start = position
      let name = self.place
      while isWord(position) || isMark(position, 0x2A) {
        position += 1
        guard isMark(position, 0x2E) else { break }
        position += 1
      }
      if isPackage {
        unit.package = written(start, position)
      } else {
        unit.imports.append(Sourced(written(start, position), name))
        if take("as"), isWord(position) { position += 1 }
      }
    case "class", "interface": kotlinType(modifiers)
    case "object" where isWord(position + 1) || modifiers.contains("companion"): kotlinType(modifiers)
    case "fun" where !isMark(position + 1, 0x28): kotlinFunction(modifiers, into: &result)
    case "val", "var": kotlinVariable(modifiers, into: &result)
    case "typealias":
      position += 1
      while !atEnd, !take("="), !token.newlineBefore { position += 1 }
      kotlinTypeEnd()
    case "constructor" where context == .type && isMark(position + 1, 0x28):
      kotlinConstructor(modifiers)
    case "init" where context == .type && isMark(position + 1, 0x7B):
      position += 1
      let body = functionBody()
      unit.functions.append(
        .init(
          name: "init", signature: "init", owner: owner, parameters: [], modifiers: modifiers, body: body,
          place: place))
    default: return false
    }
    return true
  }

  // MARK: Functions

  private func kotlinFunction(_ modifiers: [String], into result: inout [Statement]) {
    position += 1
    if let end = genericEnd(position) { position = end }
    // The last word before the parentheses is the name; what stands before it is the type it extends.
    let start = position
    while !atEnd, !isMark(position, 0x28) || isMark(behind(position), 0x2E) {
      if isMark(position, 0x3C), let end = genericEnd(position) { position = end } else { skip() }
      if isMark(position, 0x7B) || isMark(position, 0x3D) || token.newlineBefore { break }
    }
    var name = position - 1
    if !isWord(name), let word = (start..<max(start, position)).last(where: { isWord($0) }) { name = word }
    guard isWord(name), name >= start else { return }
    let receiver = name - 1 > start && isMark(name - 1, 0x2E) ? kotlinReceiver(start, name - 1) : nil
    let place = place(name)
    let parameters = isMark(position, 0x28) ? inside { kotlinParameters() } : []
    let returns = take(":") ? kotlinType() : nil
    kotlinWhere()
    let title = text(name)
    var function = FunctionDeclaration(
      name: title, signature: title, owner: receiver ?? owner, parameters: parameters, returns: returns,
      modifiers: modifiers + memberModifiers, body: nil, place: place)
    if isMark(position, 0x7B) {
      function.body = functionBody()
    } else if take("=") {
      let saved = (context, bindings)
      context = .function
      function.body = given { .leave(.init(.return, $0, $0.startPlace)) }
      (context, bindings) = saved
    }
    if context == .function { result.append(.function(function)) } else { unit.functions.append(function) }
  }

  /// `Context` of `Context?.`, `List` of `List<T>.`
  private func kotlinReceiver(_ from: Int, _ to: Int) -> String? {
    var parts: [String] = []
    var at = from
    while at < to {
      if isMark(at, 0x3C), let end = genericEnd(at) {
        at = end
        continue
      }
      if isWord(at) { parts.append(text(at)) }
      at = isOpening(at) ? behind(at) : at + 1
    }
    return parts.isEmpty ? nil : parts.joined(separator: ".")
  }

  private func kotlinWhere() {
    guard take("where") else { return }
    while !atEnd, !isMark(position, 0x7B), !isMark(position, 0x3D) {
      if token.newlineBefore, !isMark(position - 1, 0x2C) { return }
      skip()
    }
  }

  func kotlinParameters() -> [FunctionDeclaration.Parameter] {
    var result: [FunctionDeclaration.Parameter] = []
    while !atEnd {
      let before = position
      _ = kotlinModifiers()
      while ["vararg", "noinline", "crossinline"].contains(keyword), isWord(position + 1) { position += 1 }
      if keyword == "val" || keyword == "var" { position += 1 }
      let name = isWord(position) ? text(position) : ""
      if isWord(position) { position += 1 }
      let type = take(":") ? kotlinType() ?? "" : ""
      if take("=") { _ = expression() }
      while !atEnd, !isMark(position, 0x2C) { skip() }
      take(",")
      if !name.isEmpty { result.append(.init(label: nil, name: name, type: type)) }
      if position <= before { position = before + 1 }
    }
    return result
  }

  private func kotlinConstructor(_ modifiers: [String]) {
    let place = place
    position += 1
    let parameters = inside { kotlinParameters() }
    var body: [Statement] = []
    if take(":") { body.append(.expression(stopping({ $0.brace = true }) { expression() })) }
    if isMark(position, 0x7B) { body += functionBody() }
    unit.functions.append(
      .init(
        name: "init", signature: "init", owner: owner, parameters: parameters, modifiers: modifiers,
        body: body,
        place: place))
  }

  // MARK: Types

  private func kotlinType(_ modifiers: [String]) {
    let word = keyword
    let isCompanion = modifiers.contains("companion")
    position += 1
    let place = isWord(position) ? place : self.place(position - 1)
    var name = isCompanion ? "Companion" : ""
    if isWord(position), !(isCompanion && token.newlineBefore) {
      name = text(position)
      position += 1
    }
    if let owner, context != .function { name = owner + "." + name }
    if let end = genericEnd(position) { position = end }
    let constructor = position
    _ = kotlinModifiers()
    if keyword == "private" || keyword == "internal" || keyword == "protected" { position += 1 }
    take("constructor")
    var parameters: [FunctionDeclaration.Parameter]?
    if isMark(position, 0x28) { parameters = kotlinPrimary(owner: name) } else { position = constructor }
    var superCall: Statement?
    let inherits = kotlinInheritance(&superCall)
    kotlinWhere()
    let kind: TypeDeclaration.Kind =
      word == "object"
      ? .object : word == "interface" ? .interface : modifiers.contains("enum") ? .enum : .class
    unit.types.append(
      .init(
        kind: kind, name: name, inherits: inherits,
        attributes: modifiers.filter { !Self.modifierWords.contains($0) }, place: place))
    if parameters != nil || superCall != nil {
      unit.functions.append(
        .init(
          name: "init", signature: "init", owner: name, parameters: parameters ?? [],
          body: superCall.map { [$0] } ?? [], place: place))
    }
    guard isMark(position, 0x7B) else { return }
    if kind == .enum { return inside { kotlinEnum(name) } }
    if isCompanion { return members(owner ?? name, modifiers: ["static"]) }
    members(name)
  }

  /// The parameters of a primary constructor, of which some are properties.
  private func kotlinPrimary(owner: String) -> [FunctionDeclaration.Parameter] {
    let open = position
    let parameters = inside { kotlinParameters() }
    let next = position
    let savedEnd = end
    position = open + 1
    end = min(closing(open), end)
    var index = 0
    while !atEnd, index < parameters.count {
      let before = position
      let place = place
      let modifiers = kotlinModifiers()
      if keyword == "val" || keyword == "var" {
        let isConstant = keyword == "val"
        unit.variables.append(
          .init(
            name: parameters[index].name, owner: owner, type: parameters[index].type, value: nil,
            modifiers: modifiers + (isConstant ? ["val"] : []), place: place))
      }
      index += 1
      while !atEnd, !isMark(position, 0x2C) {
        if isMark(position, 0x3C), let next = genericEnd(position) { position = next } else { skip() }
      }
      take(",")
      if position <= before { position = before + 1 }
    }
    end = savedEnd
    position = next
    return parameters
  }

  private func kotlinInheritance(_ superCall: inout Statement?) -> [String] {
    var result: [String] = []
    guard take(":") else { return result }
    stopping({ $0.brace = true }) {
      while !atEnd, !isMark(position, 0x7B) {
        while token.kind == .at { _ = kotlinAnnotation() }
        let start = position
        let place = place
        while isWord(position) {
          position += 1
          guard isMark(position, 0x2E) else { break }
          position += 1
        }
        if start < position { result.append(written(start, position)) } else { kotlinTypeEnd() }
        if let end = genericEnd(position) { position = end }
        if isMark(position, 0x28) {
          let given = arguments()
          if !given.isEmpty {
            superCall = .expression(.call(.init(base: nil, name: "super", arguments: given, place: place)))
          }
        }
        if take("by") { _ = expression() }
        if !take(",") { break }
      }
    }
    return result
  }

  private func kotlinEnum(_ name: String) {
    with(.type, owner: name) {
      while !atEnd, !isMark(position, 0x3B) {
        let before = position
        while token.kind == .at { _ = kotlinAnnotation() }
        guard isWord(position) else {
          skip()
          continue
        }
        if Self.declarationWords.contains(keyword), isWord(position + 1) { break }
        enumConstant(name)
        take(",")
        if position <= before { position = before + 1 }
      }
      take(";")
      while !atEnd {
        let before = position
        unit.topLevel += statements()
        if position <= before { position = before + 1 }
      }
    }
  }

  /// A constant of an enum of Kotlin or Java: its value is the call of the constructor.
  func enumConstant(_ owner: String) {
    let name = text(position)
    let place = place
    position += 1
    var arguments: [Expression.Call.Argument] = []
    let hasArguments = isMark(position, 0x28)
    if hasArguments { arguments = self.arguments() }
    if isMark(position, 0x7B) { arguments += anonymousMembers() }
    let simple = owner.split(separator: ".").last.map(String.init) ?? owner
    let value: Expression? =
      arguments.isEmpty && !hasArguments
      ? nil : .call(.init(base: nil, name: simple, arguments: arguments, place: place))
    unit.variables.append(
      .init(name: name, owner: owner, type: nil, value: value, modifiers: ["case"], place: place))
  }

  /// The members of an anonymous class as closures under their names.
  func anonymousMembers() -> [Expression.Call.Argument] {
    let functions = unit.functions.count
    let variables = unit.variables.count
    deeper(or: ()) { members(owner ?? "") }
    var result: [(Place, Expression.Call.Argument)] = []
    for function in unit.functions[functions...] {
      guard let body = function.body else { continue }
      let closure = Expression.closure(
        .init(parameters: function.parameters.map(\.name), body: body, place: function.place))
      result.append((function.place, .init(function.name, closure)))
    }
    for variable in unit.variables[variables...] {
      if let getter = variable.getter {
        let closure = Expression.closure(.init(parameters: [], body: getter, place: variable.place))
        result.append((variable.place, .init(variable.name, closure)))
      }
      if let value = variable.value { result.append((variable.place, .init(variable.name, value))) }
    }
    unit.functions.removeSubrange(functions...)
    unit.variables.removeSubrange(variables...)
    height += 2
    return result.sorted { ($0.0.line ?? 0, $0.0.column ?? 0) < ($1.0.line ?? 0, $1.0.column ?? 0) }.map(\.1)
  }

  // MARK: Variables

  private func kotlinVariable(_ modifiers: [String], into result: inout [Statement]) {
    var modifiers = modifiers + memberModifiers
    if keyword == "val" { modifiers.append("val") }
    position += 1
    if let end = genericEnd(position) { position = end }
    var names: [(String, Place)] = []
    var owner = context == .function ? nil : owner
    if isMark(position, 0x28) {
      for at in position..<behind(position) where isWord(at) && !isMark(at - 1, 0x3A) && text(at) != "_" {
        names.append((text(at), place(at)))
      }
      skip()
    } else {
      let start = position
      while isWord(position) {
        position += 1
        let dot = isMark(position, 0x3C) ? genericEnd(position) ?? position : position
        let next = isMark(dot, 0x3F) ? dot + 1 : dot
        guard isMark(next, 0x2E) || sees("?.", at: next), isWord(next + 1) else { break }
        owner = kotlinReceiver(start, position)
        position = next + 1
      }
      if start < position { names.append((text(position - 1), place(position - 1))) }
    }
    guard !names.isEmpty else { return resynchronise(into: &result) }
    var declared = VariableDeclaration(
      name: names[0].0, owner: owner, type: nil, value: nil, modifiers: modifiers, place: names[0].1)
    if take(":") { declared.type = kotlinType() }
    kotlinWhere()
    if take("by") {
      declared.modifiers.append("by")
      declared.value = expression()
    } else if take("=") {
      kotlinInitial(&declared, into: &result)
    }
    if context != .function { kotlinAccessors(&declared) }
    if context == .function {
      if !isGiven { result.append(.variable(declared)) }
    } else {
      unit.variables.append(declared)
    }
    isGiven = false
    for (name, place) in names.dropFirst() {
      let other = VariableDeclaration(
        name: name, owner: declared.owner, type: nil, value: nil, modifiers: modifiers, place: place)
      if context == .function { result.append(.variable(other)) } else { unit.variables.append(other) }
    }
  }

  /// The value behind `=`; in a function, statements that give it are put behind the variable.
  private func kotlinInitial(_ declared: inout VariableDeclaration, into result: inout [Statement]) {
    let start = position
    let value = expression()
    guard context == .function else {
      declared.value = value
      return
    }
    var variable = declared
    isGiven = true
    if let valueStatement, valueStatement.tokens == start..<position {
      let name = Expression.name(declared.name, declared.place)
      result.append(.variable(variable))
      result += giving(valueStatement.statements) { .assign(target: name, value: $0, place: $0.startPlace) }
      return
    }
    guarded(value, into: &result) {
      variable.value = $0
      return .variable(variable)
    }
  }

  private func kotlinAccessors(_ declared: inout VariableDeclaration) {
    while !atEnd {
      let before = position
      while isMark(position, 0x3B) { position += 1 }
      _ = kotlinModifiers()
      let word = keyword
      guard word == "get" || word == "set", isMark(position + 1, 0x28) || ends(position + 1) else {
        position = before
        return
      }
      position += 1
      if isMark(position, 0x28) { skip() }
      if take(":") { kotlinTypeEnd() }
      var body: [Statement]?
      if isMark(position, 0x7B) {
        body = functionBody()
      } else if take("=") {
        let saved = context
        context = .function
        body = given { .leave(.init(.return, $0, $0.startPlace)) }
        context = saved
      }
      if word == "get" { declared.getter = body } else { declared.setter = body ?? declared.setter }
    }
  }

  private func ends(_ at: Int) -> Bool { at >= end || token(at).newlineBefore || isMark(at, 0x3B) }
}
