internal import AppFacts

/// Declarations that Objective-C has from C and C++: functions, variables, enums, namespaces.
extension Parser {
  func cWordDeclaration() {
    switch keyword {
    case "typedef":
      position += 1
      return cTypedef()
    case "using", "friend": return skipDeclaration()
    case "template":
      position += 1
      if let next = genericEnd(position) { position = next }
    case "extern" where token(position + 1).kind == .string:
      position += 2
      if isMark(position, 0x7B) { inside { cDeclarations() } }
    case "namespace",
      "inline" where keyword(position + 1) == "namespace":
      while !atEnd, !isMark(position, 0x7B), !isMark(position, 0x3B) { position += 1 }
      if isMark(position, 0x7B) { inside { cDeclarations() } } else { take(";") }
    case "enum", "NS_ENUM", "NS_OPTIONS", "CF_ENUM", "NS_CLOSED_ENUM", "NS_ERROR_ENUM":
      if !cEnum() { cFunctionOrVariable() }
    case "struct", "class", "union":
      if !cStruct() { cFunctionOrVariable() }
    case "public", "private", "protected":
      position += 1
      take(":")
    default: cFunctionOrVariable()
    }
  }

  private func cTypedef() {
    switch keyword {
    case "enum", "NS_ENUM", "NS_OPTIONS", "CF_ENUM", "NS_CLOSED_ENUM": if cEnum() { return skipDeclaration() }
    case "struct", "union": if cStruct() { return skipDeclaration() }
    default: break
    }
    skipDeclaration()
  }

  /// `NS_ENUM(NSInteger, Name) { … }`, `enum Name : int { … }`; false, and nothing read, where it has no body.
  private func cEnum() -> Bool {
    var at = position + 1
    var name = ""
    var place = place(at)
    if isMark(at, 0x28) {
      let close = closing(at)
      if close > at + 1, isWord(close - 1) {
        name = text(close - 1)
        place = self.place(close - 1)
      }
      at = behind(at)
    } else {
      if keyword(at) == "class" || keyword(at) == "struct" { at += 1 }
      if isWord(at) {
        name = text(at)
        place = self.place(at)
        at += 1
      }
      if isMark(at, 0x3A) { while at < end, !isMark(at, 0x7B), !isMark(at, 0x3B) { at += 1 } }
    }
    guard isMark(at, 0x7B) else { return false }
    unit.types.append(.init(kind: .enum, name: name, inherits: [], attributes: [], place: place))
    position = at
    inside {
      while !atEnd {
        guard isWord(position) else {
          position += 1
          continue
        }
        let constant = text(position)
        let place = self.place
        position += 1
        while isWord(position) {
          position += 1
          if isMark(position, 0x28) { skip() }
        }
        let value = take("=") ? expression() : nil
        unit.variables.append(
          .init(name: constant, owner: name, type: nil, value: value, modifiers: ["case"], place: place))
        while !atEnd, !take(",") { skip() }
      }
    }
    return true
  }

  private func cStruct() -> Bool {
    let isClass = sees("class")
    var at = position + 1
    while isWord(at), isWord(at + 1) || isMark(at + 1, 0x28) {
      at += 1
      if isMark(at, 0x28) { at = behind(at) }
    }
    let name = isWord(at) ? text(at) : ""
    let place = place(at)
    if isWord(at) { at += 1 }
    var inherits: [String] = []
    if isMark(at, 0x3A) {
      at += 1
      while at < end, !isMark(at, 0x7B), !isMark(at, 0x3B) {
        if isWord(at), !["public", "private", "protected", "virtual"].contains(keyword(at)) {
          inherits.append(text(at))
        }
        at = isMark(at, 0x3C) ? genericEnd(at) ?? at + 1 : at + 1
      }
    }
    guard isMark(at, 0x7B) else { return false }
    unit.types.append(
      .init(kind: isClass ? .class : .struct, name: name, inherits: inherits, attributes: [], place: place))
    position = at
    inside { with(.type, owner: name) { cDeclarations() } }
    return true
  }

  /// A function with or without its body, a variable, or a macro that looks like nothing.
  private func cFunctionOrVariable() {
    let start = position
    if isMacro(start), isMark(start + 1, 0x28), token(behind(start + 1)).newlineBefore,
      !isMark(behind(start + 1), 0x7B)
    {
      position = behind(start + 1)
      return
    }
    var at = start
    var parameters: Int?
    scan: while at < end, at - start < 4096 {
      let token = token(at)
      switch token.kind {
      case .at, .directive: break scan
      case .mark:
        switch token.first {
        case 0x3B, 0x7B, 0x3D: break scan
        case 0x2D, 0x2B: if token.newlineBefore, owner != nil { break scan }
        case 0x3A where token.length == 1 && parameters != nil:
          // What a constructor of C++ initializes.
          at += 1
          while at < end, !isMark(at, 0x3B), !(isMark(at, 0x7B) && !isWord(at - 1)) {
            at = isOpening(at) ? behind(at) : at + 1
          }
          break scan
        case 0x3C:
          at = genericEnd(at) ?? at + 1
          continue
        case 0x28:
          if parameters == nil, isFunctionName(at - 1, from: start), !isMark(at + 1, 0x5E),
            !isMark(at + 1, 0x2A)
          {
            parameters = at
          }
        default: break
        }
      case .word:
        if token.newlineBefore, at == start + 1, isMacro(start) {
          position = at
          return
        }
      default: break
      }
      at = isOpening(at) ? behind(at) : at + 1
    }
    if at == start { return skip() }
    if let parameters, isMark(at, 0x7B) || isMark(at, 0x3B) {
      // A macro with arguments on a line of its own is no prototype.
      if parameters - start == 1, isMark(at, 0x3B) || !isMark(behind(parameters), 0x7B), isMacro(start) {
        position = behind(parameters)
        take(";")
        return
      }
      return cFunction(start, parameters, at)
    }
    guard isMark(at, 0x3B) || isMark(at, 0x3D), let first = declarator(start) else {
      position = at
      if isMark(at, 0x3B) || isMark(at, 0x7B) { skip() } else if isMark(at, 0x3D) { skipDeclaration() }
      return
    }
    unit.variables += variables(first, owner: context == .type ? owner : nil)
    take(";")
  }

  private func isMacro(_ at: Int) -> Bool {
    let token = token(at)
    return token.kind == .word && token.length > 3
      && text[Int(token.start)..<Int(token.end)].allSatisfy { $0.isUpper || $0.isDigit || $0 == 0x5F }
  }

  private func isFunctionName(_ at: Int, from start: Int) -> Bool {
    guard at >= start, isWord(at) else { return false }
    let name = text(at)
    return !["__attribute__", "decltype", "typeof", "__typeof__", "noexcept"].contains(name)
      && !name.hasPrefix("NS_") && !name.hasPrefix("API_") && !name.hasPrefix("UI_")
      && !name.hasPrefix("OBJC_")
  }

  private func cFunction(_ start: Int, _ parameters: Int, _ end: Int) {
    var name = text(parameters - 1)
    var first = parameters - 1
    var owner = context == .type ? self.owner : nil
    if isMark(first - 1, 0x7E), first - 1 >= start {
      name = "~" + name
      first -= 1
    }
    while first - 2 >= start, sees("::", at: first - 1), isWord(first - 2) {
      if first == parameters - 1 { owner = text(first - 2) }
      first -= 2
    }
    var modifiers: [String] = []
    var type = start
    while type < first,
      ["static", "inline", "extern", "virtual", "explicit", "constexpr"].contains(keyword(type))
    {
      modifiers.append(text(type))
      type += 1
    }
    let place = place(parameters - 1)
    let list = cParameters(parameters)
    position = end
    let body = isMark(position, 0x7B) ? functionBody() : nil
    if body == nil { take(";") }
    let returns = written(type, first)
    unit.functions.append(
      .init(
        name: name, signature: name, owner: owner, parameters: list, returns: returns.isEmpty ? nil : returns,
        modifiers: modifiers, body: body, place: place))
  }
}
