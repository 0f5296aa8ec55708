import AppFacts

extension PathWalker {
  mutating func declare(
    _ variable: VariableDeclaration, _ states: PathStates, _ scope: inout PathScope,
    _ thrown: inout PathStates
  ) -> PathStates {
    // The value is made of the names before: `let task = Handed(task)`.
    let binding = variable.value.flatMap { carried($0, scope) }
    var after = states
    if binding == nil, let value = variable.value { after = evaluate(value, states, scope, &thrown) }
    scope.locals.insert(variable.name)
    scope.names[variable.name] = binding
    return after
  }

  mutating func assign(
    _ value: Expression, to target: Expression, _ states: PathStates, _ scope: inout PathScope,
    _ thrown: inout PathStates
  ) -> PathStates {
    if case .name("_", _) = target { return evaluate(value, states, scope, &thrown, asCondition: true) }
    var after = states
    if case .member(let base?, let name, _) = target {
      if scope.isToken(base), case .object = form {
        // What is set on the task itself: its expiration handler.
        if name == "expirationHandler" { setsExpiration = true }
        return states
      }
      after = evaluate(base, states, scope, &thrown, asCondition: true)
    }
    guard let binding = carried(value, scope) else { return evaluate(value, after, scope, &thrown) }
    if let name = target.plainName, scope.locals.contains(name) {
      scope.names[name] = binding
      return after
    }
    return handOver(binding, value.place, after, callback: true)
  }

  /// What carries the completion where this value is it, or is a closure that uses it.
  func carried(_ value: Expression, _ scope: PathScope) -> PathBinding? {
    switch value.bare {
    case .name(let name, _): return scope.names[name]
    case .closure(let closure):
      guard mentions(closure.body, without: closure.parameters, scope) else { return nil }
      return .closure(closure, scope)
    // Objective-C: `[completion copy]` is the same block.
    case .call(let call):
      guard call.name == "copy", call.arguments.isEmpty, let base = call.base, case .closure = form else {
        return nil
      }
      return carried(base, scope)
    default: return nil
    }
  }

  /// Evaluates an expression; `asCondition` where a bare name is only looked at.
  mutating func evaluate(
    _ expression: Expression, _ states: PathStates, _ scope: PathScope, _ thrown: inout PathStates,
    asCondition: Bool = false
  ) -> PathStates {
    if states.isEmpty { return states }
    work -= 1
    guard work > 0, depth < 300 else { return states.uncertain }
    depth += 1
    defer { depth -= 1 }
    switch expression {
    case .call(let call): return evaluate(call, states, scope, &thrown)
    case .closure, .name:
      guard !asCondition, let binding = carried(expression, scope) else { return states }
      return handOver(binding, expression.place, states, callback: true)
    case .member(let base, _, _):
      guard let base, !isCarrier(base, scope) else { return states }
      return evaluate(base, states, scope, &thrown)
    case .interpolation(let parts, _):
      return parts.reduce(states) { evaluate($1, $0, scope, &thrown, asCondition: true) }
    case .list(let parts, _), .map(let parts, _):
      return parts.reduce(states) { evaluate($1, $0, scope, &thrown) }
    case .composed(let symbol, let parts, let place):
      return evaluate(symbol, parts, place, states, scope, &thrown, asCondition)
    case .unknown: return states.uncertain
    case .string, .number, .flag, .null, .selector: return states
    }
  }

  private mutating func evaluate(
    _ symbol: String, _ parts: [Expression], _ place: Place, _ states: PathStates, _ scope: PathScope,
    _ thrown: inout PathStates, _ asCondition: Bool
  ) -> PathStates {
    switch symbol {
    case "try":
      var known = PathStates()
      let after = parts.reduce(states) { evaluate($1, $0, scope, &known, asCondition: asCondition) }
      // Of a function that was followed it is known where it throws; else what throws has done nothing yet.
      thrown.add(
        known.isEmpty
          ? states.map { state, trace in
            var trace = trace.adding(place, "this throws")
            trace.end = place
            return (state, trace)
          } : known)
      return after
    case "?:":
      guard parts.count >= 2 else { return states }
      let asked = evaluate(parts[0], states, scope, &thrown, asCondition: true)
      let branch = Statement.Branch(conditions: [parts[0]], then: [], otherwise: nil, place: place)
      let (holds, fails) = split(branch, asked, scope)
      var after = parts.count > 2 ? evaluate(parts[1], holds, scope, &thrown) : holds
      after.add(evaluate(parts[parts.count - 1], fails, scope, &thrown))
      return after
    case "&&", "||", "??":
      guard let first = parts.first else { return states }
      let asked = evaluate(first, states, scope, &thrown, asCondition: true)
      // `completion && completion()`: without the completion there is nothing to call.
      let isAboutIt = PathAtom.all(first).contains { isCarrier($0.subjectOrSelf, scope) }
      var after = isAboutIt ? asked.uncertain : asked
      var running = asked
      for part in parts.dropFirst() {
        running = evaluate(part, running, scope, &thrown, asCondition: asCondition)
        after.add(running)
      }
      return after
    case "==", "!=", "is", "===", "!==", "case", "<", ">", "!":
      return parts.reduce(states) { evaluate($1, $0, scope, &thrown, asCondition: true) }
    case "if", "switch":
      var after = PathStates()
      for part in parts {
        if case .closure(let closure) = part {
          var inner = scope
          after.add(run(closure.body, states, &inner).ended)
        } else {
          after.add(evaluate(part, states, scope, &thrown, asCondition: true))
        }
      }
      return after.isEmpty ? states : after
    default:
      return parts.reduce(states) { evaluate($1, $0, scope, &thrown, asCondition: asCondition) }
    }
  }

  /// The completion is somebody else's from here on; a closure among it is judged as a callback.
  mutating func handOver(_ binding: PathBinding, _ place: Place, _ states: PathStates, callback: Bool)
    -> PathStates
  {
    if callback, case .closure(let closure, let scope) = binding { _ = judgeCallback(closure, scope) }
    if case .token = binding, case .object = form { setsExpiration = true }
    return states.map { state, trace in
      var state = state
      state.handed = true
      return (state, trace.adding(place, "passed on here"))
    }
  }

  /// Runs a callback on its own: true where each of its paths calls the completion once.
  mutating func judgeCallback(_ closure: Expression.Closure, _ scope: PathScope) -> Bool {
    var inner = scope
    for name in closure.parameters { inner.names[name] = nil }
    work -= inner.study(closure.body)
    let start = PathTrace().adding(closure.place, "in this callback")
    let ends = run(closure.body, PathStates(PathState(), start), &inner).ended
    guard !ends.overflowed, work > 0 else { return false }
    let completes = ends.all.contains { $0.state.count > 0 || $0.state.handed }
    guard completes else { return false }
    for end in ends.all where !end.state.uncertain {
      if end.state.count == 0, !end.state.handed { callbackLost.append(end.trace) }
      if end.state.count > 1 { callbackDoubled.append(end.trace) }
    }
    return ends.all.allSatisfy { $0.state.count == 1 && !$0.state.uncertain }
  }

  /// Whether anything that carries the completion is named in a body.
  func mentions(_ body: [Statement], without hidden: [String] = [], _ scope: PathScope) -> Bool {
    var found = false
    for statement in body where !found {
      statement.walk { part in
        switch part {
        case .name(let name, _): if scope.names[name] != nil, !hidden.contains(name) { found = true }
        case .call(let call):
          if call.base == nil, scope.names[call.name] != nil, !hidden.contains(call.name) { found = true }
        default: break
        }
      }
    }
    return found
  }
}
