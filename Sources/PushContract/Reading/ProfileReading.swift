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
    let found = ProfileRules.validity.flatMap {
      $0.findings(profile, positions: log.positions, file: file)
    }
    let kept = Self.withoutConsequences(found, of: log.diagnostics)
    diagnostics = (log.diagnostics + kept).inOrderOfPlace()
  }

  /// Everything `check` says: what is wrong, and what is missing or unwise.
  public func checked() -> [Diagnostic] {
    let advice = ProfileRules.advice.flatMap { $0.findings(profile, positions: positions, file: file) }
    return (diagnostics + Self.withoutConsequences(advice, of: diagnostics)).inOrderOfPlace()
  }

  /// What an error made unreadable is not judged again.
  private static func withoutConsequences(
    _ found: [Diagnostic], of earlier: [Diagnostic]
  ) -> [Diagnostic] {
    let broken = earlier.filter { $0.severity == .error }.map(\.path)
    return found.filter { finding in
      !broken.contains { path in
        path == finding.path || finding.path.hasPrefix(path + ".") || finding.path.hasPrefix(path + "[")
          || path.hasPrefix(finding.path + ".") && finding.dependsOnInside
      }
    }
  }
}

extension Diagnostic {
  /// Says that something is absent inside its path: silent where a fault stands inside.
  fileprivate var dependsOnInside: Bool {
    code.rawValue.hasPrefix("no-") || code.rawValue.hasPrefix("missing-")
  }
}
