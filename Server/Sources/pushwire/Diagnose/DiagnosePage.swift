import AppFacts
import Audit
import Diagnosis
import PushContract

/// Writes a diagnosis, for a person or a program.
struct DiagnosePage {
  let context: Context
  private let width: Int
  private var style: Styler { context.output.style }

  init(_ context: Context) {
    self.context = context
    width = min(context.output.width, 100)
  }

  func tell(_ report: ArrivalReport, _ facts: ArrivalFacts) {
    guard !context.json else { return context.print(DiagnoseJSON.report(report, facts)) }
    write(head(report.subject, facts))
    for standing in report.hops { write(hop(standing, isFirst: standing.hop == report.first?.hop)) }
    write("\n" + verdict(report))
    causes(report)
    if !report.unknownWords.isEmpty {
      write(
        wrap(
          "Kept word for word, and not known here: "
            + report.unknownWords.map(printable).joined(separator: ", "), width: width))
    }
    test(report.next)
    questions(report.questions)
    unread(facts.audit)
  }

  // MARK: hops

  private func head(_ subject: ArrivalSubject, _ facts: ArrivalFacts) -> String {
    var words =
      switch subject {
      case .installation(let id): "Installation \(printable(id))"
      case .token(let masked): "Token \(masked)"
      case .notification(let id): "Notification \(printable(id))"
      case .files: "What the files show"
      }
    if let device = facts.device { words += ", at \(printable(device))" }
    let known = [facts.kind.map { $0 == .alert ? "an alert" : "a silent push" }, facts.platform?.rawValue]
      .compactMap { $0 }
    if !known.isEmpty { words += " (" + known.joined(separator: ", ") + ")" }
    var text = style.apply(words, .bold) + "\n"
    switch facts.server {
    case .unreachable(let why):
      text += style.apply("The server could not be asked: \(printable(why))", .yellow) + "\n"
    case .unknownSubject: text += style.apply("The server does not know it.", .red) + "\n"
    case .notAsked, .answered: break
    }
    return text + "\n"
  }

  private func hop(_ standing: HopStanding, isFirst: Bool) -> String {
    let (mark, colour): (String, Styler.Style) =
      switch standing.status {
      case .proven: ("✓", .green)
      case .broken: ("✗", .red)
      case .unknown: ("?", .yellow)
      case .notApplicable: ("-", .dim)
      }
    let name = standing.hop.rawValue
    let status = standing.status == .notApplicable ? "not applicable" : standing.status.rawValue
    let room = String(repeating: " ", count: max(1, 12 - name.count))
    var text =
      "\(isFirst ? style.apply("▶", colour) : " ") \(style.apply(mark, colour)) \(style.apply(name, .bold))\(room)"
    text += style.apply(status, colour) + "\n"
    text += wrap("      " + printable(redacted(standing.why)), width: width)
    for item in standing.evidence {
      let provenance = item.provenance.map { " (\($0))" } ?? ""
      text += style.apply(
        wrap("      \(item.source): \(printable(redacted(item.detail)))\(provenance)", width: width), .dim)
    }
    for finding in standing.findings.prefix(4) {
      let place = finding.place.map { " at " + printable($0.text) } ?? ""
      let words =
        "\(finding.word) \(finding.rule): \(redacted(printable(finding.message)))\(place) [\(finding.confidence.rawValue)]"
      text += style.apply(wrap("      " + words, width: width), .dim)
    }
    if standing.findings.count > 4 {
      text += style.apply("      and \(standing.findings.count - 4) more: `pushwire audit`\n", .dim)
    }
    return text
  }

  private func verdict(_ report: ArrivalReport) -> String {
    guard let first = report.first else {
      return style.apply("Every hop is proven.", .bold, .green) + "\n"
    }
    let words =
      first.status == .broken
      ? "The first broken hop is \(first.hop.rawValue)."
      : "Nothing is proven broken; the first hop without proof is \(first.hop.rawValue)."
    return style.apply(words, .bold, first.status == .broken ? .red : .yellow) + "\n"
  }

  // MARK: causes, test and questions

  private func causes(_ report: ArrivalReport) {
    guard !report.causes.isEmpty else { return }
    write("\n" + style.apply("Causes, the most likely first:", .bold) + "\n")
    for (number, ranked) in report.causes.prefix(8).enumerated() {
      let colour: Styler.Style =
        switch ranked.strength {
        case .proved: .red
        case .agreed, .likely: .yellow
        case .possible: .dim
        }
      let group = "\(ranked.cause.group.rawValue), \(ranked.cause.group.title)"
      write(
        wrap("\(number + 1). \(ranked.cause.title)", width: width - 2)
          + "   " + style.apply(ranked.strength.word, colour) + style.apply("; \(group)", .dim) + "\n")
      for reason in ranked.because.prefix(3) { write(wrap("   because " + clean(reason), width: width)) }
      for finding in ranked.findings.prefix(2) {
        if let place = finding.place {
          write(style.apply("           " + printable(place.text), .dim) + "\n")
        }
      }
      if ranked.strength > .possible { write(wrap("   fix: " + clean(fix(ranked)), width: width)) }
    }
    if report.causes.count > 8 { write("   and \(report.causes.count - 8) more; --json has them all\n") }
  }

  /// A finding's own words say more than the cause's.
  private func fix(_ ranked: RankedCause) -> String { ranked.findings.first?.fix ?? ranked.cause.fix }

  private func test(_ test: NextTest?) {
    guard let test else { return }
    write("\n" + style.apply("Next test:", .bold) + "\n")
    write(wrap("  " + clean(test.text), width: width))
    write(style.apply(wrap("  because " + clean(test.why), width: width), .dim))
  }

  private func questions(_ questions: [Question]) {
    guard !questions.isEmpty else { return }
    write("\n" + style.apply("Only somebody at the device can tell:", .bold) + "\n")
    for question in questions {
      write(wrap("  - " + question.text, width: width))
      write(
        style.apply("    --answer \(question.id)=\(question.values.joined(separator: "|"))", .cyan) + "\n")
    }
  }

  private func unread(_ audit: AuditResult?) {
    let inputs = audit?.scope.facts.unreadable ?? []
    guard !inputs.isEmpty else { return }
    write("\n" + style.apply("Not read, so nothing is concluded from it:", .bold, .yellow) + "\n")
    for input in inputs.prefix(10) {
      let why =
        switch input.state {
        case .unreadable(let why), .partly(let why): why
        case .read, .leftOut: ""
        }
      write(wrap("  - \(printable(input.place.text)): \(clean(why))", width: width))
    }
  }

  // MARK: a background task

  func tell(_ report: TaskReport, _ audit: AuditResult) {
    guard !context.json else { return context.print(DiagnoseJSON.report(report)) }
    write(style.apply("Background task \(printable(report.id))", .bold) + "\n\n")
    for stage in report.stages { write(text(stage)) }
    let colour: Styler.Style =
      report.verdict == .notChosenYet ? .green : report.verdict == .fault ? .red : .yellow
    write("\n" + style.apply("Verdict: \(report.verdict.rawValue)", .bold, colour) + "\n")
    write(wrap("  " + clean(report.why), width: width))
    for finding in report.findings {
      let place = finding.place.map { " at " + printable($0.text) } ?? ""
      write(wrap("  \(finding.word) \(finding.rule): \(clean(finding.message))\(place)", width: width))
    }
    test(report.next)
    questions(report.questions)
    unread(audit)
  }

  private func text(_ stage: StageStanding) -> String {
    let (mark, colour): (String, Styler.Style) =
      switch stage.status {
      case .inOrder: ("✓", .green)
      case .fault: ("✗", .red)
      case .unknown: ("?", .yellow)
      }
    let room = String(repeating: " ", count: max(1, 12 - stage.stage.rawValue.count))
    var text =
      "  \(style.apply(mark, colour)) \(style.apply(stage.stage.rawValue, .bold))\(room)\(clean(stage.why))\n"
    for exhibit in stage.evidence.prefix(4) {
      text += style.apply("      \(printable(exhibit.place.text))  \(exhibit.words)", .dim) + "\n"
    }
    return text
  }

  private func clean(_ text: String) -> String { redacted(printable(text)) }
  private func write(_ text: String) { context.output.write(text) }
}
