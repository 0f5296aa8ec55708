import ProfileFile
import PushContract

/// `pushwire check [PROFILE]`: what is wrong, missing or unwise in a profile.
struct CheckCommand: Command {
  let name = "check"
  let summary = "Say what is wrong, missing or unwise in a profile"
  let syntax = Syntax(positionals: [
    .init(name: "PROFILE", summary: "The file; pushwire.yaml of this folder where absent", required: false)
  ])
  let discussion = """
    Reads the profile strictly and prints each finding with its line and column: errors (the profile cannot \
    be used), warnings (it works, but not the way it reads) and risks (it relies on something that no \
    provider promises). Exits 0 without findings and 1 with any, 3 where the file cannot be read.
    """
  let examples = [
    Example("pushwire check", "The profile of this folder"),
    Example("pushwire check app/pushwire.yaml --json", "Findings for a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let path = arguments.positional(0) ?? ProfileInput.usualPath
    let found: Findings
    do throws(ProfileFileError) {
      let reading = try ProfileFile.load(path: path)
      found = Findings(path: path, list: reading.checked(), classes: reading.profile.classes.count)
    } catch {
      guard error.kind == .malformed else { throw CommandError(error, path: path) }
      // No YAML, so no profile: for this command that is the finding.
      found = Findings(path: path, list: [Diagnostic(error)], classes: nil)
    }
    if context.json {
      context.print(found.json)
    } else {
      context.output.write(found.text(context.output.style))
    }
    return found.list.isEmpty ? .yes : .no
  }
}

private struct Findings {
  var path: String
  /// Without what looks like a key: a finding quotes the file.
  var list: [Diagnostic]
  /// Nil where the file is no profile.
  var classes: Int?

  init(path: String, list: [Diagnostic], classes: Int?) {
    self.path = path
    self.classes = classes
    self.list = list.map { finding in
      var finding = finding
      finding.message = redacted(finding.message)
      finding.hint = finding.hint.map(redacted)
      finding.path = redacted(finding.path)
      return finding
    }
  }

  func count(_ severity: Diagnostic.Severity) -> Int { list.count { $0.severity == severity } }

  func text(_ style: Styler) -> String {
    var text = ""
    for finding in list {
      let place = style.apply("\(printable(path)):\(finding.line):\(finding.column):", .bold)
      let severity = style.apply(finding.severity.rawValue, finding.severity == .error ? .red : .yellow)
      text += "\(place) \(severity): \(printable(finding.message)) [\(printable(finding.code.rawValue))]\n"
      if let hint = finding.hint { text += "  " + printable(hint) + "\n" }
    }
    return text + summary(style) + "\n"
  }

  private func summary(_ style: Styler) -> String {
    guard !list.isEmpty else {
      let classes = classes ?? 0
      let words = "\(classes) class\(classes == 1 ? "" : "es"), nothing to object to"
      return "\(printable(path)): " + style.apply(words, .green)
    }
    let counts = Diagnostic.Severity.allCases.compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    return "\(printable(path)): " + counts.joined(separator: ", ")
  }

  var json: JSON {
    [
      "file": .string(path), "ok": .bool(list.isEmpty), "classes": .count(classes),
      "errors": .integer(count(.error)), "warnings": .integer(count(.warning)),
      "risks": .integer(count(.risk)),
      "findings": .array(
        list.map { finding in
          [
            "severity": .string(finding.severity.rawValue), "code": .string(finding.code.rawValue),
            "message": .string(finding.message), "hint": .text(finding.hint), "line": .integer(finding.line),
            "column": .integer(finding.column), "path": .string(finding.path),
          ]
        }),
    ]
  }
}

extension Diagnostic {
  /// A file that is no YAML, as a finding.
  fileprivate init(_ error: ProfileFileError) {
    self.init(
      .error, Code(rawValue: error.code.rawValue), error.message, hint: error.hint, line: error.line ?? 1,
      column: error.column ?? 1, file: error.file)
  }
}
