import AppFacts
import Audit

/// SARIF 2.1.0, as code scanning takes it.
extension AuditOutput {
  var sarif: JSON {
    let rules = AuditRules.all.map { $0.page }
    let indices = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    var results = result.findings.flatMap { root in
      [sarif(root, indices)] + root.consequences.map { sarif($0, indices, root: root) }
    }
    results += result.suppressed.map { silenced in
      sarif(
        silenced.finding, indices,
        suppression: ["kind": "inSource", "justification": .string(redacted(silenced.reason))])
    }
    return [
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "pushwire", "semanticVersion": .string(Pushwire.version),
              "version": .string(Pushwire.version), "rules": .array(rules.map(\.sarif)),
            ]
          ],
          "columnKind": "unicodeCodePoints",
          "invocations": [
            [
              "executionSuccessful": .bool(result.scope.facts.unreadable.isEmpty),
              "exitCode": .integer(Int(exit.rawValue)),
              "toolExecutionNotifications": .array(notifications),
            ]
          ],
          "results": .array(results),
        ]
      ],
    ]
  }

  /// What could not be read, and suppressions that are wrong.
  private var notifications: [JSON] {
    result.scope.facts.unreadable.map { input in
      let why =
        switch input.state {
        case .unreadable(let why), .partly(let why), .leftOut(let why): why
        case .read: ""
        }
      return [
        "level": "error", "message": ["text": .string("not read: " + redacted(why))],
        "locations": [input.place.sarif(note: nil)],
      ]
    }
      + result.suppressionProblems.map { problem in
        [
          "level": "note", "message": ["text": .string(problem.words)],
          "locations": [problem.place.sarif(note: nil)],
        ]
      }
  }

  private func sarif(
    _ finding: AuditFinding, _ indices: [RuleID: Int], root: AuditFinding? = nil, suppression: JSON? = nil
  ) -> JSON {
    var text = redacted(finding.message) + ". " + redacted(finding.fix)
    if let root { text += " (Goes away with \(root.rule).)" }
    let others = finding.evidence.dropFirst() + finding.counterpart
    var members: [(String, JSON)] = [
      ("ruleId", .string(finding.rule)), ("level", .string(finding.sarifLevel)),
      ("message", ["text": .string(text)]),
    ]
    if let index = indices[finding.rule] { members.append(("ruleIndex", .integer(index))) }
    if let first = finding.evidence.first {
      members.append(("locations", [first.place.sarif(note: first.words)]))
    }
    if !others.isEmpty {
      members.append(
        (
          "relatedLocations",
          .array(others.enumerated().map { $0.element.place.sarif(note: $0.element.words, id: $0.offset) })
        ))
    }
    if let suppression { members.append(("suppressions", [suppression])) }
    members.append(
      (
        "properties",
        [
          "confidence": .string(finding.confidence.rawValue), "fix": .string(redacted(finding.fix)),
          "foldedUnder": .text(root?.rule), "about": .array(finding.about.sorted().map(JSON.string)),
        ]
      ))
    return .object(members)
  }
}

extension AuditFinding {
  fileprivate var sarifLevel: String {
    switch word {
    case "error": "error"
    case "warning": "warning"
    default: "note"
    }
  }
}

extension RulePage {
  fileprivate var sarif: JSON {
    let level =
      switch severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "note"
      }
    let links = references.map { "[\($0.title)](\($0.url))" }.joined(separator: ", ")
    let help = "\(why)\n\n**Check**: \(check)\n\n**Fix**: \(fix)" + (links.isEmpty ? "" : "\n\n\(links)")
    return [
      "id": .string(id), "shortDescription": ["text": .string(summary)],
      "fullDescription": ["text": .string(why)],
      "help": ["text": .string("\(why)\n\nCheck: \(check)\n\nFix: \(fix)"), "markdown": .string(help)],
      "defaultConfiguration": ["level": .string(level)],
      "properties": ["tags": ["push", .string(layer.title)]],
    ]
  }
}

extension Place {
  /// A location; the member of an archive becomes a logical one inside the archive's file.
  fileprivate func sarif(note: String?, id: Int? = nil) -> JSON {
    let bang = file.firstIndex(of: "!")
    var physical: [(String, JSON)] = [
      ("artifactLocation", ["uri": .string(Self.uri(fileInRepository))])
    ]
    if bang == nil, let region { physical.append(("region", region)) }
    var members: [(String, JSON)] = []
    if let id { members.append(("id", .integer(id))) }
    members.append(("physicalLocation", .object(physical)))
    if let bang {
      let member = String(file[file.index(after: bang)...]) + (line.map { ":\($0)" } ?? "")
      members.append(("logicalLocations", [["fullyQualifiedName": .string(member), "kind": "resource"]]))
    }
    if let note, !note.isEmpty { members.append(("message", ["text": .string(note)])) }
    return .object(members)
  }

  /// The file itself, not its member, as a repository names it.
  var fileInRepository: String {
    var path = file.prefix { $0 != "!" }
    while path.hasPrefix("./") { path = path.dropFirst(2).drop { $0 == "/" } }
    return path.isEmpty ? "." : String(path)
  }

  private var region: JSON? {
    if let line, line > 0 {
      var members: [(String, JSON)] = [("startLine", .integer(line))]
      if let column, column > 0 { members.append(("startColumn", .integer(column))) }
      return .object(members)
    }
    if let offset, offset >= 0 { return ["byteOffset": .integer(offset), "byteLength": 0] }
    return nil
  }

  /// A path as a URI reference: absolute ones with their scheme.
  static func uri(_ path: String) -> String {
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 48...57, 65...90, 97...122, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E: text.unicodeScalars.append(.init(byte))
      default:
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return text
  }
}
