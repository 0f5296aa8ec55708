internal import AppFacts

/// Declarations of Objective-C: classes, categories, protocols, methods, properties.
extension Parser {
  func objectiveCFile() {
    context = .file
    cDeclarations()
  }

  /// Declarations up to the end of what is in sight.
  func cDeclarations() {
    while !atEnd {
      let before = position
      cTopLevel()
      if position <= before { position = before + 1 }
    }
  }

  private func cTopLevel() {
    switch token.kind {
    case .at: return objectiveCAtDeclaration()
    case .word: return cWordDeclaration()
    case .mark:
      if owner != nil, token.first == 0x2D || token.first == 0x2B, token.length == 1 { return method() }
      if isMark(position, 0x7B) {
        // Variables of an instance, or something that was not understood.
        if owner != nil { return inside { instanceVariables() } }
      }
      skip()
    default: position += 1
    }
  }

  private func objectiveCAtDeclaration() {
    switch text(position) {
    case "@interface", "@protocol": interface()
    case "@implementation": implementation()
    case "@end":
      owner = nil
      position += 1
    case "@property": property()
    case "@class", "@compatibility_alias": skipDeclaration()
    case "@synthesize", "@dynamic": skipDeclaration()
    case "@import":
      position += 1
      let start = position
      let place = place
      while !atEnd, isWord(position) || isMark(position, 0x2E) { position += 1 }
      unit.imports.append(Sourced(written(start, position), place))
      take(";")
    default: position += 1
    }
  }

  private func interface() {
    let isProtocol = sees("@protocol")
    position += 1
    guard isWord(position) else { return }
    let name = text(position)
    let place = place
    position += 1
    if isProtocol, isMark(position, 0x3B) || isMark(position, 0x2C) { return skipDeclaration() }
    var inherits: [String] = []
    var kind: TypeDeclaration.Kind = isProtocol ? .interface : .class
    if isMark(position, 0x3C), !isProtocol, let next = genericEnd(position),
      isMark(next, 0x3A) || isMark(next, 0x28)
    {
      // Type parameters, not protocols.
      position = next
    }
    if isMark(position, 0x28) {
      kind = .extension
      skip()
    } else if take(":"), isWord(position) {
      inherits.append(text(position))
      position += 1
      if isMark(position, 0x3C), let next = genericEnd(position), isMark(next, 0x3C) { position = next }
    }
    if isMark(position, 0x3C), let next = genericEnd(position) {
      for at in position..<next where isWord(at) { inherits.append(text(at)) }
      position = next
    }
    unit.types.append(.init(kind: kind, name: name, inherits: inherits, attributes: [], place: place))
    owner = name
  }

  private func implementation() {
    position += 1
    guard isWord(position) else { return }
    let name = text(position)
    let place = place
    position += 1
    owner = name
    if isMark(position, 0x28) {
      skip()
      unit.types.append(.init(kind: .extension, name: name, inherits: [], attributes: [], place: place))
      return
    }
    var inherits: [String] = []
    if take(":"), isWord(position) {
      inherits.append(text(position))
      position += 1
    }
    guard !unit.types.contains(where: { $0.kind == .class && $0.name == name }) else { return }
    unit.types.append(.init(kind: .class, name: name, inherits: inherits, attributes: [], place: place))
  }

  // MARK: Members

  private func property() {
    position += 1
    var modifiers: [String] = []
    if isMark(position, 0x28) {
      var start = position + 1
      let close = closing(position)
      for at in start..<max(start, close) where isMark(at, 0x2C) {
        modifiers.append(written(start, at))
        start = at + 1
      }
      if start < close { modifiers.append(written(start, close)) }
      skip()
    }
    guard let first = declarator(position) else { return skipDeclaration() }
    for variable in variables(first, owner: owner) {
      var variable = variable
      variable.modifiers = modifiers + variable.modifiers
      unit.variables.append(variable)
    }
    if !take(";") { skipDeclaration() }
  }

  private func instanceVariables() {
    while !atEnd {
      if token.kind == .at || token.kind == .directive {
        position += 1
        continue
      }
      if let first = declarator(position) { unit.variables += variables(first, owner: owner) }
      if !take(";") { skipDeclaration() }
    }
  }

  private func method() {
    let isClass = isMark(position, 0x2B)
    position += 1
    var returns: String?
    if isMark(position, 0x28) {
      returns = written(position + 1, closing(position))
      skip()
    }
    let place = place
    var parts: [String] = []
    var parameters: [FunctionDeclaration.Parameter] = []
    var isUnary = false
    while !atEnd, !isMark(position, 0x7B), !isMark(position, 0x3B) {
      let label = isWord(position) ? text(position) : ""
      if isWord(position), !isMark(position + 1, 0x3A) {
        if parts.isEmpty, !isUnary {
          parts = [label]
          isUnary = true
        }
        position += 1
        if isMark(position, 0x28) { skip() }
        continue
      }
      if isWord(position) { position += 1 }
      guard take(":") else {
        if token.kind == .at || token.kind == .directive || (token.newlineBefore && isMethodStart) { break }
        skip()
        continue
      }
      var type = "id"
      if isMark(position, 0x28) {
        type = written(position + 1, closing(position))
        skip()
      }
      while isWord(position), isWord(position + 1),
        text(position).hasPrefix("_") || text(position).hasPrefix("NS_")
      {
        position += 1
      }
      let name = isWord(position) ? text(position) : ""
      if isWord(position) { position += 1 }
      if !isUnary {
        parts.append(label + ":")
        parameters.append(.init(label: label.isEmpty ? nil : label, name: name, type: type))
      }
    }
    var body: [Statement]?
    if isMark(position, 0x3B), isMark(position + 1, 0x7B) { position += 1 }
    if isMark(position, 0x7B) { body = functionBody() } else { take(";") }
    guard let first = parts.first else { return }
    unit.functions.append(
      .init(
        name: first.last == ":" ? String(first.dropLast()) : first, signature: parts.joined(), owner: owner,
        parameters: parameters, returns: returns, modifiers: isClass ? ["static"] : [], body: body,
        place: place))
  }

  private var isMethodStart: Bool {
    (isMark(position, 0x2D) || isMark(position, 0x2B)) && isMark(position + 1, 0x28)
  }
}
