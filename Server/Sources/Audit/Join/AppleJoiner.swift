import AppFacts

/// Puts apps for Apple's platforms together: bundles, targets, profiles, property lists and sources.
struct AppleJoiner {
  let facts: AuditFacts
  /// Names of the files that a person named.
  let given: Set<String>
  var apps: [AppleApp] = []
  var joins: [Join] = []
  var unjoined: [Unjoined] = []
  /// For each app, where it was first seen.
  var anchors: [Place] = []
  /// For each app, all ids that it may have: of its builds and configurations.
  private(set) var ids: [Set<String>] = []
  private var appsByID: [String: [Int]] = [:]
  private var seenJoins: Set<Join> = []

  static func join(_ facts: AuditFacts) -> Joiner.Result {
    let given = Set(facts.inputs.filter(\.isGiven).map(\.place.file))
    var joiner = AppleJoiner(facts: facts, given: given)
    joiner.addBundles()
    joiner.addTargets()
    joiner.addLooseExtensions()
    joiner.addBinaries()
    joiner.addInfoPlists()
    joiner.addProfiles()
    joiner.addEntitlements()
    joiner.addGooglePlists()
    joiner.addSources()
    for index in joiner.apps.indices { joiner.apps[index].isMac = joiner.isMac(joiner.apps[index]) }
    return Joiner.Result(apple: joiner.apps, joins: joiner.joins, unjoined: joiner.unjoined)
  }

  // MARK: steps in common

  mutating func newApp(_ bundleID: String?, name: String, at place: Place) -> Int {
    apps.append(AppleApp(bundleID: bundleID, name: name))
    anchors.append(place)
    ids.append([])
    if let bundleID { addIDs([bundleID], to: apps.count - 1) }
    return apps.count - 1
  }

  mutating func addIDs(_ new: some Sequence<String>, to app: Int) {
    for id in new where ids[app].insert(id).inserted { appsByID[id, default: []].append(app) }
  }

  mutating func note(_ app: Int, _ place: Place, by: String) {
    guard anchors[app] != place else { return }
    let join = Join(anchors[app], place, by: by)
    if seenJoins.insert(join).inserted { joins.append(join) }
  }

  /// Named by the person, not found in a folder.
  func isGiven(_ place: Place) -> Bool { given.contains(place.file) }

  /// The apps that have this id in some build or configuration.
  func apps(withID id: String) -> [Int] { appsByID[id] ?? [] }

  /// The app of an extension, by its id: the longest id that it continues.
  func app(ofExtension id: String) -> Int? {
    var rest = id[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if let app = apps(withID: String(rest)).first { return app }
    }
    return nil
  }

  /// For each id of an extension, watch app or clip, the apps that have it.
  func appsByChildID() -> [String: Set<Int>] {
    var found: [String: Set<Int>] = [:]
    for (app, value) in apps.enumerated() {
      for bundle in value.bundles.flatMap(\.descendants) + value.looseExtensions {
        if let id = bundle.bundleID { found[id, default: []].insert(app) }
      }
      for target in value.targets where target.isExtension {
        for id in facts.projects[target.project].targets[target.target].bundleIDs {
          found[id, default: []].insert(app)
        }
      }
    }
    return found
  }

  private func isMac(_ app: AppleApp) -> Bool {
    if !app.bundles.isEmpty { return app.bundles.contains { $0.isMac } }
    if app.infoPlists.contains(where: { $0.isMac }) { return true }
    return app.appTargets(facts).contains { target in
      target.configurations.contains { configuration in
        let platforms = configuration.resolved("SUPPORTED_PLATFORMS")?.value
        return (platforms ?? configuration.resolved("SDKROOT")?.value) == "macosx"
      }
    }
  }

  // MARK: bundles

  private mutating func addBundles() {
    for bundle in facts.apps where !bundle.role.isExtension {
      guard let id = bundle.bundleID else {
        let app = newApp(nil, name: bundle.place.lastName, at: bundle.place)
        apps[app].bundles.append(bundle)
        continue
      }
      if let app = apps(withID: id).first {
        apps[app].bundles.append(bundle)
        note(app, bundle.place, by: "bundle id \(id)")
      } else {
        let app = newApp(id, name: id, at: bundle.place)
        apps[app].bundles.append(bundle)
      }
    }
  }

  private mutating func addLooseExtensions() {
    for bundle in facts.apps where bundle.role.isExtension {
      if let id = bundle.bundleID, let app = app(ofExtension: id) {
        apps[app].looseExtensions.append(bundle)
        note(app, bundle.place, by: "bundle id \(id), which continues \(apps[app].bundleID ?? "the app's")")
      } else if apps.isEmpty || bundle.bundleID != nil {
        // Nothing of its app was given: it stands alone.
        let app = newApp(nil, name: bundle.bundleID ?? bundle.place.lastName, at: bundle.place)
        apps[app].looseExtensions.append(bundle)
      } else {
        unjoined.append(Unjoined(bundle.place, why: "it has no bundle id"))
      }
    }
  }

  /// An executable in a tree is a tool or a library's; only one that a person names may be an app of its own.
  private mutating func addBinaries() {
    let children = appsByChildID()
    for binary in facts.binaries {
      let id = binary.signature?.directories.first?.identifier
      guard isGiven(binary.place) || (id.map { apps(withID: $0).count == 1 } ?? false) else { continue }
      if let id, let app = apps(withID: id).first, apps(withID: id).count == 1 {
        apps[app].binaries.append(binary)
        note(app, binary.place, by: "signing identifier \(id)")
      } else if let id, children[id] != nil {
        unjoined.append(Unjoined(binary.place, why: "it is an extension's executable"))
      } else {
        let app = newApp(id, name: id ?? binary.place.lastName, at: binary.place)
        apps[app].binaries.append(binary)
      }
    }
  }
}

extension AppBundle {
  /// Extensions, watch apps and clips at every depth.
  var descendants: [AppBundle] { children.flatMap { [$0] + $0.descendants } }
}

extension AppBundle.Role {
  /// Lives in an app, and has no token of its own.
  var isExtension: Bool {
    switch self {
    case .notificationService, .notificationContent, .otherExtension: true
    case .app, .watchApp, .appClip: false
    }
  }
}

extension Place {
  /// The last part of the file's name: `Parcel.app`.
  var lastName: String {
    let end = file.last == "/" ? file.dropLast() : file[...]
    let start = end.lastIndex { $0 == "/" || $0 == "!" }.map(end.index(after:)) ?? end.startIndex
    return String(end[start...])
  }

  /// What the file lies in; empty: the current folder.
  var folder: Substring { file.lastIndex(of: "/").map { file[..<$0] } ?? "" }
}
