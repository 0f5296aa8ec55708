import AppFacts
import TestSupport
import Testing

@testable import Audit
@testable import Inspect

/// Mutated sources, read by the tokenizer's parser and judged by all rules: no crash, no hang.
@Suite struct SourceAuditFuzzTests {
  @Test func fuzzSourceRules() throws {
    let words = [
      "completionHandler(.newData)", "return", "guard let a = b else {", "}", "{",
      "task.setTaskCompleted(success: true)",
      "BGTaskScheduler.shared.register(forTaskWithIdentifier: a, using: nil) {", "Task {", "defer {",
      "if a {", "a(b)",
      "UNUserNotificationCenter.current().delegate = self", "application.registerForRemoteNotifications()",
      "switch a {", "case .b:", "userInfo[\"url\"]", "static let a = a + a", "a(a: a) {",
    ]
    let examples = (AuditRules.tasks + AuditRules.source + AuditRules.flow).map {
      $0.page.bad.files.map(\.text)
    }
    let corpus = examples.joined().map { Array($0.utf8) } + (try ByteMutator.corpus("source-swift"))
    let mutator = ByteMutator(corpus: corpus, words: words)
    Fuzz.run("audit of mutated sources") { _, random in
      var facts = AuditFacts()
      for name in ["Parcel/A.swift", "Parcel/B.swift", "Parcel/C.m"] {
        let language: SourceUnit.Language = name.hasSuffix("m") ? .objectiveC : .swift
        let parsed = SourceParser.parse(
          mutator.next(&random), file: name, language: language, limits: InspectLimits())
        if case .success(let unit) = parsed { facts.sources.append(unit) }
      }
      let result = Audit.run(facts, now: ExampleRun.now)
      #expect(result.all.allSatisfy { $0.place != nil })
    }
  }

  /// What a person who means harm could write: each ends within its bounds.
  @Test func hostileSourcesEnd() throws {
    let branches = (0..<4_000).map { "if a\($0) == b && c\($0 % 7) { completionHandler(.noData) }" }
    let nested =
      String(repeating: "Task {", count: 40) + "completionHandler(.noData)"
      + String(repeating: "}", count: 40)
    let callers = (0..<60).map {
      "func f\($0)(id: String) { f\(($0 + 1) % 60)(id: id); f\(($0 + 7) % 60)(id: id) }"
    }
    let texts = [
      SRCExample.app(fetch: SRCExample.fetching(branches.joined(separator: "\n"))).text,
      SRCExample.app(fetch: SRCExample.fetching(nested)).text,
      BGExample.app(
        register:
          "BGTaskScheduler.shared.register(forTaskWithIdentifier: x(id: f), using: nil) { task in f1(id: task) }",
        more: callers.joined(separator: "\n")
      ).text,
    ]
    for text in texts {
      var facts = AuditFacts()
      facts.sources = [
        try SourceParser.parse(Array(text.utf8), file: "A.swift", language: .swift, limits: InspectLimits())
          .get()
      ]
      _ = Audit.run(facts, now: ExampleRun.now)
    }
  }
}
