import AppFacts
import Testing

@testable import Audit
@testable import Inspect

/// Files judged by all rules, with their sources read by the tokenizer's parser.
struct SourceRun {
  var run: ExampleRun

  init(_ files: [ExampleRun.File]) throws {
    run = try ExampleRun(files)
    guard run.facts.sources.isEmpty else { return }
    var facts = run.facts
    let root = run.root
    for file in files {
      guard let language = SourceParser.language(forFileName: file.name) else { continue }
      let parsed = SourceParser.parse(
        Array(file.text.utf8), file: root + file.name, language: language, limits: InspectLimits())
      facts.sources.append(try parsed.get())
    }
    run.result = Audit.run(facts, now: ExampleRun.now)
  }

  init(_ files: (String, String)...) throws {
    try self.init(files.map { ExampleRun.File(name: $0.0, text: $0.1) })
  }

  init(_ example: RuleExample) throws {
    try self.init(example.files.map { ExampleRun.File(name: $0.name, text: $0.text) })
  }

  /// Rules found, each with its place, below the given layers.
  func found(_ layers: String...) -> [String] {
    run.result.all.filter { finding in layers.contains { finding.rule.hasPrefix($0) } }
      .map { "\($0.rule) \(run.spot($0.place))" }.sorted()
  }
}

@Suite struct SourceRuleExampleTests {
  static let rules = (AuditRules.tasks + AuditRules.source + AuditRules.flow).map { $0.id }

  @Test(arguments: rules) func bad(_ id: RuleID) throws {
    let example = try #require(AuditRules.rule(id)).page.bad
    let run = try SourceRun(example).run
    #expect(run.result.all.contains { $0.rule == id }, "nothing found")
    for finding in run.result.all where finding.rule != id && !example.alsoFinds.contains(finding.rule) {
      Issue.record("another finding: \(run.line(finding))")
    }
    let markers = Markers(example.files.map { .init(name: $0.name, text: $0.text) })
    #expect(markers.disagreements(run) == [])
  }

  @Test(arguments: rules) func good(_ id: RuleID) throws {
    let run = try SourceRun(try #require(AuditRules.rule(id)).page.good).run
    for finding in run.result.all { Issue.record("a finding: \(run.line(finding))") }
  }
}
