extension Expression {
  /// What stands directly in it; of a closure nothing, see ``Closure/body``.
  public var parts: [Expression] {
    switch self {
    case .call(let call): (call.base.map { [$0] } ?? []) + call.arguments.map(\.value)
    case .member(let base, _, _): base.map { [$0] } ?? []
    case .interpolation(let parts, _), .list(let parts, _), .map(let parts, _), .composed(_, let parts, _):
      parts
    case .name, .string, .number, .flag, .null, .selector, .unknown, .closure: []
    }
  }

  /// This and all that stands in it, closures' bodies too where asked.
  public func walk(intoClosures: Bool = true, _ visit: (Expression) -> Void) {
    visit(self)
    for part in parts { part.walk(intoClosures: intoClosures, visit) }
    if intoClosures, case .closure(let closure) = self {
      for statement in closure.body { statement.walk(intoClosures: true, visit) }
    }
  }
}

extension Statement {
  /// The expressions that stand in this statement itself.
  public var expressions: [Expression] {
    switch self {
    case .expression(let expression): [expression]
    case .variable(let variable): variable.value.map { [$0] } ?? []
    case .assign(let target, let value, _): [target, value]
    case .branch(let branch): branch.conditions
    case .select(let select): (select.subject.map { [$0] } ?? []) + select.cases.flatMap(\.patterns)
    case .loop(let loop): loop.head
    case .leave(let leave): leave.value.map { [$0] } ?? []
    case .attempt, .deferred, .block, .function, .unknown: []
    }
  }

  /// The lists of statements that stand in it.
  public var blocks: [[Statement]] {
    switch self {
    case .branch(let branch): [branch.then] + (branch.otherwise.map { [$0] } ?? [])
    case .select(let select): select.cases.map(\.body)
    case .loop(let loop): [loop.body]
    case .attempt(let attempt): [attempt.body] + attempt.catches + (attempt.finally.map { [$0] } ?? [])
    case .deferred(let body, _), .block(let body): [body]
    case .function(let function): function.body.map { [$0] } ?? []
    case .variable(let variable): [variable.getter, variable.setter].compactMap { $0 }
    case .expression, .assign, .leave, .unknown: []
    }
  }

  /// Every expression in it, of nested statements too.
  public func walk(intoClosures: Bool = true, _ visit: (Expression) -> Void) {
    for expression in expressions { expression.walk(intoClosures: intoClosures, visit) }
    for block in blocks { for statement in block { statement.walk(intoClosures: intoClosures, visit) } }
  }
}
