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
    let name = file.place.file
    // What a person names may be a link; in folders links are not followed.
    let path = FileStatus.target(file.path ?? name)
    let source = TreeListing.Source(
      path: path, name: name, language: language, isTest: false, size: file.size)
    if file.isWhole { facts.secrets += SecretSearch.scan(file.head, file.place, isShipped: false) }
    let collector = SourceCollector(limits: limits, swiftReader: inspector.swiftReader, end: end)
    switch collector.parse([source]).first {
    case .unit(let unit):
      facts.sources.append(unit)
      facts.inputs.append(InputFact(.source, file.place, isGiven: file.isGiven))
    case .unreadable(let why): note(.source, name, why, isGiven: file.isGiven)
    case nil: break
    }
  }

  private mutating func readFolder(_ path: String) {
    let name = path.last == "/" ? String(path.dropLast()) : path
    if AppleBundles.claims(folder: name) {
      return AppleBundles.readFolder(name, Place(name), limits, isGiven: true, into: &facts)
    }
    var walk = TreeWalk(
      limits: limits, swiftReader: inspector.swiftReader, progress: inspector.progress, end: end)
    walk.given = given
    walk.taken = done
    walk.read(path, Place(path), into: &facts)
    done = walk.taken
  }

  private var overtime: String { "the time for reading was over (\(Int(limits.total)) s)" }

  private mutating func note(
    _ kind: InputFact.Kind, _ path: String, _ why: String, isGiven: Bool = true
  ) {
    facts.inputs.append(InputFact(kind, Place(path), .unreadable(why), isGiven: isGiven))
  }
}
