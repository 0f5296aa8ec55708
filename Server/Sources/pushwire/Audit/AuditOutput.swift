import Audit

/// How findings are written.
enum AuditFormat: String, CaseIterable, Sendable {
  case text, json, sarif, github
}

/// What came out of an audit, ready to be written in one of the formats.
///
/// `AuditOutput+Text`, `+JSON`, `+SARIF` and `+GitHub` write it.
struct AuditOutput: Sendable {
  /// What stands around the findings in the text for people.
  struct Sections: OptionSet, Sendable {
    let rawValue: Int
    /// What belongs together, and how that is known.
    static let joins = Sections(rawValue: 1)
    /// A table, layer by layer.
    static let layers = Sections(rawValue: 2)
    /// What files cannot decide.
    static let undecided = Sections(rawValue: 4)
    static let all: Sections = [.joins, .layers, .undecided]
  }

  var result: AuditResult
  var sections: Sections
  /// Warnings are a no, too.
  var isStrict: Bool

  /// - Parameter least: findings of less weight are left out, unless something graver is folded under them.
  init(
    _ result: AuditResult, sections: Sections = .all, least: Severity = .info, isStrict: Bool = false
  ) {
    self.result = result
    self.sections = sections
    self.isStrict = isStrict
    self.result.findings = result.findings.filter { $0.gravest <= least }
  }

  /// Errors are a no. What could not be read is told by its own number where there is no error; without
  /// either the answer is yes, and warnings do not change it unless asked for. What is unknown is neither.
  var exit: Exit {
    let counts = AuditCounts(result.all)
    if counts.errors > 0 || (isStrict && counts.warnings > 0) { return .no }
    return result.scope.facts.unreadable.isEmpty ? .yes : .unreadable
  }

  /// What files do not settle: what rules asked, then what never stands in files.
  var undecided: [Undecided] { result.undecided + Undecided.always(result.scope.facts) }

  func write(_ format: AuditFormat, _ context: Context) {
    switch format {
    case .text: context.output.write(text(context.output))
    case .json: context.print(json)
    case .sarif: context.print(sarif)
    case .github: context.output.write(github)
    }
  }
}

/// How many findings of each weight.
struct AuditCounts: Sendable, Equatable {
  var errors = 0
  var warnings = 0
  var notes = 0
  /// Of any severity, where the facts that would decide are missing.
  var unknown = 0

  init(_ findings: [AuditFinding]) {
    for finding in findings {
      switch (finding.confidence, finding.severity) {
      case (.unknown, _): unknown += 1
      case (_, .error): errors += 1
      case (_, .warning): warnings += 1
      case (_, .info): notes += 1
      }
    }
  }

  /// `2 errors, 1 warning`; empty where there is nothing.
  var text: String {
    let parts = [(errors, "error"), (warnings, "warning"), (notes, "note")]
    var words = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" + ($0.0 == 1 ? "" : "s") }
    if unknown > 0 { words.append("\(unknown) unknown") }
    return words.joined(separator: ", ")
  }
}

extension AuditFinding {
  /// What a person reads before the rule's id.
  var word: String {
    switch (confidence, severity) {
    case (.unknown, _): "unknown"
    case (_, .error): "error"
    case (_, .warning): "warning"
    case (_, .info): "note"
    }
  }

  var layer: RuleLayer? { RuleLayer(rawValue: String(rule.prefix { $0.isLetter })) }
}

extension Exhibit {
  /// The note, and the value as it stands there.
  var words: String {
    let value = quote.map { "`" + redacted(printable($0)).replacing("\n", with: " ") + "`" }
    return [redacted(printable(note)), value].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: ": ")
  }
}
