import Foundation
import PushClient
import Security
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct IdentityTests {
    let device = Device()
    let item = "com.example.pushwire/installation/"

    @Test func theStateIsOutsideBackupsAndTheMarkerOnThisDeviceOnly() async throws {
      await device.launchRegistered()
      #expect(device.excluded.first == device.folder.lastPathComponent)
      #expect(device.excluded.dropFirst().allSatisfy { $0 == "state.json" })
      #expect(device.excluded.count > 1)
      let name = try #require(FakeKeychain.current.items.keys.first { $0.hasPrefix(item) })
      #expect(
        FakeKeychain.current.accessible[name]
          == String(describing: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly))
      #expect(FakeKeychain.current.items.count == 1)
      let text = try String(contentsOf: device.folder.appendingPathComponent("state.json"), encoding: .utf8)
      #expect(!text.contains(device.push.keys.secret))
    }

    @Test func theRealFileIsReplacedAsAWhole() throws {
      let folder = device.folder.appendingPathComponent("deep/er")
      let file = StateFile(folder: folder)
      #expect(file.presence == .absent)
      #expect(try file.load() == nil)
      try file.save("one")
      try file.save("two")
      #expect(try file.load() == "two")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
    }

    @Test func aRelaunchKeepsInstallationAndSecret() async {
      await device.launchRegistered()
      let (installation, secret) = (device.push.installation, device.push.keys.secret)
      device.kill()
      device.launch()
      #expect(device.push.installation == installation)
      #expect(device.push.keys.secret == secret)
    }

    @Test func aReinstallIsANewInstallationThatNamesItsPredecessor() async throws {
      await device.launchRegistered()
      let old = device.push.keys
      try FileManager.default.removeItem(at: device.folder)
      device.kill()
      await device.launchRegistered()
      #expect(device.push.installation != old.installation)
      #expect(device.push.keys.secret != old.secret)
      let put = try #require(device.server.calls("PUT", device.push.installation).first)
      #expect(put.json["predecessor_secret"].string == old.secret)
      #expect(put.json["generation"].integer == 1)
      // The server has the predecessor; it is not named any more.
      device.token([9])
      await until { device.server.calls("PUT", device.push.installation).count == 2 }
      #expect(device.server.calls("PUT", "").last?.json["predecessor_secret"] == .null)
    }

    @Test func anotherDeviceIsANewInstallationWithoutPredecessor() async {
      await device.launchRegistered(account: "alice")
      let old = device.push.installation
      // Files were moved to another device; its keychain has nothing.
      FakeKeychain.current = FakeKeychain()
      device.kill()
      await device.launchRegistered()
      #expect(device.push.installation != old)
      #expect(device.state.account.account == nil)
      let put = device.server.calls("PUT", device.push.installation).first
      #expect(put?.json["predecessor_secret"] == .null)
      #expect(put?.json["generation"].integer == 1)
    }

    @Test func aLockedKeychainAdoptsNothingAndLosesNothing() async {
      FakeKeychain.current.isLocked = true
      device.launch()
      #expect(device.push.installation == "")
      #expect(device.log("keychain_unreadable") == [String(errSecInteractionNotAllowed)])
      device.token()
      await calm()
      #expect(device.server.calls.isEmpty)

      FakeKeychain.current.isLocked = false
      device.kill()
      await device.launchRegistered()
      let installation = device.push.installation
      #expect(installation != "")
      FakeKeychain.current.isLocked = true
      device.kill()
      device.launch()
      #expect(device.push.installation == installation)
    }

    /// A later version of the app shares its keychain and its state with an extension: it is the same device.
    @Test func whatAnEarlierVersionLeftGoesOverToTheGroup() throws {
      let item = VaultItem(deviceKey: "d", installation: "i-1", secret: "s-1")
      try KeychainVault(service: "com.example.pushwire", group: nil).write(item)
      let shared = KeychainVault(service: "com.example.pushwire", group: "TEAM.shared")
      #expect(try shared.read() == item)
      #expect(FakeKeychain.current.items.keys.contains { $0.hasSuffix("/TEAM.shared") })
      #expect(try KeychainVault(service: "com.example.other", group: "TEAM.shared").read() == nil)

      let (old, new) = (
        device.folder.appendingPathComponent("old"), device.folder.appendingPathComponent("new")
      )
      try StateFile(folder: old).save("one")
      let file = StateFile(folder: new)
      file.takeOver(from: old)
      #expect(try file.load() == "one")
      // Once: what the group has counts.
      try StateFile(folder: old).save("two")
      file.takeOver(from: old)
      #expect(try file.load() == "one")
    }

    @Test func onlyThePredecessorsOwnSecretIsKeptForIt() {
      var item = VaultItem(deviceKey: "d", installation: "i-1", secret: "s-1")
      item.adopt("i-2", predecessor: "i-0", secret: "s-2")
      #expect(item.predecessorSecret == nil)
      item.adopt("i-3", predecessor: "i-2", secret: "s-3")
      #expect(item.predecessorSecret == "s-2")
      #expect(item.marker == Launch.Marker(installation: "i-3", deviceKey: "d"))
    }

    @Test func secretsAreOf256BitsAndDiffer() {
      let (one, two) = (RandomText.secret(), RandomText.secret())
      #expect(one != two)
      #expect(one.count == 43)
      #expect(one.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }
  }
}
