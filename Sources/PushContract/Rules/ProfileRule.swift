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

  /// Takes a rule's findings: path, message, hint.
  struct Report {
    let add: (_ path: String, _ message: String, _ hint: String?) -> Void
    func callAsFunction(_ path: String, _ message: String, hint: String? = nil) { add(path, message, hint) }
  }

  func findings(_ profile: Profile, positions: ProfilePositions, file: String?) -> [Diagnostic] {
    var found: [Diagnostic] = []
    check(
      profile,
      Report { path, message, hint in
        let place = positions.position(of: path)
        found.append(
          Diagnostic(
            severity, code, ReadingLog.shown(message), hint: hint.map(ReadingLog.shown), line: place.line,
            column: place.column, file: file, path: path))
      })
    return found
  }
}
