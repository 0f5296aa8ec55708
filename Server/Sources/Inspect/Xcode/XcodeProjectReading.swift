import AppFacts

/// One project file as it is being read, with the files that it names.
struct XcodeProjectReading {
  struct Missing {
    var kind: InputFact.Kind
    var place: Place
    var name: String
  }

  private let objects: XcodeObjects
  private let limits: InspectLimits
  private let file: Place
  /// The project's folder: on the disk (nil: the file came out of an archive), and as it is shown.
  private let disk: String?
  private let shown: String
  private let name: String

  private(set) var missing: [Missing] = []
  private var plists: [String: Located?] = [:]
  private var configs: [String: [BuildSetting]] = [:]
  private var folders: [String: [String]] = [:]
  /// Files found in folders that Xcode reads as they are.
  private var listed = 0
  private let budget = SettingsResolver.Budget()
  /// Settings that were not looked at any more.
  private(set) var isCut = false

  private static let mostTargets = 500
  private static let mostConfigurations = 50

  init(_ objects: XcodeObjects, _ file: InputFile, _ limits: InspectLimits) {
    self.objects = objects
    self.limits = limits
    self.file = file.place
    let below = objects.root["projectDirPath"]?.string ?? ""
    func folder(_ path: String) -> String {
      let container = FilePaths.folder(path)
      let isPackage = container.lowercased().hasSuffix(".xcodeproj")
      return FilePaths.join(isPackage ? FilePaths.folder(container) : container, below)
    }
    disk = file.path.map { path in
      let found = folder(path)
      return found.isEmpty ? "." : found
    }
    shown = folder(file.place.file)
    let container = FilePaths.folder(file.place.file).split(separator: "/").last.map(String.init) ?? ""
    name = container.hasSuffix(".xcodeproj") ? String(container.dropLast(10)) : "project"
  }

  mutating func project() -> XcodeProject {
    var targets: [XcodeProject.Target] = []
    let all = objects.list(objects.root["targets"]).prefix(Self.mostTargets)
    for (id, object) in all { targets.append(target(id, object, of: all)) }
    return XcodeProject(file, targets)
  }

  private mutating func target(
    _ id: String, _ object: Located, of all: ArraySlice<(id: String, object: Located)>
  ) -> XcodeProject.Target {
    let name = object["name"]?.string ?? id
    var dependencies: [String] = []
    for (_, dependency) in objects.list(object["dependencies"]) {
      let named =
        objects.object(dependency["target"]?.string)?["name"]?.string ?? dependency["name"]?.string
        ?? objects.object(dependency["targetProxy"]?.string)?["remoteInfo"]?.string
      if let named, !dependencies.contains(named) { dependencies.append(named) }
    }
    let phases = objects.list(object["buildPhases"])
    for (_, phase) in phases where phase["isa"]?.string == "PBXCopyFilesBuildPhase" {
      for (_, file) in objects.list(phase["files"]) {
        guard let product = file["fileRef"]?.string else { continue }
        for (_, other) in all where other["productReference"]?.string == product {
          if let embedded = other["name"]?.string, embedded != name, !dependencies.contains(embedded) {
            dependencies.append(embedded)
          }
        }
      }
    }
    var target = XcodeProject.Target(
      name: name, place: objects.place(id) ?? file, productType: object["productType"]?.string ?? "",
      configurations: [], sources: sources(id, object, phases.map(\.object)), dependencies: dependencies)
    for (_, configuration) in configurations(object).prefix(Self.mostConfigurations) {
      target.configurations.append(self.configuration(configuration, of: target, object))
    }
    return target
  }

  private func configurations(_ object: Located) -> [(id: String, object: Located)] {
    objects.list(objects.object(object["buildConfigurationList"]?.string)?["buildConfigurations"])
  }

  // Settings.

  private mutating func configuration(
    _ object: Located, of target: XcodeProject.Target, _ targetObject: Located
  ) -> XcodeProject.Configuration {
    let name = object["name"]?.string ?? ""
    let base = configurations(objects.root).first { $0.object["name"]?.string == name }?.object
    let layers = [
      base.map { config($0) } ?? [], base.map { written($0) } ?? [], config(object), written(object),
    ]
    guard budget.take(layers.reduce(0) { $0 + $1.count } * 64) else {
      isCut = true
      return XcodeProject.Configuration(name: name, settings: [:])
    }
    let resolver = SettingsResolver(
      layers: layers,
      builtIn: [
        "TARGET_NAME": target.name, "TARGETNAME": target.name, "PRODUCT_NAME": target.name,
        "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)", "EXECUTABLE_NAME": "$(PRODUCT_NAME)",
        "PROJECT_NAME": self.name, "PROJECT": self.name, "CONFIGURATION": name, "SRCROOT": ".",
        "SOURCE_ROOT": ".",
        "PROJECT_DIR": ".", "DEVELOPMENT_LANGUAGE": "en",
      ], configuration: name, budget: budget)
    var configuration = XcodeProject.Configuration(name: name, settings: resolver.all())
    let plist = XcodeInfoPlist(settings: configuration.settings, resolver: resolver, place: target.place)
    configuration.infoPlist = plist.merged(
      with: named(configuration.settings["INFOPLIST_FILE"], .infoPlist).map {
        InfoPlistFile(Place($0.file), $0.tree, isSource: true)
      })
    configuration.entitlements = named(configuration.settings["CODE_SIGN_ENTITLEMENTS"], .entitlements).map {
      EntitlementsFile(Place($0.file), $0.tree)
    }
    return configuration
  }

  /// `buildSettings`; a list is written as one text.
  private func written(_ configuration: Located) -> [BuildSetting] {
    (configuration["buildSettings"]?.members ?? []).compactMap { member in
      let value: String
      if let text = member.value.string {
        value = text
      } else if member.value.isArray {
        value = member.value.strings.map { $0.value.contains(" ") ? "\"\($0.value)\"" : $0.value }
          .joined(separator: " ")
      } else {
        return nil
      }
      return BuildSetting(name: member.key, value: value, place: member.value.place)
    }
  }

  /// The settings of the `.xcconfig` that a configuration rests on.
  private mutating func config(_ configuration: Located) -> [BuildSetting] {
    var path = objects.path(configuration["baseConfigurationReference"]?.string)
    if path == nil, let below = configuration["baseConfigurationReferenceRelativePath"]?.string,
      let folder = objects.path(configuration["baseConfigurationReferenceAnchor"]?.string)
    {
      path = FilePaths.join(folder, below)
    }
    guard let path, let disk else { return [] }
    if let known = configs[path] { return known }
    let read = BuildConfigFile.read(FilePaths.join(disk, path), shown: FilePaths.join(shown, path), limits)
    configs[path] = read ?? []
    return read ?? []
  }

  /// The property list that a setting names.
  private mutating func named(
    _ setting: Sourced<String>?, _ kind: InputFact.Kind
  ) -> (file: String, tree: Located)? {
    guard let setting, !setting.value.isEmpty, !setting.value.contains("$("), let disk else { return nil }
    let written = setting.value.hasPrefix("\"") ? setting.value.filter { $0 != "\"" } : setting.value
    let path = FilePaths.clean(written)
    let name = FilePaths.join(shown, path)
    if plists[path] == nil {
      // Nil inside: looked for, and not there.
      let bytes = try? SourceBytes.whole(FilePaths.join(disk, path), limit: limits.document)
      plists[path] = .some(bytes.flatMap { try? PropertyList.read($0, file: name, limits: limits) })
      if bytes == nil { missing.append(Missing(kind: kind, place: setting.place, name: path)) }
    }
    return (plists[path] ?? nil).map { (name, $0) }
  }

  // Sources.

  /// Nil where what the target compiles cannot be told.
  private mutating func sources(_ id: String, _ object: Located, _ phases: [Located]) -> [String]? {
    var sources: [String] = []
    var isKnown = false
    for phase in phases where phase["isa"]?.string == "PBXSourcesBuildPhase" {
      isKnown = true
      for (_, file) in objects.list(phase["files"]) {
        guard let path = objects.path(file["fileRef"]?.string) else { continue }
        sources.append(FilePaths.join(shown, path))
      }
    }
    // Xcode 16: whole folders, with exceptions.
    let own = Set((object["fileSystemSynchronizedGroups"]?.strings ?? []).map(\.value))
    for group in own.sorted() {
      guard let path = objects.path(group), let found = files(below: path) else { return nil }
      isKnown = true
      let out = exceptions(of: group, for: id)
      sources += found.filter { name in !out.contains { name == $0 || name.hasPrefix($0 + "/") } }
        .map { FilePaths.join(FilePaths.join(shown, path), $0) }
    }
    for group in synchronized where !own.contains(group) {
      // Another target's folder: here its exceptions are what is in.
      guard let path = objects.path(group) else { continue }
      sources += exceptions(of: group, for: id).sorted()
        .filter { SourceParser.language(forFileName: $0) != nil }
        .map { FilePaths.join(FilePaths.join(shown, path), $0) }
    }
    return isKnown ? sources : nil
  }

  private var synchronized: [String] {
    objects.list(objects.root["targets"]).flatMap { target in
      (target.object["fileSystemSynchronizedGroups"]?.strings ?? []).map(\.value)
    }
  }

  /// Files of a folder that a target leaves out, from the folder.
  private func exceptions(of group: String, for target: String) -> Set<String> {
    var names: Set<String> = []
    for (_, set) in objects.list(objects.object(group)?["exceptions"])
    where set["isa"]?.string == "PBXFileSystemSynchronizedBuildFileExceptionSet"
      && set["target"]?.string == target
    {
      names.formUnion((set["membershipExceptions"]?.strings ?? []).map { FilePaths.clean($0.value) })
    }
    return names
  }

  /// Source files in a folder, from the folder; nil where it cannot be listed.
  private mutating func files(below path: String) -> [String]? {
    guard let disk else { return nil }
    if let known = folders[path] { return known }
    let root = FilePaths.join(disk, path)
    var found: [String] = []
    var waiting = [""]
    while let folder = waiting.popLast() {
      guard let names = try? FolderListing.names(FilePaths.join(root, folder)) else {
        if folder.isEmpty { return nil }
        continue
      }
      for name in names where !name.hasPrefix(".") {
        listed += 1
        guard listed <= limits.files else { return nil }
        let here = folder.isEmpty ? name : folder + "/" + name
        switch FileStatus(unfollowed: FilePaths.join(root, here))?.kind {
        case .folder: waiting.append(here)
        case .file where SourceParser.language(forFileName: name) != nil: found.append(here)
        default: break
        }
      }
    }
    found.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    folders[path] = found
    return found
  }
}
