import AppFacts

/// The text that an expression of Kotlin or Java stands for, as far as constants tell it.
enum KnownText: Hashable {
  case literal(String)
  /// `R.string.name`: the same resource is the same text.
  case resource(String)

  /// Nil where it is computed, or a constant of that name is another text elsewhere.
  static func of(
    _ expression: Expression, in function: Int?, _ app: AndroidApp, _ scope: AuditScope, depth: Int = 0
  ) -> KnownText? {
    guard depth < 6 else { return nil }
    let bare = expression.bare
    switch bare {
    case .string(let text, _): return .literal(text)
    case .call(let call):
      guard ["getString", "stringResource"].contains(call.name), let first = call.arguments.first else {
        return nil
      }
      return of(first.value, in: function, app, scope, depth: depth + 1)
    case .name(let name, _):
      if let function, let local = localValue(name, in: function, scope) {
        return of(local, in: function, app, scope, depth: depth + 1)
      }
      let owner = function.flatMap { scope.index.functions[$0].declaration.owner }
      return constant(name, owner: owner?.lastName, app, scope, depth)
    case .member(let base?, let name, _):
      if let path = bare.path, path.hasPrefix("R.string.") || path.contains(".R.string.") {
        return .resource("@string/" + name)
      }
      return constant(name, owner: base.path?.lastName, app, scope, depth)
    default: return nil
    }
  }

  /// A local variable's value, where it is given once.
  static func localValue(_ name: String, in function: Int, _ scope: AuditScope) -> Expression? {
    guard scope.index.functions.indices.contains(function) else { return nil }
    let declaration = scope.index.functions[function].declaration
    guard !declaration.parameters.contains(where: { $0.name == name }) else { return nil }
    let isGivenAgain = scope.index.assignments.contains {
      $0.function == function && $0.target.plainName == name
    }
    guard !isGivenAgain else { return nil }
    return SourceIndex.local(name, in: declaration.body ?? [])?.value
  }

  /// A constant or property of this name: its owner's where there is one, else any; all must say the same.
  private static func constant(
    _ name: String, owner: String?, _ app: AndroidApp, _ scope: AuditScope, _ depth: Int
  ) -> KnownText? {
    let all = scope.index.variables(named: name, in: Set(app.sources))
    let own = all.filter { owner != nil && $0.declaration.owner?.lastName == owner }
    let found = own.isEmpty ? all : own
    guard !found.isEmpty else { return nil }
    var texts: Set<KnownText> = []
    for variable in found {
      guard !variable.declaration.modifiers.contains("var"), variable.declaration.getter == nil,
        let value = variable.declaration.value,
        let text = of(value, in: nil, app, scope, depth: depth + 1)
      else { return nil }
      texts.insert(text)
    }
    return texts.count == 1 ? texts.first : nil
  }
}
