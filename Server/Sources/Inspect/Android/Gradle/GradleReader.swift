import AppFacts
import Foundation

/// `build.gradle` and `build.gradle.kts`, with the version catalogue that lies above them.
enum GradleReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    file.name == "build.gradle" || file.name == "build.gradle.kts"
      || (file.isGiven && (file.name.hasSuffix(".gradle") || file.name.hasSuffix(".gradle.kts")))
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard file.isWhole, file.size <= limits.source else {
      facts.inputs.append(
        InputFact(
          .gradle, file.place, .unreadable("it is larger than \(limits.source) bytes"),
          isGiven: file.isGiven))
      return
    }
    let catalogue = file.path.map { Self.catalogue(near: $0, limits) } ?? VersionCatalogue()
    guard let module = GradleScript.read(file.head, file: file.place.file, catalogue, limits) else {
      // A root's script, or one of another language: nothing in it is of interest.
      facts.inputs.append(
        InputFact(.gradle, file.place, .read, summary: "no Android module", isGiven: file.isGiven))
      return
    }
    facts.gradleModules.append(module)
    let kind = module.isApplication ? "application" : "library"
    let id = module.applicationID ?? module.namespace
    facts.inputs.append(
      InputFact(
        .gradle, file.place, .read, summary: [id?.value, kind].compactMap { $0 }.joined(separator: ", "),
        isGiven: file.isGiven))
  }

  /// The nearest `gradle/libs.versions.toml` at or above the script, at most six folders up.
  private static func catalogue(near path: String, _ limits: InspectLimits) -> VersionCatalogue {
    var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    for _ in 0..<7 {
      let candidate = folder.appendingPathComponent("gradle/libs.versions.toml").path
      if let file = try? InputFile(path: candidate, isGiven: false, limits) {
        guard file.isWhole, file.size <= 1 << 20 else { return VersionCatalogue() }
        return VersionCatalogue(String(decoding: file.head, as: UTF8.self))
      }
      let above = folder.deletingLastPathComponent()
      if above.path == folder.path { break }
      folder = above
    }
    return VersionCatalogue()
  }
}
