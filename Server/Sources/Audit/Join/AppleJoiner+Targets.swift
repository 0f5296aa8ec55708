import AppFacts

extension AppleJoiner {
  /// App targets by their resolved bundle ids, else the only app target to the only app; extensions to their apps.
  mutating func addTargets() {
    let targets = facts.projects.enumerated().flatMap { project, value in
      value.targets.indices.filter { value.targets[$0].isApp }.map { (project, $0) }
    }
    let built = apps.count
    for (project, index) in targets {
      let target = facts.projects[project].targets[index]
      let known = target.bundleIDs
      let matches = Set(known.flatMap(apps(withID:))).filter { $0 < built }.sorted()
      var owners = matches
      if matches.isEmpty, built == 1, targets.count == 1, target.hasOpenBundleID || known.isEmpty {
        owners = [0]
        note(0, target.place, by: "the only app and the only app target")
      }
      for app in matches {
        let shared = ids[app].intersection(known).sorted().first ?? ""
        note(app, target.place, by: "bundle id \(shared) of the target \(target.name)")
        // Ids of other configurations lead to a single build alone.
        if matches.count == 1 { addIDs(known, to: app) }
      }
      if owners.isEmpty {
        owners = [addApp(of: target)]
        if built > 0 {
          let id = known.sorted().first.map { "its bundle id \($0)" } ?? "its bundle id is not resolved, and"
          unjoined.append(Unjoined(target.place, why: "\(id) is none of the given apps'"))
        }
      }
      for app in owners {
        apps[app].targets.append(AppleTarget(project: project, target: index, isExtension: false))
      }
    }
    for project in facts.projects.indices { addExtensionTargets(project) }
  }

  private mutating func addApp(of target: XcodeProject.Target) -> Int {
    let id = target.releaseBundleID
    // Two targets with the same id (a Mac and an iOS app): one app.
    if let id,
      let app = apps(withID: id).first(where: { apps[$0].bundleID == id && apps[$0].bundles.isEmpty })
    {
      note(app, target.place, by: "bundle id \(id) of the target \(target.name)")
      return app
    }
    let app = newApp(id, name: id ?? target.name, at: target.place)
    addIDs(target.bundleIDs, to: app)
    return app
  }

  /// An extension belongs to the app target that embeds it, else to the one whose id its own continues, else to the
  /// only app of the project.
  private mutating func addExtensionTargets(_ project: Int) {
    let targets = facts.projects[project].targets
    for (index, target) in targets.enumerated() where target.isExtension {
      let reference = AppleTarget(project: project, target: index, isExtension: true)
      let candidates = apps.indices.filter { app in
        apps[app].targets.contains { $0.project == project && !$0.isExtension }
      }
      let embedding = candidates.filter { app in
        apps[app].targets.contains {
          $0.project == project && !$0.isExtension && targets[$0.target].dependencies.contains(target.name)
        }
      }
      let byID = candidates.filter { app in
        target.bundleIDs.contains { id in ids[app].contains { id.hasPrefix($0 + ".") } }
      }
      let (owners, by) =
        !embedding.isEmpty
        ? (embedding, "the app's target embeds it")
        : !byID.isEmpty
          ? (byID, "its bundle id continues the app's")
          : candidates.count == 1 ? (candidates, "the only app of the project") : ([], "")
      for app in owners {
        apps[app].targets.append(reference)
        note(app, target.place, by: by)
      }
      if owners.isEmpty, !candidates.isEmpty {
        unjoined.append(Unjoined(target.place, why: "no app's target embeds the extension \(target.name)"))
      }
    }
  }
}

extension XcodeProject.Target {
  /// Of all configurations, as far as they are resolved.
  var bundleIDs: Set<String> { Set(configurations.compactMap { $0.bundleID?.value }) }

  /// Of the configuration that is shipped: Release by name, else the last one.
  var releaseBundleID: String? {
    let release = configurations.first { $0.name == "Release" } ?? configurations.last { !$0.isDebug }
    return release?.bundleID?.value ?? configurations.compactMap { $0.bundleID?.value }.last
  }

  var hasOpenBundleID: Bool {
    configurations.contains { $0.settings["PRODUCT_BUNDLE_IDENTIFIER"] != nil && $0.bundleID == nil }
  }

  /// Made of sources that no app is: UI and unit tests.
  var isTestBundle: Bool { productType.contains("unit-test") || productType.contains("ui-testing") }
}

extension XcodeProject.Configuration {
  var isDebug: Bool { name.lowercased().contains("debug") }
}
