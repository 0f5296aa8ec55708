/// The targets of a `project.pbxproj`, with their settings resolved as far as files tell.
struct XcodeProject {
  enum Product: Equatable { case application, appExtension, test, watch, other }

  struct Target {
    var name: String
    var product: Product
    /// Name of the configuration → its settings.
    var configurations: [(name: String, settings: BuildSettings)]

    /// Release as people ship it, else the first one.
    var shipped: BuildSettings? {
      configurations.first { $0.name == "Release" }?.settings
        ?? configurations.first { $0.name.lowercased().contains("release") }?.settings
        ?? configurations.first?.settings
    }

    var isForMac: Bool {
      guard let settings = shipped else { return false }
      if let platforms = settings.resolved("SUPPORTED_PLATFORMS")?.value {
        return !platforms.contains("iphoneos") && platforms.contains("macosx")
      }
      return settings.resolved("SDKROOT")?.value == "macosx"
    }
  }

  /// More than these are not looked at.
  private static let maximumTargets = 200
  private static let maximumConfigurations = 32

  let file: String
  /// The folder that holds `App.xcodeproj`.
  let folder: String
  /// `App` of `App.xcodeproj`.
  let name: String
  let targets: [Target]

  init?(_ file: String, in tree: ProjectTree) {
    guard let bytes = tree.bytes(file), let root = OpenStepPlist.parse(bytes), let objects = root["objects"],
      case .table(let table) = objects
    else { return nil }
    self.file = file
    let bundle = ProjectTree.folder(of: file)
    folder = ProjectTree.folder(of: bundle)
    name = bundle.split(separator: "/").last.map { String($0.split(separator: ".").first ?? $0) } ?? "App"
    let reader = Reader(file: file, folder: folder, tree: tree, configs: XCConfigFiles(tree), objects: table)
    let project = root["rootObject"]?.text.flatMap { table[$0] }
    let shared = reader.configurations(project)
    let ids = (project?["targets"]?.texts ?? []).prefix(Self.maximumTargets)
    targets = ids.compactMap { id in table[id].flatMap { reader.target($0, shared: shared) } }
  }

  private struct Reader {
    let file: String
    let folder: String
    let tree: ProjectTree
    let configs: XCConfigFiles
    let objects: [String: OpenStepPlist.Node]

    func target(
      _ node: OpenStepPlist.Node, shared: [(name: String, layers: [[String: BuildSettings.Setting]])]
    ) -> Target? {
      guard let name = node["name"]?.text else { return nil }
      let configurations = configurations(node).map { own in
        var settings = BuildSettings()
        settings.layers = own.layers + (shared.first { $0.name == own.name }?.layers ?? [])
        settings.builtIn = [
          "TARGET_NAME": name, "PRODUCT_NAME": name, "CONFIGURATION": own.name, "SRCROOT": ".",
          "PROJECT_DIR": ".",
        ]
        return (own.name, settings)
      }
      return Target(
        name: name, product: product(node["productType"]?.text ?? ""), configurations: configurations)
    }

    private func product(_ type: String) -> Product {
      if type.contains("watch") { return .watch }
      if type.hasSuffix("product-type.application") || type.hasSuffix("on-demand-install-capable") {
        return .application
      }
      if type.contains("extension") { return .appExtension }
      return type.contains("testing") || type.contains("test") ? .test : .other
    }

    func configurations(
      _ owner: OpenStepPlist.Node?
    ) -> [(name: String, layers: [[String: BuildSettings.Setting]])] {
      let list = owner?["buildConfigurationList"]?.text.flatMap { objects[$0] }
      return (list?["buildConfigurations"]?.texts ?? []).prefix(XcodeProject.maximumConfigurations).compactMap
      { id in
        guard let node = objects[id], let name = node["name"]?.text else { return nil }
        var layers = [settings(node["buildSettings"])]
        if let config = node["baseConfigurationReference"]?.text.flatMap({ objects[$0] }),
          let path = config["path"]?.text
        {
          layers.append(configs.settings(of: find(path)))
        }
        return (name, layers)
      }
    }

    private func settings(_ node: OpenStepPlist.Node?) -> [String: BuildSettings.Setting] {
      guard case .table(let table)? = node else { return [:] }
      var made: [String: BuildSettings.Setting] = [:]
      // Plain keys before conditional ones (`KEY[sdk=iphoneos*]`).
      for (key, value) in table.sorted(by: { $0.key.count < $1.key.count }) {
        guard let text = value.text, let line = value.line else { continue }
        let bare = key.split(separator: "[").first.map(String.init) ?? key
        if made[bare] == nil { made[bare] = BuildSettings.Setting(value: text, place: "\(file):\(line)") }
      }
      return made
    }

    /// The path is relative to a group that need not be known: the file of that name will do.
    private func find(_ path: String) -> String {
      let direct = ProjectTree.join(folder, path)
      if tree.files.contains(direct) { return direct }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return tree.files.first { $0.hasSuffix("/" + path) } ?? tree.files.first { $0.hasSuffix("/" + name) }
        ?? direct
    }
  }
}
