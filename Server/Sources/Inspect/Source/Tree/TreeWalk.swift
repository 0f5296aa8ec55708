import AppFacts

/// Reads a source tree: every artifact in it, and of its sources those that bear on push.
///
/// Of 5,000 files some 150 hold a name of interest: all are searched as bytes, and only those are parsed, with what
/// they rest on in other files.
struct TreeWalk {
  let limits: InspectLimits
  let swiftReader: String?
  let progress: (@Sendable (String) -> Void)?
  /// When the time for reading is over.
  let end: ContinuousClock.Instant
  /// Files and folders named by the person: they are read in their turn, not here.
  var given: Set<FileIdentity> = []
  /// Files that were read already; what is read here is added.
  var taken: Set<FileIdentity> = []

  /// Files that are read beyond those of interest, at most, and their bytes.
  private static let more = (files: 300, bytes: 4 << 20)
  /// A function that so many files define is a common name, and says nothing.
  private static let commonFunction = 8
  private static let commonMention = 40

  init(
    limits: InspectLimits, swiftReader: String?, progress: (@Sendable (String) -> Void)?,
    end: ContinuousClock.Instant
  ) {
    self.limits = limits
    self.swiftReader = swiftReader
    self.progress = progress
    self.end = end
  }

  /// Reads a folder. `place` is how it is shown; what stands in it is shown below that.
  mutating func read(_ folder: String, _ place: Place, into facts: inout AuditFacts) {
    let path = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let shown = place.file.count > 1 && place.file.hasSuffix("/") ? String(place.file.dropLast()) : place.file
    let listing = TreeListing(
      path, shown: shown, limits, taken: &taken, given: given, isOver: { [end] in .now >= end })
    let before = facts.inputs.count
    for (name, why) in listing.unreadable {
      facts.inputs.append(InputFact(.tree, Place(name), .unreadable(why), isGiven: name == shown))
    }
    for (name, why) in listing.leftOut { facts.inputs.append(InputFact(.tree, Place(name), .leftOut(why))) }
    for (name, reader) in listing.descriptions {
      facts.inputs.append(
        InputFact(.xcodeProject, Place(name), .leftOut("it is written for \(reader), and not evaluated")))
    }
    for bundle in listing.bundles {
      AppleBundles.readFolder(bundle.path, Place(bundle.name), limits, isGiven: false, into: &facts)
    }
    for (index, file) in listing.files.enumerated() {
      guard .now < end else {
        facts.inputs.append(InputFact(.tree, place, .unreadable(overtime), isGiven: true))
        break
      }
      if index % 64 == 0 { progress?(file.name) }
      artifact(file.path, file.name, into: &facts)
    }
    let parsed = sources(listing.sources, into: &facts)
    markTests(&facts)
    guard facts.inputs.count > before || !listing.sources.isEmpty else {
      facts.inputs.append(
        InputFact(
          .tree, place, .unreadable("nothing in it is of a kind that is read here"), isGiven: true))
      return
    }
    let count = listing.sources.count
    facts.inputs.append(
      InputFact(
        .tree, place, .read,
        summary: count == 0 ? "no source files" : "\(count) source files, \(parsed) of them parsed",
        isGiven: true))
  }

  private var overtime: String { "the time for reading was over (\(Int(limits.total)) s)" }

  private func artifact(_ path: String, _ name: String, into facts: inout AuditFacts) {
    guard var file = try? InputFile(path: path, isGiven: false, limits) else { return }
    file.place = Place(name)
    if let reader = Readers.all.first(where: { $0.claims(file) }) {
      reader.read(file, limits, into: &facts)
      facts.ignores += IgnoreScan.comments(file)
    }
    guard file.isWhole, file.size <= limits.source else { return }
    // A reader may have said so already.
    let known = facts.secrets.filter { $0.place.file == name }.map(\.kind)
    facts.secrets += SecretSearch.scan(file.head, file.place, isShipped: false).filter {
      !known.contains($0.kind)
    }
  }

  // Sources.

  /// How many were parsed.
  private func sources(_ all: [TreeListing.Source], into facts: inout AuditFacts) -> Int {
    guard !all.isEmpty else { return 0 }
    progress?("\(all.count) source files")
    let collector = SourceCollector(limits: limits, swiftReader: swiftReader, end: end)
    var waiting = Set(all.indices)
    var parsed = 0
    func parse(_ chosen: [Int], into facts: inout AuditFacts) -> [SourceUnit] {
      waiting.subtract(chosen)
      parsed += chosen.count
      progress?("\(parsed) of \(all.count) source files")
      var units: [SourceUnit] = []
      for (index, result) in zip(chosen, collector.parse(chosen.map { all[$0] })) {
        let place = Place(all[index].name)
        switch result {
        case .unit(var unit):
          unit.isTest = all[index].isTest || Self.importsTests(unit)
          units.append(unit)
          facts.inputs.append(InputFact(.source, place))
        case .unreadable(let why): facts.inputs.append(InputFact(.source, place, .unreadable(why)))
        }
      }
      return units
    }

    let searched = collector.search(all, for: NamesOfInterest.search)
    facts.secrets += searched.secrets
    var units = parse(searched.files, into: &facts)
    var look = SecondLook()
    look.add(units, fromLaunch: false)
    var files = Self.more.files
    var bytes = Self.more.bytes
    for _ in 0..<3 {
      guard .now < end, let round = look.take() else { break }
      let candidates = waiting.sorted().filter { !all[$0].isTest }
      var chosen: [Int] = []
      for index in collector.look(
        candidates.map { all[$0] }, for: round, (Self.commonFunction, Self.commonMention))
      {
        let candidate = candidates[index]
        guard files > 0, all[candidate].size <= bytes else { continue }
        files -= 1
        bytes -= all[candidate].size
        chosen.append(candidate)
      }
      guard !chosen.isEmpty else { break }
      let found = parse(chosen, into: &facts)
      units += found
      look.add(found, fromLaunch: true)
    }
    facts.sources += units.sorted { $0.file.utf8.lexicographicallyPrecedes($1.file.utf8) }
    facts.sourcesLeftOut += waiting.count
    return parsed
  }

  private static func importsTests(_ unit: SourceUnit) -> Bool {
    unit.imports.contains { name in
      ["XCTest", "Testing", "Quick", "Nimble"].contains(name.value) || name.value.hasPrefix("org.junit")
        || name.value.hasPrefix("XCTest/")
    }
  }

  /// Sources that only targets of tests compile.
  private func markTests(_ facts: inout AuditFacts) {
    var tests: Set<String> = []
    var others: Set<String> = []
    for target in facts.projects.flatMap(\.targets) {
      let isTest = target.productType.contains("unit-test") || target.productType.contains("ui-testing")
      if isTest { tests.formUnion(target.sources ?? []) } else { others.formUnion(target.sources ?? []) }
    }
    for index in facts.sources.indices where tests.contains(facts.sources[index].file) {
      if !others.contains(facts.sources[index].file) { facts.sources[index].isTest = true }
    }
  }
}
