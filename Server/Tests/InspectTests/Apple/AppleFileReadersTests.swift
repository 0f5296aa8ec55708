import AppFacts
import Foundation
import TestSupport
import Testing

@testable import Inspect

/// Files given alone, and those that a tree has.
struct AppleFileReadersTests {
  static func read(_ files: [(String, String)], tree: Bool = false) throws -> AuditFacts {
    let folder = try ScratchFolder()
    let paths = try files.map { try folder.file($0.0, $0.1).path }
    return Inspector().read(tree ? [folder.path] : paths)
  }

  static func plist(_ members: String) -> String {
    "<plist version=\"1.0\">\n<dict>\(members)</dict>\n</plist>"
  }
  static let info = plist("<key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>")
  static let rights = plist("<key>aps-environment</key><string>development</string>")

  @Test func aSourceInfoPlistAndABuiltOne() throws {
    let source = try Self.read([("Info.plist", Self.info)])
    #expect(source.infoPlists.first?.isSource == true && source.unreadable == [])
    let built = Self.plist(
      "<key>CFBundleIdentifier</key><string>a.b</string><key>DTPlatformName</key><string>x</string>")
    #expect(try Self.read([("Info.plist", built)]).infoPlists.first?.isSource == false)
  }

  @Test func entitlementsOfSources() throws {
    let facts = try Self.read([
      ("Parcel.entitlements", Self.rights), ("archived-expanded-entitlements.xcent", Self.rights),
    ])
    #expect(facts.entitlements.count == 2 && facts.unreadable == [])
    #expect(facts.entitlements[0].apsEnvironment?.place.line == 2)
    // By what stands in it, whatever it is called.
    #expect(try Self.read([("rights.plist", Self.rights)]).entitlements.count == 1)
  }

  @Test func googlesFile() throws {
    let text = Self.plist(
      "<key>BUNDLE_ID</key><string>a.b</string><key>GCM_SENDER_ID</key><string>1</string>")
    #expect(
      try Self.read([("GoogleService-Info-Dev.plist", text)], tree: true).googlePlists.first?.senderID?.value
        == "1")
    #expect(try Self.read([("other.plist", text)]).googlePlists.count == 1)
  }

  @Test func aGivenFileOfNoKindIsNotClean() throws {
    let other = Self.plist("<key>a</key><string>b</string>")
    #expect(try Self.read([("other.plist", other)]).unreadable.count == 1)
    // In a tree it is none of our business, and neither are executables.
    let files = [
      ("other.plist", other), ("broken.plist", "<"), ("Info-Broken/x.plist", "<"), ("Info.plist", Self.info),
    ]
    let tree = try Self.read(files, tree: true)
    #expect(tree.unreadable == [] && tree.infoPlists.count == 1)
  }

  @Test(arguments: ["Info.plist", "Parcel.entitlements", "GoogleService-Info.plist"])
  func whatCannotBeReadSaysItsLine(name: String) throws {
    let facts = try Self.read([(name, "<plist>\n<dict>\n<key>a</key></dict></plist>")], tree: true)
    guard case .unreadable(let why)? = facts.inputs.first?.state else {
      Issue.record("\(facts.inputs)")
      return
    }
    #expect(why.hasPrefix("line 3: ") && why.contains("\"a\""))
    let list = try Self.read([(name, "<plist><array/></plist>")])
    #expect(list.unreadable.count == 1)
  }

  @Test func profilesAreWholeOrSaidNotToBe() throws {
    let bare = try Self.read([("Parcel.mobileprovision", Self.plist("<key>Name</key><string>x</string>"))])
    #expect(bare.profiles.first?.irregularity != nil && bare.unreadable == [])
    let empty = try Self.read([("Parcel.provisionprofile", "")])
    #expect(empty.profiles == [] && empty.unreadable.count == 1)
    let cut = try Self.read([
      ("Parcel.mobileprovision", "0\u{1}" + Self.plist("<key>Name</key><string>x</string>"))
    ])
    #expect(cut.profiles.count == 1 && cut.unreadable.count == 1)
  }

  @Test func anExecutableAlone() throws {
    let folder = try ScratchFolder()
    let bytes = Data(MachOBytes().file(MachOBytes.healthySignature()))
    let file = try folder.file("Parcel", bytes)
    let facts = Inspector().read([file.path])
    #expect(facts.unreadable == [] && facts.inputs.first?.summary == "arm64; signed for dev.pushwire.parcel")
    #expect(facts.binaries.first?.entitlements?["aps-environment"]?.string == "production")
    // Larger than what is held: read on the disk.
    var limits = InspectLimits()
    limits.document = 600
    #expect(Inspector(limits: limits).read([file.path]).binaries == facts.binaries)
    let damaged = try folder.file("Damaged", bytes.dropLast(10))
    #expect(Inspector().read([damaged.path]).unreadable.count == 1)
  }

  @Test func whatIsTooLargeSaysSo() throws {
    let folder = try ScratchFolder()
    var limits = InspectLimits()
    limits.document = 100
    for name in ["Info.plist", "Parcel.entitlements", "Parcel.mobileprovision"] {
      let file = try folder.file(name, Self.info + String(repeating: " ", count: 70_000))
      #expect(Inspector(limits: limits).read([file.path]).unreadable.count == 1, "\(name)")
    }
  }
}
