internal import AppFacts

/// Variables and parameters of C: which words are the type, and which the name.
extension Parser {
  struct Declarator {
    var modifiers: [String]
    /// As written; of a block or function without its name.
    var type: String
    var name: Int
    /// Behind the name, and behind the parameters of a block's type.
    var next: Int
  }

  private static let storage: Set<String> = [
    "static", "extern", "inline", "register", "constexpr", "thread_local", "mutable", "__block", "__weak",
    "__strong", "__unsafe_unretained", "__autoreleasing", "__unused", "FOUNDATION_EXPORT",
    "FOUNDATION_EXTERN",
    "UIKIT_EXTERN", "IBOutlet", "IBInspectable", "volatile", "NS_VALID_UNTIL_END_OF_SCOPE",
  ]
  private static let sizes: Set<String> = [
    "unsigned", "signed", "long", "short", "struct", "enum", "union", "const",
  ]
  private static let qualifiers: Set<String> = [
    "const", "volatile", "_Nullable", "_Nonnull", "__nullable", "__nonnull", "nullable", "nonnull", "__weak",
    "__strong", "__block", "__kindof", "__unused", "__autoreleasing", "__unsafe_unretained", "restrict",
    "_Null_unspecified", "null_unspecified", "__restrict",
  ]
  private static let noTypes: Set<String> = [
    "return", "else", "case", "goto", "delete", "throw", "new", "typedef", "using", "if", "for", "while",
    "do",
    "switch", "break", "continue", "self", "super", "default", "in", "sizeof",
  ]

  /// The first declarator of a declaration that starts here; nil where none does.
  func declarator(_ start: Int) -> Declarator? {
    var at = start
    var modifiers: [String] = []
    while Self.storage.contains(keyword(at)) || keyword(at) == "__attribute__" {
      if keyword(at) == "__attribute__" {
        at = isMark(at + 1, 0x28) ? behind(at + 1) : at + 1
        continue
      }
      modifiers.append(text(at))
      at += 1
    }
    let type = at
    guard let base = baseEnd(at) else { return nil }
    // The body of a struct is no initial value.
    if isMark(base + 1, 0x7B), ["struct", "union", "enum"].contains(keyword(at)) { return nil }
    at = base
    guard let found = name(at, type: type, base: base) else { return nil }
    return Declarator(modifiers: modifiers, type: found.type, name: found.name, next: found.next)
  }

  /// Behind the words of a type, before its stars.
  private func baseEnd(_ start: Int) -> Int? {
    var at = start
    var isSized = false
    while Self.sizes.contains(keyword(at)) || Self.qualifiers.contains(keyword(at)) {
      if keyword(at) != "const" { isSized = true }
      at += 1
    }
    if ["typeof", "__typeof__", "__typeof", "decltype"].contains(keyword(at)), isMark(at + 1, 0x28) {
      return behind(at + 1)
    }
    guard isWord(at), !Self.noTypes.contains(keyword(at)) else { return isSized ? at : nil }
    if isSized, !(isWord(at + 1) || isMark(at + 1, 0x2A)),
      !["int", "char", "double", "float"].contains(keyword(at))
    {
      return at
    }
    at += 1
    while true {
      if isMark(at, 0x3C), let next = genericEnd(at) {
        at = next
      } else if sees("::", at: at), isWord(at + 1) {
        at += 2
      } else {
        break
      }
    }
    // `unsigned long long`, `long int`.
    while ["int", "long", "char"].contains(keyword(at)) { at += 1 }
    return at
  }

  /// Stars and qualifiers, then the name, then something that can follow a name.
  private func name(_ start: Int, type: Int, base: Int) -> (type: String, name: Int, next: Int)? {
    var at = start
    while true {
      let token = token(at)
      if token.kind == .mark, token.first == 0x2A || token.first == 0x26 {
        at += 1
      } else if Self.qualifiers.contains(keyword(at)) {
        at += 1
      } else {
        break
      }
    }
    if isMark(at, 0x28), isMark(at + 1, 0x5E) || isMark(at + 1, 0x2A) {
      var inner = at + 2
      while Self.qualifiers.contains(keyword(inner)) { inner += 1 }
      guard isWord(inner) else { return nil }
      var next = behind(at)
      guard isMark(next, 0x28) else { return nil }
      next = behind(next)
      return (written(type, at) + " (" + text(at + 1) + ")" + written(behind(at), next), inner, next)
    }
    guard isWord(at), !Self.noTypes.contains(keyword(at)) || ["default", "self", "new"].contains(keyword(at))
    else {
      return nil
    }
    return follows(at + 1, at, isPlain: at == base) ? (written(type, at), at, at + 1) : nil
  }

  /// Whether what stands behind a name can stand there in a declaration.
  private func follows(_ at: Int, _ name: Int, isPlain: Bool) -> Bool {
    let token = token(at)
    switch token.kind {
    case .end: return true
    case .word:
      return ["in", "__attribute__", "__unused"].contains(keyword(at)) || text(at).hasPrefix("NS_")
        || text(at).hasPrefix("API_") || text(at).hasPrefix("DEPRECATED")
    case .mark:
      switch token.first {
      case 0x3B, 0x2C, 0x5B: return true
      case 0x3D: return token.length == 1
      case 0x3A: return token.length == 1
      case 0x28:
        return isPlain && token.kind == .mark && !tokens[name].newlineBefore && isMark(behind(at), 0x3B)
      case 0x7B: return isPlain && !tokens[name].newlineBefore
      default: return false
      }
    default: return false
    }
  }

  /// A declaration of variables as statements; false where none stands here.
  func cDeclaration(into result: inout [Statement]) -> Bool {
    guard let first = declarator(position) else { return false }
    for variable in variables(first, owner: nil) { result.append(.variable(variable)) }
    endStatement(into: &result)
    return true
  }

  /// All variables of one declaration, up to its `;`.
  func variables(_ first: Declarator, owner: String?) -> [VariableDeclaration] {
    let type = first.type
    var result: [VariableDeclaration] = []
    var name = first.name
    position = first.next
    while true {
      var variable = VariableDeclaration(
        name: text(name), owner: owner, type: type == "auto" || type.isEmpty ? nil : type, value: nil,
        modifiers: first.modifiers, place: place(name))
      while isMark(position, 0x5B) { skip() }
      if isMark(position, 0x3A), token(position + 1).kind == .number { position += 2 }
      while isWord(position), !sees("in") {
        position += 1
        if isMark(position, 0x28) { skip() }
      }
      if take("=") {
        variable.value = expression()
      } else if isMark(position, 0x28) || isMark(position, 0x7B) {
        variable.value = call(.name(type, place(name)), list { expression() }.map { .init(nil, $0) })
      }
      result.append(variable)
      guard take(",") else { return result }
      while isMark(position, 0x2A) || Self.qualifiers.contains(keyword) { position += 1 }
      guard isWord(position) else { return result }
      name = position
      position += 1
    }
  }

  /// Parameters in the parentheses there.
  func cParameters(_ open: Int) -> [FunctionDeclaration.Parameter] {
    let close = closing(open)
    var result: [FunctionDeclaration.Parameter] = []
    var start = open + 1
    while start < close {
      var at = start
      var level = 0
      while at < close {
        if isMark(at, 0x2C), level == 0 { break }
        if isMark(at, 0x3C) { level += 1 }
        if isMark(at, 0x3E) { level -= 1 }
        at = isOpening(at) ? behind(at) : at + 1
      }
      let stop = min(at, close)
      if let parameter = cParameter(start, stop) { result.append(parameter) }
      start = at + 1
    }
    return result
  }

  private func cParameter(_ from: Int, _ to: Int) -> FunctionDeclaration.Parameter? {
    guard from < to, !(to - from == 1 && sees("void", at: from)), !isMark(from, 0x2E) else { return nil }
    // The name of a block stands in its type: `void (^handler)(int)`.
    for at in from..<to where isMark(at, 0x28) && (isMark(at + 1, 0x5E) || isMark(at + 1, 0x2A)) {
      var inner = at + 2
      while Self.qualifiers.contains(keyword(inner)) { inner += 1 }
      return .init(label: nil, name: isWord(inner) ? text(inner) : "", type: written(from, to))
    }
    var end = to
    for at in from..<to where isMark(at, 0x3D) {
      end = at
      break
    }
    var last = end - 1
    while last > from, !isWord(last) || Self.qualifiers.contains(keyword(last)) { last -= 1 }
    guard last > from, isWord(last) else { return .init(label: nil, name: "", type: written(from, end)) }
    return .init(label: nil, name: text(last), type: written(from, last))
  }

  /// To behind the `;` of a declaration that is of no interest.
  func skipDeclaration() {
    while !atEnd {
      if take(";") { return }
      if token.kind == .at, ["@end", "@interface", "@implementation", "@protocol"].contains(text(position)) {
        return
      }
      skip()
    }
  }
}
