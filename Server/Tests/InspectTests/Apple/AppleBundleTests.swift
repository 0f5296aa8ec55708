import AppFacts
import Foundation
import PushCrypto
import TestSupport
import Testing

@testable import Inspect

struct AppleBundleTests {
  /// A recipe read through the front door.
  static func read(_ name: String, _ recipe: String) throws -> AuditFacts {
    let folder = try ScratchFolder()
    let url = folder.url.appendingPathComponent(name)
    try AppleRecipe.build(recipe, at: url)
    return Inspector().read([url.path])
  }

  static func read(_ zip: ZipWriter, name: String = "Parcel.ipa") throws -> AuditFacts {
    let folder = try ScratchFolder()
    let url = try folder.file(name, zip.data)
    return Inspector().read([url.path])
  }

  static let withExtensions = """
    profile-info Name = Parcel store
    extension Service.appex
    watch Watch.app
    clip Clip.app
    file Frameworks/FirebaseMessaging.framework/Info.plist
      x
    file GoogleService-Info.plist
      <plist><dict><key>BUNDLE_ID</key><string>dev.pushwire.parcel</string></dict></plist>
    """

  @Test(arguments: [
    ("Parcel.ipa", AppBundle.Container.ipa), ("Parcel.app", .folder), ("Parcel.xcarchive", .xcarchive),
  ])
  func everythingOfAnApp(name: String, container: AppBundle.Container) throws {
    let facts = try Self.read(name, Self.withExtensions)
    #expect(facts.unreadable == [] && facts.inputs.count == 1 && facts.apps.count == 1)
    let app = try #require(facts.apps.first)
    #expect(app.container == container && app.role == .app && app.bundleID == "dev.pushwire.parcel")
    #expect(app.profile?.distribution == .store && app.profile?.irregularity == nil)
    #expect(app.profile?.apsEnvironment?.string == "production")
    #expect(app.profile?.derEntitlements.map { Entitlements.apsEnvironment($0)?.string } == "production")
    #expect(app.binary?.entitlements?["aps-environment"]?.string == "production")
    #expect(app.frameworks == ["FirebaseMessaging"])
    #expect(app.googlePlist?.bundleID?.value == "dev.pushwire.parcel")
    #expect(Set(app.children.map(\.role)) == [.notificationService, .watchApp, .appClip])
    #expect(app.children.allSatisfy { $0.binary?.signature != nil && $0.info != nil })
    // What was signed is what stands there.
    let hashes = try #require(app.binary?.signature?.directories.first?.specialHashes)
    #expect(hashes[1] == app.infoSeal?.sha256 && hashes[3] == app.codeResources?.sha256)
    let inside =
      switch container {
      case .ipa: "Parcel.ipa!Payload/Parcel.app"
      case .xcarchive: "Parcel.xcarchive/Products/Applications/Parcel.app"
      case .folder: "Parcel.app"
      }
    #expect(app.place.file.hasSuffix(inside))
    #expect(app.info?.place.file.hasSuffix(inside + "/Info.plist") == true)
    #expect(app.binary?.place.file.hasSuffix(inside + "/Parcel") == true)
    #expect(facts.inputs[0].summary == "Parcel 1.0 (dev.pushwire.parcel), App Store")
  }

  @Test(arguments: ["Parcel.ipa", "Parcel.app"]) func aMacApp(name: String) throws {
    let facts = try Self.read(name, "platform macos\nprofile store")
    let app = try #require(facts.apps.first)
    #expect(facts.unreadable == [] && app.isMac && app.bundleID == "dev.pushwire.parcel")
    #expect(app.profile?.apsEnvironment?.string == "production")
    #expect(app.codeResources != nil && app.binary?.slices.first?.platform == 1)
  }

  @Test func whatWasEditedShows() throws {
    let app = try #require(try Self.read("Parcel.ipa", "edited Info.plist\nedited CodeResources").apps.first)
    let hashes = try #require(app.binary?.signature?.directories.first?.specialHashes)
    #expect(hashes[1] != app.infoSeal?.sha256 && hashes[3] != app.codeResources?.sha256)
  }

  static func zip(_ names: [String], prefix: String = "Payload/Parcel.app/") throws -> ZipWriter {
    var zip = ZipWriter()
    for name in names { zip.add(name, "x") }
    zip.add(prefix + "Info.plist", infoPlist)
    zip.add(prefix + "Parcel", Data(MachOBytes().file(MachOBytes.healthySignature())), isDeflated: true)
    return zip
  }
  static let infoPlist = """
    <plist><dict><key>CFBundleExecutable</key><string>Parcel</string>
    <key>CFBundleIdentifier</key><string>dev.pushwire.parcel</string></dict></plist>
    """

  @Test(arguments: ["Payload/Parcel.app/", "Build 7/Payload/Parcel.app/", "Parcel.app/"])
  func whereverTheAppStands(prefix: String) throws {
    let facts = try Self.read(try Self.zip(["__MACOSX/Payload/Other.app/._Info.plist"], prefix: prefix))
    #expect(facts.unreadable == [] && facts.apps.count == 1)
    #expect(facts.apps.first?.binary?.entitlements?["aps-environment"]?.string == "production")
  }

  @Test func theOrderOfMembersDoesNotMatter() throws {
    var zip = ZipWriter()
    zip.add("Payload/Parcel.app/Parcel", Data(MachOBytes().file(MachOBytes.healthySignature())))
    zip.add("Payload/Parcel.app/Other.dylib", Data(MachOBytes().file(MachOBytes.healthySignature())))
    zip.add("Payload/Parcel.app/PlugIns/A.appex/Info.plist", Self.infoPlist)
    zip.add("Payload/Parcel.app/PlugIns/A.appex/Parcel", Data(MachOBytes().header([])))
    zip.add("Payload/Parcel.app/Info.plist", Self.infoPlist)
    let app = try #require(try Self.read(zip).apps.first)
    #expect(app.binary?.signature != nil && app.children.count == 1)
    #expect(app.children.first?.binary?.slices.count == 1 && app.children.first?.role == .otherExtension)
  }

  @Test func whatIsNoArchiveOrHasNoApp() throws {
    func why(_ facts: AuditFacts) -> String {
      guard facts.inputs.count == 1, case .unreadable(let why)? = facts.inputs.first?.state else {
        return "\(facts.inputs)"
      }
      return why
    }
    let folder = try ScratchFolder()
    let text = try folder.file("Parcel.ipa", "not a zip")
    #expect(why(Inspector().read([text.path])).contains("no zip archive"))
    let empty = try folder.file("Empty.ipa", "")
    #expect(why(Inspector().read([empty.path])).contains("no zip archive"))
    var zip = ZipWriter()
    zip.add("Payload/readme.txt", "x")
    #expect(why(try Self.read(zip)) == "no .app stands in it")
    let none = folder.url.appendingPathComponent("None.app")
    try FileManager.default.createDirectory(at: none, withIntermediateDirectories: true)
    #expect(why(Inspector().read([none.path])) == "no file stands in it")
    let archive = folder.url.appendingPathComponent("None.xcarchive")
    try FileManager.default.createDirectory(at: archive, withIntermediateDirectories: true)
    #expect(why(Inspector().read([archive.path])).contains("no .app"))
  }

  @Test func aCutArchiveIsSaidToBeOne() throws {
    let whole = try Self.zip([]).data
    let folder = try ScratchFolder()
    for part in [10, whole.count / 2, whole.count - 10] {
      let file = try folder.file("Parcel.ipa", whole.prefix(part))
      #expect(Inspector().read([file.path]).unreadable.count == 1, "\(part) of \(whole.count)")
    }
  }

  @Test func namesThatLeadOutAreLeftOut() throws {
    for name in [
      "../Payload/Parcel.app/Info.plist", "/Payload/Parcel.app/Info.plist",
      "Payload/../Parcel.app/Info.plist",
    ] {
      let facts = try Self.read(try Self.zip([name]))
      guard case .partly(let why)? = facts.inputs.first?.state else {
        Issue.record("\(name): \(facts.inputs)")
        continue
      }
      #expect(why.contains("leads out") && facts.apps.count == 1, "\(name): \(why)")
      #expect(facts.apps.first?.bundleID == "dev.pushwire.parcel")
    }
  }

  @Test func aNameThatIsThereTwiceIsSaid() throws {
    var zip = try Self.zip([])
    zip.add("Payload/Parcel.app/Info.plist", "<plist><dict/></plist>")
    let facts = try Self.read(zip)
    #expect(facts.unreadable.count == 1 && facts.apps.first?.bundleID == "dev.pushwire.parcel")
  }

  @Test func partsThatCannotBeReadAreNamed() throws {
    var zip = ZipWriter()
    zip.add("Payload/Parcel.app/Info.plist", "no plist")
    zip.add("Payload/Parcel.app/embedded.mobileprovision", "")
    zip.add("Payload/Parcel.app/Parcel", Data(MachOBytes().file([UInt8](repeating: 1, count: 40))))
    let facts = try Self.read(zip)
    guard case .partly(let why)? = facts.inputs.first?.state else {
      Issue.record("\(facts.inputs)")
      return
    }
    for part in ["Info.plist", "embedded.mobileprovision: it is empty", "no super blob"] {
      #expect(why.contains(part), "\(why)")
    }
    // The executable is found by the bundle's name.
    #expect(facts.apps.first?.binary?.slices.count == 1)
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try ScratchFolder()
    let app = folder.url.appendingPathComponent("Parcel.app")
    try AppleRecipe.build("", at: app)
    let outside = try folder.file("outside/Info.plist", Self.infoPlist).deletingLastPathComponent()
    let manager = FileManager.default
    for (name, target) in [
      ("PlugIns", app.path), ("Loop.app", app.path), ("Other.app", outside.path),
      ("GoogleService-Info.plist", outside.path + "/Info.plist"),
    ] {
      try manager.createSymbolicLink(atPath: app.path + "/" + name, withDestinationPath: target)
    }
    let facts = Inspector().read([app.path])
    #expect(facts.unreadable == [] && facts.apps.count == 1)
    #expect(facts.apps.first?.children == [] && facts.apps.first?.googlePlist == nil)
    #expect(facts.apps.first?.bundleID == "dev.pushwire.parcel")
  }

  @Test func aKeyThatIsShippedIsSeen() throws {
    let key: String = try SigningKey.generate(.ecP256).privatePEM()
    var zip = try Self.zip([])
    zip.add("Payload/Parcel.app/keys/AuthKey_ABCDE12345.p8", key)
    zip.add("Payload/Parcel.app/main.jsbundle", "var a = 1;\nvar key = `\(key)`")
    zip.add("Payload/Parcel.app/ca.pem", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")
    let facts = try Self.read(zip)
    #expect(facts.unreadable == [] && facts.secrets.map(\.kind) == [.privateKey, .privateKey])
    #expect(facts.secrets.map(\.isShipped) == [true, true])
    #expect(
      facts.secrets.first?.place.file.hasSuffix("!Payload/Parcel.app/keys/AuthKey_ABCDE12345.p8") == true)
    #expect(facts.secrets.last?.place.line == 2)
    let line = try #require(key.split(separator: "\n").dropFirst().first)
    #expect(!"\(facts)".contains(line))
  }

  @Test func aWrappedAppIsTheOneInside() throws {
    let facts = try Self.read(
      try Self.zip(["Parcel.app/Wrapper/iTunesMetadata.plist"], prefix: "Parcel.app/Wrapper/Parcel.app/"))
    #expect(facts.unreadable == [] && facts.apps.count == 1)
    #expect(facts.apps.first?.place.file.hasSuffix("!Parcel.app/Wrapper/Parcel.app") == true)
  }

  @Test func bombsAreCutOff() throws {
    var zip = try Self.zip([])
    for index in 0..<300 { zip.add("Payload/Parcel.app/PlugIns/\(index).appex/Info.plist", Self.infoPlist) }
    let facts = try Self.read(zip)
    #expect(facts.apps.first.map { $0.children.count < 300 } == true && facts.unreadable.count == 1)

    var limits = InspectLimits()
    limits.document = 1000
    let folder = try ScratchFolder()
    var large = try Self.zip([])
    large.add(
      "Payload/Parcel.app/embedded.mobileprovision", Data(repeating: 32, count: 5000), isDeflated: true)
    let file = try folder.file("Parcel.ipa", large.data)
    let read = Inspector(limits: limits).read([file.path])
    #expect(read.unreadable.count == 1 && read.apps.first?.profile == nil)
    #expect(read.apps.first?.bundleID == "dev.pushwire.parcel")
  }

  @Test func fuzzTheArchive() throws {
    let folder = try ScratchFolder()
    let url = folder.url.appendingPathComponent("Parcel.ipa")
    try CorpusFuzzer("ipa", words: [[0x50, 0x4B, 1, 2], [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]).run {
      bytes in
      try Data(bytes).write(to: url)
      let facts = Inspector().read([url.path])
      #expect(facts.inputs.count == 1)
      return facts.apps.first?.binary?.signature != nil
    }
  }
}
