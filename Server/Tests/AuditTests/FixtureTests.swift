import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Audit

/// Folders of files with what must be found in them, no more and no less.
///
/// `Fixtures/<case>/` is read like a folder that a person gives, with what lies beside its folders given by
/// name. Its `expected.txt` has a line a finding, `RULE severity confidence file:line`, consequences indented
/// below their root. Swift files end in `.swift.txt` there, so that neither compiler nor formatter takes them
/// for ours; what is no text is a recipe (``ExampleStage``).
///
/// `PUSHWIRE_RENEW=1 swift test --filter FixtureTests` writes what was found into `expected.txt`: read the
/// difference.
@Suite struct FixtureTests {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
  static let cases: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.contains(".") }.sorted()

  @Test(arguments: cases) func theFindingsAreTheListed(_ name: String) throws {
    let folder = Self.folder.appending(path: name)
    let files = try Self.files(folder)
    let runs = try ExampleRun.readers(files.map(\.name)).map {
      Self.lines(try ExampleRun(files, swiftReader: $0))
    }
    let found = runs[0]
    for other in runs.dropFirst() {
      #expect(other == found, "\(name): SwiftSyntax and the tokenizer lead to other findings")
    }
    let list = folder.appending(path: "expected.txt")
    if ProcessInfo.processInfo.environment["PUSHWIRE_RENEW"] != nil {
      try (found.joined(separator: "\n") + "\n").write(to: list, atomically: true, encoding: .utf8)
    }
    let expected = Self.expected(list)
    for line in found where !expected.contains(line) { Issue.record("\(name): not listed: \(line)") }
    for line in expected where !found.contains(line) { Issue.record("\(name): not found: \(line)") }
    #expect(found == expected, "\(name): the same lines in another order, or folded otherwise")
  }

  static func expected(_ list: URL) -> [String] {
    ((try? String(contentsOf: list, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }

  /// The files of a case, by their names below it.
  static func files(_ folder: URL) throws -> [ExampleRun.File] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    return try names.compactMap { name in
      let file = folder.appending(path: name)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      guard !isFolder.boolValue, name != "expected.txt" else { return nil }
      let ours = name.hasSuffix(".swift.txt") ? String(name.dropLast(4)) : name
      return ExampleRun.File(name: ours, text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// What a run found, as `expected.txt` has it.
  static func lines(_ run: ExampleRun) -> [String] {
    func line(_ finding: AuditFinding) -> String {
      "\(finding.rule) \(finding.severity.rawValue) \(finding.confidence.rawValue) \(run.spot(finding.place))"
    }
    let roots = run.result.findings.map { root in
      [line(root)] + root.consequences.map { "  " + line($0) }.sorted()
    }
    let silenced = run.result.suppressed.map {
      "silenced \(line($0.finding)) by \(run.spot($0.place))"
    }
    let problems = run.result.suppressionProblems.map { "suppression \(run.spot($0.place)): \($0.note)" }
    let unread = run.facts.unreadable.map { "unreadable \(run.name($0.place))" }
    return roots.sorted { $0[0] < $1[0] }.flatMap { $0 } + silenced.sorted() + problems.sorted()
      + unread.sorted()
  }
}
