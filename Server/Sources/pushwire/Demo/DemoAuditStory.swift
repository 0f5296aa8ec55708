import Audit
import Diagnosis
import Foundation
import Inspect

/// What `pushwire audit` and `pushwire diagnose` say of a small app: two planted faults, and the app without them. Its
/// files are the examples of the two rules.
struct DemoAuditStory {
  private let folder: URL

  /// - Parameter path: a folder of its own below it is written.
  init(_ path: String) { folder = URL(fileURLWithPath: path).appendingPathComponent("app") }

  func tell(_ hand: (DemoStep, DemoSection) throws -> Void) throws {
    try hand(faulty(), .audit)
    try hand(diagnosed(), .audit)
    try hand(mended(), .audit)
  }

  /// Two faults, one of which needs the code and one the request.
  func faulty() throws -> DemoStep {
    try write(isFaulty: true)
    let found = audit().findings.filter { $0.severity != .info }
    var step = DemoStep(
      name: "audit_faulty", title: "An app's code and a request of its backend: \(found.count) faults found")
    step.lines = found.map { finding in
      "\(finding.rule)  \(name(finding)): \(finding.message)"
    }
    step.check.equal(
      "rules", found.map(\.rule).sorted().joined(separator: " "), Self.rules.joined(separator: " "))
    return step
  }

  /// The same, with an answer of APNs among the files.
  func diagnosed() throws -> DemoStep {
    let answer = folder.deletingLastPathComponent().appendingPathComponent("answer.txt")
    try Data("HTTP/2 400\n\n{\"reason\":\"BadDeviceToken\"}\n".utf8).write(to: answer)
    var facts = ArrivalFacts(.files, now: Instant.now())
    facts.audit = audit(answer.path)
    facts.kind = .silent
    facts.platform = .ios
    let report = Arrival.diagnose(facts)
    let causes = report.causes.filter { $0.strength > .possible }
    var step = DemoStep(
      name: "diagnose",
      title: "It never arrives: APNs answered BadDeviceToken, and two causes are in the files")
    step.lines = causes.prefix(2).map { "\($0.strength.word): \($0.cause.title)" }
    if let first = report.first {
      step.lines.insert("first \(first.status.rawValue) hop: \(first.hop.rawValue)", at: 0)
    }
    step.check.equal(
      "causes", causes.prefix(2).map(\.cause.id).sorted().joined(separator: " "),
      "client.token payload.silent")
    step.check.equal("configured", report.hops.first?.status.rawValue, "proven")
    return step
  }

  func mended() throws -> DemoStep {
    try write(isFaulty: false)
    let result = audit()
    let found = result.findings.filter { $0.severity != .info }
    var step = DemoStep(name: "audit_mended", title: "Both mended: nothing found")
    step.lines = found.map { "\($0.rule) \($0.message)" }
    let open = result.undecided.count + Undecided.always(result.scope.facts).count
    step.story = ["\(open) questions stay, which no file can decide; `pushwire audit` lists them."]
    step.check.equal("findings", found.count, 0)
    step.check.equal("unreadable", result.scope.facts.unreadable.count, 0)
    return step
  }

  private func audit(_ more: String...) -> AuditResult {
    Audit.run(Inspector().read([folder.path] + more), now: Instant.now())
  }

  /// `AppDelegate.swift:24`
  private func name(_ finding: AuditFinding) -> String {
    guard let place = finding.place else { return "" }
    let file = place.file.split(separator: "/").last.map(String.init) ?? place.file
    return place.line.map { "\(file):\($0)" } ?? file
  }

  /// The examples of two rules side by side: one needs the code, one the request.
  private func write(isFaulty: Bool) throws {
    for id in Self.rules {
      guard let page = AuditRules.rule(id)?.page else { continue }
      for file in (isFaulty ? page.bad : page.good).files {
        let url = folder.appendingPathComponent(file.name)
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: url)
      }
    }
  }

  private static let rules = ["PAY009", "SRC006"]
}
