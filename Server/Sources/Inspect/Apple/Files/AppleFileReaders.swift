import AppFacts

/// A Mach-O file given alone.
enum MachOFileReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool { MachOFormat.claims(file.head) }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    // Object files, libraries and tools of a tree are no part of an app.
    guard file.isGiven else { return }
    var reader = MachOReader(file.place, size: file.size, limits: limits)
    if file.isWhole {
      file.head.withUnsafeBytes { reader.feed($0) }
      reader.finish()
    } else if let path = file.path, let disk = DiskFile(path) {
      reader.read(disk)
    } else {
      facts.inputs.append(
        InputFact(.machO, file.place, .unreadable("it cannot be read"), isGiven: file.isGiven))
      return
    }
    let why = reader.problems.joined(separator: "; ")
    var input = InputFact(.machO, file.place, isGiven: file.isGiven)
    if !why.isEmpty { input.state = reader.binary.slices.isEmpty ? .unreadable(why) : .partly(why) }
    input.summary = reader.binary.summary
    facts.inputs.append(input)
    if !reader.binary.slices.isEmpty { facts.binaries.append(reader.binary) }
  }
}

extension SignedBinary {
  /// `arm64, x86_64; signed for dev.pushwire.parcel`
  var summary: String {
    let identifier = signature?.directories.first?.identifier
    let names = slices.map(\.architecture).joined(separator: ", ")
    return names + (identifier.map { "; signed for \($0)" } ?? (names.isEmpty ? "" : "; not signed"))
  }
}

/// A provisioning profile given alone.
enum ProfileFileReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    file.fileExtension == "mobileprovision" || file.fileExtension == "provisionprofile"
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard file.isWhole else { return facts.tooLarge(.provisioningProfile, file) }
    let outcome = ProfileReader.read(file.head, file.place, limits)
    var input = InputFact(.provisioningProfile, file.place, isGiven: file.isGiven)
    if let profile = outcome.profile {
      input.summary = profile.summary
      if let why = outcome.why { input.state = .partly(why) }
      facts.profiles.append(profile)
    } else {
      input.state = .unreadable(outcome.why ?? "it cannot be read")
    }
    facts.inputs.append(input)
  }
}

extension ProvisioningProfile {
  /// `Parcel store (App Store)`
  var summary: String { "\(name ?? "without a name") (\(distribution.rawValue))" }
}

/// An `.entitlements` or `.xcent` file.
enum EntitlementsFileReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    file.fileExtension == "entitlements" || file.fileExtension == "xcent"
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    guard file.isWhole else { return facts.tooLarge(.entitlements, file) }
    guard let tree = facts.plist(.entitlements, file, limits) else { return }
    facts.inputs.append(InputFact(.entitlements, file.place, isGiven: file.isGiven))
    facts.entitlements.append(EntitlementsFile(file.place, tree))
  }
}

/// An Info.plist, or a GoogleService-Info.plist: by what stands in it, whatever it is called.
enum PlistFileReader: ArtifactReader {
  static func claims(_ file: InputFile) -> Bool {
    guard file.fileExtension == "plist" else {
      return file.isGiven && file.head.starts(with: PropertyList.magic)
    }
    return file.isGiven || hasName(file) || file.name.contains("googleservice")
  }

  /// `Info.plist`, `Parcel-Info.plist`, `Info-Debug.plist`.
  private static func hasName(_ file: InputFile) -> Bool {
    file.name == "info.plist" || file.name.hasSuffix("-info.plist") || file.name.hasPrefix("info-")
  }

  static func read(_ file: InputFile, _ limits: InspectLimits, into facts: inout AuditFacts) {
    let isGoogle = file.name.contains("googleservice")
    guard file.isWhole else { return facts.tooLarge(isGoogle ? .googlePlist : .infoPlist, file) }
    guard let tree = facts.plist(isGoogle ? .googlePlist : .infoPlist, file, limits) else { return }
    if isGoogle || tree["GOOGLE_APP_ID"] != nil || tree["GCM_SENDER_ID"] != nil {
      let plist = GooglePlist(file.place, tree)
      let summary = plist.bundleID?.value ?? ""
      facts.inputs.append(InputFact(.googlePlist, file.place, summary: summary, isGiven: file.isGiven))
      facts.googlePlists.append(plist)
    } else if InfoPlistFile.looksLikeOne(tree) || hasName(file) {
      let info = InfoPlistFile(file.place, tree, isSource: InfoPlistFile.isSource(tree))
      let summary = info.bundleID?.value ?? ""
      facts.inputs.append(InputFact(.infoPlist, file.place, summary: summary, isGiven: file.isGiven))
      facts.infoPlists.append(info)
    } else if Entitlements.apsEnvironment(tree) != nil || Entitlements.applicationIdentifier(tree) != nil {
      facts.inputs.append(InputFact(.entitlements, file.place, isGiven: file.isGiven))
      facts.entitlements.append(EntitlementsFile(file.place, tree))
    } else if file.isGiven {
      facts.inputs.append(
        InputFact(
          .unknown, file.place,
          .unreadable("this property list is no Info.plist, no entitlements and no GoogleService-Info.plist"),
          isGiven: true))
    }
  }
}

extension InfoPlistFile {
  /// Keys that an Info.plist of an app has, also in sources, where the build adds the others.
  static func looksLikeOne(_ tree: Located) -> Bool {
    tree.members.contains { member in
      ["CFBundle", "UI", "NS", "LS", "BGTask", "MinimumOSVersion", "Firebase"].contains {
        member.key.hasPrefix($0)
      }
    }
  }

  /// Whether a build has not made this yet. What it makes is binary on iOS, or names what it was made with.
  static func isSource(_ tree: Located) -> Bool {
    let isText = tree.place.line != nil
    let isBuilt = ["DTPlatformName", "DTSDKName", "BuildMachineOSBuild"].contains { tree[$0] != nil }
    return isText && !isBuilt
  }
}

extension AuditFacts {
  mutating func tooLarge(_ kind: InputFact.Kind, _ file: InputFile) {
    inputs.append(
      InputFact(kind, file.place, .unreadable("it is too large (\(file.size) bytes)"), isGiven: file.isGiven))
  }

  /// The dictionary of a property list; nil, and said so, where there is none.
  mutating func plist(_ kind: InputFact.Kind, _ file: InputFile, _ limits: InspectLimits) -> Located? {
    var why = "it is no dictionary"
    do throws(PropertyList.Failure) {
      let tree = try PropertyList.read(file.head, file: file.place.file, limits: limits)
      if tree.isObject { return tree }
    } catch {
      // At its line, where there is one.
      why = (error.place.line.map { "line \($0): " } ?? "") + error.why
    }
    inputs.append(InputFact(kind, file.place, .unreadable(why), isGiven: file.isGiven))
    return nil
  }
}
