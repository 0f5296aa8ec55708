/// The parts of a profile that are known to be wrong: the root cause hides its consequences.
struct BrokenParts {
  private let paths: [String]
  /// Classes, destinations and so on with an error inside, as `classes.order_shipped`.
  private let items: Set<String>

  init(_ diagnostics: [Diagnostic]) {
    paths = diagnostics.filter { $0.severity == .error }.map(\.path)
    items = Set(paths.map(Self.item))
  }

  /// Whether a finding only follows from what is wrong already.
  func explain(_ finding: ProfileRule.Finding, of rule: ProfileRule) -> Bool {
    if finding.needs.contains(where: isBroken) { return true }
    // Advice on half a class would be about the other half.
    if rule.severity != .error, items.contains(Self.item(finding.path)) { return true }
    return paths.contains { path in
      path == finding.path || Self.isInside(finding.path, path)
        || rule.isAboutAbsence && Self.isInside(path, finding.path)
    }
  }

  private func isBroken(_ part: String) -> Bool {
    paths.contains { $0 == part || Self.isInside($0, part) }
  }

  private static func isInside(_ path: String, _ outer: String) -> Bool {
    path.hasPrefix(outer + ".") || path.hasPrefix(outer + "[")
  }

  private static func item(_ path: String) -> String {
    path.split(separator: ".", maxSplits: 2).prefix(2).joined(separator: ".")
  }
}

extension ProfileRule {
  /// Says that something is missing in its path: silent where a fault stands inside.
  fileprivate var isAboutAbsence: Bool { code.rawValue.hasPrefix("no-") }
}
