/// Why a text is no template.
public struct TemplateError: Error, Sendable, Equatable {
  public var message: String
  public var hint: String
}

extension Template {
  /// Reads `Hello {name}`. `{{` and `}}` stand for one brace each; a lone `}` for itself.
  public init(parsing text: String) throws(TemplateError) {
    var parts: [Part] = []
    var literal = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "}" {
        if rest.first == "}" { rest.removeFirst() }
        literal.unicodeScalars.append(scalar)
      } else if scalar != "{" {
        literal.unicodeScalars.append(scalar)
      } else if rest.first == "{" {
        rest.removeFirst()
        literal.unicodeScalars.append("{")
      } else {
        guard let end = rest.firstIndex(of: "}") else {
          throw TemplateError(message: "`{` is never closed", hint: "write {{ for a brace")
        }
        let name = String(rest[..<end])
        guard ProfileName.isName(name) else {
          throw TemplateError(
            message: "`{\(name)}` names no parameter",
            hint: "write {name} with letters, digits and _, or {{ for a brace")
        }
        rest = rest[rest.index(after: end)...]
        if !literal.isEmpty { parts.append(.literal(literal)) }
        literal = ""
        parts.append(.parameter(name))
      }
    }
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.init(parts: parts)
  }

  /// The bytes of UTF-8 that stand there whatever the parameters are.
  public var literalByteCount: Int {
    parts.reduce(0) { if case .literal(let text) = $1 { $0 + text.utf8.count } else { $0 } }
  }
}
