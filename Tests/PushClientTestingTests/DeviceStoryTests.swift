import PushClient
import Testing

@testable import PushClientTesting

/// Whole stories on each platform, with everything beside the device in memory.
@Suite struct DeviceStoryTests {
  private static let platforms = [Platform.ios, .macos, .android]

  @Test(arguments: platforms) func fromNothingToAPermittedRegisteredDevice(_ platform: Platform) throws {
    let backend = MemoryBackend()
    let device = TestApp.device(platform, backend)
    #expect(device.installation == nil)
    device.open()
    let installation = try #require(device.installation)
    #expect(device.system.promptsShown == 0)
    #expect(backend.registrations[installation]?.token == device.system.token)
    #expect(backend.registrations[installation]?.account == nil)
    device.reach(moment: "order_placed")
    #expect(device.system.promptsShown == 1)
    #expect(device.system.permission.status == .authorized)
    device.login("ada")
    #expect(device.clientState?.account.binding == .bound)
    let stored = try #require(backend.registrations[installation])
    #expect(stored.account == "ada")
    #expect(stored.body["permission"]["status"].string == "authorized")
    #expect(stored.body["platform"].string == platform.rawValue)
    #expect(stored.body["environment"].string == (platform == .android ? nil : "sandbox"))
    device.flush()
    #expect(backend.events.contains("prompt_shown") && backend.events.contains("permission_granted"))
    #expect(device.misuses.isEmpty && device.openHandles == 0)
    #expect(!device.journal.text.contains(try #require(device.system.token)))
    #expect(!device.journal.text.contains("ticket of"))
  }

  @Test(arguments: platforms) func anAlertInFrontIsTheAppsToShow(_ platform: Platform) {
    let backend = MemoryBackend()
    let device = TestApp.ready(platform, backend)
    #expect(backend.send("order_shipped", id: "n1", to: device, TestApp.order))
    #expect(device.system.tray.map(\.by) == [.app])
    #expect(device.system.tray.first?.isBanner == true)
    device.flush()
    #expect(backend.kinds("n1") == ["received", "displayed"])
    #expect(backend.receipts.allSatisfy { $0.provenance == "virtual" })
    // Its class shows nothing in front.
    backend.send("news", id: "n2", to: device)
    #expect(device.system.tray.count == 1)
    #expect(device.inbox.map(\.notification) == ["n1"])
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test(arguments: platforms) func anAlertBehindIsTheSystemsAndATapStartsTheApp(_ platform: Platform) {
    let backend = MemoryBackend()
    let device = TestApp.ready(platform, backend)
    device.leave()
    device.terminate()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.tray.map(\.by) == [.system])
    #expect(device.system.appState == .terminated)
    device.tap(device.system.tray[0])
    #expect(device.system.appState == .foreground)
    #expect(device.navigations.map(\.destination) == [TestApp.order])
    // Once more the same: from recents, or in the scene's options.
    let item = ShownNotification(
      id: "n1",
      payload: MemoryPush(name: "order_shipped", id: "n1", revision: 1, destination: TestApp.order)
        .payload(.ios), isAlerting: true, by: .system)
    device.respondAgain(item)
    #expect(device.navigations.count == 1)
    device.flush()
    #expect(backend.kinds("n1") == ["displayed", "opened", "routed"])
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test func aTapWaitsForTheFirstScreen() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.terminate()
    device.app.becomesReady = false
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    device.tap(device.system.tray[0])
    #expect(device.navigations.isEmpty)
    device.uiReady()
    #expect(device.navigations.map(\.destination) == [TestApp.order])
  }

  @Test func silentWorkWakesATerminatedAppAndNotAForceQuitOne() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.terminate()
    backend.send("orders_changed", id: "s1", to: device)
    #expect(device.system.appState == .background)
    device.flush()
    #expect(backend.kinds("s1") == ["received", "completed"])
    #expect(backend.receipts.last?.result == "new_data")
    device.forceQuit()
    backend.send("orders_changed", id: "s2", to: device)
    #expect(device.system.appState == .stopped)
    #expect(backend.kinds("s2").isEmpty)
    #expect(device.journal.contains(.system, "force-quit"))
    // What it would have told is fetched when the app is opened.
    let before = device.reconciles.count
    device.open()
    #expect(device.reconciles.count == before + 1)
    #expect(device.reconciles.last == ["orders_changed"])
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test func aStoppedAndroidAppGetsNothingAtAll() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.android, backend)
    device.forceQuit()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    backend.send("orders_changed", id: "s1", to: device)
    #expect(device.system.tray.isEmpty && device.system.appState == .stopped)
  }

  @Test func macOSWakesNoAppThatDoesNotRun() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.macos, backend)
    device.forceQuit()
    backend.send("orders_changed", id: "s1", to: device)
    #expect(device.system.appState == .terminated)
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.tray.count == 1)
    device.open()
    device.leave()
    backend.send("orders_changed", id: "s2", to: device)
    device.flush()
    #expect(backend.kinds("s2") == ["received", "completed"])
  }

  @Test func workThatNeverEndsIsCutByItsBudget() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.app.work = { _ in .goesOn }
    device.leave()
    backend.send("orders_changed", id: "s1", to: device)
    #expect(device.openWorks.count == 1 && device.openHandles == 1)
    let work = device.openWorks[0].work
    device.advance(by: ClientConstant.workBudget)
    #expect(device.openWorks.isEmpty && device.openHandles == 0)
    device.finishWork(work, .newData)
    device.advance(by: 60_000)
    #expect(backend.receipts.last?.result == "expired")
    #expect(device.misuses.isEmpty)
  }

  @Test func airplaneModeKeepsTheNewest() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.leave()
    device.set(isOnline: false)
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    backend.send("order_shipped", id: "n2", to: device, TestApp.order)
    #expect(device.system.tray.isEmpty)
    device.set(isOnline: true)
    #expect(device.run(within: 1_000) { !$0.system.tray.isEmpty })
    #expect(device.system.tray.map(\.notification) == ["n2"])
  }

  @Test func anotherAccountIsNeverShown() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    let tag = backend.registrations[device.installation ?? ""]?.tag ?? ""
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.tray.count == 1)
    device.logout()
    #expect(device.system.tray.isEmpty && device.inbox.isEmpty)
    #expect(backend.registrations[device.installation ?? ""]?.token == nil)
    device.login("bob")
    #expect(device.clientState?.account.binding == .bound)
    var late = MemoryPush(name: "order_shipped", id: "n2", revision: 1, destination: TestApp.order)
    late.tag = tag
    #expect(
      backend.deliver(
        to: device.system.token ?? "", headers: late.headers(.ios), payload: late.payload(.ios), device))
    #expect(device.system.tray.isEmpty && device.inbox.isEmpty)
    device.flush()
    #expect(backend.kinds("n2") == ["suppressed"])
  }

  @Test(arguments: platforms) func aReinstallIsANewInstallation(_ platform: Platform) throws {
    let backend = MemoryBackend()
    let device = TestApp.ready(platform, backend)
    let (before, token) = (try #require(device.installation), try #require(device.system.token))
    device.reinstall()
    #expect(device.system.permission.status == .notDetermined)
    #expect(!backend.deliver(to: token, headers: [:], payload: [:]), "the provider knows it no more")
    device.person = .agreeable
    device.open()
    device.login("ada")
    let after = try #require(device.installation)
    #expect(after != before)
    #expect(device.clientState?.registration.generation == 2)
    // Apple's keychain names who was here; Android forgets.
    let named = device.journal.contains(.app, "after \(before)")
    #expect(named == (platform != .android))
  }

  @Test func aBackupOnAnotherDeviceIsANewInstallation() throws {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    let other = device.restored(seed: 8)
    other.open()
    #expect(other.installation != device.installation)
    #expect(other.clientState?.account.account == nil)
    #expect(!other.journal.contains(.app, "after"))
  }

  @Test func theSameSeedIsTheSameStory() {
    func story() -> String {
      let backend = MemoryBackend()
      let device = TestApp.ready(.android, backend)
      backend.send("orders_changed", id: "s1", to: device)
      device.advance(by: 60_000)
      return device.journal.text
    }
    #expect(story() == story())
  }
}
