import AppFacts

/// One question of a condition, without its negation.
struct PathAtom {
  var expression: Expression
  /// The answer for which the whole condition may hold.
  var wanted: Bool

  var key: String { expression.key }

  /// What is asked about: the left side of a comparison.
  var subject: String? {
    guard case .composed(let symbol, let parts, _) = expression, parts.count >= 2,
      ["==", "<", ">", "<=", ">=", "case", "is", "as?"].contains(symbol)
    else { return nil }
    return symbol == "case" ? parts[1].key : parts[0].key
  }

  /// Questions that must all be answered as wanted.
  static func conjuncts(_ conditions: [Expression], wanted: Bool = true) -> [PathAtom] {
    conditions.flatMap { conjuncts($0, wanted: wanted) }
  }

  static func conjuncts(_ condition: Expression, wanted: Bool) -> [PathAtom] {
    switch condition {
    case .composed("!", let parts, _) where parts.count == 1: conjuncts(parts[0], wanted: !wanted)
    case .composed("&&", let parts, _) where wanted: parts.flatMap { conjuncts($0, wanted: true) }
    case .composed("||", let parts, _) where !wanted: parts.flatMap { conjuncts($0, wanted: false) }
    case .composed("!=", let parts, let place):
      [
        PathAtom(expression: .composed(symbol: "==", parts, place), wanted: !wanted)
      ]
    case .composed("()", let parts, _) where parts.count == 1: conjuncts(parts[0], wanted: wanted)
    case .composed("==", let parts, _) where parts.count == 2 && parts[1].asFlag != nil:
      conjuncts(parts[0], wanted: wanted == parts[1].asFlag)
    default: [PathAtom(expression: condition, wanted: wanted)]
    }
  }

  /// All questions of a condition, whatever joins them.
  static func all(_ condition: Expression) -> [PathAtom] {
    switch condition {
    case .composed(let symbol, let parts, _) where ["&&", "||", "!", "()"].contains(symbol):
      parts.flatMap(all)
    case .composed("!=", let parts, let place):
      [
        PathAtom(expression: .composed(symbol: "==", parts, place), wanted: true)
      ]
    case .composed("==", let parts, _) where parts.count == 2 && parts[1].asFlag != nil: all(parts[0])
    default: [PathAtom(expression: condition, wanted: true)]
    }
  }
}

extension PathScope {
  /// Looks through a body for what is asked twice and what is assigned.
  ///
  /// - Returns: how many statements there are, the work of looking.
  @discardableResult
  mutating func study(_ body: [Statement]) -> Int {
    var count = 0
    var counts: [String: Int] = [:]
    var keysOfSubject: [String: Set<String>] = [:]
    func ask(_ conditions: [Expression]) {
      for atom in conditions.flatMap(PathAtom.all) {
        counts[atom.key, default: 0] += 1
        // `if x` asks about x too, where `x == nil` does elsewhere.
        keysOfSubject[atom.subject ?? atom.key, default: []].insert(atom.key)
      }
    }
    func statements(_ body: [Statement]) {
      for statement in body {
        count += 1
        switch statement {
        case .assign(let target, _, _):
          assigned.formUnion(target.names)
          if case .member(_, let name, _) = target { assigned.insert(name) }
        case .branch(let branch): ask(branch.conditions)
        case .select(let select):
          if let subject = select.subject {
            counts[subject.key, default: 0] += 1
            keysOfSubject[subject.key, default: []].insert("switch")
            if (counts[subject.key] ?? 0) > 1 { keysOfSubject[subject.key]?.insert("again") }
          }
        default: break
        }
        for expression in statement.expressions {
          expression.walk(intoClosures: false) { part in
            if case .closure(let closure) = part { statements(closure.body) }
            if case .composed("?:", let parts, _) = part, let first = parts.first { ask([first]) }
          }
        }
        for block in statement.blocks { statements(block) }
      }
    }
    statements(body)
    repeated.formUnion(counts.filter { $0.value > 1 }.map(\.key))
    subjects.formUnion(keysOfSubject.filter { $0.value.count > 1 }.map(\.key))
    return count
  }
}

extension Expression {
  /// ``key`` without `self.` before it.
  var ownKey: String {
    let key = key
    return key.hasPrefix("self.") ? String(key.dropFirst(5)) : key
  }

  /// Reads something that is assigned, by its ``ownKey``.
  func reads(_ assigned: Set<String>) -> Bool {
    if assigned.isEmpty { return false }
    var found = false
    walk { part in
      switch part {
      case .name, .member, .composed("[]", _, _): if assigned.contains(part.ownKey) { found = true }
      default: break
      }
    }
    return found
  }
}

extension Expression {
  fileprivate var asFlag: Bool? {
    if case .flag(let flag, _) = self { flag } else { nil }
  }
}
