internal import AppFacts

/// Declarations of Java.
extension Parser {
  private static let modifierWords: Set<String> = [
    "public", "private", "protected", "static", "final", "abstract", "synchronized", "native", "strictfp",
    "transient", "volatile", "default", "sealed",
  ]

  func javaFile() {
    while !atEnd {
      let before = position
      switch keyword {
      case "package":
        position += 1
        unit.package = javaName()
        take(";")
      case "import":
        position += 1
        take("static")
        let place = place
        let name = javaName()
        unit.imports.append(Sourced(name, place))
        take(";")
      default: javaMember()
      }
      if position <= before { position = before + 1 }
    }
  }

  private func javaName() -> String {
    let start = position
    while isWord(position) || isMark(position, 0x2A) {
      position += 1
      guard isMark(position, 0x2E) else { break }
      position += 1
    }
    return written(start, position)
  }

  /// Annotations and modifiers, as written, without `@`.
  func javaModifiers() -> [String] {
    var result: [String] = []
    while !atEnd {
      if token.kind == .at, !sees("@interface") {
        let start = position
        position += 1
        while isMark(position, 0x2E), isWord(position + 1) { position += 2 }
        if isMark(position, 0x28) { skip() }
        result.append(String(written(start, position).dropFirst()))
        continue
      }
      if keyword == "non", isMark(position + 1, 0x2D), keyword(position + 2) == "sealed" {
        position += 3
        continue
      }
      guard Self.modifierWords.contains(keyword) else { return result }
      if isMark(position + 1, 0x28) || isMark(position + 1, 0x3A) || sees("->", at: position + 1) {
        return result
      }
      if keyword == "sealed", !isWord(position + 1) { return result }
      result.append(keyword)
      position += 1
    }
    return result
  }

  var isJavaType: Bool {
    switch keyword {
    case "class", "interface", "enum": isWord(position + 1)
    case "record": isWord(position + 1) && (isMark(position + 2, 0x28) || isMark(position + 2, 0x3C))
    default: sees("@interface")
    }
  }

  func javaTypeDeclaration(_ modifiers: [String]) {
    let word = text(position)
    position += 1
    let place = place
    var name = isWord(position) ? text(position) : ""
    position += 1
    if let owner, context != .function { name = owner + "." + name }
    if let end = genericEnd(position) { position = end }
    var components: [FunctionDeclaration.Parameter] = []
    if word == "record", isMark(position, 0x28) { components = javaParameters() }
    var inherits: [String] = []
    while !atEnd, !isMark(position, 0x7B) {
      if take("extends") || take("implements") {
        inherits += javaTypes()
      } else if take("permits") {
        _ = javaTypes()
      } else {
        if isMark(position, 0x3B) { break }
        skip()
      }
    }
    let kind: TypeDeclaration.Kind =
      word == "enum" ? .enum : word == "interface" || word == "@interface" ? .interface : .class
    unit.types.append(
      .init(
        kind: kind, name: name, inherits: inherits,
        attributes: modifiers.filter { !Self.modifierWords.contains($0) }, place: place))
    for component in components {
      unit.variables.append(
        .init(
          name: component.name, owner: name, type: component.type, value: nil, modifiers: ["final"],
          place: place))
    }
    guard isMark(position, 0x7B) else { return }
    deeper(or: ()) {
      inside {
        with(.type, owner: name) {
          if kind == .enum { javaEnumConstants(name) }
          javaMembers()
        }
      }
    }
  }

  private func javaEnumConstants(_ name: String) {
    while !atEnd, !isMark(position, 0x3B) {
      let before = position
      while token.kind == .at {
        position += 1
        if isMark(position, 0x28) { skip() }
      }
      guard isWord(position) else {
        skip()
        continue
      }
      enumConstant(name)
      take(",")
      if position <= before { position = before + 1 }
    }
    take(";")
  }

  func javaMembers() {
    while !atEnd {
      let before = position
      javaMember()
      if position <= before { position = before + 1 }
    }
  }

  private func javaMember() {
    if take(";") { return }
    let place = place
    let modifiers = javaModifiers()
    if isJavaType { return javaTypeDeclaration(modifiers) }
    if isMark(position, 0x7B) {
      guard owner != nil else { return skip() }
      let body = functionBody()
      unit.functions.append(
        .init(
          name: "init", signature: "init", owner: owner, parameters: [], modifiers: modifiers, body: body,
          place: place))
      return
    }
    if let end = genericEnd(position) { position = end }
    if isWord(position), isMark(position + 1, 0x28) || (isMark(position + 1, 0x7B) && owner != nil) {
      // A constructor; that of a record may have no parameters.
      let name = self.place
      position += 1
      return javaFunction("init", modifiers, returns: nil, name)
    }
    guard let type = javaType(), isWord(position) else { return javaSkip() }
    let name = text(position)
    let namePlace = self.place
    if isMark(position + 1, 0x28) {
      position += 1
      return javaFunction(name, modifiers, returns: type, namePlace)
    }
    javaFields(type, modifiers)
  }

  /// To behind the next `;` or block.
  private func javaSkip() {
    while !atEnd {
      if take(";") { return }
      let isBlock = isMark(position, 0x7B)
      skip()
      if isBlock { return }
    }
  }

  private func javaFunction(_ name: String, _ modifiers: [String], returns: String?, _ place: Place) {
    let parameters = isMark(position, 0x28) ? javaParameters() : []
    var modifiers = modifiers + memberModifiers
    while isMark(position, 0x5B) { skip() }
    if take("throws") {
      _ = javaTypes()
      modifiers.append("throws")
    }
    if take("default") {
      while !atEnd, !isMark(position, 0x3B) { skip() }
    }
    var body: [Statement]?
    if isMark(position, 0x7B) { body = functionBody() } else if !take(";") { javaSkip() }
    unit.functions.append(
      .init(
        name: name, signature: name, owner: owner, parameters: parameters, returns: returns,
        modifiers: modifiers,
        body: body, place: place))
  }

  private func javaParameters() -> [FunctionDeclaration.Parameter] {
    inside {
      var result: [FunctionDeclaration.Parameter] = []
      while !atEnd {
        let before = position
        _ = javaModifiers()
        let type = javaType() ?? ""
        if isWord(position) {
          result.append(.init(label: nil, name: text(position), type: type))
          position += 1
        }
        while !atEnd, !isMark(position, 0x2C) { skip() }
        take(",")
        if position <= before { position = before + 1 }
      }
      return result
    }
  }

  private func javaFields(_ type: String, _ modifiers: [String]) {
    repeat {
      guard isWord(position) else { break }
      let name = text(position)
      let place = place
      position += 1
      while isMark(position, 0x5B) { skip() }
      let value = take("=") ? expression() : nil
      unit.variables.append(
        .init(
          name: name, owner: owner, type: type, value: value, modifiers: modifiers + memberModifiers,
          place: place))
    } while take(",")
    if !take(";") { javaSkip() }
  }
}
