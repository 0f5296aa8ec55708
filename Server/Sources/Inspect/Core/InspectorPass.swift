import AppFacts

/// One run of the ``Inspector``: what it has read so far, and how much time is left.
struct InspectorPass {
  private(set) var facts = AuditFacts()
  private let inspector: Inspector
  private let end: ContinuousClock.Instant
  /// Files and folders that are named by the person, by identity: a folder's walk leaves them to their turn.
  private let given: Set<FileIdentity>
  private var done: Set<FileIdentity> = []

  private var limits: InspectLimits { inspector.limits }

  init(_ inspector: Inspector, _ paths: [String]) {
    self.inspector = inspector
    end = .now + .seconds(inspector.limits.total)
    given = Set(paths.compactMap { FileStatus($0)?.identity })
  }

  /// Reads what a person named. Links are followed here, and in folders not.
  mutating func read(_ path: String) {
    guard !path.isEmpty else { return note(.unknown, path, "the name is empty") }
    let status: FileStatus
    do throws(SystemFailure) { status = try FileStatus(named: path) } catch {
      return note(.unknown, path, error.sentence)
    }
    guard done.insert(status.identity).inserted else { return }
    guard .now < end else { return note(.unknown, path, overtime) }
    inspector.progress?(path)
    switch status.kind {
    case .folder: readFolder(path)
    case .file: readFile(path, isGiven: true)
    case .other: note(.unknown, path, "it is neither a file nor a folder")
    }
  }

  private mutating func readFile(_ path: String, isGiven: Bool) {
    let file: InputFile
    do throws(SystemFailure) {
      file = try InputFile(path: path, isGiven: isGiven, limits)
    } catch {
      return note(.unknown, path, error.sentence, isGiven: isGiven)
    }
    guard let reader = Readers.all.first(where: { $0.claims(file) }) else {
      if let language = SourceParser.language(forFileName: file.name) { return readSource(file, language) }
      if isGiven { note(.unknown, path, "no reader knows this kind of file") }
      return
    }
    reader.read(file, limits, into: &facts)
    facts.ignores += IgnoreScan.comments(file)
  }

  private mutating func readSource(_ file: InputFile, _ language: SourceUnit.Language) {
    guard file.isWhole else {
      return note(.source, file.place.file, "it is too large for a source file", isGiven: file.isGiven)
    }
    let parsed = SourceParser.parse(file.head, file: file.place.file, language: language, limits: limits)
    switch parsed {
    case .success(let unit):
      facts.sources.append(unit)
      facts.inputs.append(InputFact(.source, file.place, isGiven: file.isGiven))
    case .failure(let failure): note(.source, file.place.file, failure.why, isGiven: file.isGiven)
    }
  }

  private mutating func readFolder(_ path: String) {
    let name = path.last == "/" ? String(path.dropLast()) : path
    if AppleBundles.claims(folder: name) {
      return AppleBundles.readFolder(name, Place(name), limits, isGiven: true, into: &facts)
    }
    let inputs = facts.inputs.count
    let leftOut = facts.sourcesLeftOut
    walk(path)
    if facts.inputs.count == inputs, facts.sourcesLeftOut == leftOut {
      note(.tree, path, "nothing in it is of a kind that is read here")
    }
  }

  private mutating func walk(_ root: String) {
    var folders = [root.count > 1 && root.hasSuffix("/") ? String(root.dropLast()) : root]
    var files = 0
    while let folder = folders.popLast() {
      guard let names = try? FolderListing.names(folder) else {
        note(.tree, folder, "this user may not list it", isGiven: folder == root)
        continue
      }
      var below: [String] = []
      for name in names where !name.hasPrefix(".") {
        let path = folder + "/" + name
        guard .now < end else { return note(.tree, root, overtime) }
        guard let status = FileStatus(unfollowed: path), !given.contains(status.identity) else { continue }
        switch status.kind {
        case .folder where AppleBundles.claims(folder: name):
          AppleBundles.readFolder(path, Place(path), limits, isGiven: false, into: &facts)
        case .folder: below.append(path)
        case .file:
          files += 1
          guard files <= limits.files else {
            return note(.tree, root, "it has more than \(limits.files) files")
          }
          if done.insert(status.identity).inserted { readFile(path, isGiven: false) }
        case .other: break
        }
      }
      folders += below.reversed()
    }
  }

  private var overtime: String { "the time for reading was over (\(Int(limits.total)) s)" }

  private mutating func note(
    _ kind: InputFact.Kind, _ path: String, _ why: String, isGiven: Bool = true
  ) {
    facts.inputs.append(InputFact(kind, Place(path), .unreadable(why), isGiven: isGiven))
  }
}
