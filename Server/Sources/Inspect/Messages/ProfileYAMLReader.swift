import AppFacts
import ProfileFile
import PushContract

/// Reads a pushwire.yaml; what is wrong in it is `pushwire check`'s to say.
enum ProfileYAMLReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    if file.name == "pushwire.yaml" || file.name == "pushwire.yml" { return true }
    guard file.isGiven, ["yaml", "yml"].contains(file.fileExtension) else { return false }
    return file.head.firstRange(of: Array("classes:".utf8)) != nil
      && file.head.firstRange(of: Array("version:".utf8)) != nil
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    do throws(ProfileFileError) {
      guard file.isWhole else {
        throw ProfileFileError(.tooLarge, "the file has \(file.size) bytes")
      }
      let reading = try ProfileFile.read(bytes: file.head, file: file.place.file)
      let errors = reading.errors
      var places: [String: Place] = [:]
      for (path, position) in reading.positions.all {
        places[path] = Place(file.place.file, line: position.line, column: position.column)
      }
      facts.pushwireProfiles.append(
        PushwireProfileFile(
          file.place, errors.isEmpty ? reading.profile : nil, places: places, errors: errors.count))
      let state: InputFact.State =
        errors.first.map { first in
          .partly("it has \(errors.count) errors, the first at line \(first.line): \(first.message)")
        } ?? .read
      facts.inputs.append(
        InputFact(
          .pushwireProfile, file.place, state, summary: "\(reading.profile.classes.count) classes",
          isGiven: file.isGiven))
    } catch {
      facts.inputs.append(
        InputFact(.pushwireProfile, file.place, .unreadable(error.message), isGiven: file.isGiven))
    }
  }
}
