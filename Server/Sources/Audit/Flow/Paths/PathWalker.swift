import AppFacts

/// Follows a completion through a body: on every path, how often it is called, or that it is passed on.
///
/// What it cannot judge makes a path uncertain, and an uncertain path is never reported: conditions on variables that
/// are assigned meanwhile, the same thing asked in two ways, statements that the reader does not know, loops that run
/// twice, code under `#if DEBUG`, a `self` or completion that may be gone.
struct PathWalker {
  /// What is followed.
  enum Form {
    /// A closure: calling it completes.
    case closure
    /// An object: one of these methods on it completes.
    case object(methods: Set<String>)
  }

  let index: SourceIndex
  let files: Set<Int>
  let form: Form
  var work = 50_000
  var depth = 0
  var setsExpiration = false
  /// Paths of callbacks that lose the completion given to them, or call it twice.
  var callbackLost: [PathTrace] = []
  var callbackDoubled: [PathTrace] = []
  /// Functions that are being followed, against going in circles.
  var following: [Int] = []

  init(_ index: SourceIndex, files: Set<Int>, form: Form) {
    self.index = index
    self.files = files
    self.form = form
  }

  /// Follows the name `token` through a body that belongs to a function.
  static func follow(
    _ token: String, in body: [Statement], function: Int?, form: Form, index: SourceIndex, files: Set<Int>
  ) -> CompletionPaths {
    var walker = PathWalker(index, files: files, form: form)
    if let function { walker.following.append(function) }
    var scope = PathScope(names: [token: .token])
    scope.function = function
    scope.study(body)
    let ends = walker.run(body, PathStates(PathState()), &scope).ended
    return walker.judge(ends)
  }

  private func judge(_ ends: PathStates) -> CompletionPaths {
    var result = CompletionPaths()
    result.setsExpiration = setsExpiration
    result.isUnknown = work <= 0 || ends.overflowed
    result.completes = ends.all.contains { $0.state.count > 0 || $0.state.handed }
    result.hands = ends.all.contains { $0.state.handed }
    guard !result.isUnknown else { return result }
    for end in ends.all where !end.state.uncertain {
      if end.state.count == 0, !end.state.handed { result.lost.append(end.trace) }
      if end.state.count > 1 || (end.state.count == 1 && end.state.promised) {
        result.doubled.append(end.trace)
      }
    }
    // A callback's path counts only where nobody but callbacks completes.
    if !ends.all.contains(where: { $0.state.count > 0 }) {
      result.lost += callbackLost
    }
    result.doubled += callbackDoubled
    return result
  }

  // MARK: Statements

  mutating func run(_ body: [Statement], _ states: PathStates, _ scope: inout PathScope) -> PathExits {
    var exits = PathExits()
    var current = states
    var deferred: [[Statement]] = []
    depth += 1
    defer { depth -= 1 }
    guard depth < 300 else {
      exits.next = states.uncertain
      return exits
    }
    for statement in body {
      guard !current.isEmpty else { break }
      // More states than are kept: the rest of the paths is not worth following.
      work = current.overflowed ? 0 : work - 1
      guard work > 0 else {
        exits.next = current.uncertain
        return exits
      }
      if case .deferred(let late, _) = statement {
        deferred.append(late)
        continue
      }
      let step = run(statement, current, &scope)
      exits.addAbrupt(settle(step, deferred, scope))
      current = step.next
    }
    var last = PathExits()
    last.next = current
    exits.next = settle(last, deferred, scope, andNext: true).next
    return exits
  }

  /// Runs what was deferred, last first, on paths that leave here.
  private mutating func settle(
    _ exits: PathExits, _ deferred: [[Statement]], _ scope: PathScope, andNext: Bool = false
  ) -> PathExits {
    var settled = exits
    for body in deferred.reversed() {
      var inner = scope
      func late(_ states: PathStates, _ walker: inout PathWalker) -> PathStates {
        states.isEmpty ? states : walker.run(body, states, &inner).ended
      }
      if andNext { settled.next = late(settled.next, &self) }
      settled.returned = late(settled.returned, &self)
      settled.thrown = late(settled.thrown, &self)
      settled.broke = late(settled.broke, &self)
      settled.continued = late(settled.continued, &self)
    }
    return settled
  }

  private mutating func run(_ statement: Statement, _ states: PathStates, _ scope: inout PathScope)
    -> PathExits
  {
    var exits = PathExits()
    switch statement {
    case .expression(let expression):
      exits.next = evaluate(expression, states, scope, &exits.thrown)
    case .variable(let variable): exits.next = declare(variable, states, &scope, &exits.thrown)
    case .assign(let target, let value, _):
      exits.next = assign(value, to: target, states, &scope, &exits.thrown)
    case .branch(let branch): return run(branch, states, &scope)
    case .select(let select): return run(select, states, scope)
    case .loop(let loop): return run(loop, states, scope)
    case .attempt(let attempt): return run(attempt, states, scope)
    case .leave(let leave): return run(leave, states, scope)
    case .block(let body), .deferred(let body, _):
      var inner = scope
      return run(body, states, &inner)
    case .function(let function):
      if mentions(function.body ?? [], scope) {
        scope.names[function.name] = .function(function, scope)
      }
      exits.next = states
    case .unknown: exits.next = states.uncertain
    }
    return exits
  }

  private mutating func run(_ leave: Statement.Leave, _ states: PathStates, _ scope: PathScope) -> PathExits {
    var exits = PathExits()
    if leave.kind == .never { return exits }
    var after = states
    if let value = leave.value, leave.kind == .return || leave.kind == .throw {
      after = evaluate(value, states, scope, &exits.thrown)
    }
    let ended = after.map { state, trace in
      var trace = trace
      trace.end = leave.place
      return (state, trace)
    }
    switch leave.kind {
    case .return: exits.returned = ended
    case .throw: exits.thrown.add(ended)
    // With a label it leaves more than the innermost.
    case .break: exits.broke = leave.value == nil ? after : after.uncertain
    case .continue: exits.continued = leave.value == nil ? after : after.uncertain
    case .never: break
    }
    return exits
  }

  private mutating func run(_ branch: Statement.Branch, _ states: PathStates, _ scope: inout PathScope)
    -> PathExits
  {
    var exits = PathExits()
    var after = states
    if !branch.isConditionalCompilation {
      for condition in branch.conditions {
        after = evaluate(condition, after, scope, &exits.thrown, asCondition: true)
      }
    }
    var inside = scope
    // `if let done = completion`: the same under another name; other bindings hide what was there.
    let renames = branch.conditions.contains { isCarrier($0, scope) }
    for name in branch.bindings {
      if renames {
        inside.names[name] = .token
      } else if inside.names[name] != nil {
        inside.names[name] = nil
      }
    }
    let (holds, fails) = split(branch, after, scope)
    if branch.isGuard {
      var outside = scope
      exits.addAbrupt(run(branch.otherwise ?? [], fails, &outside))
      scope.names = inside.names
      exits.next.add(holds)
      return exits
    }
    let then = run(branch.then, holds, &inside)
    exits.next.add(then.next)
    exits.addAbrupt(then)
    if let otherwise = branch.otherwise {
      var outside = scope
      let other = run(otherwise, fails, &outside)
      exits.next.add(other.next)
      exits.addAbrupt(other)
    } else {
      exits.next.add(fails)
    }
    return exits
  }

  private mutating func run(_ select: Statement.Select, _ states: PathStates, _ scope: PathScope) -> PathExits
  {
    var exits = PathExits()
    var after = states
    if let subject = select.subject {
      after = evaluate(subject, states, scope, &exits.thrown, asCondition: true)
      after = ask(subject: subject, after, scope)
    }
    let renames = select.subject.map { isCarrier($0, scope) } ?? false
    var falling = PathStates()
    for choice in select.cases {
      var inner = scope
      if renames {
        for name in choice.patterns.reduce(into: Set<String>(), { $0.formUnion($1.names) }) {
          inner.names[name] = .token
        }
      }
      var entering = after
      if renames, choice.isDefault { entering = entering.uncertain }
      let place = choice.patterns.first?.place ?? select.place
      entering = entering.step(place, "this case")
      entering.add(falling)
      let ran = run(choice.body, entering, &inner)
      exits.returned.add(ran.returned)
      exits.thrown.add(ran.thrown)
      exits.continued.add(ran.continued)
      exits.next.add(ran.broke)
      falling = PathStates()
      if choice.fallsThrough { falling = ran.next } else { exits.next.add(ran.next) }
    }
    exits.next.add(falling)
    if !select.isComplete { exits.next.add(after.step(select.place, "no case")) }
    return exits
  }

  private mutating func run(_ loop: Statement.Loop, _ states: PathStates, _ scope: PathScope) -> PathExits {
    var exits = PathExits()
    var entering = states
    for head in loop.head { entering = evaluate(head, entering, scope, &exits.thrown, asCondition: true) }
    let endless = loop.head.contains { if case .flag(true, _) = $0 { true } else { false } }
    var skipping = entering
    var round = entering
    for pass in 0..<2 {
      var inner = scope
      let ran = run(loop.body, round, &inner)
      exits.returned.add(ran.returned)
      exits.thrown.add(ran.thrown)
      exits.next.add(ran.broke)
      var after = ran.next
      after.add(ran.continued)
      // What a second round does depends on what the first one changed.
      round = after.map { state, trace in
        var state = state
        if state.count > 0 || state.handed { state.uncertain = true }
        return (state, trace)
      }
      if !endless { exits.next.add(pass == 0 ? after : round) }
      // A body that always completes is written for a list that is never empty.
      if pass == 0, !after.isEmpty, after.all.allSatisfy({ $0.state.count > 0 || $0.state.handed }) {
        skipping = skipping.uncertain
      }
    }
    if !loop.runsOnce, !endless { exits.next.add(skipping) }
    return exits
  }

  private mutating func run(_ attempt: Statement.Attempt, _ states: PathStates, _ scope: PathScope)
    -> PathExits
  {
    var exits = PathExits()
    var inner = scope
    var ran = run(attempt.body, states, &inner)
    // Objective-C, Java and Kotlin throw anywhere: what was not completed by then. What nothing catches there is a
    // crash, and no path.
    let isImplied = ran.thrown.isEmpty && !attempt.body.marksErrors
    if isImplied, !attempt.catches.isEmpty { ran.thrown = states }
    var after = PathExits()
    after.next = ran.next
    after.returned = ran.returned
    after.broke = ran.broke
    after.continued = ran.continued
    for rescue in attempt.catches {
      var inner = scope
      let caught = run(rescue, ran.thrown.step(attempt.place, "something is thrown here"), &inner)
      after.next.add(caught.next)
      after.addAbrupt(caught)
    }
    if !isImplied, attempt.catches.isEmpty || !attempt.catchesAll { after.thrown.add(ran.thrown) }
    guard let finally = attempt.finally else { return after }
    exits = settle(after, [finally], scope, andNext: true)
    return exits
  }
}

extension [Statement] {
  /// Whether `try` or `throw` stands in it, outside closures.
  fileprivate var marksErrors: Bool {
    contains { statement in
      var found = false
      if case .leave(let leave) = statement, leave.kind == .throw { return true }
      for expression in statement.expressions {
        expression.walk(intoClosures: false) { if case .composed("try", _, _) = $0 { found = true } }
      }
      return found || statement.blocks.contains { $0.marksErrors }
    }
  }
}
