import AppFacts
import Audit
import Testing

@testable import Diagnosis

/// A background task that never runs: a fault, or not chosen yet.
struct TaskDiagnosisTests {
  private let id = "dev.pushwire.parcel.refresh"

  @Test func allInOrderIsNotChosenYet() {
    let report = TaskDiagnosis.diagnose(facts())
    #expect(report.verdict == .notChosenYet)
    #expect(report.next.text.contains("_simulateLaunchForTaskWithIdentifier:@\"\(id)\""))
    #expect(report.stages.map(\.status) == [.inOrder, .inOrder, .inOrder, .unknown, .inOrder])
  }

  @Test func whatIsNotPermittedIsAFault() {
    var facts = facts()
    facts.permitted = []
    let report = TaskDiagnosis.diagnose(facts)
    #expect(report.verdict == .fault)
    #expect(report.why.hasPrefix("permitted: \(id) is not in"))
  }

  @Test func withoutAnInfoPlistNothingIsClaimed() {
    var facts = facts()
    facts.permitted = []
    facts.hasInfoPlist = false
    let report = TaskDiagnosis.diagnose(facts)
    #expect(report.verdict == .undecided)
    #expect(report.next.text == "Give the app, or its Info.plist, as well.")
  }

  @Test func anIdThatCannotBeResolvedIsNotCalledMissing() {
    var facts = facts()
    facts.registered = []
    facts.unresolved = [Exhibit(Place("A.swift", line: 3), "made at run time")]
    #expect(TaskDiagnosis.diagnose(facts).verdict == .undecided)
  }

  @Test func aFaultGoesBeforeWhatTheDeviceHoldsBack() {
    var facts = facts()
    facts.answers = ["background-refresh": "off"]
    #expect(TaskDiagnosis.diagnose(facts).verdict == .heldBack)
    facts.submitted = []
    #expect(TaskDiagnosis.diagnose(facts).verdict == .fault)
  }

  @Test func theFindingOfAnotherTaskIsNotThisOnes() {
    var facts = facts()
    facts.audit.findings = [finding("BG001", "task:other")]
    #expect(TaskDiagnosis.diagnose(facts).verdict == .notChosenYet)
    facts.audit.findings = [finding("BG001", "task:" + id)]
    #expect(TaskDiagnosis.diagnose(facts).verdict == .fault)
  }

  private func facts() -> TaskFacts {
    var facts = TaskFacts(id: id, audit: Audit.run(AuditFacts(), now: 0))
    facts.hasInfoPlist = true
    facts.hasSources = true
    facts.permitted = [Exhibit(Place("Info.plist", line: 9), "permitted")]
    facts.registered = [Exhibit(Place("A.swift", line: 12), "registered")]
    facts.submitted = [Exhibit(Place("A.swift", line: 30), "submitted")]
    return facts
  }

  private func finding(_ rule: RuleID, _ about: String) -> AuditFinding {
    AuditFinding(
      rule, .error, .likely, "made up", evidence: [Exhibit(Place("x"), "made up")], fix: "Mend it.",
      about: [about])
  }
}
