public import AppFacts

/// What an audit came to.
public struct AuditResult: Sendable {
  public var scope: AuditScope
  /// Consequences folded under their roots; the gravest first, then by place.
  public var findings: [AuditFinding]
  /// Silenced by a comment or the profile, with the reason.
  public var suppressed: [SuppressedFinding]
  public var undecided: [Undecided]
  /// Suppressions that are wrong themselves, as sentences with a place: no reason, no such rule, nothing to
  /// silence.
  public var suppressionProblems: [Exhibit]

  /// Findings with those folded under them.
  public var all: [AuditFinding] { findings.flatMap { [$0] + $0.consequences } }
}

/// Runs rules over facts. Pure: the time is passed in.
public enum Audit {
  /// `now`: milliseconds since 1970, for what expires.
  public static func run(
    _ facts: AuditFacts, now: Int, rules: [any AuditRule.Type] = AuditRules.all
  ) -> AuditResult {
    let scope = AuditScope(facts, now: now)
    var report = RuleReport()
    for rule in rules { rule.check(scope, &report) }
    for stray in scope.unjoined.prefix(5) {
      report.undecided(
        nil, "Which app does \(stray.place.text) belong to? \(stray.why)",
        decidedBy: "an audit of it together with its app alone")
    }
    if scope.unjoined.count > 5 {
      report.undecided(
        nil, "Which apps do \(scope.unjoined.count - 5) more files belong to?",
        decidedBy: "an audit of each together with its app alone")
    }
    let suppression = Suppression.apply(
      to: report.findings, scope, ran: Set(rules.map { $0.id }))
    return AuditResult(
      scope: scope, findings: Folding.fold(suppression.kept), suppressed: suppression.silenced,
      undecided: report.undecided, suppressionProblems: suppression.problems)
  }
}
