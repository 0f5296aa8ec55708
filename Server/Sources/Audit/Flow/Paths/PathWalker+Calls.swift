import AppFacts

extension PathWalker {
  mutating func evaluate(
    _ call: Expression.Call, _ states: PathStates, _ scope: PathScope, _ thrown: inout PathStates
  ) -> PathStates {
    if call.name == "setExpirationHandler:", let base = call.base, scope.isToken(base) {
      setsExpiration = true
      return states
    }
    // What stands in it comes first; what carries the completion is left for the call.
    var after = states
    var carriers: [(label: String?, binding: PathBinding, position: Int)] = []
    if let base = call.base, !isCarrier(base, scope) {
      if case .closure(let closure) = base, call.name.isEmpty {
        return settle(inline(.closure(closure, scope), [], call.place, after), &thrown)
      }
      after = evaluate(base, after, scope, &thrown)
    }
    for (position, argument) in call.arguments.enumerated() {
      if let binding = carried(argument.value, scope) {
        carriers.append((argument.label, binding, position))
      } else {
        after = evaluate(argument.value, after, scope, &thrown)
      }
    }
    if let called = calledBinding(call, scope) {
      switch called {
      case .token: return complete(call.place, after)
      case .closure, .function:
        let arguments = call.arguments.map { carried($0.value, scope) }
        return settle(inline(called, arguments, call.place, after), &thrown)
      }
    }
    guard !carriers.isEmpty else { return after }
    if KnownAPI.observesOnly.contains(call.name) { return after }
    if let number = callee(of: call, scope) {
      return settle(follow(number, call, carriers.map { ($0.position, $0.binding) }, after), &thrown)
    }
    if KnownAPI.runsOnce(call) {
      for carrier in carriers {
        if case .token = carrier.binding, case .object = form {
          after = handOver(.token, call.place, after, callback: false)
        } else if carrier.label == "onCancel" || carrier.label == "expirationHandler" {
          after = handOver(carrier.binding, call.place, after, callback: false)
        } else {
          let exits = inline(carrier.binding, [], call.place, after)
          // What a task throws ends in it.
          after = KnownAPI.swallowsErrors(call) ? exits.ended : settle(exits, &thrown)
        }
      }
      return after
    }
    let repeats = KnownAPI.runsOften(call)
    var promised = false
    for carrier in carriers {
      if case .closure(let closure, let inner) = carrier.binding, !repeats {
        promised =
          judgeCallback(closure, inner) && carriers.count == 1 && KnownAPI.promises(call, carrier.label)
      }
      after = handOver(carrier.binding, call.place, after, callback: false)
    }
    if repeats { return after.uncertain }
    guard promised else { return after }
    return after.map { state, trace in
      var state = state
      if state.count > 0 { state.count = 2 }
      state.promised = true
      var trace = trace
      trace.calls.append(call.place)
      return (state, trace)
    }
  }

  /// What goes on behind a body that ran in place; what it throws is thrown here.
  private func settle(_ exits: PathExits, _ thrown: inout PathStates) -> PathStates {
    thrown.add(exits.thrown)
    var next = exits.next
    next.add(exits.returned)
    return next
  }

  /// What a call calls, where that is the completion or a closure that uses it.
  private func calledBinding(_ call: Expression.Call, _ scope: PathScope) -> PathBinding? {
    guard let base = call.base else {
      guard let binding = scope.names[call.name] else { return nil }
      if case .token = binding, case .object = form { return nil }
      return binding
    }
    guard let binding = scope.binding(base) else { return nil }
    switch (form, binding) {
    case (.object(let methods), .token): return methods.contains(call.name) ? .token : nil
    case (_, _): return KnownAPI.invocations.contains(call.name) ? binding : nil
    }
  }

  private func complete(_ place: Place, _ states: PathStates) -> PathStates {
    states.map { state, trace in
      var state = state
      state.count = min(state.count + 1, 2)
      var trace = trace.adding(place, "completed here")
      trace.calls.append(place)
      return (state, trace)
    }
  }

  /// Runs a closure or local function where it is called.
  mutating func inline(
    _ binding: PathBinding, _ arguments: [PathBinding?], _ place: Place, _ states: PathStates
  ) -> PathExits {
    var scope: PathScope
    let body: [Statement]
    let parameters: [String]
    switch binding {
    case .token: return PathExits(next: complete(place, states))
    case .closure(let closure, let outer):
      (scope, body, parameters) = (outer, closure.body, closure.parameters)
    case .function(let function, let outer):
      (scope, body, parameters) = (outer, function.body ?? [], function.parameters.map(\.name))
    }
    for (position, name) in parameters.enumerated() {
      scope.names[name] = position < arguments.count ? arguments[position] : nil
    }
    work -= scope.study(body)
    guard depth < 60 else { return PathExits(next: states.uncertain) }
    return run(body, states, &scope)
  }

  /// The one function of the app that a call means; nil where there is none, or more than one.
  private func callee(of call: Expression.Call, _ scope: PathScope) -> Int? {
    let found = index.callees(of: call, in: scope.function, files: files)
    guard found.count == 1, let number = found.first, !following.contains(number), following.count < 6 else {
      return nil
    }
    return number
  }

  /// Follows the completion into a function that it is passed to.
  private mutating func follow(
    _ number: Int, _ call: Expression.Call, _ carriers: [(position: Int, binding: PathBinding)],
    _ states: PathStates
  ) -> PathExits {
    let function = index.functions[number].declaration
    var scope = PathScope()
    scope.function = number
    for carrier in carriers {
      guard let name = index.parameter(of: function, for: call, at: carrier.position) else {
        return PathExits(next: handOver(carrier.binding, call.place, states, callback: false))
      }
      scope.names[name] = carrier.binding
    }
    if call.base != nil, function.body?.isEmpty == true {
      // An empty stand-in (a preview's, a mock) of something whose code is not here.
      return PathExits(
        next: carriers.reduce(states) { handOver($1.binding, call.place, $0, callback: false) })
    }
    work -= scope.study(function.body ?? [])
    scope.assigned.formUnion(fixed(function, call))
    following.append(number)
    defer { following.removeLast() }
    let inside = states.step(function.place, "into \(function.name)")
    let exits = run(function.body ?? [], inside, &scope)
    guard function.givesValue else { return exits }
    // What it returns may say whether it took the completion.
    let ends = exits.ended.all.map(\.state)
    let isMixed = ends.contains { $0.count != ends[0].count || $0.handed != ends[0].handed }
    guard isMixed else { return exits }
    return PathExits(
      next: exits.next.uncertain, returned: exits.returned.uncertain, thrown: exits.thrown.uncertain)
  }

  /// Parameters that this call gives a literal, or leaves to their default: what asks for them has one answer here.
  private func fixed(_ function: FunctionDeclaration, _ call: Expression.Call) -> Set<String> {
    var open: Set<String> = []
    for (position, argument) in call.arguments.enumerated() {
      guard let name = index.parameter(of: function, for: call, at: position) else { continue }
      switch argument.value.bare {
      case .flag, .number, .string, .null, .member(nil, _, _): break
      default: open.insert(name)
      }
    }
    return Set(function.parameters.map(\.name)).subtracting(open)
  }
}

extension FunctionDeclaration {
  var givesValue: Bool {
    guard let returns else { return false }
    return !["", "Void", "()", "void", "Unit", "IBAction"].contains(returns)
  }
}
