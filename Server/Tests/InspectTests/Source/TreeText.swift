import AppFacts

/// A source tree as a text to compare: one line a declaration, statements of a body behind it.
enum TreeText {
  static func of(_ unit: SourceUnit) -> [String] {
    unit.imports.map { "import \($0.value)" }
      + unit.types.map(type) + unit.variables.map { "var " + variable($0) } + unit.functions.map(function)
      + unit.topLevel.map { "top " + statement($0) }
      + unit.ignores.map { "ignore \($0.rules.joined(separator: ",")) line \($0.line): \($0.reason)" }
  }

  private static func type(_ type: TypeDeclaration) -> String {
    let attributes = type.attributes.map { "@\($0) " }.joined()
    let inherits = type.inherits.isEmpty ? "" : ": " + type.inherits.joined(separator: ", ")
    return "\(attributes)\(type.kind.rawValue) \(type.name)\(inherits)"
  }

  private static func variable(_ variable: VariableDeclaration) -> String {
    var text =
      variable.modifiers.map { "\($0) " }.joined() + (variable.owner.map { "\($0)." } ?? "") + variable.name
    if let type = variable.type { text += ": \(type)" }
    if let value = variable.value { text += " = \(expression(value))" }
    if let getter = variable.getter { text += " get " + block(getter) }
    if let setter = variable.setter { text += " set " + block(setter) }
    return text
  }

  static func function(_ function: FunctionDeclaration) -> String {
    let modifiers = function.modifiers.map { "\($0) " }.joined()
    let parameters = function.parameters.map { "\($0.label ?? "_") \($0.name): \($0.type)" }
    return "\(modifiers)func \(function.owner.map { "\($0)." } ?? "")\(function.signature)"
      + " [\(parameters.joined(separator: ", "))]\(function.returns.map { " -> \($0)" } ?? "")"
      + " \(function.body.map(block) ?? "declared")"
  }

  private static func block(_ body: [Statement]) -> String {
    body.isEmpty ? "{}" : "{ " + body.map(statement).joined(separator: "; ") + " }"
  }

  static func statement(_ statement: Statement) -> String {
    switch statement {
    case .expression(let value): return expression(value)
    case .variable(let value): return "var " + variable(value)
    case .assign(let target, let value, _): return "\(expression(target)) = \(expression(value))"
    case .branch(let branch):
      let word = branch.isConditionalCompilation ? "#if" : branch.isGuard ? "guard" : "if"
      let bindings = branch.bindings.isEmpty ? "" : " |\(branch.bindings.joined(separator: ","))|"
      return
        "\(word) \(branch.conditions.map(expression).joined(separator: ", "))\(bindings) \(block(branch.then))"
        + (branch.otherwise.map { " else " + block($0) } ?? "")
    case .select(let select):
      let cases = select.cases.map { one in
        (one.isDefault ? "default" : "case " + one.patterns.map(expression).joined(separator: ", "))
          + (one.fallsThrough ? " falls " : " ") + block(one.body)
      }
      return "switch \(select.subject.map(expression) ?? "") [\(cases.joined(separator: " "))]"
        + (select.isComplete ? "" : " incomplete")
    case .loop(let loop):
      return
        "loop\(loop.runsOnce ? "+" : "") \(loop.head.map(expression).joined(separator: ", ")) \(block(loop.body))"
    case .attempt(let attempt):
      return "do \(block(attempt.body)) "
        + attempt.catches.map { "catch " + block($0) }.joined(separator: " ")
        + (attempt.catchesAll ? " all" : "") + (attempt.finally.map { " finally " + block($0) } ?? "")
    case .leave(let leave): return leave.kind.rawValue + (leave.value.map { " " + expression($0) } ?? "")
    case .deferred(let body, _): return "defer " + block(body)
    case .block(let body): return block(body)
    case .function(let value): return function(value)
    case .unknown: return "?"
    }
  }

  static func expression(_ value: Expression) -> String {
    switch value {
    case .call(let call):
      let arguments = call.arguments.map { ($0.label.map { "\($0): " } ?? "") + expression($0.value) }
      return
        "\(call.base.map { expression($0) + "." } ?? "")\(call.name)(\(arguments.joined(separator: ", ")))"
    case .member(let base, let name, _): return "\(base.map(expression) ?? "").\(name)"
    case .name(let name, _): return name
    case .string(let text, _): return "'\(text)'"
    case .interpolation(let parts, _): return "i<\(parts.map(expression).joined(separator: " "))>"
    case .number(let text, _): return text
    case .flag(let flag, _): return "\(flag)"
    case .null: return "nil"
    case .closure(let closure):
      return "{|\(closure.parameters.joined(separator: ","))| "
        + closure.body.map(statement).joined(separator: "; ") + "}"
    case .list(let parts, _): return "[\(parts.map(expression).joined(separator: ", "))]"
    case .map(let parts, _): return "map[\(parts.map(expression).joined(separator: ", "))]"
    case .selector(let text, _): return "#\(text)#"
    case .composed(let symbol, let parts, _):
      return "(\(([symbol] + parts.map(expression)).joined(separator: " ")))"
    case .unknown: return "?"
    }
  }
}
