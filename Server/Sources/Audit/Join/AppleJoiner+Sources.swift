import AppFacts

extension AppleJoiner {
  /// Gives each app the sources that may be in it.
  ///
  /// A file that only other apps', extensions' or tests' targets compile is not the app's; every other one of the
  /// project's tree may be, as frameworks and packages come into an app by ways that a project does not list.
  mutating func addSources() {
    let own = facts.sources.indices.filter { facts.sources[$0].isApple && !facts.sources[$0].isTest }
    guard !own.isEmpty else { return }
    let declaring = Set(own.filter { facts.sources[$0].declaresServiceExtension })
    let withTargets = apps.indices.filter { app in apps[app].targets.contains { !$0.isExtension } }
    guard !withTargets.isEmpty else { return addSourcesWithoutProject(own, declaring) }

    let homes = own.map { (index: $0, project: project(of: facts.sources[$0].file)) }
    let owners = compilingTargets()
    let services = serviceTargets(declaring)
    for app in withTargets {
      var sources: [Int] = []
      var service: [Int] = []
      for (index, project) in homes {
        guard apps[app].targets.contains(where: { project == nil || $0.project == project }) else { continue }
        let compiling = owners[facts.sources[index].file] ?? []
        if mayBeIn(apps[app], compiling) && !(compiling.isEmpty && declaring.contains(index)) {
          sources.append(index)
        }
        if isInService(of: apps[app], compiling, services) || (compiling.isEmpty && declaring.contains(index))
        {
          service.append(index)
        }
      }
      apps[app].sources = sources
      apps[app].serviceExtensionSources = service
      if let first = sources.first {
        let name = apps[app].appTargets(facts).first?.name ?? apps[app].name
        note(
          app, Place(facts.sources[first].file),
          by: "\(sources.count) sources that the target \(name) may have")
      }
    }
  }

  private mutating func addSourcesWithoutProject(_ own: [Int], _ declaring: Set<Int>) {
    let main = own.filter { !declaring.contains($0) }
    let service = own.filter { declaring.contains($0) }
    let place = Place(facts.sources[own[0]].file)
    if apps.isEmpty {
      let folder = Place(String(commonFolder(own))).lastName
      let app = newApp(nil, name: folder.isEmpty || own.count == 1 ? place.lastName : folder, at: place)
      apps[app].sources = main
      apps[app].serviceExtensionSources = service
    } else if apps.count == 1 {
      apps[0].sources = main
      apps[0].serviceExtensionSources = service
      note(0, place, by: "the only app given (\(own.count) source\(own.count == 1 ? "" : "s"))")
    } else {
      unjoined.append(
        Unjoined(place, why: "\(own.count) sources, several apps and no project to tell whose they are"))
    }
  }

  /// The folder that all of these files lie in.
  private func commonFolder(_ files: [Int]) -> Substring {
    var common = Place(facts.sources[files[0]].file).folder
    for file in files.dropFirst() {
      while !common.isEmpty, !facts.sources[file].file.hasPrefix(common + "/") {
        common = common.lastIndex(of: "/").map { common[..<$0] } ?? ""
      }
    }
    return common
  }

  /// The project that a file lies below, the nearest one; nil where it lies below none, or only one was given.
  private func project(of file: String) -> Int? {
    guard facts.projects.count > 1 else { return nil }
    var best: (project: Int, length: Int)?
    for (number, project) in facts.projects.enumerated() {
      let root = project.root
      guard root.isEmpty || file.hasPrefix(root + "/") else { continue }
      if root.count >= best?.length ?? 0 { best = (number, root.count) }
    }
    return best?.project
  }

  /// For each file, the targets that compile it.
  private func compilingTargets() -> [String: [AppleTarget]] {
    var owners: [String: [AppleTarget]] = [:]
    for (project, value) in facts.projects.enumerated() {
      for (index, target) in value.targets.enumerated() {
        for file in target.sources ?? [] {
          owners[file, default: []].append(
            AppleTarget(project: project, target: index, isExtension: target.isExtension))
        }
      }
    }
    return owners
  }

  private func mayBeIn(_ app: AppleApp, _ compiling: [AppleTarget]) -> Bool {
    compiling.isEmpty
      || compiling.contains { owner in
        let target = facts.projects[owner.project].targets[owner.target]
        if target.isTestBundle || target.isExtension { return false }
        return !target.isApp
          || app.targets.contains { $0.project == owner.project && $0.target == owner.target }
      }
  }

  private func isInService(
    of app: AppleApp, _ compiling: [AppleTarget], _ services: Set<AppleTarget>
  ) -> Bool {
    compiling.contains { owner in services.contains(owner) && app.targets.contains(owner) }
  }

  /// Extension targets for notifications' services: by their Info.plist, else by a class that they compile.
  private func serviceTargets(_ declaring: Set<Int>) -> Set<AppleTarget> {
    let classes = Set(declaring.map { facts.sources[$0].file })
    var found: Set<AppleTarget> = []
    for (project, value) in facts.projects.enumerated() {
      for (index, target) in value.targets.enumerated() where target.isExtension {
        let points = target.configurations.compactMap { $0.infoPlist?.extensionPoint?.value }
        let isService =
          points.isEmpty
          ? (target.sources ?? []).contains(where: classes.contains) : points.contains(AppBundle.servicePoint)
        if isService { found.insert(AppleTarget(project: project, target: index, isExtension: true)) }
      }
    }
    return found
  }
}

extension AppBundle {
  /// The extension point of a notification service extension.
  static let servicePoint = "com.apple.usernotifications.service"
}

extension SourceUnit {
  var isApple: Bool { language == .swift || language == .objectiveC }

  var declaresServiceExtension: Bool {
    types.contains { $0.inherits.contains("UNNotificationServiceExtension") }
  }
}

extension XcodeProject {
  /// The folder that the project lies in: `…/Parcel.xcodeproj/project.pbxproj` is two levels below.
  var root: Substring { Place(String(place.folder)).folder }
}
