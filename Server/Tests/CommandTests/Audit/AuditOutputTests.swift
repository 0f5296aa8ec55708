import AppFacts
import Foundation
import Testing

@testable import Audit
@testable import pushwire

@Suite struct AuditOutputTests {
  @Test func theTextIsAsKept() throws {
    try Snapshot.check(AuditSample.text(), "audit.txt")
    try Snapshot.check(AuditSample.text(colours: true), "audit-colours.txt")
    try Snapshot.check(AuditSample.text(width: 60), "audit-narrow.txt")
    var clean = AuditSample.result
    clean.findings = []
    clean.suppressed = []
    clean.suppressionProblems = []
    clean.undecided = []
    clean.scope.joins = []
    clean.scope.facts.inputs = Array(clean.scope.facts.inputs.prefix(2))
    try Snapshot.check(AuditSample.text(AuditOutput(clean)), "audit-clean.txt")
    try Snapshot.check(AuditSample.text(AuditOutput(clean, sections: [])), "audit-clean-short.txt")
  }

  @Test func aLineThatMayHoldASecretIsNotShown() {
    for text in [AuditSample.text(), AuditSample.text(colours: true)] {
      #expect(!text.contains("BEGIN PRIVATE"))
      #expect(!text.contains("MIGHAgEA"))
    }
    // Nor for a rule that does not know of secrets.
    var result = AuditSample.result
    result.findings = [
      AuditFinding(
        "SRC001", .error, .proved, "m", evidence: [Exhibit(Place(AuditSample.delegate, line: 7), "n")],
        fix: "f",
        about: [])
    ]
    #expect(!AuditSample.text(AuditOutput(result)).contains("MIGHAgEA"))
  }

  @Test func everyOutputLeavesSecretsOut() throws {
    let secret = String(repeating: "a1B2", count: 16)
    var result = AuditSample.result
    result.findings = [
      AuditFinding(
        "SRC001", .error, .proved, "sent \(secret)",
        evidence: [Exhibit(Place("a", line: 1), quote: secret, "n \(secret)")], fix: "f \(secret)", about: [])
    ]
    result.undecided = [Undecided(rule: nil, question: "q \(secret)", decidedBy: "d")]
    result.suppressed = [SuppressedFinding(finding: result.findings[0], reason: secret, place: Place("p"))]
    let output = AuditOutput(result)
    for text in [AuditSample.text(output), output.json.text, output.sarif.text, output.github] {
      #expect(!text.contains(secret))
    }
  }

  @Test func aFileCannotPlayWithTheTerminal() {
    var result = AuditSample.result
    let evil = "a\u{1B}[2J\u{202E}\r"
    result.findings = [
      AuditFinding(
        "SRC001", .error, .proved, evil, evidence: [Exhibit(Place(evil), quote: evil, evil)], fix: evil,
        about: [])
    ]
    let output = AuditOutput(result)
    for text in [AuditSample.text(output), output.github] {
      #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("\r"))
    }
  }

  @Test func theExitIsTheGravestAnswer() {
    func exit(_ findings: [AuditFinding], unread: Bool = false, strict: Bool = false) -> Exit {
      var result = AuditSample.result
      result.findings = findings
      if !unread { result.scope.facts.inputs.removeAll { $0.state != .read } }
      return AuditOutput(result, isStrict: strict).exit
    }
    func finding(_ severity: Severity, _ confidence: Confidence = .likely) -> AuditFinding {
      AuditFinding("SRC001", severity, confidence, "m", evidence: [], fix: "f", about: [])
    }
    #expect(exit([]) == .yes)
    #expect(exit([finding(.info)]) == .yes)
    #expect(exit([finding(.warning)]) == .yes)
    #expect(exit([finding(.warning)], strict: true) == .no)
    #expect(exit([finding(.info)], strict: true) == .yes)
    #expect(exit([finding(.error)]) == .no)
    #expect(exit([finding(.error, .unknown)]) == .yes)
    #expect(exit([], unread: true) == .unreadable)
    #expect(exit([finding(.warning)], unread: true) == .unreadable)
    #expect(exit([finding(.error)], unread: true) == .no)
    var root = finding(.info)
    root.consequences = [finding(.error)]
    #expect(exit([root]) == .no)
  }

  @Test func littleOnesAreLeftOutWhereAsked() {
    func rules(_ least: Severity) -> [String] {
      AuditOutput(AuditSample.result, least: least).result.findings.map(\.rule)
    }
    #expect(rules(.info) == ["SIG002", "SRC006", "KEY006", "AND001", "PAY010"])
    #expect(rules(.warning) == ["SIG002", "SRC006", "KEY006", "AND001"])
    #expect(rules(.error) == ["SIG002", "SRC006", "AND001"])
  }

  @Test func theCaretStandsBelowWhatIsMeant() throws {
    let style = Styler(isOn: false)
    let excerpts = SourceExcerpts { _ in Array("\tlet é = 日本(token)\r\n\r\nx".utf8) }
    func lines(_ line: Int, _ column: Int?, quote: String? = nil, width: Int = 80) -> [String]? {
      excerpts.lines(
        Exhibit(Place("f", line: line, column: column), quote: quote, "n"), rule: "SRC001", width: width,
        style)
    }
    #expect(lines(1, 2) == ["1 | let é = 日本(token)", "  | ^^^"])
    #expect(lines(1, 10, quote: "日本(token)") == ["1 | let é = 日本(token)", "  |         ^^^^^^^^^^^"])
    #expect(lines(1, 13) == ["1 | let é = 日本(token)", "  |              ^^^^^"])
    #expect(lines(1, nil) == ["1 | let é = 日本(token)"])
    #expect(lines(1, 4_000) == ["1 | let é = 日本(token)", "  |                    ^"])
    #expect(lines(2, 1) == nil)
    #expect(lines(3, 0) == ["3 | x", "  | ^"])
    #expect(lines(4, 1) == nil)
    #expect(lines(0, 1) == nil)
    #expect(lines(-1, -1) == nil)
  }

  @Test func aLongLineIsShownAroundTheCaret() throws {
    let text = String(repeating: "word ", count: 400) + "HERE" + String(repeating: " word", count: 400)
    let excerpts = SourceExcerpts { _ in Array(text.utf8) }
    for column in [1, 900, 2_001, 4_000] {
      let lines = try #require(
        excerpts.lines(
          Exhibit(Place("f", line: 1, column: column), "n"), rule: "SRC001", width: 60, Styler(isOn: false)))
      #expect(lines.allSatisfy { $0.count <= 60 })
      #expect(lines[1].contains("^"))
      if column == 2_001 {
        let caret = try #require(lines[1].firstIndex(of: "^"))
        let offset = lines[1].distance(from: lines[1].startIndex, to: caret)
        #expect(lines[0].dropFirst(offset).hasPrefix("HERE"))
      }
    }
  }

  @Test func theJSONHasTheDocumentedMembers() throws {
    let object = try AuditSample.object(AuditOutput(AuditSample.result).json)
    #expect(object["ok"] as? Bool == false)
    #expect(object["exit"] as? Int == 1)
    #expect(object["errors"] as? Int == 2)
    #expect(object["warnings"] as? Int == 1)
    #expect(object["notes"] as? Int == 1)
    #expect(object["unknown"] as? Int == 1)
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.count == 5)
    let consequences = findings[0]["consequences"] as? [[String: Any]]
    #expect(consequences?.first?["rule"] as? String == "HOST001")
    #expect((findings[1]["place"] as? [String: Any])?["line"] as? Int == 5)
    #expect((findings[0]["place"] as? [String: Any])?["offset"] as? Int == 16_384)
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../docs/audit.md").standardized, encoding: .utf8)
    for name in Self.members(object).sorted() {
      #expect(page.contains("`\(name)`"), "docs/audit.md does not explain `\(name)`")
    }
  }

  /// The names of all members, wherever they stand.
  private static func members(_ value: Any) -> Set<String> {
    if let object = value as? [String: Any] {
      return object.reduce(into: []) { $0.formUnion(members($1.value).union([$1.key])) }
    }
    return (value as? [Any] ?? []).reduce(into: []) { $0.formUnion(members($1)) }
  }

  @Test func workflowCommandsAreEscaped() throws {
    let lines = AuditOutput(AuditSample.result).github.split(separator: "\n").map(String.init)
    try Snapshot.check(lines.joined(separator: "\n") + "\n", "audit-github.txt")
    for line in lines.dropLast() {
      let isCommand = ["::error ", "::warning ", "::notice "].contains { line.hasPrefix($0) }
      #expect(isCommand, "\(line)")
      let properties = line.dropFirst(2).prefix(
        upTo: line.dropFirst(2).range(of: "::")?.lowerBound ?? line.endIndex)
      for property in properties.split(separator: " ", maxSplits: 1)[1].split(separator: ",") {
        #expect(["file", "line", "col", "title"].contains(String(property.split(separator: "=")[0])))
      }
    }
    #expect(lines.contains { $0.contains("file=Parcel/App%2C Delegate.swift,line=5,col=8,title=SRC006::") })
    #expect(lines.contains { $0.contains("100 %25 sure:%0Ait is tried once") })
    #expect(lines.last?.hasPrefix("::") == false)
  }
}
