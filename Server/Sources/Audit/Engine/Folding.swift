/// Puts consequences under their root causes.
///
/// A finding folds under the finding of one of its rule's root causes that is about the same thing; in a
/// chain of causes all fold under the topmost. A cause that is itself unknown takes nothing that is sure. No
/// finding is lost or doubled, and the order in which rules report does not count.
enum Folding {
  static func fold(
    _ findings: [AuditFinding],
    causes: (RuleID) -> [RuleID] = { AuditRules.rule($0)?.page.rootCauses ?? [] }
  ) -> [AuditFinding] {
    let ordered = findings.sorted(by: precedes)
    var index: [Subject: [Int]] = [:]
    for position in ordered.indices {
      for about in ordered[position].about {
        let subject = Subject(rule: ordered[position].rule, about: about)
        if index[subject, default: []].count < most { index[subject, default: []].append(position) }
      }
    }
    let parents = ordered.indices.map { parent(of: $0, ordered, causes(ordered[$0].rule), index) }
    var members: [Int: [Int]] = [:]
    for index in ordered.indices {
      let root = root(of: index, parents)
      if root != index { members[root, default: []].append(index) }
    }
    return ordered.indices.filter { root(of: $0, parents) == $0 }.map { index in
      var root = ordered[index]
      root.consequences = (members[index] ?? []).map { ordered[$0] }
      return root
    }.sorted(by: precedes)
  }

  private struct Subject: Hashable {
    var rule: RuleID
    var about: String
  }

  /// So many findings of one rule about one thing are looked at as causes, so that no input can make this
  /// long.
  private static let most = 64

  /// The cause that has the most in common with a finding; of equals the one that the page names first.
  private static func parent(
    of position: Int, _ all: [AuditFinding], _ causes: [RuleID], _ index: [Subject: [Int]]
  ) -> Int? {
    var best: (position: Int, shared: Int)?
    for rule in causes {
      var shared: [Int: Int] = [:]
      for about in all[position].about {
        for candidate in index[Subject(rule: rule, about: about)] ?? [] where candidate != position {
          shared[candidate, default: 0] += 1
        }
      }
      for (candidate, count) in shared.sorted(by: { $0.key < $1.key }) where count > (best?.shared ?? 0) {
        if all[candidate].confidence == .unknown, all[position].confidence != .unknown { continue }
        best = (candidate, count)
      }
    }
    return best?.position
  }

  /// The end of a chain; where causes stand in a circle, the first of the circle in order.
  private static func root(of index: Int, _ parents: [Int?]) -> Int {
    var seen: Set<Int> = [index]
    var path = [index]
    var current = index
    while let next = parents[current] {
      if !seen.insert(next).inserted {
        let circle = path[(path.firstIndex(of: next) ?? 0)...]
        return circle.min() ?? index
      }
      path.append(next)
      current = next
    }
    return current
  }

  /// A total order: by the gravest of a group, rule, place, then words.
  static func precedes(_ left: AuditFinding, _ right: AuditFinding) -> Bool {
    if left.gravest != right.gravest { return left.gravest < right.gravest }
    if left.rule != right.rule { return left.rule < right.rule }
    let (a, b) = (left.place, right.place)
    if a?.file != b?.file { return (a?.file ?? "") < (b?.file ?? "") }
    for (one, other) in [(a?.line, b?.line), (a?.column, b?.column), (a?.offset, b?.offset)]
    where one != other { return (one ?? 0) < (other ?? 0) }
    if left.severity != right.severity { return left.severity < right.severity }
    if left.message != right.message { return left.message < right.message }
    return left.about.sorted().lexicographicallyPrecedes(right.about.sorted())
  }
}

extension AuditFinding {
  /// The gravest of this and what is folded under it.
  public var gravest: Severity { consequences.map(\.severity).reduce(severity, min) }
}
