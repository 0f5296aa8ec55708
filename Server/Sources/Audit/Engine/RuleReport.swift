/// What the rules of one run report to.
public struct RuleReport: Sendable {
  public private(set) var findings: [AuditFinding] = []
  public private(set) var undecided: [Undecided] = []

  public init() {}

  public mutating func add(_ finding: AuditFinding) {
    // Two rules' helpers may see the same thing twice.
    if !findings.contains(finding) { findings.append(finding) }
  }

  /// Says what could not be decided, once.
  public mutating func undecided(_ rule: RuleID?, _ question: String, decidedBy: String) {
    let entry = Undecided(rule: rule, question: question, decidedBy: decidedBy)
    if !undecided.contains(entry) { undecided.append(entry) }
  }
}
