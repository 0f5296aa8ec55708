import AppFacts

/// Reads folders that are one artifact: `.app`, `.appex` and `.xcarchive`.
enum AppleBundles {
  /// Whether a folder is such an artifact, by its name. The walk of a tree hands it over as a whole, and does
  /// not go into it.
  static func claims(folder name: String) -> Bool {
    [".app", ".appex", ".xcarchive"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Reads one, and what stands in it.
  ///
  /// - Parameters:
  ///   - path: on the disk.
  ///   - place: as it is shown.
  ///   - isGiven: named by the person, not found in a tree.
  static func readFolder(
    _ path: String, _ place: Place, _ limits: InspectLimits, isGiven: Bool, into facts: inout AuditFacts
  ) {
    facts.inputs.append(InputFact(.app, place, .unreadable("bundles are not read yet"), isGiven: isGiven))
  }
}
