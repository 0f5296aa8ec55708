import AppFacts
import Testing

@testable import Audit

/// What belongs together, with two of everything where a guess would be tempting.
struct AppleJoinerTests {
  let parcel = "dev.pushwire.parcel"
  let courier = "dev.pushwire.courier"

  private func apps(_ facts: AuditFacts) -> [AppleApp] { Joiner.join(facts).apple }

  // MARK: bundles

  @Test func theSameAppGivenTwiceIsOne() throws {
    var facts = AuditFacts()
    facts.apps = [
      try AppBundle("Parcel.xcarchive", id: parcel), try AppBundle("Courier.ipa", id: courier),
      try AppBundle("Parcel.ipa", id: parcel),
    ]
    let joined = Joiner.join(facts)
    #expect(joined.apple.map(\.bundleID) == [parcel, courier])
    #expect(joined.apple[0].bundles.map(\.place.file) == ["Parcel.xcarchive", "Parcel.ipa"])
    #expect(
      joined.joins == [Join(Place("Parcel.xcarchive"), Place("Parcel.ipa"), by: "bundle id \(parcel)")])
  }

  @Test func anAppWithoutAnIDStandsAlone() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Build/Parcel.app", id: nil), try AppBundle("Courier.app", id: nil)]
    #expect(apps(facts).map(\.name) == ["Parcel.app", "Courier.app"])
    #expect(apps(facts).allSatisfy { $0.bundleID == nil && $0.bundles.count == 1 })
  }

  @Test func anExtensionGivenAloneGoesToTheLongestIDThatItContinues() throws {
    var facts = AuditFacts()
    facts.apps = [
      try AppBundle("Service.appex", id: "\(parcel).beta.service", role: .notificationService),
      try AppBundle("Parcel.app", id: parcel), try AppBundle("Beta.app", id: "\(parcel).beta"),
      try AppBundle("Other.app", id: "\(parcel).bet"),
    ]
    let joined = apps(facts)
    #expect(joined.first { $0.bundleID == "\(parcel).beta" }?.looseExtensions.count == 1)
    #expect(joined.filter { !$0.looseExtensions.isEmpty }.count == 1)
  }

  @Test func anExtensionWithoutItsAppIsNoApp() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Service.appex", id: "\(parcel).service", role: .notificationService)]
    let joined = apps(facts)
    #expect(joined.count == 1 && joined[0].bundles.isEmpty && joined[0].looseExtensions.count == 1)
    #expect(joined[0].bundleID == nil)
  }

  @Test func executablesGoByTheirSigningIdentifier() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Parcel.app", id: parcel), try AppBundle("Courier.app", id: courier)]
    var slice = SignedBinary.Slice(architecture: "arm64", offset: 0, size: 1)
    slice.signature = CodeSignature(Place("Courier"))
    slice.signature?.directories = [
      CodeDirectory(
        Place("Courier"), identifier: courier, team: nil, hashType: 2, flags: 0, specialHashes: [:])
    ]
    facts.binaries = [SignedBinary(Place("Courier"), [slice])]
    facts.inputs = [InputFact(.machO, Place("Courier"), isGiven: true)]
    #expect(apps(facts).map(\.binaries.count) == [0, 1])
  }

  // MARK: targets

  @Test func aTargetGoesToTheAppOfAnyOfItsConfigurations() throws {
    var facts = AuditFacts()
    facts.apps = [
      try AppBundle("Parcel.ipa", id: "\(parcel).beta"), try AppBundle("Courier.ipa", id: courier),
    ]
    facts.projects = [
      XcodeProject(
        .init("Courier", ["Release": courier]),
        .init("Parcel", ["Debug": "\(parcel).debug", "Beta": "\(parcel).beta", "Release": parcel]))
    ]
    let joined = apps(facts)
    #expect(joined.count == 2)
    #expect(joined[0].appTargets(facts).map(\.name) == ["Parcel"])
    #expect(joined[1].appTargets(facts).map(\.name) == ["Courier"])
  }

  @Test func oneWhiteLabelTargetGoesToEachOfItsApps() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Red.ipa", id: "dev.red"), try AppBundle("Blue.ipa", id: "dev.blue")]
    facts.projects = [XcodeProject(.init("Shop", ["Red": "dev.red", "Blue": "dev.blue"]))]
    facts.profiles = [try ProvisioningProfile("blue.mobileprovision", for: "ABCDE12345.dev.blue")]
    let joined = apps(facts)
    #expect(joined.map(\.bundleID) == ["dev.red", "dev.blue"])
    #expect(joined.allSatisfy { $0.targets.count == 1 })
    #expect(joined.map(\.profiles.count) == [0, 1], "the target's other ids make no app of two")
  }

  @Test func anUnresolvedIDIsGuessedWhereThereIsOneOfEachOnly() throws {
    let open = XcodeProject.Target("Parcel", ["Release": "$(APP_ID)"])
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Parcel.ipa", id: parcel)]
    facts.projects = [XcodeProject(open)]
    #expect(apps(facts).count == 1 && apps(facts)[0].targets.count == 1)

    facts.apps.append(try AppBundle("Courier.ipa", id: courier))
    let two = Joiner.join(facts)
    #expect(two.apple.map(\.targets.count) == [0, 0, 1])
    #expect(two.unjoined.map(\.place) == [open.place])

    facts.apps.removeLast()
    facts.projects = [XcodeProject(open, .init("Courier", ["Release": "$(OTHER)"]))]
    #expect(apps(facts).map(\.targets.count) == [0, 1, 1])
  }

  @Test func aResolvedIDOfAnotherAppIsNotGuessed() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Parcel.ipa", id: parcel)]
    facts.projects = [XcodeProject(.init("Courier", ["Release": courier]))]
    let joined = Joiner.join(facts)
    #expect(joined.apple.map(\.bundleID) == [parcel, courier])
    #expect(joined.apple[0].targets.isEmpty && joined.unjoined.count == 1)
  }

  @Test func aProjectAloneMakesAnAppOfEachTarget() {
    var facts = AuditFacts()
    facts.projects = [
      XcodeProject(
        .init("Parcel", ["Debug": "\(parcel).debug", "Release": parcel]),
        .init("Courier", ["Debug": courier, "Release": "$(X)"]),
        .init("Kit", ["Release": "dev.pushwire.kit"], type: "framework"))
    ]
    let joined = apps(facts)
    #expect(joined.map(\.bundleID) == [parcel, courier])
    #expect(joined[0].bundleIDs(facts) == [parcel, "\(parcel).debug"])
  }

  @Test func extensionsGoToTheTargetThatEmbedsThem() {
    var facts = AuditFacts()
    facts.projects = [
      XcodeProject(
        .init("Parcel", ["Release": parcel], dependencies: ["Service"]),
        .init("Courier", ["Release": courier]),
        .init("Service", ["Release": "$(X).service"], type: "app-extension"),
        .init("Widget", ["Release": "\(courier).widget"], type: "app-extension"),
        .init("Stray", ["Release": "dev.other.stray"], type: "app-extension", line: 9))
    ]
    let joined = Joiner.join(facts)
    func extensions(_ app: Int) -> [String] {
      joined.apple[app].targets.filter(\.isExtension).map { facts.projects[0].targets[$0.target].name }
    }
    #expect(extensions(0) == ["Service"])
    #expect(extensions(1) == ["Widget"])
    #expect(joined.unjoined.map(\.place.line) == [9])
  }

  // MARK: files

  @Test func profilesGoToTheAppOrExtensionOfTheirID() throws {
    var facts = AuditFacts()
    facts.apps = [
      try AppBundle(
        "Parcel.ipa", id: parcel,
        children: [try AppBundle("S.appex", id: "\(parcel).service", role: .notificationService)]),
      try AppBundle("Courier.ipa", id: courier),
    ]
    facts.profiles = [
      try ProvisioningProfile("a", for: "ABCDE12345.\(parcel)"),
      try ProvisioningProfile("b", for: "ABCDE12345.\(parcel).service"),
      try ProvisioningProfile("c", for: "ABCDE12345.\(courier)"),
      try ProvisioningProfile("d", for: "ABCDE12345.dev.pushwire.*"),
      try ProvisioningProfile("e", for: "ABCDE12345.\(parcel)*"),
      try ProvisioningProfile("f", for: "ABCDE12345.dev.other"),
    ]
    let joined = Joiner.join(facts)
    #expect(joined.apple[0].profiles.map(\.place.file) == ["a", "b", "e"])
    #expect(joined.apple[1].profiles.map(\.place.file) == ["c"])
    // A wildcard for both, and another app's: judged alone, and said so.
    #expect(joined.unjoined.map(\.place.file) == ["d", "f"])
    #expect(joined.apple.dropFirst(2).map(\.bundleID) == [nil, "dev.other"])
  }

  @Test func propertyListsThatAProjectNamesAreNotAlone() throws {
    var facts = AuditFacts()
    let open = InfoPlistFile(
      Place("App/Info.plist"), try Located("{CFBundleIdentifier: $(X)}"), isSource: true)
    facts.infoPlists = [open]
    var target = XcodeProject.Target("Parcel", ["Release": parcel])
    target.configurations[0].infoPlist = open
    target.configurations[0].entitlements = EntitlementsFile(Place("App/a.entitlements"), try Located("{}"))
    facts.entitlements = [EntitlementsFile(Place("App/a.entitlements"), try Located("{}"))]
    facts.projects = [XcodeProject(target)]
    #expect(apps(facts).count == 1)
    #expect(apps(facts)[0].infoPlists.isEmpty && apps(facts)[0].entitlements.isEmpty)
  }

  @Test func propertyListsAloneGoByTheirID() throws {
    func plist(_ name: String, _ text: String) throws -> InfoPlistFile {
      InfoPlistFile(Place(name), try Located(text), isSource: true)
    }
    var facts = AuditFacts()
    facts.infoPlists = [
      try plist("a/Info.plist", "{CFBundleIdentifier: \(parcel)}"),
      try plist("b/Info.plist", "{CFBundleIdentifier: \(courier)}"),
      try plist(
        "s/Info.plist",
        "{CFBundleIdentifier: \(courier).s, NSExtension: {NSExtensionPointIdentifier: com.apple.x}}"),
      try plist("c/Info.plist", "{CFBundleIdentifier: $(PRODUCT_BUNDLE_IDENTIFIER)}"),
      try plist("f/Info.plist", "{CFBundleIdentifier: dev.kit, CFBundlePackageType: FMWK}"),
    ]
    facts.entitlements = [
      EntitlementsFile(Place("b/b.entitlements"), try Located("{aps-environment: development}")),
      EntitlementsFile(Place("z/z.entitlements"), try Located("{}")),
    ]
    let joined = Joiner.join(facts)
    #expect(joined.apple.map(\.bundleID) == [parcel, courier])
    #expect(joined.apple[1].infoPlists.map(\.place.file) == ["b/Info.plist", "s/Info.plist"])
    #expect(joined.apple[1].entitlements.map(\.place.file) == ["b/b.entitlements"])
    #expect(joined.unjoined.map(\.place.file) == ["c/Info.plist", "z/z.entitlements"])
  }

  @Test func severalOpenPropertyListsAreNobodys() throws {
    func plist(_ name: String) throws -> InfoPlistFile {
      InfoPlistFile(Place(name), try Located("{CFBundleIdentifier: $(X)}"), isSource: true)
    }
    var facts = AuditFacts()
    facts.infoPlists = [try plist("a/Info.plist"), try plist("b/Info.plist")]
    #expect(apps(facts).map(\.infoPlists.count) == [1, 1], "neither is the other's")
    #expect(apps(facts).map(\.name) == ["a", "b"], "called by their folders")
    facts.apps = [try AppBundle("Parcel.ipa", id: parcel)]
    #expect(apps(facts).map(\.infoPlists.count) == [0])
    #expect(Joiner.join(facts).unjoined.count == 2)
    facts.infoPlists.removeLast()
    #expect(apps(facts).map(\.infoPlists.count) == [1])
  }

  @Test func whatLiesInAFolderIsNoAppOfItsOwn() throws {
    var facts = AuditFacts()
    facts.inputs = [InputFact(.tree, Place("Parcel"), isGiven: true)]
    facts.binaries = [SignedBinary(Place("Parcel/Tools/swiftgen"), [])]
    facts.profiles = [try ProvisioningProfile("Parcel/old.mobileprovision", for: "ABCDE12345.dev.other")]
    #expect(apps(facts).isEmpty)
    #expect(Joiner.join(facts).unjoined.map(\.place.file) == ["Parcel/old.mobileprovision"])
    facts.inputs.append(InputFact(.machO, Place("Parcel/Tools/swiftgen"), isGiven: true))
    #expect(apps(facts).count == 1)
  }

  @Test func googlePlistsGoByTheirID() throws {
    func plist(_ name: String, _ id: String) throws -> GooglePlist {
      GooglePlist(Place(name), try Located("{BUNDLE_ID: \(id)}"))
    }
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Parcel.ipa", id: parcel), try AppBundle("Courier.ipa", id: courier)]
    facts.googlePlists = [try plist("c", courier), try plist("x", "dev.other")]
    let two = Joiner.join(facts)
    #expect(two.apple.map(\.googlePlists.count) == [0, 1])
    #expect(two.unjoined.map(\.place.file) == ["x"])
    // One app and one file: a wrong one is worth comparing.
    facts.apps.removeLast()
    facts.googlePlists = [try plist("x", "dev.other")]
    #expect(apps(facts)[0].googlePlists.count == 1)
    // Next to the right one it is another configuration's.
    facts.googlePlists.append(try plist("p", parcel))
    #expect(apps(facts)[0].googlePlists.map(\.place.file) == ["p"])
  }

  // MARK: sources

  @Test func aTargetHasWhatNoOtherKindOfTargetAloneCompiles() {
    let service = TypeDeclaration(
      kind: .class, name: "NotificationService", inherits: ["UNNotificationServiceExtension"], attributes: [],
      place: Place("Service.swift"))
    var facts = AuditFacts()
    facts.sources = [
      SourceUnit("Parcel.swift"), SourceUnit("Courier.swift"), SourceUnit("Service.swift", types: [service]),
      SourceUnit("Shared.swift"), SourceUnit("Kit.swift"), SourceUnit("Packages/Push.swift"),
      SourceUnit("ParcelTests.swift", isTest: true), SourceUnit("Widget.swift"), SourceUnit("Main.kt"),
    ]
    facts.projects = [
      XcodeProject(
        .init("Parcel", ["R": parcel], sources: ["Parcel.swift", "Shared.swift"]),
        .init("Courier", ["R": courier], sources: ["Courier.swift", "Shared.swift"]),
        .init(
          "Service", ["R": "\(parcel).s"], type: "app-extension", sources: ["Service.swift", "Shared.swift"]),
        .init("Widget", ["R": "\(parcel).w"], type: "app-extension", sources: ["Widget.swift"]),
        .init("Kit", ["R": "dev.kit"], type: "framework", sources: ["Kit.swift"]))
    ]
    let joined = apps(facts)
    #expect(joined[0].sources == [0, 3, 4, 5])
    #expect(joined[1].sources == [1, 3, 4, 5])
    #expect(joined[0].serviceExtensionSources == [2, 3])
    #expect(joined[1].serviceExtensionSources == [])
  }

  @Test func twoProjectsShareNoSources() {
    var facts = AuditFacts()
    facts.sources = [SourceUnit("a/App.swift"), SourceUnit("b/App.swift"), SourceUnit("c/Shared.swift")]
    facts.projects = [
      XcodeProject(.init("Parcel", ["R": parcel]), folder: "a/"),
      XcodeProject(.init("Courier", ["R": courier]), folder: "b/"),
    ]
    #expect(apps(facts).map(\.sources) == [[0, 2], [1, 2]])
  }

  @Test func sourcesAloneAreOneApp() {
    var facts = AuditFacts()
    facts.sources = [SourceUnit("Parcel/A.swift"), SourceUnit("Parcel/B/C.swift"), SourceUnit("Main.kt")]
    #expect(apps(facts).map(\.name) == ["Parcel"])
    #expect(apps(facts)[0].sources == [0, 1])
  }

  @Test func sourcesOfSeveralAppsWithoutAProjectAreNobodys() throws {
    var facts = AuditFacts()
    facts.apps = [try AppBundle("Parcel.ipa", id: parcel), try AppBundle("Courier.ipa", id: courier)]
    facts.sources = [SourceUnit("A.swift")]
    let joined = Joiner.join(facts)
    #expect(joined.apple.allSatisfy { $0.sources.isEmpty })
    #expect(joined.unjoined.map(\.place.file) == ["A.swift"])
    facts.apps.removeLast()
    #expect(apps(facts)[0].sources == [0])
  }
}
