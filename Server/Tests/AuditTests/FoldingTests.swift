import AppFacts
import Testing

@testable import Audit

struct FoldingTests {
  @Test func aRunWithoutFactsFindsNothing() {
    let result = Audit.run(AuditFacts(), now: 0)
    #expect(result.findings.isEmpty)
  }
}
