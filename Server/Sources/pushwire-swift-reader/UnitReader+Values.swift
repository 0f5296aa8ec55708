import AppFacts
import SwiftSyntax

extension UnitReader {
  /// The variables of a body's declaration; what `if` and `switch` give them is assigned after them.
  mutating func locals(_ node: VariableDeclSyntax) -> [Statement] {
    var read: [Statement] = []
    for binding in node.bindings {
      if let value = binding.initializer?.value, isBranching(value) {
        let variables = variables(binding, of: node, withValue: false).map(Self.local)
        read += variables.map { .variable($0) }
        if let first = variables.first {
          let target = Expression.name(first.name, first.place)
          if let apart = takenApart(value, { .assign(target: target, value: $0, place: first.place) }) {
            read.append(apart)
          }
        }
      } else {
        read += variables(binding, of: node).map { .variable(Self.local($0)) }
      }
    }
    return read
  }

  /// A variable of a body belongs to no type.
  private static func local(_ variable: VariableDeclaration) -> VariableDeclaration {
    var variable = variable
    variable.owner = nil
    return variable
  }

  /// The statement that an `if` or `switch` used as a value stands for, its results handed to `give`; nil where
  /// the value is something else.
  mutating func takenApart(_ value: ExprSyntax, _ give: (Expression) -> Statement) -> Statement? {
    if let node = value.as(IfExprSyntax.self) { return Self.giving(.branch(branch(node)), give) }
    if let node = value.as(SwitchExprSyntax.self) { return Self.giving(.select(select(node)), give) }
    return nil
  }

  private func isBranching(_ value: ExprSyntax) -> Bool {
    value.is(IfExprSyntax.self) || value.is(SwitchExprSyntax.self)
  }

  private static func giving(_ statement: Statement, _ give: (Expression) -> Statement) -> Statement {
    switch statement {
    case .branch(var branch):
      branch.then = giving(branch.then, give)
      branch.otherwise = branch.otherwise.map { giving($0, give) }
      return .branch(branch)
    case .select(var select):
      for index in select.cases.indices { select.cases[index].body = giving(select.cases[index].body, give) }
      return .select(select)
    case .expression(let value): return give(value)
    default: return statement
    }
  }

  private static func giving(_ body: [Statement], _ give: (Expression) -> Statement) -> [Statement] {
    guard let last = body.last else { return body }
    return body.dropLast() + [giving(last, give)]
  }
}
