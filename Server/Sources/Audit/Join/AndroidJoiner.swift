import AppFacts

/// Puts packages, Gradle modules, manifests, google-services files and Kotlin and Java sources to the apps that they are
/// of.
///
/// A package says its app itself. In a tree, what lies below an application module is that app's, and what lies below a
/// library module is every app's: which library an app takes is not followed.
struct AndroidJoiner {
  private let facts: AuditFacts
  private var apps: [AndroidApp] = []
  private var joins: [Join] = []
  private var unjoined: [Unjoined] = []
  /// Folders of application modules, and the app of each.
  private var appFolders: [(folder: String, app: Int)] = []
  private var libraryFolders: [String] = []

  static func join(_ facts: AuditFacts, _ result: inout Joiner.Result) {
    var joiner = AndroidJoiner(facts)
    joiner.addModules()
    joiner.addPackages()
    joiner.addManifests()
    joiner.addSources()
    joiner.addGoogleServices()
    result.android = joiner.apps
    result.joins += joiner.joins
    result.unjoined += joiner.unjoined
  }

  private init(_ facts: AuditFacts) { self.facts = facts }

  // MARK: Modules and packages

  private mutating func addModules() {
    for (number, module) in facts.gradleModules.enumerated() {
      let folder = Self.folder(of: module.place.file)
      guard module.isApplication else {
        libraryFolders.append(folder)
        continue
      }
      let id = module.applicationID?.value ?? module.namespace?.value
      var app = AndroidApp(applicationID: module.applicationID?.value, name: id ?? Self.lastPart(folder))
      app.gradleModules = [number]
      appFolders.append((folder, apps.count))
      apps.append(app)
    }
    for (number, module) in facts.gradleModules.enumerated() where !module.isApplication {
      for index in apps.indices { apps[index].libraryModules.append(number) }
    }
  }

  /// Built packages, by their id: the same app may be given twice, and beside its sources.
  private mutating func addPackages() {
    for (number, manifest) in facts.manifests.enumerated() where manifest.isMerged {
      // A split holds no more than a part, and depends on its base for everything asked here.
      guard manifest.root.attribute("split") == nil else { continue }
      let id = manifest.package?.value
      if let id, let app = apps.indices.first(where: { isID(id, of: $0) }) {
        apps[app].manifests.append(number)
        note(manifest.place, app, by: "application id \(id)")
      } else if apps.count == 1, apps[0].applicationID == nil, !apps[0].gradleModules.isEmpty {
        apps[0].manifests.append(number)
        note(manifest.place, 0, by: "the only app given")
      } else {
        var app = AndroidApp(applicationID: id, name: id ?? Self.lastPart(manifest.place.file))
        app.manifests = [number]
        apps.append(app)
      }
    }
  }

  private func isID(_ id: String, of app: Int) -> Bool {
    apps[app].applicationID == id || apps[app].applicationIDs(facts).contains(id)
  }

  // MARK: What lies in a tree

  private mutating func addManifests() {
    var alone: [Int] = []
    for (number, manifest) in facts.manifests.enumerated() where !manifest.isMerged {
      guard !Self.isTest(manifest.place.file) else { continue }
      switch owner(of: manifest.place.file) {
      case .app(let app):
        apps[app].manifests.append(number)
        note(manifest.place, app, by: "it lies in the app's module")
      case .library:
        for index in apps.indices { apps[index].libraryManifests.append(number) }
      case .nobody: alone.append(number)
      }
    }
    // Without Gradle the launcher tells an app from a library.
    let launchers = alone.filter { facts.manifests[$0].hasLauncher }
    for number in launchers { addAlone(number) }
    for number in alone where !launchers.contains(number) {
      if apps.isEmpty && facts.manifests[number].application != nil {
        addAlone(number)
      } else {
        for index in apps.indices { apps[index].libraryManifests.append(number) }
      }
    }
  }

  private mutating func addAlone(_ number: Int) {
    let manifest = facts.manifests[number]
    let id = manifest.package?.value
    if let app = apps.firstIndex(where: { id != nil && $0.applicationID == id })
      ?? (apps.count == 1 && appFolders.isEmpty && id == nil ? 0 : nil)
    {
      apps[app].manifests.append(number)
      note(manifest.place, app, by: id.map { "package \($0)" } ?? "the only app given")
    } else {
      var app = AndroidApp(applicationID: id, name: id ?? Self.lastPart(manifest.place.file))
      app.manifests = [number]
      apps.append(app)
    }
  }

  private mutating func addSources() {
    let units = facts.sources.indices.filter {
      let unit = facts.sources[$0]
      return (unit.language == .kotlin || unit.language == .java) && !unit.isTest && !Self.isTest(unit.file)
    }
    if apps.isEmpty, units.contains(where: { facts.sources[$0].isForAndroid }) {
      apps.append(AndroidApp(applicationID: nil, name: "the Android sources"))
    }
    for number in units {
      let unit = facts.sources[number]
      switch owner(of: unit.file) {
      case .app(let app): apps[app].sources.append(number)
      case .library:
        for index in apps.indices { apps[index].sources.append(number) }
      case .nobody:
        // A server's code may lie in the same tree.
        guard apps.count == 1, facts.gradleModules.isEmpty || unit.isForAndroid else { continue }
        apps[0].sources.append(number)
      }
    }
  }

  private mutating func addGoogleServices() {
    for (number, file) in facts.googleServices.enumerated() {
      let packages = file.clients.compactMap(\.package?.value)
      let byPackage = packages.first { id in apps.indices.contains { isID(id, of: $0) } }
      let named = byPackage.flatMap { id in apps.indices.first { isID(id, of: $0) } }
      if case .app(let app) = owner(of: file.place.file) {
        apps[app].googleServices.append(number)
        note(file.place, app, by: "it lies in the app's module")
      } else if let named, let id = byPackage {
        apps[named].googleServices.append(number)
        note(file.place, named, by: "package \(id)")
      } else if apps.count == 1 {
        apps[0].googleServices.append(number)
        note(file.place, 0, by: "the only app given")
      } else {
        unjoined.append(
          Unjoined(file.place, why: apps.isEmpty ? "no Android app was given" : "it names none of the apps"))
      }
    }
  }

  // MARK: Folders

  private enum Owner {
    case app(Int), library, nobody
  }

  /// Whose the nearest module above a file is.
  private func owner(of file: String) -> Owner {
    let app = appFolders.filter { Self.lies(file, in: $0.folder) }.max { $0.folder.count < $1.folder.count }
    let library = libraryFolders.filter { Self.lies(file, in: $0) }.map(\.count).max()
    guard let app else { return library == nil ? .nobody : .library }
    return app.folder.count >= library ?? -1 ? .app(app.app) : .library
  }

  private static func lies(_ file: String, in folder: String) -> Bool {
    folder.isEmpty ? !file.hasPrefix("/") : file.hasPrefix(folder + "/")
  }

  private static func folder(of file: String) -> String {
    file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ""
  }

  private static func lastPart(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// In a source set of tests.
  private static func isTest(_ file: String) -> Bool {
    let parts = file.split(separator: "/")
    return zip(parts, parts.dropFirst()).contains {
      $0 == "src" && ($1 == "test" || $1.hasPrefix("androidTest") || $1.hasPrefix("testFixtures"))
    }
  }

  private mutating func note(_ place: Place, _ app: Int, by: String) {
    guard let other = apps[app].somePlace(facts), other != place else { return }
    joins.append(Join(place, other, by: by))
  }
}

extension AndroidManifest {
  /// An activity that a person starts.
  var hasLauncher: Bool {
    let activities =
      (application?.children("activity") ?? []) + (application?.children("activity-alias") ?? [])
    return activities.contains { activity in
      activity.children("intent-filter").contains { filter in
        filter.children("action").contains { $0.attribute("name")?.value == "android.intent.action.MAIN" }
          && filter.children("category").contains {
            ["android.intent.category.LAUNCHER", "android.intent.category.LEANBACK_LAUNCHER"]
              .contains($0.attribute("name")?.value)
          }
      }
    }
  }
}

extension SourceUnit {
  var isForAndroid: Bool {
    imports.contains { $0.value.hasPrefix("android.") || $0.value.hasPrefix("androidx.") }
  }
}

extension AndroidApp {
  /// Every application id that this app has in one of its builds.
  func applicationIDs(_ facts: AuditFacts) -> Set<String> {
    var found: Set<String> = []
    var suffixes: [String] = []
    if let applicationID { found.insert(applicationID) }
    for module in gradleModules.map({ facts.gradleModules[$0] }) {
      for other in module.otherApplicationIDs.map(\.value) {
        if other.hasPrefix(".") { suffixes.append(other) } else { found.insert(other) }
      }
    }
    // A flavour's suffix and a build type's may stand behind each other.
    for _ in 0..<2 {
      guard found.count < 500 else { break }
      found.formUnion(found.flatMap { id in suffixes.prefix(50).map { id + $0 } })
    }
    return found
  }

  /// A place that stands for the app.
  func somePlace(_ facts: AuditFacts) -> Place? {
    gradleModules.first.map { facts.gradleModules[$0].place }
      ?? manifests.first.map { facts.manifests[$0].place }
      ?? googleServices.first.map { facts.googleServices[$0].place }
      ?? sources.first.map { Place(facts.sources[$0].file) }
  }
}
