/// A profile as it was read, with everything that is wrong in it.
///
/// The reading never stops at the first fault: what can be read is read, so that one run shows all.
public struct ProfileReading: Sendable, Equatable {
  /// What could be read. To be used only where ``isValid``.
  public var profile: Profile
  /// Errors, and warnings about limits of the platforms; in the order of the file.
  public var diagnostics: [Diagnostic]
  /// Where each part stands in the file.
  public var positions: ProfilePositions
  public var file: String?

  /// No errors: the profile can be used.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }

  /// Reads a tree strictly. `file` is only shown in messages.
  public init(_ root: ProfileNode, file: String? = nil) {
    let log = ReadingLog(file: file)
    log.note("", at: ProfilePosition(line: 1, column: 1))
    let profile = ProfileReader(log: log).read(root)
    self.profile = profile
    positions = log.positions
    self.file = file
    let broken = BrokenParts(log.diagnostics)
    let found = ProfileRules.validity.flatMap {
      $0.findings(profile, positions: log.positions, file: file, after: broken)
    }
    diagnostics = (log.diagnostics + found).inOrderOfPlace()
  }

  /// Everything `check` says: what is wrong, and what is missing or unwise.
  public func checked() -> [Diagnostic] {
    let broken = BrokenParts(diagnostics)
    let advice = ProfileRules.advice.flatMap {
      $0.findings(profile, positions: positions, file: file, after: broken)
    }
    return (diagnostics + advice).inOrderOfPlace()
  }
}
