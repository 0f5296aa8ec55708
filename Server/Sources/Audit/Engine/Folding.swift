/// Puts consequences under their root causes.
enum Folding {
  static func fold(_ findings: [AuditFinding]) -> [AuditFinding] {
    let ordered = findings.sorted(by: precedes)
    var roots: [AuditFinding] = []
    var folded: [AuditFinding] = []
    for finding in ordered {
      if root(of: finding, in: ordered) == nil { roots.append(finding) } else { folded.append(finding) }
    }
    for finding in folded {
      // The topmost cause takes it: a chain of causes folds into one.
      var top = finding
      var steps = 0
      while let next = root(of: top, in: ordered), steps < ordered.count {
        top = next
        steps += 1
      }
      if let index = roots.firstIndex(of: top) {
        roots[index].consequences.append(finding)
      } else {
        roots.append(finding)  // causes in a circle: none is the root
      }
    }
    return roots.sorted(by: precedes)
  }

  private static func root(of finding: AuditFinding, in all: [AuditFinding]) -> AuditFinding? {
    let causes = AuditRules.rule(finding.rule)?.page.rootCauses ?? []
    guard !causes.isEmpty else { return nil }
    for cause in causes {
      if let found = all.first(where: {
        $0.rule == cause && $0 != finding && !$0.about.isDisjoint(with: finding.about)
      }) {
        return found
      }
    }
    return nil
  }

  private static func precedes(_ left: AuditFinding, _ right: AuditFinding) -> Bool {
    if left.severity != right.severity { return left.severity < right.severity }
    if left.rule != right.rule { return left.rule < right.rule }
    let (a, b) = (left.place, right.place)
    if a?.file != b?.file { return (a?.file ?? "") < (b?.file ?? "") }
    return (a?.line ?? a?.offset ?? 0) < (b?.line ?? b?.offset ?? 0)
  }
}
