import AppFacts
import Audit

/// For people: findings with their lines, what was put together, a summary by layer, and what is left open.
extension AuditOutput {
  func text(_ output: Output) -> String { AuditText(self, output.style, width: output.width).all() }
}

struct AuditText {
  private let output: AuditOutput
  private let style: Styler
  private let width: Int
  private let excerpts: SourceExcerpts
  private var result: AuditResult { output.result }

  init(
    _ output: AuditOutput, _ style: Styler, width: Int, excerpts: SourceExcerpts = SourceExcerpts()
  ) {
    self.output = output
    self.excerpts = excerpts
    self.style = style
    self.width = max(40, width)
  }

  func all() -> String {
    var parts = result.findings.map(finding)
    parts.append(silenced())
    if output.sections.contains(.joins) { parts.append(joins()) }
    parts.append(unread())
    if output.sections.contains(.undecided) { parts.append(undecided()) }
    if output.sections.contains(.layers) { parts.append(layers()) }
    parts.append(verdict())
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  // MARK: findings

  private func finding(_ finding: AuditFinding) -> String {
    var text = head(finding) + "\n"
    for (index, exhibit) in finding.evidence.enumerated() {
      text += shown(exhibit, label: index == 0 ? "at" : "and", finding.rule)
    }
    for exhibit in finding.counterpart { text += shown(exhibit, label: "against", finding.rule) }
    text += row("fix", clean(finding.fix))
    for consequence in finding.consequences {
      let words = head(consequence) + consequence.place.map { "\n" + style.apply(place($0), .bold) }.orEmpty
      text += row("goes with", words, wraps: false)
    }
    return text
  }

  private func head(_ finding: AuditFinding) -> String {
    style.apply("\(finding.word) \(finding.rule)", .bold, colour(finding)) + ": "
      + style.apply(clean(finding.message), .bold)
      + (finding.confidence == .unknown
        ? "" : " " + style.apply("[\(finding.confidence.rawValue)]", .dim))
  }

  private func shown(_ exhibit: Exhibit, label: String, _ rule: RuleID) -> String {
    var lines = [style.apply(place(exhibit.place), .bold)]
    lines += excerpts.lines(exhibit, rule: rule, width: width - 12, style) ?? []
    var text = row(label, lines.joined(separator: "\n"), wraps: false)
    if !exhibit.words.isEmpty { text += row("", exhibit.words) }
    return text
  }

  private func colour(_ finding: AuditFinding) -> Styler.Style {
    switch finding.word {
    case "error": .red
    case "warning": .yellow
    default: .cyan
    }
  }

  /// A label of ten columns and text beside it.
  private func row(_ label: String, _ text: String, wraps: Bool = true) -> String {
    let indent = String(repeating: " ", count: 12)
    let body = (wraps ? wrap(text, width: width - 12) : text).split(separator: "\n")
    let name = "  " + style.apply(label, .cyan) + String(repeating: " ", count: max(1, 10 - label.count))
    return name + body.joined(separator: "\n" + indent) + "\n"
  }

  // MARK: around them

  private func silenced() -> String {
    let rows =
      result.suppressed.map { silenced in
        "\(silenced.finding.rule) at \(silenced.finding.place.map(place) ?? "?"): \(clean(silenced.reason)) "
          + style.apply("(\(place(silenced.place)))", .dim)
      }
      + result.suppressionProblems.map { "\(place($0.place)): \($0.words)" }
    return section("Silenced", rows)
  }

  private func joins() -> String {
    let rows = result.scope.joins.map { join in
      "\(place(join.left)) + \(place(join.right)) " + style.apply("(\(clean(join.by)))", .dim)
    }
    return section("Put together", rows, most: 12)
  }

  private func unread() -> String {
    let rows = result.scope.facts.unreadable.map { input -> String in
      let why =
        switch input.state {
        case .unreadable(let why): why
        case .partly(let missing): "only in part: " + missing
        case .read, .leftOut: ""
        }
      return style.apply(place(input.place), .bold) + ": " + clean(why)
    }
    return section("Not read", rows, .yellow, most: 40)
  }

  private func undecided() -> String {
    let rows = output.undecided.map { entry in
      let asks = entry.rule.map { " " + style.apply("[\($0)]", .dim) } ?? ""
      let question = clean(entry.question)
      return question + asks + " " + style.apply("(\(clean(entry.decidedBy)))", .dim)
    }
    return section("Not decidable from files", rows)
  }

  private func section(
    _ title: String, _ rows: [String], _ colour: Styler.Style = .bold, most: Int = .max
  ) -> String {
    guard !rows.isEmpty else { return "" }
    var text = style.apply("\(title):", colour == .bold ? [.bold] : [.bold, colour]) + "\n"
    for row in rows.prefix(most) {
      let lines = wrap(row, width: width - 4).split(separator: "\n")
      text += "  - " + lines.joined(separator: "\n    ") + "\n"
    }
    if rows.count > most { text += "  - and \(rows.count - most) more; --json has them all\n" }
    return text
  }

  private func layers() -> String {
    var table = Table("layer", "", ">errors", ">warnings", ">notes", ">folded", ">undecided")
    var isEmpty = true
    for layer in AuditLayerCounts.all(result) where layer.hasAny {
      isEmpty = false
      table.add(
        .init(layer.layer.rawValue), .init(layer.layer.title),
        .init(number(layer.counts.errors), layer.counts.errors > 0 ? .red : .dim),
        .init(number(layer.counts.warnings), layer.counts.warnings > 0 ? .yellow : .dim),
        .init(number(layer.counts.notes)), .init(number(layer.folded)), .init(number(layer.undecided)))
    }
    return isEmpty ? "" : table.text(style, width: nil)
  }

  private func number(_ count: Int) -> String { count == 0 ? "-" : String(count) }

  private func verdict() -> String {
    let counts = AuditCounts(result.findings)
    let folded = result.findings.reduce(0) { $0 + $1.consequences.count }
    let read = result.scope.facts.inputs.count { $0.state == .read }
    var words = counts.text.isEmpty ? "nothing found" : counts.text
    if folded > 0 { words += " (and \(folded) that \(folded == 1 ? "goes" : "go") with them)" }
    let unread = result.scope.facts.unreadable.count
    let colour: Styler.Style = output.exit == .yes ? .green : .red
    var line = style.apply(words, .bold, colour) + " in \(read) input\(read == 1 ? "" : "s")"
    if unread > 0 { line += ", and \(unread) could not be read: this is no clean result" }
    return line + "\n"
  }

  private func place(_ place: Place) -> String { printable(place.text) }
  private func clean(_ text: String) -> String {
    redacted(printable(text)).replacing("\n", with: " ")
  }
}

extension String? {
  fileprivate var orEmpty: String { self ?? "" }
}

/// Findings of one layer.
struct AuditLayerCounts {
  var layer: RuleLayer
  /// Roots alone.
  var counts: AuditCounts
  /// Under a root, of this or another layer.
  var folded: Int
  /// Questions of this layer's rules that the files leave open.
  var undecided: Int
  var hasAny: Bool { counts != AuditCounts([]) || folded > 0 || undecided > 0 }

  static func all(_ result: AuditResult) -> [AuditLayerCounts] {
    let folded = result.findings.flatMap(\.consequences)
    return RuleLayer.allCases.map { layer in
      let counts = AuditCounts(result.findings.filter { $0.layer == layer })
      return AuditLayerCounts(
        layer: layer, counts: counts, folded: folded.count { $0.layer == layer },
        undecided: counts.unknown
          + result.undecided.count { $0.rule?.hasPrefix(layer.rawValue) ?? false })
    }
  }
}
