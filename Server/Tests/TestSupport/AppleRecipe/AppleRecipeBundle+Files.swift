import Foundation

extension AppleRecipeBundle {
  /// All files of the bundle, by their paths in it.
  func files() throws -> [(String, [UInt8])] {
    let root = isMac ? "Contents/" : ""
    var resources: [(String, [UInt8])] = extraFiles.map { (root + (isMac ? "Resources/" : "") + $0.0, $0.1) }
    if let profileFile {
      resources.append(
        (root + (isMac ? "embedded.provisionprofile" : "embedded.mobileprovision"), profileFile))
    }
    for child in children {
      let folder =
        switch child.role {
        case .watch: "Watch/"
        case .clip: "AppClips/"
        default: "PlugIns/"
        }
      resources += try child.files().map { (root + folder + child.name + "/" + $0.0, $0.1) }
    }
    let plist = infoPlist(edited: false).xml
    let sealed = Self.codeResources(resources)
    let executable = try executable(infoPlist: plist, codeResources: sealed)
    var files = resources
    files.append((root + "Info.plist", infoPlist(edited: edited.contains("Info.plist")).xml))
    files.append((root + (isMac ? "MacOS/" : "") + stem, executable))
    if slices.isEmpty ? !signature.isUnsigned : slices.contains(where: { !$0.signature.isUnsigned }) {
      let found = edited.contains("CodeResources") ? sealed + Array("\n".utf8) : sealed
      files.append((root + "_CodeSignature/CodeResources", found))
    }
    return files.sorted { $0.0 < $1.0 }
  }

  private static func codeResources(_ files: [(String, [UInt8])]) -> [UInt8] {
    let old = files.map { ($0.0, PlistValue.data(Digest.sha1($0.1))) }
    let new = files.map { ($0.0, PlistValue.dictionary(["hash2": .data(Digest.sha256($0.1))])) }
    return PlistValue.dictionary([
      "files": .dictionary(Dictionary(old) { first, _ in first }),
      "files2": .dictionary(Dictionary(new) { first, _ in first }),
    ]).xml
  }

  // MARK: Info.plist

  func infoPlist(edited: Bool) -> PlistValue {
    let platform =
      switch (isMac, role, build) {
      case (true, _, _): "MacOSX"
      case (_, .watch, _): "WatchOS"
      case (_, _, .simulator): "iPhoneSimulator"
      default: "iPhoneOS"
      }
    var values: [String: PlistValue] = [
      "CFBundleExecutable": .string(stem), "CFBundleIdentifier": .string(bundleID),
      "CFBundleName": .string(stem), "CFBundlePackageType": .string(role == .extension ? "XPC!" : "APPL"),
      "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
      "CFBundleSupportedPlatforms": .array([.string(platform)]),
      isMac ? "LSMinimumSystemVersion" : "MinimumOSVersion": .string(isMac ? "13.0" : "16.0"),
    ]
    if role == .extension {
      let point =
        switch stem {
        case let name where name.contains("Content"): "com.apple.usernotifications.content-extension"
        case let name where name.contains("Service"): "com.apple.usernotifications.service"
        default: "com.apple.widgetkit-extension"
        }
      values["NSExtension"] = .dictionary([
        "NSExtensionPointIdentifier": .string(point)
      ])
      if point == "com.apple.usernotifications.service" {
        values["NSExtension"] = .dictionary([
          "NSExtensionPointIdentifier": .string(point),
          "NSExtensionPrincipalClass": .string(stem + ".NotificationService"),
        ])
      }
    }
    if edited { values["CFBundleVersion"] = .string("2") }
    var plist = PlistValue.dictionary(values)
    for (path, value) in info { plist.set(path.split(separator: "/").map(String.init)[...], value) }
    return plist
  }

  var archiveInfo: PlistValue {
    .dictionary([
      "ApplicationProperties": .dictionary([
        "ApplicationPath": .string("Applications/" + name), "CFBundleIdentifier": .string(bundleID),
        "CFBundleShortVersionString": .string("1.0"), "CFBundleVersion": .string("1"),
        "SigningIdentity": .string("Apple Distribution"), "Team": .string(team),
      ]),
      "ArchiveVersion": .integer(2), "Name": .string(stem), "SchemeName": .string(stem),
    ])
  }

  // MARK: the executable

  func executable(infoPlist: [UInt8]?, codeResources: [UInt8]?) throws -> [UInt8] {
    let all = slices.isEmpty ? [("arm64", signature)] : slices
    return try MachOWriter.file(
      all.map { architecture, signature in
        var slice = MachOWriter.Slice(architecture: architecture)
        slice.platform = isMac ? 1 : build == .simulator ? 7 : role == .watch ? 4 : 2
        slice.minimumOS = minimumOS
        slice.isEncrypted = isEncrypted
        slice.strings = strings
        slice.codeSize = codeSize
        let entitlements = values(signature.xml)
        if build == .simulator { slice.section = PlistValue.dictionary(entitlements).xml }
        guard !signature.isUnsigned else { return slice }
        var writer = SignatureWriter(identifier: bundleID)
        let isAdHoc = signature.isAdHoc || build == .simulator
        writer.team = isAdHoc ? nil : team
        writer.signer = isAdHoc ? .adHoc : .certificate
        writer.digests = signature.digests
        writer.infoPlist = infoPlist
        writer.codeResources = codeResources
        writer.editsEntitlements = edited.contains("entitlements")
        if build != .simulator {
          writer.xml = signature.hasXML ? entitlements : nil
          writer.der = signature.hasDER ? values(signature.der) : nil
        }
        slice.signature = writer
        return slice
      })
  }

  private var minimumOS: (UInt32, UInt32) {
    guard case .dictionary(let info) = infoPlist(edited: false),
      case .string(let text)? = info[isMac ? "LSMinimumSystemVersion" : "MinimumOSVersion"]
    else { return (16, 0) }
    let parts = text.split(separator: ".").map { UInt32($0) ?? 0 }
    return (parts.first ?? 16, parts.count > 1 ? parts[1] : 0)
  }

  private func values(_ changes: [(String, PlistValue?)]) -> [String: PlistValue] {
    var values = ownEntitlements
    for (key, value) in changes { values[key] = value }
    return values
  }

  var ownEntitlements: [String: PlistValue] {
    let developer = "com.apple.developer."
    var values: [String: PlistValue] = [
      isMac ? "com.apple.application-identifier" : "application-identifier": .string(team + "." + bundleID),
      developer + "team-identifier": .string(team),
    ]
    if build == .development || build == .simulator || !isMac {
      values[isMac ? "com.apple.security.get-task-allow" : "get-task-allow"] = .bool(
        build == .development || build == .simulator)
    }
    if role == .app {
      values[isMac ? developer + "aps-environment" : "aps-environment"] = .string(environment)
    }
    return values
  }

  var environment: String { build == .development || build == .simulator ? "development" : "production" }
}

extension PlistValue {
  /// Sets or removes the value at a path of keys.
  mutating func set(_ path: ArraySlice<String>, _ value: PlistValue?) {
    guard let key = path.first else { return }
    var members: [String: PlistValue] = [:]
    if case .dictionary(let found) = self { members = found }
    if path.count == 1 {
      members[key] = value
    } else {
      var inner = members[key] ?? .dictionary([:])
      inner.set(path.dropFirst(), value)
      members[key] = inner
    }
    self = .dictionary(members)
  }
}
