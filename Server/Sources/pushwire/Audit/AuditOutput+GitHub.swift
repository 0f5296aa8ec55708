import AppFacts
import Audit

/// Workflow commands, which GitHub shows beside the lines of a pull request.
extension AuditOutput {
  var github: String {
    var lines = result.findings.flatMap { root in
      [command(root, root: nil)] + root.consequences.map { command($0, root: root) }
    }
    for input in result.scope.facts.unreadable {
      let why =
        switch input.state {
        case .unreadable(let why), .partly(let why), .leftOut(let why): why
        case .read: ""
        }
      lines.append(command("error", input.place, "not read", why))
    }
    for problem in result.suppressionProblems {
      lines.append(command("notice", problem.place, "suppression", problem.words))
    }
    let counts = AuditCounts(result.findings).text
    lines.append("pushwire audit: " + (counts.isEmpty ? "nothing found" : counts))
    return lines.joined(separator: "\n") + "\n"
  }

  private func command(_ finding: AuditFinding, root: AuditFinding?) -> String {
    var text = redacted(finding.message)
    if finding.confidence == .unknown { text += " (not decided by these files)" }
    if let root { text += "\nGoes away with \(root.rule)." }
    text += "\nFix: " + redacted(finding.fix)
    let kind =
      switch finding.word {
      case "error": "error"
      case "warning": "warning"
      default: "notice"
      }
    return command(kind, finding.place, finding.rule, text)
  }

  private func command(_ kind: String, _ place: Place?, _ title: String, _ message: String) -> String {
    var properties: [String] = []
    if let place {
      // Of an archive only the file itself can be shown.
      let isMember = place.file.contains("!")
      properties.append("file=" + property(place.fileInRepository))
      if !isMember, let line = place.line {
        properties.append("line=\(line)")
        if let column = place.column { properties.append("col=\(column)") }
      }
    }
    properties.append("title=" + property(title))
    let shown = place.map { $0.file.contains("!") ? "\($0.text): \(message)" : message } ?? message
    return "::\(kind) \(properties.joined(separator: ","))::" + data(printable(shown))
  }

  /// Escaped as the runner reads it back.
  private func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private func property(_ text: String) -> String {
    data(printable(text)).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
