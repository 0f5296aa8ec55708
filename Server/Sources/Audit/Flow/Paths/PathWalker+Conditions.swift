import AppFacts

extension PathWalker {
  /// The states in which a branch's condition holds, and in which it does not.
  func split(_ branch: Statement.Branch, _ states: PathStates, _ scope: PathScope)
    -> (holds: PathStates, fails: PathStates)
  {
    if branch.isConditionalCompilation { return splitCompilation(branch, states) }
    let atoms = PathAtom.conjuncts(branch.conditions)
    let place = branch.place
    let asked = atoms.map { Asked($0, scope) }
    var holds = decide(asked, states, true).step(place, "the condition holds")
    var fails = decide(asked, states, false).step(place, "the condition does not hold")
    for atom in atoms where isCarrier(atom.subjectOrSelf, scope) || isSelf(atom.subjectOrSelf, branch) {
      // Without the completion, or without self, there is nothing to call.
      let isAbsence = atom.subject != nil && atom.expression.comparesToNull
      if isAbsence == atom.wanted { holds = holds.uncertain } else { fails = fails.uncertain }
    }
    return (holds, fails)
  }

  private func splitCompilation(_ branch: Statement.Branch, _ states: PathStates)
    -> (holds: PathStates, fails: PathStates)
  {
    let words = branch.conditions.reduce(into: Set<String>()) { $0.formUnion($1.words) }
    if !words.isDisjoint(with: KnownAPI.testBuilds) { return (states.uncertain, states) }
    let negated = branch.conditions.contains { if case .composed("!", _, _) = $0 { true } else { false } }
    return negated ? (states.uncertain, states) : (states, states.uncertain)
  }

  /// A question as it is put to each state.
  private struct Asked {
    var key: String
    var wanted: Bool
    /// For ``PathState/facts``: what is compared in more than one way.
    var subject: String?
    /// The answer is worth keeping: it is asked for again.
    var isRepeated: Bool
    /// Nobody can say how its answer hangs together with others.
    var isLoose: Bool

    init(_ atom: PathAtom, _ scope: PathScope) {
      key = atom.key
      wanted = atom.wanted
      let about = atom.subject ?? key
      subject = scope.subjects.contains(about) ? "about " + about : nil
      isRepeated = scope.repeated.contains(key)
      isLoose = atom.expression.reads(scope.assigned) || atom.expression.hasUnknown
      // Part of a condition that was joined in a way that is not taken apart.
      if case .composed(let symbol, let parts, _) = atom.expression, ["&&", "||"].contains(symbol) {
        isLoose = isLoose || parts.flatMap(PathAtom.all).contains { scope.repeated.contains($0.key) }
      }
    }
  }

  private func decide(_ asked: [Asked], _ states: PathStates, _ holds: Bool) -> PathStates {
    var next = PathStates()
    for entry in states.all {
      var state = entry.state
      let known = asked.map { question in state.facts[question.key].map { $0 == question.wanted } }
      if holds {
        if known.contains(false) { continue }
      } else if known.allSatisfy({ $0 == true }) {
        continue
      }
      for (question, answer) in zip(asked, known) {
        if question.isRepeated, holds || asked.count == 1 {
          state.facts[question.key] = holds == question.wanted
        }
        if let subject = question.subject {
          if answer == nil, state.facts[subject] != nil { state.uncertain = true }
          state.facts[subject] = true
        }
        if question.isLoose { state.uncertain = true }
      }
      if !holds, asked.count > 1, !known.contains(false), asked.contains(where: \.isRepeated) {
        // Which of them failed is not known, and one of them is asked again.
        state.uncertain = true
      }
      next.add(state, entry.trace)
    }
    return states.overflowed ? next.uncertain : next
  }

  func ask(subject: Expression, _ states: PathStates, _ scope: PathScope) -> PathStates {
    let key = subject.key
    let isLoose = subject.reads(scope.assigned)
    let isAsked = scope.subjects.contains(key)
    guard isLoose || isAsked || subject.hasUnknown else { return states }
    return states.map { state, trace in
      var state = state
      if isLoose || state.facts["about " + key] != nil || subject.hasUnknown { state.uncertain = true }
      state.facts["about " + key] = true
      return (state, trace)
    }
  }

  /// The completion itself, cast or not.
  func isCarrier(_ expression: Expression, _ scope: PathScope) -> Bool {
    switch expression.bare {
    case .name(let name, _): scope.names[name] != nil
    case .composed("is", let parts, _), .composed("case", let parts, _):
      parts.contains { isCarrier($0, scope) }
    default: false
    }
  }

  private func isSelf(_ expression: Expression, _ branch: Statement.Branch) -> Bool {
    guard let name = expression.plainName else { return false }
    return name == "self" || name == "this" || KnownAPI.weakSelves.contains(name)
  }
}

extension PathAtom {
  var subjectOrSelf: Expression {
    if case .composed(let symbol, let parts, _) = expression, subject != nil, parts.count >= 2 {
      return symbol == "case" ? parts[1] : parts[0].isNull ? parts[1] : parts[0]
    }
    return expression
  }
}

extension Expression {
  fileprivate var comparesToNull: Bool {
    if case .composed("==", let parts, _) = self { parts.contains { $0.isNull } } else { false }
  }
}
