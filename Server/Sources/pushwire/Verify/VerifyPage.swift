import Diagnosis
import Foundation
import PushContract

/// Prints findings as they come, for a person or a program.
struct VerifyPage {
  let context: Context
  private let width: Int

  init(_ context: Context) {
    self.context = context
    width = min(context.output.width, 92)
  }

  /// The device whose findings follow.
  func head(_ name: String) {
    guard !context.json else { return }
    context.print("\n" + context.output.style.apply(name, .bold, .cyan))
    context.output.flush()
  }

  func tell(_ finding: Finding, of name: String) {
    if context.json {
      context.print(Self.json(finding, of: name))
    } else {
      context.output.write(Self.text(finding, context.output.style, width: width, evidence: true))
    }
    context.output.flush()
  }

  /// A finding as people read it.
  static func text(_ finding: Finding, _ style: Styler, width: Int, evidence: Bool) -> String {
    let (mark, colour): (String, Styler.Style) =
      switch finding.status {
      case .proven: ("✓", .green)
      case .broken: ("✗", .red)
      case .unknown, .notApplicable: ("?", .yellow)
      }
    let room = Check.allCases.map { columns($0.title) }.max() ?? 0
    let title = finding.check.title + String(repeating: " ", count: room - columns(finding.check.title))
    var text = "  \(style.apply(mark, colour)) \(title)  \(style.apply(finding.words, colour))\n"
    let isProven = finding.status == .proven
    if !isProven { text += wrap("      " + printable(finding.why), width: width) }
    if evidence {
      for item in finding.evidence {
        text += style.apply(wrap("      \(item.source): \(printable(item.detail))", width: width), .dim)
      }
    }
    if let next = finding.next, !isProven { text += wrap("      next: " + printable(next), width: width) }
    return text
  }

  /// The end of a run.
  func end(_ report: VerifyReport, path: String?) {
    if context.json {
      context.print(Self.summary(report, path: path))
      return
    }
    let words = context.output.style.apply(report.summary, .bold, report.isProven ? .green : .red)
    context.output.write("\n" + wrap(words + ". " + report.caveat, width: width))
    if let path { context.print("The report is in \(printable(path)).") }
  }

  // MARK: JSON

  static func json(_ finding: Finding, of name: String) -> JSON {
    [
      "type": "check", "device": .string(name), "check": .string(finding.check.rawValue),
      "hop": .string(finding.check.hop.rawValue), "status": .string(finding.status.rawValue),
      "provenance": .text(finding.provenance), "why": .string(finding.why), "next": .text(finding.next),
      "evidence": .array(
        finding.evidence.map { item in
          [
            "source": .string(item.source), "at": .text(item.at.map(UTCTime.text)),
            "detail": .string(item.detail),
            "provenance": .text(item.provenance),
          ]
        }),
    ]
  }

  static func summary(_ report: VerifyReport, path: String?) -> JSON {
    [
      "type": "summary", "ok": .bool(report.isProven), "proven": .integer(report.count(.proven)),
      "broken": .integer(report.count(.broken)), "unknown": .integer(report.count(.unknown)),
      "version": .string(report.version), "server": .string(report.server), "app": .string(report.app),
      "alert": .string(report.alertClass), "silent": .string(report.silentClass),
      "from": .string(UTCTime.text(report.start)), "to": .string(UTCTime.text(report.end)),
      "devices": .array(report.devices.map(json)), "says": .string(report.caveat), "report": .text(path),
    ]
  }

  private static func json(_ device: DeviceReport) -> JSON {
    let facts = device.installation
    return [
      "name": .string(device.name), "installation": .text(device.id.isEmpty ? nil : device.id),
      "platform": .text(facts?.platform), "os_version": .text(facts?.osVersion),
      "app_version": .text(facts?.appVersion),
      "environment": .text(facts.flatMap { $0.environment.isEmpty ? nil : $0.environment }),
      "environment_source": .text(facts?.environmentSource),
      "checks": .object(device.checklist.map { ($0.check.rawValue, .string($0.status.rawValue)) }),
    ]
  }
}
