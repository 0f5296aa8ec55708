internal import AppFacts

/// Declarations of Swift.
extension Parser {
  private static let modifierWords: Set<String> = [
    "public", "private", "internal", "fileprivate", "open", "package", "static", "final", "override",
    "required",
    "convenience", "mutating", "nonmutating", "lazy", "weak", "unowned", "dynamic", "optional", "indirect",
    "prefix", "postfix", "infix", "nonisolated", "distributed", "async", "isolated", "consuming", "borrowing",
    "class", "__consuming", "unsafe",
  ]
  private static let declarationWords: Set<String> = [
    "func", "var", "let", "class", "struct", "enum", "actor", "extension", "protocol", "typealias",
    "associatedtype", "init", "deinit", "subscript", "case", "import", "operator", "precedencegroup", "macro",
  ]

  /// Attributes and modifiers, as written; nothing where the words turn out to be something else.
  func swiftModifiers() -> [String] {
    var result: [String] = []
    while !atEnd {
      if token.kind == .at {
        guard !(sees("@unknown") && sees("default", at: position + 1)) else { return result }
        result.append(attribute())
        continue
      }
      if token.kind == .hash, !result.isEmpty, text(position).hasPrefix("#if") || text(position) == "#endif" {
        // `#if` around an attribute.
        skipDirective()
        continue
      }
      guard Self.modifierWords.contains(keyword) else { return result }
      var next = position + 1
      if isMark(next, 0x28), !token(next).spaceBefore { next = behind(next) }
      let word = keyword(next)
      let goesOn =
        token(next).kind == .at || Self.modifierWords.contains(word)
        || (Self.declarationWords.contains(word) && !(word == "class" && keyword == "class"))
      guard goesOn else { return result }
      if keyword == "class", !["func", "var", "let", "subscript"].contains(word),
        !Self.modifierWords.contains(word)
      {
        return result
      }
      result.append(written(position, next))
      position = next
    }
    return result
  }

  /// `@name` or `@name(arguments)`, without the sign.
  func attribute() -> String {
    let start = position
    position += 1
    while isMark(position, 0x2E), isWord(position + 1), !token.spaceBefore { position += 2 }
    if !token.spaceBefore, let end = genericEnd(position) { position = end }
    if isMark(position, 0x28), !token.spaceBefore { skip() }
    return String(written(start, position).dropFirst())
  }

  /// A declaration behind its modifiers; false where none stands here.
  func swiftDeclaration(_ modifiers: [String], _ place: Place, into result: inout [Statement]) -> Bool {
    let next = token(position + 1)
    switch keyword {
    case "import":
      position += 1
      if isWord(position + 1), !token(position + 1).newlineBefore { position += 1 }
      let start = position
      let name = self.place
      position += 1
      while isMark(position, 0x2E), isWord(position + 1) { position += 2 }
      unit.imports.append(Sourced(written(start, position), name))
    case "func" where next.kind == .word || next.kind == .mark:
      position += 1
      let name = text(position)
      let namePlace = self.place
      position += 1
      while token.kind == .mark, !isMark(position, 0x28), !isMark(position, 0x3C), !atEnd { position += 1 }
      swiftFunction(name, modifiers, namePlace, into: &result)
    case "init" where context == .type && (next.kind == .mark):
      let keyword = self.place
      position += 1
      if isMark(position, 0x3F) || isMark(position, 0x21) { position += 1 }
      swiftFunction("init", modifiers, keyword, into: &result)
    case "deinit" where context == .type:
      position += 1
      let place = self.place(position - 1)
      let body = isMark(position, 0x7B) ? functionBody() : nil
      unit.functions.append(
        .init(
          name: "deinit", signature: "deinit", owner: owner, parameters: [], modifiers: modifiers, body: body,
          place: place))
    case "subscript" where context == .type && next.kind == .mark:
      position += 1
      swiftFunction("subscript", modifiers, self.place(position - 1), into: &result)
    case "let", "var": swiftVariables(modifiers, into: &result)
    case "class", "struct", "enum", "protocol", "extension": swiftType(modifiers)
    case "actor" where next.kind == .word && !next.newlineBefore: swiftType(modifiers)
    case "case" where context == .type: swiftEnumCases()
    case "typealias", "associatedtype":
      position += 1
      if isWord(position) { position += 1 }
      if let end = genericEnd(position) { position = end }
      if sees(":") { _ = swiftInheritance() }
      if take("=") { swiftTypeEnd() }
      swiftWhere()
    case "operator", "precedencegroup":
      guard !next.newlineBefore, !modifiers.isEmpty || keyword == "precedencegroup" else { return false }
      position += 1
      while !atEnd, !token.newlineBefore, !isMark(position, 0x7B) { position += 1 }
      if isMark(position, 0x7B) { skip() }
    case "macro" where next.kind == .word && !next.newlineBefore && context != .function:
      position += 2
      while !atEnd, !(token.newlineBefore && !isMark(position, 0x3D)) { skip() }
    default: return false
    }
    return true
  }

  // MARK: Functions

  private func swiftFunction(
    _ name: String, _ modifiers: [String], _ place: Place, into result: inout [Statement]
  ) {
    if let end = genericEnd(position, reach: 4096) { position = end }
    let parameters = isMark(position, 0x28) ? inside { swiftParameters() } : []
    var modifiers = modifiers + memberModifiers
    while ["async", "throws", "rethrows", "reasync"].contains(keyword) {
      modifiers.append(keyword)
      position += 1
      if isMark(position, 0x28), modifiers.last == "throws" { skip() }
    }
    let returns = take("->") ? swiftType() : nil
    swiftWhere()
    // A subscript is a function for each of its accessors.
    var bodies: [[Statement]?] = [nil]
    if isMark(position, 0x7B), name == "subscript", isAccessorList(position) {
      let accessors = swiftAccessors()
      bodies = [accessors.getter, accessors.setter].filter { $0 != nil }
    } else if isMark(position, 0x7B) {
      bodies = [functionBody()]
    }
    let labels = parameters.map { ($0.label ?? "_") + ":" }.joined()
    let signature = name == "subscript" ? name : "\(name)(\(labels))"
    for body in bodies {
      let function = FunctionDeclaration(
        name: name, signature: signature, owner: owner, parameters: parameters, returns: returns,
        modifiers: modifiers, body: body, place: place)
      if context == .function { result.append(.function(function)) } else { unit.functions.append(function) }
    }
  }

  func functionBody() -> [Statement] {
    let saved = bindings
    let body = inside { with(.function, owner: owner) { statements() } }
    bindings = saved
    return body
  }

  private func swiftParameters() -> [FunctionDeclaration.Parameter] {
    var result: [FunctionDeclaration.Parameter] = []
    while !atEnd {
      let before = position
      while token.kind == .at { _ = attribute() }
      guard isWord(position) else {
        while !atEnd, !take(",") { skip() }
        continue
      }
      let label = text(position)
      position += 1
      var name = label
      if isWord(position) {
        name = text(position)
        position += 1
      }
      let type = take(":") ? swiftType() ?? "" : ""
      if take("=") { _ = expression() }
      while !atEnd, !sees(",") { skip() }
      take(",")
      result.append(.init(label: label == "_" ? nil : label, name: name, type: type))
      if position <= before { position = before + 1 }
    }
    return result
  }

  // MARK: Types

  private func swiftType(_ modifiers: [String]) {
    let kinds: [String: TypeDeclaration.Kind] = [
      "class": .class, "struct": .struct, "enum": .enum, "actor": .actor, "protocol": .interface,
      "extension": .extension,
    ]
    let kind = kinds[keyword] ?? .class
    position += 1
    let place = place
    let start = position
    var name = isWord(position) ? text(position) : ""
    if isMark(position, 0x5B) { skip() } else { position += 1 }
    // `extension [UInt8]`
    if name.isEmpty { name = written(start, position) }
    if kind == .extension {
      while isMark(position, 0x2E), isWord(position + 1) {
        name += "." + text(position + 1)
        position += 2
      }
      // `extension String?`
      while isMark(position, 0x3F), !token.spaceBefore {
        name += "?"
        position += 1
      }
    } else if let owner, context != .function {
      name = owner + "." + name
    }
    if let end = genericEnd(position, reach: 4096) { position = end }
    let inherits = swiftInheritance()
    swiftWhere()
    unit.types.append(
      .init(
        kind: kind, name: name, inherits: inherits,
        attributes: modifiers.filter { !Self.modifierWords.contains($0) && !$0.hasSuffix("(set)") },
        place: place))
    guard isMark(position, 0x7B) else { return }
    let saved = isStringEnum
    isStringEnum = kind == .enum && inherits.contains("String")
    members(name)
    isStringEnum = saved
  }

  /// The members in the braces here.
  func members(_ owner: String, modifiers: [String] = []) {
    inside {
      with(.type, owner: owner, memberModifiers: modifiers) {
        if language == .java { return javaMembers() }
        while !atEnd {
          let before = position
          unit.topLevel += statements()
          if position <= before { position = before + 1 }
        }
      }
    }
  }

  private func swiftEnumCases() {
    position += 1
    while isWord(position) {
      let name = text(position)
      let place = place
      position += 1
      let isPlain = !isMark(position, 0x28)
      if !isPlain { skip() }
      var value = take("=") ? expression() : nil
      // The value of a case of strings is its name.
      if value == nil, isPlain, isStringEnum { value = .string(name, place) }
      unit.variables.append(
        .init(name: name, owner: owner, type: nil, value: value, modifiers: ["case"], place: place))
      guard take(",") else { return }
    }
  }
}
