import Foundation
import PushClient
import Security
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct APNsEnvironmentTests {
    let device = Device()

    /// The form of a profile: a property list among the bytes of a signed message.
    private func profile(_ entitlement: String?, _ name: String = "aps-environment") -> Data {
      let key = entitlement.map { "<key>\(name)</key><string>\($0)</string>" } ?? ""
      let list = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>AppIDName</key><string>Parcel</string>
        <key>Entitlements</key><dict>\(key)<key>get-task-allow</key><true/></dict></dict></plist>
        """
      return Data([0x30, 0x82, 0x1f, 0xff, 0x06, 0x09]) + Data(list.utf8) + Data([0xa0, 0x00, 0x3c, 0x3f])
    }

    private func read(_ data: Data) throws -> APNsEnvironment {
      try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
      let file = device.folder.appendingPathComponent("embedded.mobileprovision")
      try data.write(to: file)
      return APNsEnvironment.read(profile: file)
    }

    @Test func theEmbeddedProfileSays() throws {
      #expect(try read(profile("development")) == .init(name: "sandbox", source: "embedded_profile"))
      #expect(try read(profile("production")) == .init(name: "production", source: "embedded_profile"))
    }

    /// macOS's name of the entitlement, in the profiles of Mac Catalyst.
    @Test func aProfileOfAMacSaysToo() throws {
      let data = profile("development", "com.apple.developer.aps-environment")
      #expect(try read(data) == .init(name: "sandbox", source: "embedded_profile"))
    }

    /// An extension's own profile says nothing of push: the app's does.
    @Test func anExtensionReadsTheAppsProfile() throws {
      let app = device.folder.appendingPathComponent("Parcel.app", isDirectory: true)
      let bundle = app.appendingPathComponent("PlugIns/Service.appex", isDirectory: true)
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      try profile(nil).write(to: bundle.appendingPathComponent("embedded.mobileprovision"))
      try profile("development").write(to: app.appendingPathComponent("embedded.mobileprovision"))
      let found = try #require(APNsEnvironment.profile(in: bundle))
      #expect(APNsEnvironment.read(profile: found).name == "sandbox")
      #expect(APNsEnvironment.profile(in: app) == found)
      #expect(APNsEnvironment.profile(in: device.folder.appendingPathComponent("Alone.appex")) == nil)
    }

    @Test func whatCannotBeReadIsUnknown() throws {
      let unknown = APNsEnvironment(name: "unknown", source: "embedded_profile")
      #expect(try read(profile(nil)) == unknown)
      #expect(try read(profile("something")) == unknown)
      #expect(try read(Data()) == unknown)
      #expect(try read(Data("<?xml </plist>".utf8)) == unknown)
      #expect(try read(Data("</plist> <?xml".utf8)) == unknown)
      let late = Data(repeating: 0, count: APNsEnvironment.largestProfile) + profile("development")
      #expect(try read(late) == unknown)
      #expect(APNsEnvironment.read(profile: device.folder.appendingPathComponent("gone")) == unknown)
    }

    @Test func aCopyFromTheStoreHasNoProfile() {
      #expect(APNsEnvironment.read(profile: nil) == .init(name: "production", source: "store"))
      #expect(APNsEnvironment.read(.ios) == .init(name: "production", source: "store"))
    }

    @Test func onMacOSTheSignedEntitlementSays() {
      #expect(APNsEnvironment.read(.macos) == .init(name: "unknown", source: "entitlement"))
      SecTask.fakeEntitlements["com.apple.developer.aps-environment"] = NSString(string: "development")
      #expect(APNsEnvironment.read(.macos) == .init(name: "sandbox", source: "entitlement"))
    }

    @Test func provenanceFollows() {
      #expect(APNsEnvironment(name: "sandbox", source: "simulator").provenance == "simulator")
      #expect(APNsEnvironment(name: "sandbox", source: "entitlement").provenance == "sandbox device")
      #expect(APNsEnvironment(name: "production", source: "store").provenance == "production device")
    }
  }
}
