import AppFacts

/// The sources of one app for Apple's platforms, as source rules look at them.
struct AppleCode {
  var name: String
  var about: String
  /// Into ``AuditFacts/sources``: the app's own, without tests, extensions and Android's.
  var files: Set<Int>
  /// Likewise of its notification service extension.
  var serviceFiles: Set<Int>
  var isMac: Bool
  /// All that are the app's own: of bundles, of each configuration, or given alone.
  var infoPlists: [InfoPlistFile]
  var bundleIDs: [String]
  /// Some of the app's files could not be read, or only single files were given: what is not there proves nothing.
  var hasGaps: Bool
  let index: SourceIndex

  /// Every app that sources were given of; sources that belong to none make one of their own.
  static func all(_ scope: AuditScope) -> [AppleCode] {
    let index = scope.index
    func isApple(_ number: Int) -> Bool {
      guard index.units.indices.contains(number) else { return false }
      let unit = index.units[number]
      return !unit.isTest && (unit.language == .swift || unit.language == .objectiveC)
    }
    let gaps = scope.facts.hasSourceGaps
    var codes: [AppleCode] = []
    var taken: Set<Int> = []
    for app in scope.appleApps where !app.sources.isEmpty || !app.serviceExtensionSources.isEmpty {
      let files = Set(app.sources.filter(isApple))
      let service = Set(app.serviceExtensionSources.filter(isApple))
      taken.formUnion(files)
      taken.formUnion(service)
      guard !files.isEmpty || !service.isEmpty else { continue }
      codes.append(
        AppleCode(
          name: app.name, about: app.about, files: files.subtracting(service), serviceFiles: service,
          isMac: app.isMac, infoPlists: scope.infoPlists(of: app),
          bundleIDs: app.bundleID.map { [$0] } ?? [], hasGaps: gaps, index: index))
    }
    let loose = Set(index.units.indices.filter(isApple)).subtracting(taken)
    if !loose.isEmpty, codes.isEmpty {
      codes.append(
        AppleCode(
          name: "these sources", about: "app:these sources", files: loose, serviceFiles: [], isMac: false,
          infoPlists: [], bundleIDs: [], hasGaps: gaps, index: index))
    }
    return codes.map { $0.apart() }
  }

  /// Moves files of a notification service extension out of the app's own where nothing else told them apart.
  private func apart() -> AppleCode {
    var code = self
    for file in files
    where index.units[file].types.contains(where: { type in
      type.inherits.contains { SourceIndex.lastName($0) == "UNNotificationServiceExtension" }
    }) {
      code.files.remove(file)
      code.serviceFiles.insert(file)
    }
    return code
  }
}

extension AuditFacts {
  fileprivate var hasSourceGaps: Bool {
    let isWhole = inputs.isEmpty || !projects.isEmpty || inputs.contains { $0.kind == .tree }
    return !isWhole
      || inputs.contains {
        guard $0.kind == .source || $0.kind == .tree else { return false }
        switch $0.state {
        case .unreadable, .partly: return true
        case .read, .leftOut: return false
        }
      }
  }
}

extension AuditScope {
  /// Info.plist files of the app itself: of its bundles, its targets' configurations, and given alone.
  func infoPlists(of app: AppleApp) -> [InfoPlistFile] {
    var found = app.bundles.filter { $0.role == .app }.compactMap(\.info)
    for target in app.targets where !target.isExtension {
      guard facts.projects.indices.contains(target.project) else { continue }
      let targets = facts.projects[target.project].targets
      guard targets.indices.contains(target.target) else { continue }
      found += targets[target.target].configurations.compactMap(\.infoPlist)
    }
    found += app.infoPlists.filter { $0.extensionPoint == nil }
    return found
  }
}

extension AppleCode {
  var resolver: ValueResolver { ValueResolver(index: index, files: files, bundleIDs: bundleIDs) }

  /// Functions of the app in Swift or Objective-C with this meaning; defaults of protocols are not implementations.
  func functions(_ callback: KnownAPI.Callback, in files: Set<Int>? = nil) -> [Int] {
    let places = files ?? self.files
    let found =
      index.functionNumbers(signature: callback.swift, in: places)
      + index.functionNumbers(signature: callback.objectiveC, in: places)
    return found.filter { number in
      let function = index.functions[number]
      return function.declaration.body != nil && !(function.owner.map(index.isInterface) ?? false)
    }
  }

  /// Functions that run before launching has ended.
  var launchFunctions: [Int] {
    var found = [
      KnownAPI.willFinishLaunching, KnownAPI.didFinishLaunching, KnownAPI.macWillFinishLaunching,
      KnownAPI.macDidFinishLaunching,
    ].flatMap { functions($0) }
    for type in appTypes + delegateTypes {
      found += index.functionNumbers(owner: type, in: files).filter {
        let function = index.functions[$0].declaration
        return function.name == "init" || (function.name == "body" && appTypes.contains(type))
      }
    }
    return found
  }

  /// Types of SwiftUI's `App`, by last name.
  var appTypes: [String] { types { $0.inherits.contains { $0 == "App" || $0 == "SwiftUI.App" } } }

  /// Classes that are the application's delegate.
  var delegateTypes: [String] {
    types { type in
      type.inherits.map(SourceIndex.lastName).contains {
        [
          "UIApplicationDelegate", "NSApplicationDelegate", "FlutterAppDelegate", "RCTAppDelegate",
          "ExpoAppDelegate", "WKApplicationDelegate",
        ].contains($0)
      }
    }
  }

  private func types(_ matches: (TypeDeclaration) -> Bool) -> [String] {
    var names: [String] = []
    for type in index.types where files.contains(type.unit) && matches(type.declaration) {
      let name = SourceIndex.lastName(type.declaration.name)
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// There is a program among the sources, not only a library: a delegate alone may be a framework's.
  var hasApp: Bool {
    !appTypes.isEmpty || (!delegateTypes.isEmpty && !infoPlists.isEmpty)
      || index.types.contains {
        files.contains($0.unit)
          && !Set($0.declaration.attributes).isDisjoint(with: [
            "main", "UIApplicationMain", "NSApplicationMain",
          ])
      }
      || !index.calls("UIApplicationMain", "NSApplicationMain", in: files).isEmpty
  }

  /// Where the app is declared: its App type, else its delegate.
  var appPlace: Place? {
    let names = Set(appTypes + delegateTypes)
    return index.types.first {
      files.contains($0.unit) && names.contains(SourceIndex.lastName($0.declaration.name))
    }?.declaration.place
  }

  /// Modules among the imports that register, or take the delegate's callbacks, themselves.
  var wrappers: [String] {
    var found: [String] = []
    for file in files.sorted() {
      for module in index.units[file].imports {
        let name = String(module.value.prefix { $0 != "/" && $0 != "." })
        if KnownAPI.wrappers.contains(where: { KnownAPI.isModule(name, of: $0) }), !found.contains(name) {
          found.append(name)
        }
      }
    }
    return found
  }

  func imports(_ module: String) -> Bool {
    files.contains { file in
      index.units[file].imports.contains { $0.value == module || $0.value.hasPrefix(module + "/") }
    }
  }

  /// The file is for the Mac alone.
  func isMacFile(_ unit: Int) -> Bool {
    let modules = index.units[unit].imports.map { String($0.value.prefix { $0 != "/" }) }
    return isMac || modules.contains { ["AppKit", "Cocoa"].contains($0) } && !modules.contains("UIKit")
  }

  func exhibit(_ function: Int, _ note: String) -> Exhibit {
    Exhibit(
      index.functions[function].declaration.place, quote: index.functions[function].declaration.signature,
      note)
  }
}

extension RuleReport {
  /// Adds it where the same was not found at the same place: two apps may share sources.
  mutating func addOnce(_ finding: AuditFinding) {
    let isKnown = findings.contains {
      $0.rule == finding.rule && $0.place == finding.place && $0.message == finding.message
    }
    if !isKnown { add(finding) }
  }
}
