import BackgroundTasks
import Foundation
import PushClient
import Security
import Testing

@testable import PushClientApple

extension AppleTests {
  /// What comes while the state cannot be saved or read, or the keychain cannot be read: whom the system waits
  /// for is answered, and what cannot come again is kept.
  @MainActor @Suite struct UnsavedTests {
    let device = Device()
    let refresh = "com.example.refresh"
    private var file: URL { device.folder.appendingPathComponent("state.json") }

    /// As on a full disk: here, a folder in the file's place.
    private func fill() throws {
      try FileManager.default.removeItem(at: file)
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    }
    private func free() throws { try FileManager.default.removeItem(at: file) }

    @Test func aTapThatCouldNotBeSavedLeadsThereLater() async throws {
      device.launch()
      device.push.ready()
      let router = Router(device.push)
      try fill()
      let done = device.respond(Device.payload("n-1", "promo", to: "offers"))
      #expect(done.count == 1)
      await calm()
      #expect(router.places == [])
      try free()
      device.becomeActive()
      await until { router.places == ["offers"] }
      #expect(done.count == 1)
    }

    @Test func aLogoutThatCouldNotBeSavedIsMadeUpForInItsOrder() async throws {
      await device.launchRegistered(account: "alice")
      let alices = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      device.center.fakeDelivered = [Device.notification(alices)]
      try fill()
      device.push.logOut()
      device.push.logIn("bob")
      #expect(device.present(Device.notification(alices)).all == [[]])
      #expect(device.state.account.account == "alice")
      try free()
      device.enterBackground()
      device.becomeActive()
      #expect(device.center.fakeDelivered == [])
      #expect(device.state.account.account == "bob")
      await until { device.server.calls("POST", "/logout").count == 1 }
    }

    @Test func aNetworkThatCameMeanwhileIsKnownAfterwards() throws {
      device.launch()
      device.network.become(online: false)
      try fill()
      device.push.logIn("alice")
      device.network.become(online: true)
      try free()
      device.becomeActive()
      #expect(device.state.session.isOnline)
    }

    @Test func whatIsPlannedBeforeTheFirstUnlockIsPlannedAfterIt() async throws {
      await device.launchRegistered()
      let saved = try Data(contentsOf: file)
      try fill()
      device.kill()
      device.launch()
      device.push.scheduleLocal(
        "n-1", "promo", to: nil, at: Date(timeIntervalSince1970: 1_700_000_100),
        PushwireLocalText(title: "Parcel", body: "Soon"))
      #expect(device.center.fakePending == [])
      try free()
      try saved.write(to: file)
      device.unlock()
      #expect(device.center.fakePending.map(\.content.body) == ["Soon"])
    }

    @Test func handlersOfTasksAreThereThoughTheStateIsLocked() async throws {
      await device.launchRegistered()
      let saved = try Data(contentsOf: file)
      try fill()
      device.kill()
      device.push.onTask(refresh) { _ in }
      device.push.onTask("com.example.forgotten") { _ in }
      device.launch()
      #expect(BGTaskScheduler.shared.fakeRegistrations == [refresh])
      // A run that nobody can decide on is given back.
      #expect(BGTaskScheduler.shared.fakeRun(refresh)?.fakeCompletions == [false])
      try free()
      try saved.write(to: file)
      device.unlock()
      #expect(device.log("task_registered_late") == [])
      device.push.submitTask(refresh)
      #expect(BGTaskScheduler.shared.fakePending.map(\.identifier) == [refresh])
      let run = BGTaskScheduler.shared.fakeRun(refresh)
      await until { run?.fakeCompletions == [true] }
    }

    @Test func aTaskWithoutALaunchHandlerIsNotSubmitted() {
      #expect(SystemTasks().submit(refresh, TaskPolicy(), earliest: 0) == "not_registered")
      #expect(BGTaskScheduler.shared.fakeSubmissions == [])
    }

    @Test func aKeychainThatCanBeReadLaterIsReadThen() async {
      FakeKeychain.current.isLocked = true
      device.center.fakeSettings = .fake(.authorized)
      device.launch()
      device.push.ready()
      device.token()
      #expect(device.push.installation == "")
      FakeKeychain.current.isLocked = false
      device.becomeActive()
      #expect(device.push.installation == "installation-1")
      #expect(device.state.session.isReady)
      device.token()
      await until { device.state.registration.acknowledged == 1 }
      #expect(
        device.server.calls("PUT", "").last?.headers["Pushwire-Installation-Secret"]
          == device.push.keys.secret)
    }

    @Test func withoutItsSecretNothingIsSent() async {
      await device.launchRegistered()
      let (installation, secret) = (device.push.installation, device.push.keys.secret)
      FakeKeychain.current.isLocked = true
      device.kill()
      let calls = device.server.calls.count
      device.launch()
      device.token()
      await until { device.log("server_unauthorized") == ["no_secret"] }
      #expect(device.server.calls.count == calls)
      FakeKeychain.current.isLocked = false
      device.enterBackground()
      device.becomeActive()
      #expect(device.push.installation == installation)
      device.token()
      await until { device.server.calls.count > calls }
      #expect(device.server.calls.last?.headers["Pushwire-Installation-Secret"] == secret)
    }

    @Test func whatTheExtensionMetStaysUntilItIsSaved() async throws {
      await device.launchRegistered(account: "alice")
      let queue = ExtensionQueue(folder: device.folder)
      let payload = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      try queue.add(JSONValue(userInfo: payload), at: 1_700_000_005_000, id: "x")
      try fill()
      device.becomeActive()
      #expect(queue.read().count == 1)
      try free()
      device.becomeActive()
      #expect(queue.read().count == 0)
      #expect(device.state.receipts.waiting.receipts.filter { $0.notification == "n-1" }.count == 1)
    }
  }
}
