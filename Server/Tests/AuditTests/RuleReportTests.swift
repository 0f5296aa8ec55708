import AppFacts
import Testing

@testable import Audit

struct RuleReportTests {
  private func finding(_ message: String, quote: String = "q") -> AuditFinding {
    AuditFinding(
      "SIG003", .warning, .proved, message, evidence: [Exhibit(Place("a", line: 1), quote: quote, "here")],
      fix: "Mend it", about: ["app:a"])
  }

  @Test func theSameIsReportedOnce() {
    var report = RuleReport()
    for message in ["one", "two", "one"] { report.add(finding(message)) }
    // The same sentence at the same place, with other evidence.
    report.add(finding("one", quote: "r"))
    #expect(report.findings.map(\.message) == ["one", "two", "one"])
    for _ in 0..<2 { report.undecided(nil, "which?", decidedBy: "the file") }
    #expect(report.undecided.count == 1)
  }

  @Test func aValueOfAnyLengthIsCut() {
    var report = RuleReport()
    let long = String(repeating: "ä", count: 5000)
    report.add(finding(long, quote: long))
    report.undecided(nil, long, decidedBy: "the file")
    #expect(report.findings[0].message.count == 601)
    #expect(report.findings[0].evidence[0].quote?.count == 301)
    #expect(report.undecided[0].question.count == 601)
    // What fits stays whole.
    let whole = String(repeating: "ä", count: 300)
    report.add(finding("short", quote: whole))
    #expect(report.findings[1].evidence[0].quote == whole)
  }

  @Test func largeEntitlementsAreComparedKeyByKey() {
    func tree(_ count: Int, last: String) -> Located {
      let place = Place("a")
      let members = (0..<count).map {
        Located.Member("k\($0)", place, Located(.string($0 == count - 1 ? last : "v"), place))
      }
      return Located(.object(members), place)
    }
    let left = tree(50_000, last: "v")
    #expect(left.isSame(as: tree(50_000, last: "v")))
    #expect(!left.isSame(as: tree(50_000, last: "w")))
    #expect(left.differingKeys(from: tree(50_000, last: "w")) == ["k49999"])
    #expect(left.differingKeys(from: tree(49_999, last: "v")) == ["k49999"])
  }
}
