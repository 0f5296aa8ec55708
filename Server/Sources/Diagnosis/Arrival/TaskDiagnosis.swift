import Audit

/// Finds why a background task never runs, and tells a fault from a system that has not chosen it yet.
public enum TaskDiagnosis {
  public static func diagnose(_ facts: TaskFacts) -> TaskReport {
    let findings = faults(facts)
    let stages = TaskStage.allCases.map { standing($0, facts, findings) }
    let questions = Question.all.filter { asked.contains($0.id) && facts.answers[$0.id] == nil }
    let held = holding(facts.answers)
    var report = TaskReport(
      id: facts.id, verdict: .undecided, why: "", stages: stages, findings: findings,
      next: NextTest(text: "", why: ""), questions: questions)
    if let fault = stages.first(where: { $0.status == .fault }) {
      report.verdict = .fault
      report.why = "\(fault.stage.rawValue): \(fault.why)"
      report.next = NextTest(
        text: (findings.first?.fix ?? Self.fix(fault.stage, facts.id)).asSentence + " Then: "
          + simulate(facts.id),
        why: "the debugger runs the task at once, without waiting for the system")
    } else if let held {
      report.verdict = .heldBack
      report.why = held
      report.next = NextTest(
        text: simulate(facts.id), why: "it shows that the task is right, and only the device holds it back")
    } else if let unknown = stages.first(where: { $0.status == .unknown && $0.stage != .chosen }) {
      report.why = "\(unknown.stage.rawValue): \(unknown.why)"
      report.next = NextTest(text: missing(unknown.stage), why: "it decides the first step that is not known")
    } else {
      report.verdict = .notChosenYet
      report.why =
        "permitted, registered, submitted and completed: nothing in the files keeps it from running. earliestBeginDate is a floor, not a schedule; the system chooses by use, battery and network"
      report.next = NextTest(
        text: simulate(facts.id),
        why: "if it runs then, the code is right and the system has not chosen it yet")
    }
    return report
  }

  private static let asked: Set<String> = ["background-refresh", "force-quit", "low-power", "launched"]

  /// Rules about this task, or about every task of its app.
  private static func faults(_ facts: TaskFacts) -> [AuditFinding] {
    let about = "task:" + facts.id
    return facts.audit.findings.filter { finding in
      guard finding.severity != .info, finding.confidence != .unknown else { return false }
      let all = [finding] + finding.consequences
      return all.contains { item in
        item.rule.hasPrefix("BG")
          && (item.about.contains(about) || !item.about.contains { $0.hasPrefix("task:") })
      }
    }
  }

  private static func standing(_ stage: TaskStage, _ facts: TaskFacts, _ findings: [AuditFinding])
    -> StageStanding
  {
    let here = findings.filter { stages[$0.rule] == stage && $0.severity == .error || warns($0, stage) }
    if let finding = here.first {
      return StageStanding(stage: stage, status: .fault, why: finding.message, evidence: finding.evidence)
    }
    switch stage {
    case .permitted:
      return known(stage, facts.permitted, facts.hasInfoPlist, "its Info.plist was not given", facts)
    case .registered: return known(stage, facts.registered, facts.hasSources, "no sources were given", facts)
    case .submitted: return known(stage, facts.submitted, facts.hasSources, "no sources were given", facts)
    case .chosen:
      return StageStanding(
        stage: stage, status: .unknown, why: "only the device can tell; no file does", evidence: [])
    case .completed:
      guard !facts.registered.isEmpty else {
        return StageStanding(stage: stage, status: .unknown, why: "its handler was not found", evidence: [])
      }
      return StageStanding(
        stage: stage, status: .inOrder, why: "no path was found that leaves the task open",
        evidence: facts.registered)
    }
  }

  /// A warning is a fault only where it keeps the task from running again.
  private static func warns(_ finding: AuditFinding, _ stage: TaskStage) -> Bool {
    finding.severity == .warning && ["BG006", "BG007", "BG010", "BG012"].contains(finding.rule)
      && stages[finding.rule] == stage
  }

  private static func known(
    _ stage: TaskStage, _ places: [Exhibit], _ isGiven: Bool, _ missing: String, _ facts: TaskFacts
  ) -> StageStanding {
    if !places.isEmpty {
      return StageStanding(stage: stage, status: .inOrder, why: "found", evidence: places)
    }
    guard isGiven else { return StageStanding(stage: stage, status: .unknown, why: missing, evidence: []) }
    if stage != .permitted, !facts.unresolved.isEmpty {
      return StageStanding(
        stage: stage, status: .unknown, why: "the code makes ids that cannot be resolved from the files",
        evidence: facts.unresolved)
    }
    return StageStanding(stage: stage, status: .fault, why: absent(stage, facts.id), evidence: [])
  }

  private static func absent(_ stage: TaskStage, _ id: String) -> String {
    switch stage {
    case .permitted: "\(id) is not in BGTaskSchedulerPermittedIdentifiers"
    case .registered: "no handler is registered for \(id)"
    case .submitted: "no request for \(id) is ever submitted"
    case .chosen, .completed: ""
    }
  }

  private static func fix(_ stage: TaskStage, _ id: String) -> String {
    switch stage {
    case .permitted: "Add \(id) to BGTaskSchedulerPermittedIdentifiers."
    case .registered: "Register a handler for \(id) before launch ends."
    case .submitted: "Submit a request for \(id) when the app goes to the background."
    case .chosen, .completed: "Complete the task on every path."
    }
  }

  private static func missing(_ stage: TaskStage) -> String {
    switch stage {
    case .permitted: "Give the app, or its Info.plist, as well."
    default: "Give the app's source tree as well."
    }
  }

  private static func holding(_ answers: [String: String]) -> String? {
    if answers["background-refresh"] == "off" { return "Background App Refresh is off" }
    if answers["force-quit"] == "yes" { return "the app was force-quit: it runs nothing until it is opened" }
    if answers["launched"] == "no" {
      return "the app was not opened since it was installed or updated: nothing was submitted"
    }
    if answers["low-power"] == "on" { return "Low Power Mode is on" }
    return nil
  }

  private static func simulate(_ id: String) -> String {
    "Submit it, pause the app in the debugger, and run: e -l objc -- (void)[[BGTaskScheduler sharedScheduler] _simulateLaunchForTaskWithIdentifier:@\"\(id)\"]"
  }

  private static let stages: [RuleID: TaskStage] = [
    "BG001": .permitted, "BG011": .permitted, "PLIST003": .permitted, "BG002": .registered,
    "BG003": .registered,
    "BG004": .registered, "BG005": .registered, "BG006": .completed, "BG007": .completed, "BG008": .completed,
    "BG009": .completed, "BG010": .submitted, "BG012": .submitted,
  ]
}
