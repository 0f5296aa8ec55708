public import Audit

/// What is known of a background task that never runs (BGTaskScheduler).
public struct TaskFacts: Sendable {
  /// As in BGTaskSchedulerPermittedIdentifiers.
  public var id: String
  public var audit: AuditResult
  /// Where it is permitted, registered and submitted.
  public var permitted: [Exhibit] = []
  public var registered: [Exhibit] = []
  public var submitted: [Exhibit] = []
  /// An Info.plist was among the files; sources were.
  public var hasInfoPlist: Bool
  public var hasSources: Bool
  /// Ids that the code makes, and no reader could resolve.
  public var unresolved: [Exhibit] = []
  /// By the question's id.
  public var answers: [String: String] = [:]

  /// With the traces of the task in the audit's files.
  public init(id: String, audit: AuditResult) {
    self.id = id
    self.audit = audit
    let traces = audit.scope.traces(ofTask: id)
    permitted = traces.permitted
    registered = traces.registered
    submitted = traces.submitted
    unresolved = traces.unresolved
    hasInfoPlist = traces.hasInfoPlist
    hasSources = traces.hasSources
  }
}

/// The steps of a background task, in order.
public enum TaskStage: String, Sendable, CaseIterable {
  /// In the Info.plist.
  case permitted
  /// A handler, before launch ends.
  case registered
  /// A request was handed to the system.
  case submitted
  /// The system picks it: when it likes.
  case chosen
  /// The handler completes the task, and submits the next request.
  case completed
}

/// What is known of a step.
public struct StageStanding: Sendable, Equatable {
  public var stage: TaskStage
  public var status: TaskStatus
  public var why: String
  public var evidence: [Exhibit]
}

public enum TaskStatus: String, Sendable {
  case inOrder = "in order"
  case fault
  case unknown
}

/// What a diagnosis of a background task came to.
public struct TaskReport: Sendable {
  /// The whole in one word.
  public enum Verdict: String, Sendable {
    /// A step is wrong: it cannot run, or not again.
    case fault
    /// The person at the device named what keeps the system from choosing it.
    case heldBack = "held back"
    /// Everything that files can show is right: the system has not chosen it yet.
    case notChosenYet = "not chosen yet"
    /// Files that would decide are missing.
    case undecided
  }

  public var id: String
  public var verdict: Verdict
  /// One sentence.
  public var why: String
  public var stages: [StageStanding]
  /// The root first.
  public var findings: [AuditFinding]
  public var next: NextTest
  public var questions: [Question]
}
