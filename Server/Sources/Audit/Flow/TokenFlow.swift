import AppFacts

/// Follows the device token from the delegate's callback through locals, helpers and extensions of Data.
struct TokenFlow {
  let code: AppleCode
  /// An expression in a function that has the token, with the names that carry it there.
  var visit: (_ expression: Expression, _ names: Set<String>, _ function: Int, _ inLog: Bool) -> Void
  /// A body that the token comes into, with the names that carry it at its start.
  var enterBody: (_ body: [Statement], _ names: Set<String>) -> Void = { _, _ in }

  func run() {
    for number in code.functions(KnownAPI.didRegister) {
      guard let name = code.index.functions[number].declaration.parameters.last?.name else { continue }
      follow(number, [name], 0)
    }
  }

  private func follow(_ number: Int, _ names: Set<String>, _ depth: Int) {
    guard depth < 5 else { return }
    var names = names
    let body = code.index.functions[number].declaration.body ?? []
    enterBody(body, names)
    statements(body, &names, number, depth)
  }

  private func statements(_ body: [Statement], _ names: inout Set<String>, _ number: Int, _ depth: Int) {
    for statement in body {
      if case .variable(let variable) = statement, let value = variable.value,
        let name = value.plainName ?? value.asCall?.arguments.first?.value.plainName, names.contains(name),
        value.plainName != nil || ["Data", "NSData"].contains(value.asCall?.name ?? "")
      {
        names.insert(variable.name)
      }
      for expression in statement.expressions { look(expression, &names, number, depth, inLog: false) }
      for block in statement.blocks { statements(block, &names, number, depth) }
    }
  }

  private func look(
    _ expression: Expression, _ names: inout Set<String>, _ number: Int, _ depth: Int, inLog: Bool
  ) {
    visit(expression, names, number, inLog)
    switch expression {
    case .call(let call):
      let logs = inLog || KnownAPI.isLog(call)
      if !logs { enter(call, names, number, depth) }
      if let base = call.base { look(base, &names, number, depth, inLog: inLog) }
      for argument in call.arguments { look(argument.value, &names, number, depth, inLog: logs) }
    case .closure(let closure): statements(closure.body, &names, number, depth)
    case .member(let base?, let name, _):
      if carries(base, names) { enterExtension(name, number, depth) }
      look(base, &names, number, depth, inLog: inLog)
    default: for part in expression.parts { look(part, &names, number, depth, inLog: inLog) }
    }
  }

  private func carries(_ expression: Expression, _ names: Set<String>) -> Bool {
    expression.plainName.map(names.contains) ?? false
  }

  /// A helper that the token is given to, or a method on it.
  private func enter(_ call: Expression.Call, _ names: Set<String>, _ number: Int, _ depth: Int) {
    if let base = call.base, carries(base, names) { enterExtension(call.name, number, depth) }
    guard call.arguments.contains(where: { carries($0.value, names) }) else { return }
    let callees = code.index.callees(of: call, in: number, files: code.files)
    guard callees.count == 1, let callee = callees.first, callee != number else { return }
    let declaration = code.index.functions[callee].declaration
    var inside: Set<String> = []
    for (position, argument) in call.arguments.enumerated() where carries(argument.value, names) {
      if let name = code.index.parameter(of: declaration, for: call, at: position) { inside.insert(name) }
    }
    if !inside.isEmpty { follow(callee, inside, depth + 1) }
  }

  private func enterExtension(_ name: String, _ number: Int, _ depth: Int) {
    for callee in code.index.functionNumbers(named: name, in: code.files) where callee != number {
      guard ["Data", "NSData"].contains(code.index.functions[callee].owner ?? "") else { continue }
      follow(callee, ["self"], depth + 1)
    }
  }
}
