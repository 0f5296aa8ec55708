import AppFacts
import TestSupport
import Testing

@testable import Audit

struct FoldingTests {
  private func finding(
    _ rule: RuleID, _ about: Set<String> = ["app:a"], severity: Severity = .error,
    confidence: Confidence = .proved, line: Int = 1
  ) -> AuditFinding {
    AuditFinding(
      rule, severity, confidence, "message", evidence: [Exhibit(Place("f", line: line), "note")], fix: "fix",
      about: about)
  }

  private func fold(_ findings: [AuditFinding], _ causes: [RuleID: [RuleID]]) -> [String] {
    Folding.fold(findings) { causes[$0] ?? [] }.map { root in
      root.consequences.isEmpty
        ? root.rule : "\(root.rule)(\(root.consequences.map(\.rule).joined(separator: " ")))"
    }
  }

  @Test func aRunWithoutFactsFindsNothing() {
    let result = Audit.run(AuditFacts(), now: 0)
    #expect(result.findings.isEmpty && result.suppressed.isEmpty && result.suppressionProblems.isEmpty)
  }

  @Test func aConsequenceGoesUnderItsCause() {
    #expect(fold([finding("B"), finding("A")], ["B": ["A"]]) == ["A(B)"])
    #expect(fold([finding("B"), finding("A")], [:]) == ["A", "B"])
  }

  @Test func onlyWhereBothAreAboutTheSame() {
    #expect(fold([finding("B", ["app:b"]), finding("A", ["app:a"])], ["B": ["A"]]) == ["A", "B"])
    #expect(fold([finding("B", ["app:b", "x"]), finding("A", ["app:a", "x"])], ["B": ["A"]]) == ["A(B)"])
    #expect(fold([finding("B", []), finding("A", [])], ["B": ["A"]]) == ["A", "B"])
  }

  @Test func manyGoUnderOne() {
    let all = [finding("C"), finding("B"), finding("A"), finding("B", line: 2)]
    #expect(fold(all, ["B": ["A"], "C": ["A"]]) == ["A(B B C)"])
  }

  @Test func aChainGoesUnderItsTop() {
    let all = [finding("D"), finding("C"), finding("B"), finding("A")]
    #expect(fold(all, ["B": ["A"], "C": ["B"], "D": ["C"]]) == ["A(B C D)"])
    #expect(fold([finding("D"), finding("C")], ["B": ["A"], "C": ["B"], "D": ["C"]]) == ["C(D)"])
  }

  @Test func aCircleHasTheFirstAsItsRoot() {
    let circle: [RuleID: [RuleID]] = ["A": ["B"], "B": ["A"], "C": ["B"]]
    #expect(fold([finding("C"), finding("B"), finding("A")], circle) == ["A(B C)"])
    #expect(fold([finding("A"), finding("A", line: 2)], ["A": ["A"]]) == ["A(A)"])
  }

  @Test func theCauseWithMostInCommonTakesIt() {
    let all = [
      finding("A", ["app:a"]), finding("A", ["app:a", "task:t"], line: 2), finding("B", ["app:a", "task:t"]),
    ]
    let roots = Folding.fold(all) { ["B": ["A"]][$0] ?? [] }
    #expect(roots.map(\.consequences.count) == [0, 1])
  }

  /// Ten thousand findings of two rules about one thing: a hundred million pairs, were all compared.
  @Test func manyFindingsAreFoldedInTime() {
    let all = (0..<5_000).flatMap { [finding("A", line: $0), finding("B", line: $0)] }
    let folded = Folding.fold(all) { ["B": ["A"]][$0] ?? [] }
    #expect(folded.count == 5_000)
    #expect(folded.reduce(0) { $0 + $1.consequences.count } == 5_000)
  }

  @Test func whatIsUnknownHidesNothingSure() {
    let doubtful = finding("A", confidence: .unknown)
    #expect(fold([doubtful, finding("B")], ["B": ["A"]]) == ["A", "B"])
    #expect(fold([doubtful, finding("B", confidence: .unknown)], ["B": ["A"]]) == ["A(B)"])
  }

  @Test func aGroupStandsWhereItsGravestBelongs() {
    let all = [finding("C"), finding("B", severity: .error), finding("A", severity: .info)]
    #expect(fold(all, ["B": ["A"]]) == ["A(B)", "C"])
    #expect(Folding.fold(all) { ["B": ["A"]][$0] ?? [] }[0].gravest == .error)
  }

  /// Over random findings and random causes: nothing lost, nothing twice, no nesting, the same in any order.
  @Test func nothingIsLostInAnyGraph() {
    var random = Fuzz.random("folding")
    let rules = ["A", "B", "C", "D", "E", "F"]
    for _ in 0..<3_000 {
      var causes: [RuleID: [RuleID]] = [:]
      for rule in rules {
        causes[rule] = (0..<random.below(4)).map { _ in random.pick(rules) }
      }
      let all = (0..<random.below(10)).map { line in
        finding(
          random.pick(rules), Set((0..<random.below(4)).map { _ in random.pick(["x", "y", "z"]) }),
          severity: random.pick(Severity.allCases), confidence: random.pick(Confidence.allCases), line: line)
      }
      let folded = Folding.fold(all) { causes[$0] ?? [] }
      let flat = folded.flatMap { root -> [AuditFinding] in
        var alone = root
        alone.consequences = []
        return [alone] + root.consequences
      }
      #expect(flat.sorted(by: Folding.precedes) == all.sorted(by: Folding.precedes))
      #expect(folded.allSatisfy { $0.consequences.allSatisfy(\.consequences.isEmpty) })
      #expect(folded == Folding.fold(all.shuffled(using: &random)) { causes[$0] ?? [] })
      if folded.isEmpty { #expect(all.isEmpty) }
    }
  }
}
