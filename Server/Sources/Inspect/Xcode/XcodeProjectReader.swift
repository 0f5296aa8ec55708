import AppFacts

/// Reads `project.pbxproj`: targets, resolved build settings, and which sources each target compiles.
enum XcodeProjectReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool { file.name == "project.pbxproj" }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    func unreadable(_ why: String, _ place: Place) {
      facts.inputs.append(InputFact(.xcodeProject, place, .unreadable(why), isGiven: file.isGiven))
    }
    guard file.isWhole else { return unreadable("it has more than \(limits.document) bytes", file.place) }
    let tree: Located
    if PropertyList.starts(file.head) {
      do throws(PropertyList.Failure) {
        tree = try PropertyList.read(file.head, file: file.place.file, limits: limits)
      } catch { return unreadable(error.why, error.place) }
    } else {
      do throws(OpenStepPropertyList.Failure) {
        tree = try OpenStepPropertyList.read(file.head, file: file.place.file, limits: limits)
      } catch { return unreadable(error.why, error.place) }
    }
    guard let objects = XcodeObjects(tree) else {
      return unreadable("it has no project object", file.place)
    }
    var reading = XcodeProjectReading(objects, file, limits)
    let project = reading.project()
    facts.projects.append(project)
    let count = project.targets.count
    facts.inputs.append(
      InputFact(
        .xcodeProject, file.place,
        reading.isCut ? .partly("it has too many settings to be read to the end") : .read,
        summary: count == 1 ? "1 target" : "\(count) targets",
        isGiven: file.isGiven))
    facts.inputs += reading.missing.map { missing in
      InputFact(missing.kind, missing.place, .leftOut("\(missing.name) is named here, and not there"))
    }
  }
}

/// Notes an `.xcconfig` that was given or found; what it sets is read by the projects that name it.
enum BuildConfigReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool { file.fileExtension == "xcconfig" }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard file.size <= 1 << 20, file.isWhole else {
      facts.inputs.append(
        InputFact(
          .buildSettings, file.place, .unreadable("it is too large for build settings"), isGiven: file.isGiven
        ))
      return
    }
    let settings =
      file.path.flatMap { BuildConfigFile.read($0, shown: file.place.file, limits) }
      ?? BuildConfigFile.parse(file.head, shown: file.place.file, limits)
    facts.inputs.append(
      InputFact(
        .buildSettings, file.place, .read,
        summary: settings.count == 1 ? "1 setting" : "\(settings.count) settings",
        isGiven: file.isGiven))
  }
}
