/// One thing that a profile can have wrong, or that is unwise in it.
public struct ProfileRule: Sendable {
  public let code: Diagnostic.Code
  public let severity: Diagnostic.Severity
  /// What is wrong, in a few words: the documentation's table.
  public let summary: String
  let check: @Sendable (Profile, Report) -> Void

  init(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, _ summary: String,
    _ check: @escaping @Sendable (Profile, Report) -> Void
  ) {
    self.severity = severity
    self.code = code
    self.summary = summary
    self.check = check
  }

  /// A finding before it has a place in the file.
  struct Finding {
    var path: String
    var message: String
    var hint: String?
    /// Parts it judges besides its own: where one of them is broken, the finding is a consequence.
    var needs: [String]
  }

  /// Takes a rule's findings.
  struct Report {
    let add: (Finding) -> Void
    func callAsFunction(_ path: String, _ message: String, hint: String? = nil, needs: [String] = []) {
      add(Finding(path: path, message: message, hint: hint, needs: needs))
    }
  }

  /// What the rule finds in a profile, without the consequences of errors that are known already.
  func findings(
    _ profile: Profile, positions: ProfilePositions, file: String?, after errors: BrokenParts
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    check(
      profile,
      Report { finding in
        if errors.explain(finding, of: self) { return }
        let place = positions.position(of: finding.path)
        found.append(
          Diagnostic(
            severity, code, ReadingLog.shown(finding.message), hint: finding.hint.map(ReadingLog.shown),
            line: place.line, column: place.column, file: file, path: ReadingLog.shown(finding.path)))
      })
    return found
  }
}
