public import Audit
public import PushContract

/// Where one hop stands, with all that speaks for it.
public struct HopStanding: Sendable, Equatable {
  public var hop: Hop
  public var status: HopStatus
  /// One sentence: why it is called so.
  public var why: String
  public var evidence: [Evidence]
  /// Findings at this hop, the gravest first.
  public var findings: [AuditFinding]
  /// A finding makes it likely that it is broken, without proof.
  public var isSuspected: Bool
}

/// How strongly facts speak for a cause.
public enum CauseStrength: Int, Sendable, Comparable {
  /// Nothing speaks for it, and nothing excludes it.
  case possible
  /// One likely sign.
  case likely
  /// Two signs of different kinds that agree.
  case agreed
  /// Parsed data, a provider or the device says so.
  case proved

  public static func < (left: CauseStrength, right: CauseStrength) -> Bool { left.rawValue < right.rawValue }

  public var word: String {
    switch self {
    case .possible: "possible"
    case .likely: "likely"
    case .agreed: "very likely"
    case .proved: "proved"
    }
  }
}

/// A cause with its place in the ranking, and why it stands there.
public struct RankedCause: Sendable {
  public var cause: Cause
  public var strength: CauseStrength
  /// Sentences, each one sign.
  public var because: [String]
  public var findings: [AuditFinding]
  /// Whether a provider, the server or a person said something for it.
  var isObserved = false

  /// What to do: of the gravest finding, else of the cause.
  public var fix: String { findings.first?.fix ?? cause.fix }
}

/// What a diagnosis came to.
public struct ArrivalReport: Sendable {
  public var subject: ArrivalSubject
  /// In the order in which a push meets them; those that do not apply say so.
  public var hops: [HopStanding]
  /// The first one that is broken, else the first one that is not proven; nil: all are proven.
  public var first: HopStanding?
  /// The most likely first.
  public var causes: [RankedCause]
  /// The one that tells the most; nil: nothing is left to test.
  public var next: NextTest?
  /// Those that would still tell something.
  public var questions: [Question]
  /// What the provider or the server said, verbatim, and no cause knows.
  public var unknownWords: [String]
}

/// The test that tells the most.
public struct NextTest: Sendable, Equatable {
  public var text: String
  /// Why this one.
  public var why: String
  public init(text: String, why: String) {
    self.text = text
    self.why = why
  }
}
