public import AppFacts

/// `SIG002`. Never renumbered.
public typealias RuleID = String

/// How bad a finding is.
public enum Severity: String, Sendable, CaseIterable, Comparable {
  /// The push, or the task, does not work.
  case error
  /// It works by luck, or not everywhere.
  case warning
  /// Worth knowing.
  case info

  public static func < (left: Severity, right: Severity) -> Bool {
    left != right && (left == .error || (left == .warning && right == .info))
  }
}

/// How sure a finding is.
public enum Confidence: String, Sendable, CaseIterable {
  /// From parsed data alone.
  case proved
  /// From following paths through sources, or from a part of what would decide.
  case likely
  /// The facts that would decide are not in what was given.
  case unknown
}

/// One thing seen, with the value as it stands there (a secret never).
public struct Exhibit: Sendable, Equatable {
  public var place: Place
  /// As it stands in the file, shortened; nil: the place itself says it.
  public var quote: String?
  /// What it is: "signed aps-environment", "no setTaskCompleted on this path".
  public var note: String
  public init(_ place: Place, quote: String? = nil, _ note: String) {
    self.place = place
    self.quote = quote
    self.note = note
  }
}

/// What a rule found.
public struct AuditFinding: Sendable, Equatable {
  public var rule: RuleID
  public var severity: Severity
  public var confidence: Confidence
  /// One sentence with the values: "signed for development, and the profile is for production".
  public var message: String
  /// The first is where the finding stands.
  public var evidence: [Exhibit]
  /// What it was joined with and compared to.
  public var counterpart: [Exhibit]
  /// What to do here, as a sentence.
  public var fix: String
  /// What it is about, to fold consequences: `app:dev.pushwire.parcel`, `task:dev.parcel.refresh`,
  /// `file:order.apns`. A consequence folds under a root cause that shares one of them.
  public var about: Set<String>
  /// Findings that go away with this one.
  public var consequences: [AuditFinding] = []

  public init(
    _ rule: RuleID, _ severity: Severity, _ confidence: Confidence, _ message: String, evidence: [Exhibit],
    counterpart: [Exhibit] = [], fix: String, about: Set<String>
  ) {
    self.rule = rule
    self.severity = severity
    self.confidence = confidence
    self.message = message
    self.evidence = evidence
    self.counterpart = counterpart
    self.fix = fix
    self.about = about
  }

  public var place: Place? { evidence.first?.place }
}

/// A question that these files cannot answer.
public struct Undecided: Sendable, Hashable {
  /// The rule that asked; nil for what no file ever settles (Focus, permission on the device).
  public var rule: RuleID?
  /// One sentence.
  public var question: String
  /// What would decide it: "the .ipa", "the merged manifest (an .apk)".
  public var decidedBy: String
  public init(rule: RuleID?, question: String, decidedBy: String) {
    self.rule = rule
    self.question = question
    self.decidedBy = decidedBy
  }
}
