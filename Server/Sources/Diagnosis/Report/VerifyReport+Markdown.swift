internal import PushContract

extension VerifyReport {
  /// The report as a page of Markdown.
  public var markdown: String {
    var lines = ["# Push verification: \(Self.plain(app))", "", "**\(summary).** \(caveat)", ""]
    lines += ["| | |", "|---|---|"]
    lines += row("from, to", "\(UTCTime.text(start)), \(UTCTime.text(end))")
    lines += row("pushwire", version)
    lines += row("server", server)
    lines += row("classes sent", "\(alertClass), \(silentClass)")
    for device in devices { lines += section(device) }
    lines += unproven
    return lines.joined(separator: "\n") + "\n"
  }

  private func section(_ device: DeviceReport) -> [String] {
    var lines = ["", "## \(Self.plain(device.name))", "", "| | |", "|---|---|"]
    if !device.id.isEmpty { lines += row("installation", device.id) }
    if let facts = device.installation {
      lines += row("platform", facts.platform + (facts.osVersion.map { " \($0)" } ?? ""))
      if let app = facts.appVersion { lines += row("app version", app) }
      if !facts.environment.isEmpty, facts.platform != "android" {
        lines += row(
          "environment", facts.environment + (facts.environmentSource.map { ", read from \($0)" } ?? ""))
      }
    }
    lines += ["", "| | hop | result | why | evidence |", "|---|---|---|---|---|"]
    for finding in device.checklist {
      let evidence = finding.evidence.map(Self.text).joined(separator: "<br>")
      let cells = [finding.check.title, finding.check.hop.rawValue, finding.words, finding.why, evidence]
      lines.append("| " + cells.map(Self.cell).joined(separator: " | ") + " |")
    }
    return lines
  }

  private var unproven: [String] {
    let open = devices.flatMap { device in
      device.checklist.filter { $0.status != .proven }.map { (device.name, $0) }
    }
    guard !open.isEmpty else { return [] }
    return ["", "## Not proven", ""]
      + open.map { name, finding in
        "- \(Self.plain(name)), \(finding.check.title): **\(finding.status.rawValue)**, \(Self.plain(finding.why))."
          + (finding.next.map { " \(Self.plain($0))" } ?? "")
      }
  }

  private func row(_ name: String, _ value: String) -> [String] { ["| \(name) | \(Self.cell(value)) |"] }

  /// `apns, 2026-11-30T08:50:54Z: 200, id …`.
  static func text(_ evidence: Evidence) -> String {
    let time = evidence.at.map { ", " + UTCTime.text($0) } ?? ""
    let provenance = evidence.provenance.map { " (\($0))" } ?? ""
    return "\(evidence.source)\(time)\(provenance): \(evidence.detail)"
  }

  /// What stands in a cell can break no table. The line break of evidence stays.
  private static func cell(_ text: String) -> String {
    text.split(separator: "<br>", omittingEmptySubsequences: false).map { plain(String($0)) }
      .joined(separator: "<br>")
  }

  /// Without what Markdown or HTML would obey: texts of servers and devices are not ours.
  private static func plain(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|", "*", "[", "]", "\\": clean += "\\" + String(scalar)
      case "<": clean += "&lt;"
      case "&": clean += "&amp;"
      default:
        let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
        if isControl { clean += " " } else { clean.unicodeScalars.append(scalar) }
      }
    }
    return clean
  }
}
