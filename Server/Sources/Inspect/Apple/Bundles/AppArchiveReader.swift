import AppFacts

/// An `.ipa`, or another zip archive with an app in it.
enum AppArchiveReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    if file.fileExtension == "ipa" { return true }
    return file.isGiven && file.fileExtension == "zip" && file.head.starts(with: [0x50, 0x4B])
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    var input = InputFact(.ipa, file.place, isGiven: file.isGiven)
    guard let path = file.path else {
      input.state = .unreadable("an archive inside of another is not read")
      return facts.inputs.append(input)
    }
    let name = file.place.file
    var collector = BundleCollector(.ipa, limits) { Place(name + "!" + $0) }
    do throws(ArchiveFailure) {
      let archive = try Archive(path: path, limits: limits)
      while let member = try archive.next() {
        guard let inside = member.name else {
          collector.problem("a name in it is no text, and was left out")
          continue
        }
        if member.isFile { collector.add(inside, ArchiveMember(archive: archive, size: member.size)) }
      }
    } catch {
      // The library says no more than that it does not know the format.
      let isNone = !file.head.starts(with: [0x50, 0x4B])
      collector.problem(isNone ? "it is no zip archive" : "it is damaged: \(error.why)")
    }
    let bundles = collector.finish()
    AppleBundles.add(bundles, collector, input, none: "no .app stands in it", into: &facts)
  }
}
