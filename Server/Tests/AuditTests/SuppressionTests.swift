import AppFacts
import PushContract
import Testing

@testable import Audit

struct SuppressionTests {
  private static let now = ExampleRun.now

  private func finding(_ rule: RuleID, _ places: Place...) -> AuditFinding {
    AuditFinding(
      rule, .error, .likely, "message", evidence: places.map { Exhibit($0, "note") }, fix: "fix", about: ["x"]
    )
  }

  private func apply(
    _ findings: [AuditFinding], comments: [IgnoreComment] = [], entries: [AuditSuppression] = [],
    inputs: [String] = [], ran: Set<RuleID> = ["SRC001", "SRC002"]
  ) -> Suppression.Outcome {
    var facts = AuditFacts()
    facts.ignores = comments.map { IgnoreSpan($0) }
    facts.inputs = inputs.map { InputFact(.source, Place($0)) }
    if !entries.isEmpty {
      var profile = Profile()
      profile.audit = entries
      let places = Dictionary(
        uniqueKeysWithValues: entries.indices.map { ("audit[\($0)]", Place("pushwire.yaml", line: 10 + $0)) })
      facts.pushwireProfiles = [
        PushwireProfileFile(Place("pushwire.yaml"), profile, places: places, errors: 0)
      ]
    }
    return Suppression.apply(
      to: findings, AuditScope(facts, now: Self.now), ran: ran,
      known: { ["SRC001", "SRC002"].contains($0) })
  }

  private func comment(_ rules: [String], _ reason: String, line: Int) -> IgnoreComment {
    IgnoreComment(rules: rules, reason: reason, place: Place("a.swift", line: line - 1), line: line)
  }

  @Test func aCommentSilencesItsLine() {
    let all = [
      finding("SRC001", Place("a.swift", line: 5)), finding("SRC001", Place("a.swift", line: 6)),
      finding("SRC002", Place("a.swift", line: 5)), finding("SRC001", Place("b.swift", line: 5)),
    ]
    let outcome = apply(all, comments: [comment(["SRC001"], "known", line: 5)])
    #expect(outcome.silenced.map(\.finding) == [all[0]])
    #expect(outcome.silenced.map(\.reason) == ["known"])
    #expect(outcome.silenced.map(\.place) == [Place("a.swift", line: 4)])
    #expect(outcome.kept == Array(all.dropFirst()))
    #expect(outcome.problems.isEmpty)
  }

  /// A finding of two lines is silenced at either.
  @Test func anyLineOfTheEvidenceWill() {
    let both = finding("SRC001", Place("b.swift", line: 1), Place("a.swift", line: 5))
    #expect(apply([both], comments: [comment(["SRC001"], "known", line: 5)]).kept.isEmpty)
  }

  @Test func withoutAReasonNothingIsSilenced() {
    for reason in ["", "  "] {
      let all = [finding("SRC001", Place("a.swift", line: 5))]
      let outcome = apply(all, comments: [comment(["SRC001"], reason, line: 5)])
      #expect(outcome.kept == all)
      #expect(outcome.problems.count == 1)
      #expect(outcome.problems.first?.note.contains("reason") == true)
    }
  }

  @Test func unknownRulesAndIdleCommentsAreTold() {
    let outcome = apply(
      [finding("SRC001", Place("a.swift", line: 5))],
      comments: [
        comment(["SRC001", "SRC999"], "known", line: 5), comment(["SRC002"], "old", line: 8),
        comment([], "why", line: 9),
      ])
    #expect(outcome.kept.isEmpty)
    #expect(
      outcome.problems.map(\.note).sorted() == [
        "it names no rule, so it silences nothing", "it silences nothing: SRC002 finds nothing there",
        "there is no rule SRC999",
      ])
  }

  /// `--rule SRC001` says nothing about comments for others.
  @Test func rulesThatDidNotRunAreLeftAlone() {
    #expect(apply([], comments: [comment(["SRC002"], "old", line: 8)], ran: ["SRC001"]).problems.isEmpty)
  }

  @Test func anEntryOfTheProfileSilencesWhatItCovers() {
    let all = [
      finding("SRC001", Place("app/Legacy/a.swift", line: 5)),
      finding("SRC001", Place("app/a.swift", line: 5)),
    ]
    let entry = AuditSuppression(rule: "SRC001", reason: "old", path: "Legacy")
    let outcome = apply(all, entries: [entry], inputs: ["app/Legacy/a.swift"])
    #expect(outcome.silenced.map(\.finding) == [all[0]])
    #expect(outcome.silenced.map(\.place) == [Place("pushwire.yaml", line: 10)])
    #expect(outcome.kept == [all[1]])
    #expect(apply(all, entries: [AuditSuppression(rule: "SRC001", reason: "old")]).kept.isEmpty)
  }

  @Test func anEntryEndsWithItsLastDay() {
    let all = [finding("SRC001", Place("a.swift", line: 5))]
    let over = apply(all, entries: [AuditSuppression(rule: "SRC001", reason: "r", until: "2026-11-29")])
    #expect(over.kept == all)
    #expect(over.problems.map(\.place) == [Place("pushwire.yaml", line: 10)])
    let last = apply(all, entries: [AuditSuppression(rule: "SRC001", reason: "r", until: "2026-11-30")])
    #expect(last.kept.isEmpty && last.problems.isEmpty)
  }

  @Test func idleAndUnknownEntriesAreTold() {
    let idle = AuditSuppression(rule: "SRC001", reason: "r")
    let strange = AuditSuppression(rule: "SRC099", reason: "r")
    let outcome = apply([], entries: [idle, strange])
    #expect(Set(outcome.problems.compactMap(\.place.line)) == [10, 11])
    // For something that was not given now.
    let elsewhere = AuditSuppression(rule: "SRC001", reason: "r", path: "Legacy")
    #expect(apply([], entries: [elsewhere], inputs: ["Parcel.ipa"]).problems.isEmpty)
    #expect(apply([], entries: [elsewhere], inputs: ["x/Legacy/a.m"]).problems.count == 1)
  }

  @Test func aProfileWithErrorsSilencesNothingAndSaysSo() {
    var facts = AuditFacts()
    facts.pushwireProfiles = [PushwireProfileFile(Place("pushwire.yaml"), nil, places: [:], errors: 2)]
    let outcome = Suppression.apply(to: [], AuditScope(facts, now: Self.now))
    #expect(outcome.problems.count == 1)
  }
}
