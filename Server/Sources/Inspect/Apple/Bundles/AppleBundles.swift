import AppFacts

/// Reads folders that are one artifact: `.app`, `.appex` and `.xcarchive`.
enum AppleBundles {
  /// Whether a folder is such an artifact, by its name. The walk of a tree hands it over as a whole, and does
  /// not go into it.
  static func claims(folder name: String) -> Bool {
    BundlePath.isBundle(name) || isArchive(name)
  }

  private static func isArchive(_ name: String) -> Bool { name.hasSuffix(".xcarchive") }

  /// Reads one, and what stands in it. Links in it are not followed.
  ///
  /// - Parameters:
  ///   - path: on the disk.
  ///   - place: as it is shown.
  ///   - isGiven: named by the person, not found in a tree.
  static func readFolder(
    _ path: String, _ place: Place, _ limits: InspectLimits, isGiven: Bool, into facts: inout AuditFacts
  ) {
    let isArchive = isArchive(place.file)
    let shown = place.file
    // A bundle given alone is the folder itself; its path starts with its own name.
    let name = isArchive ? "" : String(shown.split(separator: "/").last ?? "Bundle.app")
    let root = isArchive ? "" : name
    var collector = BundleCollector(isArchive ? .xcarchive : .folder, limits) { inside in
      Place(shown + (isArchive ? "/" + inside : String(inside.dropFirst(name.count))))
    }
    let start = isArchive ? "Products/Applications" : ""
    walk(path, start, limits, &collector) { root.isEmpty ? $0 : root + "/" + $0 }
    let bundles = collector.finish()
    let input = InputFact(isArchive ? .xcarchive : .app, place, isGiven: isGiven)
    let none = isArchive ? "no .app stands in its Products/Applications" : "no file stands in it"
    add(bundles, collector, input, none: none, into: &facts)
  }

  private static func walk(
    _ root: String, _ start: String, _ limits: InspectLimits, _ collector: inout BundleCollector,
    name: (String) -> String
  ) {
    var folders = [start]
    var count = 0
    while let folder = folders.popLast() {
      guard let names = try? FolderListing.names(folder.isEmpty ? root : root + "/" + folder) else {
        if folder != start { collector.problem("\(folder) cannot be listed") }
        continue
      }
      for entry in names {
        count += 1
        guard count <= limits.files else {
          return collector.problem("it has more than \(limits.files) files")
        }
        let inside = folder.isEmpty ? entry : folder + "/" + entry
        guard let status = FileStatus(unfollowed: root + "/" + inside) else { continue }
        switch status.kind {
        case .folder: folders.append(inside)
        case .file: collector.add(name(inside), DiskMember(path: root + "/" + inside))
        case .other: break
        }
      }
    }
  }

  /// Records what was found, and what could not be read.
  static func add(
    _ bundles: [AppBundle], _ collector: BundleCollector, _ input: InputFact, none: String,
    into facts: inout AuditFacts
  ) {
    var input = input
    let why = collector.problems.joined(separator: "; ")
    if bundles.isEmpty {
      input.state = .unreadable(why.isEmpty ? none : why)
    } else {
      if !why.isEmpty { input.state = .partly(why) }
      input.summary = bundles.map(\.summary).joined(separator: "; ")
    }
    facts.inputs.append(input)
    facts.apps += bundles
    facts.secrets += collector.secrets
  }
}

extension AppBundle {
  /// `Parcel 1.0 (dev.pushwire.parcel), App Store`
  fileprivate var summary: String {
    let name = place.file.split(whereSeparator: { $0 == "/" || $0 == "!" }).last ?? "app"
    let stem = BundlePath.stem(name) ?? String(name)
    let version = (info?.tree["CFBundleShortVersionString"]?.string).map { " \($0)" } ?? ""
    let kind = profile.map { ", \($0.distribution.rawValue)" } ?? ""
    return "\(stem)\(version) (\(bundleID ?? "no bundle id"))\(kind)"
  }
}
