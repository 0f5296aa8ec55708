import AppFacts

/// The Info.plist of a target: the file that it names, and what the build makes of settings.
struct XcodeInfoPlist {
  let settings: [String: Sourced<String>]
  let resolver: SettingsResolver
  /// Of the target, where no file stands.
  let place: Place

  private static let prefix = "INFOPLIST_KEY_"
  /// Keys whose values are lists, written with blanks between.
  private static let lists: Set<String> = [
    "UIBackgroundModes", "BGTaskSchedulerPermittedIdentifiers", "UISupportedInterfaceOrientations",
    "UISupportedInterfaceOrientations_iPad", "UISupportedInterfaceOrientations_iPhone",
    "UIRequiredDeviceCapabilities",
  ]

  /// `file`: as it was read; nil: none is named, or it is not there.
  func merged(with file: InfoPlistFile?) -> InfoPlistFile? {
    let generates = settings["GENERATE_INFOPLIST_FILE"]?.value == "YES"
    guard file != nil || generates else { return nil }
    var members = file.map { resolved($0.tree).members } ?? []
    func add(_ key: String, _ setting: Sourced<String>?, _ value: (Sourced<String>) -> Located) {
      guard let setting, !members.contains(where: { $0.key == key }) else { return }
      members.append(Located.Member(key, setting.place, value(setting)))
    }
    if generates {
      for (name, setting) in settings.sorted(by: { $0.key < $1.key }) where name.hasPrefix(Self.prefix) {
        let key = String(name.dropFirst(Self.prefix.count))
        add(key, setting) { Self.value($0, isList: Self.lists.contains(key)) }
      }
      add("CFBundleIdentifier", settings["PRODUCT_BUNDLE_IDENTIFIER"]) { Self.value($0, isList: false) }
    }
    // Xcode writes these whatever the file says.
    if settings["SDKROOT"]?.value == "macosx" {
      add("LSMinimumSystemVersion", settings["MACOSX_DEPLOYMENT_TARGET"]) {
        Located(.string($0.value), $0.place)
      }
    } else {
      add("MinimumOSVersion", settings["IPHONEOS_DEPLOYMENT_TARGET"]) { Located(.string($0.value), $0.place) }
    }
    let place = file?.place ?? place
    return InfoPlistFile(place, Located(.object(members), file?.tree.place ?? place), isSource: true)
  }

  private static func value(_ setting: Sourced<String>, isList: Bool) -> Located {
    let text = setting.value
    if isList {
      let items = text.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == "\n" }
      return Located(
        .array(items.map { Located(.string($0.filter { $0 != "\"" }), setting.place) }), setting.place)
    }
    switch text {
    case "YES": return Located(.bool(true), setting.place)
    case "NO": return Located(.bool(false), setting.place)
    default: return Located(.string(text), setting.place)
    }
  }

  /// `$(…)` in all texts.
  private func resolved(_ value: Located) -> Located {
    switch value.kind {
    case .string(let text): Located(.string(resolver.expand(text)), value.place)
    case .array(let items): Located(.array(items.map(resolved)), value.place)
    case .object(let members):
      Located(
        .object(members.map { Located.Member($0.key, $0.place, resolved($0.value)) }), value.place)
    default: value
    }
  }
}
