import AppFacts

/// The tree as short text: one line a declaration or statement, what stands in it indented.
enum SourceDump {
  static func text(_ unit: SourceUnit) -> String {
    var lines: [String] = []
    if let package = unit.package { lines.append("package \(package)") }
    for name in unit.imports { lines.append("import \(name.value)") }
    for type in unit.types {
      let attributes = type.attributes.map { "@\($0) " }.joined()
      let inherits = type.inherits.isEmpty ? "" : ": " + type.inherits.joined(separator: ", ")
      lines.append("\(attributes)\(type.kind.rawValue) \(type.name)\(inherits)")
    }
    for variable in unit.variables { lines += self.variable(variable) }
    for function in unit.functions { lines += self.function(function) }
    if !unit.topLevel.isEmpty {
      lines.append("top level")
      lines += statements(unit.topLevel)
    }
    for ignore in unit.ignores {
      lines.append("ignore \(ignore.rules.joined(separator: ",")) at \(ignore.line): \(ignore.reason)")
    }
    return lines.joined(separator: "\n")
  }

  static func function(_ function: FunctionDeclaration) -> [String] {
    let modifiers = function.modifiers.map { $0 + " " }.joined()
    let owner = function.owner.map { $0 + "." } ?? ""
    let parameters = function.parameters.map { parameter in
      let label = parameter.label == parameter.name ? "" : (parameter.label ?? "_") + " "
      return "\(label)\(parameter.name): \(parameter.type)"
    }.joined(separator: ", ")
    let returns = function.returns.map { " -> \($0)" } ?? ""
    let head = "\(modifiers)func \(owner)\(function.signature) (\(parameters))\(returns)"
    return [head] + (function.body.map(statements) ?? ["  declared"])
  }

  static func variable(_ variable: VariableDeclaration) -> [String] {
    let modifiers = variable.modifiers.map { $0 + " " }.joined()
    let owner = variable.owner.map { $0 + "." } ?? ""
    let type = variable.type.map { ": \($0)" } ?? ""
    let value = variable.value.map { " = " + expression($0) } ?? ""
    var lines = ["\(modifiers)var \(owner)\(variable.name)\(type)\(value)"]
    lines += indented(variable.value.map(closures) ?? [])
    if let getter = variable.getter { lines += ["  get"] + indented(statements(getter)) }
    if let setter = variable.setter { lines += ["  set"] + indented(statements(setter)) }
    return lines
  }

  static func statements(_ list: [Statement]) -> [String] { indented(list.flatMap(statement)) }

  private static func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

  static func statement(_ statement: Statement) -> [String] {
    switch statement {
    case .expression(let value): return [expression(value)] + closures(value)
    case .variable(let declared): return variable(declared)
    case .assign(let target, let value, _):
      return ["\(expression(target)) = \(expression(value))"] + closures(target) + closures(value)
    case .branch(let branch): return self.branch(branch)
    case .select(let select):
      let head =
        "switch \(select.subject.map(expression) ?? "")" + (select.isComplete ? "" : " (not complete)")
      return [head]
        + select.cases.flatMap { item in
          let patterns = item.patterns.map(expression) + (item.isDefault ? ["default"] : [])
          return [
            "  case \(patterns.joined(separator: ", "))" + (item.fallsThrough ? " (falls through)" : "")
          ]
            + indented(statements(item.body))
        }
    case .loop(let loop):
      let head = loop.head.map(expression).joined(separator: "; ")
      return ["\(loop.runsOnce ? "repeat" : "loop") \(head)"] + indented(loop.head.flatMap(closures))
        + statements(loop.body)
    case .attempt(let attempt):
      return ["try\(attempt.catchesAll ? " (catches all)" : "")"] + statements(attempt.body)
        + attempt.catches.flatMap { ["catch"] + statements($0) }
        + (attempt.finally.map { ["finally"] + statements($0) } ?? [])
    case .leave(let leave):
      let value = leave.value.map { " " + expression($0) } ?? ""
      return [leave.kind.rawValue + value] + (leave.value.map(closures) ?? [])
    case .deferred(let body, _): return ["defer"] + statements(body)
    case .block(let body): return ["block"] + statements(body)
    case .function(let declared): return function(declared)
    case .unknown: return ["UNKNOWN"]
    }
  }

  private static func branch(_ branch: Statement.Branch) -> [String] {
    let word = branch.isConditionalCompilation ? "#if" : branch.isGuard ? "guard" : "if"
    let bindings = branch.bindings.isEmpty ? "" : " binds \(branch.bindings.joined(separator: ", "))"
    let head = "\(word) \(branch.conditions.map(expression).joined(separator: ", "))\(bindings)"
    return [head] + indented(branch.conditions.flatMap(closures)) + statements(branch.then)
      + (branch.otherwise.map { ["else"] + statements($0) } ?? [])
  }

  /// The bodies of closures that stand in an expression, below its line.
  static func closures(_ value: Expression) -> [String] {
    var lines: [String] = []
    value.walk(intoClosures: false) { part in
      guard case .closure(let closure) = part else { return }
      lines += ["  {\(closure.parameters.joined(separator: ", "))}"] + indented(statements(closure.body))
    }
    return lines
  }

  static func expression(_ value: Expression) -> String {
    switch value {
    case .call(let call):
      let base = call.base.map { expression($0) + "." } ?? ""
      let arguments = call.arguments.map { argument in
        (argument.label.map { $0 + ": " } ?? "") + expression(argument.value)
      }.joined(separator: ", ")
      return "\(base)\(call.name)(\(arguments))"
    case .member(let base, let name, _): return (base.map(expression) ?? "") + "." + name
    case .name(let name, _): return name
    case .string(let text, _): return quoted(text)
    case .interpolation(let parts, _): return "interpolation<\(joined(parts))>"
    case .number(let digits, _): return digits
    case .flag(let flag, _): return flag ? "true" : "false"
    case .null: return "null"
    case .closure: return "{}"
    case .list(let parts, _): return "[\(joined(parts))]"
    case .map(let parts, _): return "map[\(joined(parts))]"
    case .selector(let name, _): return "selector(\(name))"
    case .composed(let symbol, let parts, _): return "<\(symbol) \(joined(parts))>"
    case .unknown: return "UNKNOWN"
    }
  }

  private static func joined(_ parts: [Expression]) -> String {
    parts.map(expression).joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\n", with: "\\n").replacing("\t", with: "\\t") + "\""
  }
}
