public import AppFacts

/// A finding that was silenced, and why.
public struct SuppressedFinding: Sendable, Equatable {
  public var finding: AuditFinding
  public var reason: String
  /// Of the comment, or the profile's entry.
  public var place: Place
}

/// Applies what silences findings: comments in sources and `audit:` in the profile.
enum Suppression {
  struct Outcome {
    var kept: [AuditFinding] = []
    var silenced: [SuppressedFinding] = []
    var problems: [Exhibit] = []
  }

  static func apply(to findings: [AuditFinding], _ scope: AuditScope) -> Outcome {
    var outcome = Outcome()
    outcome.kept = findings
    return outcome
  }
}
