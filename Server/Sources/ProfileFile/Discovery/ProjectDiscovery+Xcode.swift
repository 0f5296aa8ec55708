internal import Foundation
internal import PushContract

extension ProjectDiscovery {
  /// Bundle ids, team and OS versions from Xcode projects; an Info.plist where there is none.
  mutating func readXcode(_ tree: ProjectTree) {
    for file in tree.named({ $0 == "project.pbxproj" }) {
      guard let project = XcodeProject(file, in: tree) else {
        note("\(file) was not understood")
        continue
      }
      read(project, tree)
    }
    if iosBundleID == nil, macosBundleID == nil { readInfoPlists(tree) }
  }

  private mutating func read(_ project: XcodeProject, _ tree: ProjectTree) {
    let apps = project.targets.filter { $0.product == .application }
    let others = project.targets.filter {
      $0.product == .appExtension || $0.product == .test || $0.product == .watch
    }
    choose(
      apps.filter { !$0.isForMac }, of: project, tree, "iOS", others, id: \.iosBundleID, os: \.minimumIOS,
      "IPHONEOS_DEPLOYMENT_TARGET")
    choose(
      apps.filter(\.isForMac), of: project, tree, "macOS", others, id: \.macosBundleID, os: \.minimumMacOS,
      "MACOSX_DEPLOYMENT_TARGET")
  }

  private mutating func choose(
    _ apps: [XcodeProject.Target], of project: XcodeProject, _ tree: ProjectTree, _ platform: String,
    _ others: [XcodeProject.Target], id: WritableKeyPath<ProjectDiscovery, Found<String>?>,
    os: WritableKeyPath<ProjectDiscovery, Found<String>?>, _ version: String
  ) {
    guard let chosen = apps.first(where: { $0.name == project.name }) ?? apps.first else { return }
    if let earlier = self[keyPath: id] {
      note("\(project.file) has the \(platform) app \(chosen.name) too; \(earlier.value) was taken")
      return
    }
    if apps.count > 1 {
      let names = apps.map(\.name).filter { $0 != chosen.name }.joined(separator: ", ")
      note("\(project.file) has several \(platform) apps: took \(chosen.name), not \(names)")
    }
    guard let settings = chosen.shipped, let found = bundleID(chosen, settings, project, tree) else { return }
    self[keyPath: id] = found
    if !others.isEmpty {
      let names = others.prefix(6).map(\.name).joined(separator: ", ")
      note("took the app \(chosen.name) of \(project.file), not its extensions and tests: \(names)")
    }
    if name == nil { name = Found(chosen.name, at: project.file) }
    if let value = settings.resolved(version), ProfileName.osVersion(value.value) != nil {
      self[keyPath: os] = Found(value.value, at: value.place)
    }
    readTeam(settings, project)
    noteOtherConfigurations(chosen, found.value)
  }

  private mutating func bundleID(
    _ target: XcodeProject.Target, _ settings: BuildSettings, _ project: XcodeProject, _ tree: ProjectTree
  ) -> Found<String>? {
    guard let raw = settings.raw("PRODUCT_BUNDLE_IDENTIFIER") else {
      if let found = infoPlistID(settings, project, tree) { return found }
      note("\(project.file): the app \(target.name) has no PRODUCT_BUNDLE_IDENTIFIER")
      return nil
    }
    guard let setting = settings.resolved("PRODUCT_BUNDLE_IDENTIFIER") else {
      note("\(raw.place): `\(raw.value)` holds a build setting that is not in these files")
      return nil
    }
    guard ProfileName.isBundleID(setting.value) else {
      note("\(setting.place): `\(setting.value)` is no bundle identifier")
      return nil
    }
    return Found(setting.value, at: setting.place)
  }

  /// Older projects write the id into the Info.plist itself.
  private func infoPlistID(
    _ settings: BuildSettings, _ project: XcodeProject, _ tree: ProjectTree
  ) -> Found<String>? {
    guard let setting = settings.resolved("INFOPLIST_FILE"),
      let file = ProjectTree.normalized(ProjectTree.join(project.folder, setting.value)),
      let id = Self.plist(tree.bytes(file))?["CFBundleIdentifier"] as? String
    else { return nil }
    var inner = settings
    inner.builtIn["CFBundleIdentifier"] = id
    guard let value = inner.resolved("CFBundleIdentifier")?.value, ProfileName.isBundleID(value) else {
      return nil
    }
    return Found(value, at: file)
  }

  private mutating func readTeam(_ settings: BuildSettings, _ project: XcodeProject) {
    guard teamID == nil else { return }
    guard let setting = settings.resolved("DEVELOPMENT_TEAM"), !setting.value.isEmpty else {
      note("\(project.file) names no DEVELOPMENT_TEAM")
      return
    }
    guard ProfileName.isAppleID(setting.value) else {
      note("\(setting.place): `\(setting.value)` is no team id")
      return
    }
    teamID = Found(setting.value, at: setting.place)
  }

  /// A debug build with another bundle id is another topic.
  private mutating func noteOtherConfigurations(_ target: XcodeProject.Target, _ taken: String) {
    for (name, settings) in target.configurations {
      guard let other = settings.resolved("PRODUCT_BUNDLE_IDENTIFIER"), other.value != taken else { continue }
      note("the configuration \(name) of \(target.name) has another bundle id, \(other.value): another topic")
    }
  }

  private mutating func readInfoPlists(_ tree: ProjectTree) {
    for file in tree.named({
      $0 == "Info.plist" || $0.hasSuffix("-Info.plist") && $0 != "GoogleService-Info.plist"
    }) {
      guard let table = Self.plist(tree.bytes(file)), table["NSExtension"] == nil,
        table["CFBundlePackageType"] as? String ?? "APPL" != "BNDL",
        let id = table["CFBundleIdentifier"] as? String, ProfileName.isBundleID(id)
      else { continue }
      if let earlier = iosBundleID {
        note("\(file) has the bundle id \(id) too; \(earlier.value) was taken")
        continue
      }
      iosBundleID = Found(id, at: file)
      if let os = table["MinimumOSVersion"] as? String, ProfileName.osVersion(os) != nil {
        minimumIOS = Found(os, at: file)
      }
      if name == nil, let text = table["CFBundleName"] as? String, !text.contains("$") {
        name = Found(text, at: file)
      }
    }
  }

  static func plist(_ bytes: [UInt8]?) -> [String: Any]? {
    guard let bytes, !bytes.isEmpty else { return nil }
    let read = try? PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    return read as? [String: Any]
  }
}
