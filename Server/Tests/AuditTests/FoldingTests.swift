import AppFacts
import Testing

@testable import Audit

struct FoldingTests {
  @Test func aRunWithoutFactsFindsNothing() {
    let result = Audit.run(AuditFacts(), now: 0)
    #expect(result.findings.isEmpty)
  }

  @Test func everyRuleHasOneNumber() {
    let ids = AuditRules.all.map { $0.id }
    #expect(Set(ids).count == ids.count)
  }
}
