import Foundation
import PushClient
import Security
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct LaunchTests {
    let device = Device()

    @Test func everyLaunchRegisters() async {
      await device.launchRegistered()
      #expect(device.application.fakeRegistrations == 1)
      let put = device.server.calls("PUT", "/v1/installations/\(device.push.installation)")
      #expect(put.count == 1)
      let body = put[0].json
      #expect(body["token"].string == "0aff007e")
      #expect(body["environment"].string == "sandbox")
      #expect(body["environment_source"].string == "embedded_profile")
      #expect(body["app_version"].string == "4.1")
      #expect(body["permission"]["status"].string == "authorized")
      #expect(put[0].headers["Pushwire-App"] == "pk-parcel")

      device.kill()
      await device.launchRegistered()
      await until { device.server.calls("PUT", "").count == 2 }
      #expect(device.server.calls("PUT", "")[1].json["generation"] == body["generation"])
    }

    @Test func theDelegateIsThereWhenTheLaunchEnds() {
      #expect(device.center.delegate == nil)
      device.launch()
      #expect(device.center.delegate === device.push.centerDelegate)
    }

    @Test func anAppWithItsOwnDelegateKeepsIt() {
      final class Own: NSObject, UNUserNotificationCenterDelegate {}
      let own = Own()
      device.options.isCenterDelegate = false
      device.install()
      device.center.delegate = own
      device.launch()
      #expect(device.center.delegate === own)
    }

    @Test func secretsAreInHeadersAlone() async {
      await device.launchRegistered(account: "alice")
      device.timers.advance(60_000)
      await until { !device.server.calls("POST", "/receipts").isEmpty }
      let secret = device.push.keys.secret
      #expect(secret.hasPrefix("secret-"))
      for call in device.server.calls {
        #expect(call.headers["Pushwire-Installation-Secret"] == secret)
        let text = call.url.absoluteString + String(decoding: call.body ?? Data(), as: UTF8.self)
        #expect(!text.contains(secret) && !text.contains("ticket-of"))
      }
      #expect(device.server.calls("PUT", "")[0].headers["Authorization"] == "Bearer ticket-of-alice")
      let told = device.logs.all.map { $0.code + $0.subject }.joined()
      #expect(!told.contains("0aff007e") && !told.contains("alice"))
    }

    @Test func theLaunchedTwiceIsTold() {
      device.launch()
      device.launch()
      #expect(device.log("launched_twice").count == 1)
      #expect(device.application.fakeRegistrations == 1)
    }

    @Test func aDeviceThatWasNotUnlockedKeepsItsInstallation() async throws {
      await device.launchRegistered()
      let installation = device.push.installation
      let file = device.folder.appendingPathComponent("state.json")
      let saved = try Data(contentsOf: file)

      // Unreadable, as before the first unlock: here, a folder in its place.
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      FakeKeychain.current.isLocked = true
      device.kill()
      device.launch()
      #expect(device.log("state_locked").count == 1)
      let pushed = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      #expect(pushed.all == [.failed])
      _ = device.respond(Device.payload("n-2", "promo", to: "offers"))

      try FileManager.default.removeItem(at: file)
      try saved.write(to: file)
      FakeKeychain.current.isLocked = false
      device.unlock()
      #expect(device.push.installation == installation)
      #expect(device.state.taps.waiting.map(\.destination.name) == ["offers"])
    }

    @Test func aLaunchThatCouldNotBeSavedIsMadeUpFor() throws {
      try Data().write(to: device.folder)
      device.launch()
      #expect(device.push.installation == "")
      #expect(device.application.fakeRegistrations == 0)
      try FileManager.default.removeItem(at: device.folder)
      device.enterBackground()
      device.becomeActive()
      #expect(device.push.installation == "installation-1")
      #expect(device.application.fakeRegistrations == 1)
    }

    @Test func aStateThatMakesNoSenseIsSetAside() throws {
      try FileManager.default.createDirectory(at: device.folder, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: device.folder.appendingPathComponent("state.json"))
      device.launch()
      #expect(device.log("state_set_aside").count == 1)
      #expect(device.push.installation == "installation-1")
      let aside = device.folder.appendingPathComponent("state.unusable")
      #expect(try Data(contentsOf: aside) == Data("{".utf8))
    }
  }
}
