import AppFacts
import Audit
import Foundation
import Testing

/// Every rule's two examples, through real files, readers and all rules together.
@Suite struct RuleExampleTests {
  static let rules = AuditRules.all.map { $0.id }

  private func page(_ id: RuleID) throws -> RulePage { try #require(AuditRules.rule(id)).page }

  @Test(arguments: rules) func theBadExampleIsFound(_ id: RuleID) throws {
    let example = try page(id).bad
    for reader in ExampleRun.readers(example.files.map(\.name)) {
      let run = try ExampleRun(example, swiftReader: reader)
      let how = reader == nil ? "" : " (read by SwiftSyntax)"
      let all = run.result.all
      #expect(all.contains { $0.rule == id }, "\(id) finds nothing in its bad example\(how)")
      for finding in all where finding.rule != id && !example.alsoFinds.contains(finding.rule) {
        Issue.record("\(id)'s bad example has another finding\(how): \(run.line(finding))")
      }
      for other in example.alsoFinds where !all.contains(where: { $0.rule == other }) {
        Issue.record("\(id)'s bad example does not have the finding of \(other) that it says it has\(how)")
      }
      let markers = Markers(example.files.map { .init(name: $0.name, text: $0.text) })
      #expect(markers.disagreements(run) == [], "\(id)\(how)")
    }
  }

  @Test(arguments: rules) func theGoodExampleIsClean(_ id: RuleID) throws {
    let example = try page(id).good
    for reader in ExampleRun.readers(example.files.map(\.name)) {
      let run = try ExampleRun(example, swiftReader: reader)
      let how = reader == nil ? "" : " (read by SwiftSyntax)"
      for finding in run.result.all {
        Issue.record("\(id)'s good example has a finding\(how): \(run.line(finding))")
      }
      for input in run.facts.unreadable {
        Issue.record("\(id)'s good example is not read\(how): \(run.name(input.place)): \(input.state)")
      }
      #expect(run.facts.inputs.contains { $0.state == .read }, "\(id)'s good example: nothing was read\(how)")
    }
  }

  /// What a finding says has all its parts, in every rule's bad example.
  @Test(arguments: rules) func findingsAreWhole(_ id: RuleID) throws {
    let page = try page(id)
    for finding in try ExampleRun(page.bad).result.all where finding.rule == id {
      #expect(!finding.evidence.isEmpty, "\(id): no evidence")
      #expect(!finding.message.isEmpty && !finding.fix.isEmpty, "\(id)")
      #expect(!finding.about.isEmpty, "\(id): about nothing, so nothing can fold under it")
      #expect(finding.severity >= page.severity, "\(id): graver than its page says")
      #expect(finding.message.last != ".", "\(id): a message is a sentence without its full stop")
      for exhibit in finding.evidence + finding.counterpart {
        #expect(!exhibit.place.file.isEmpty, "\(id): evidence without a place")
        #expect(!exhibit.note.isEmpty, "\(id): evidence that says nothing")
      }
    }
  }

  @Test(arguments: rules) func thePageIsComplete(_ id: RuleID) throws {
    let rule = try #require(AuditRules.rule(id))
    let page = rule.page
    #expect(String(describing: rule) == id, "the enum is called like the rule")
    #expect(id.hasPrefix(page.layer.rawValue), "the layer is the id's letters")
    #expect(id.dropFirst(page.layer.rawValue.count).count == 3)
    #expect(Int(id.suffix(3)) != nil)
    for (what, text) in [
      ("summary", page.summary), ("why", page.why), ("check", page.check), ("fix", page.fix),
    ] {
      #expect(!text.isEmpty, "\(id): no \(what)")
      #expect(text.first != " " && text.last != " ", "\(id): spaces around its \(what)")
    }
    #expect(!page.summary.contains("\n") && page.summary.last != ".", "\(id): the summary is one line")
    #expect(page.summary.count <= 100, "\(id): the summary is a line of 100 characters at most")
    for reference in page.references {
      #expect(!reference.title.isEmpty)
      #expect(reference.url.hasPrefix("https://"), "\(reference.url)")
      #expect(isDate(reference.reviewed), "\(id): \(reference.reviewed) is no date")
    }
    for cause in page.rootCauses {
      #expect(cause != id && AuditRules.rule(cause) != nil, "\(id): there is no rule \(cause)")
    }
    for example in [page.bad, page.good] {
      #expect(!example.files.isEmpty, "\(id): an example without files")
      #expect(Set(example.files.map(\.name)).count == example.files.count)
      for file in example.files { #expect(!file.name.isEmpty && !file.text.isEmpty, "\(id): \(file.name)") }
      for other in example.alsoFinds {
        #expect(other != id && AuditRules.rule(other) != nil, "\(id): there is no rule \(other)")
      }
    }
    #expect(page.good.alsoFinds.isEmpty, "\(id): the good example finds nothing")
  }

  /// One file a rule, named like it, in its layer's folder.
  @Test(arguments: rules) func theFileIsNamedLikeTheRule(_ id: RuleID) throws {
    let layer = String(id.prefix { $0.isLetter })
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Audit/Rules/\(layer)/\(id).swift").standardized
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains("enum \(id): AuditRule"))
  }

  @Test func everyRuleHasOneNumber() {
    #expect(Set(Self.rules).count == Self.rules.count)
  }

  /// A rule's number is in people's comments and profiles: none is given away, and none given twice.
  @Test func noRuleIsGone() {
    let last: [RuleLayer: Int] = [
      .signature: 20, .host: 7, .plist: 8, .tasks: 13, .source: 18, .payload: 24, .key: 7, .fcm: 9,
      .android: 18, .flow: 10,
    ]
    for layer in RuleLayer.allCases {
      for number in 1...(last[layer] ?? 1) {
        let digits = String(number)
        let id = layer.rawValue + String(repeating: "0", count: 3 - digits.count) + digits
        #expect(AuditRules.rule(id) != nil, "\(id) is gone")
      }
    }
  }

  private func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], let month = Int(parts[1]), let day = Int(parts[2]) else {
      return false
    }
    return Int(parts[0]) != nil && (1...12).contains(month) && (1...31).contains(day)
  }
}
