import PushClient
import Testing

@testable import PushClientTesting

/// Buttons, links, local notifications, background tasks and the service extension.
@Suite struct AppTests {
  @Test func buttonsOpenTheAppOrWorkBehindIt() throws {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    #expect(device.system.categories == ["orders"])
    device.leave()
    device.terminate()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    device.tap(try #require(device.system.tray.first), action: "mute")
    #expect(device.actions.map(\.action) == ["mute"] && device.navigations.isEmpty)
    #expect(device.system.appState == .background)
    backend.send("order_shipped", id: "n2", to: device, TestApp.order)
    device.tap(try #require(device.system.tray.first), action: "track")
    #expect(device.navigations.map(\.action) == ["track"])
    #expect(device.system.appState == .foreground)
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test func aSoundAloneLeavesNothingInTheList() {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend) { $0.policy.classes["news"]?.foreground = [.sound] }
    device.open()
    device.reach(moment: "order_placed")
    backend.send("news", id: "n1", to: device)
    #expect(device.system.tray.isEmpty && device.journal.contains(.system, "shows it: sound"))
    device.app.policy.classes["news"]?.foreground = [.list]
    device.terminate()
    device.open()
    backend.send("news", id: "n2", to: device)
    #expect(device.system.tray.map(\.isBanner) == [false] && device.openHandles == 0)
  }

  @Test func dismissingLeadsNowhere() throws {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.leave()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    device.dismiss(try #require(device.system.tray.first))
    #expect(device.system.tray.isEmpty && device.navigations.isEmpty && device.openHandles == 0)
    #expect(device.system.appState == .background)
  }

  @Test func aLinkOfAnotherSchemeLeadsHome() {
    let device = TestApp.device(.android, MemoryBackend())
    device.open(link: "evil://order/1")
    #expect(device.navigations.map(\.destination.name) == ["home"])
  }

  @Test(arguments: [Platform.ios, .android]) func aLocalAndItsRemoteTwinAreShownOnce(_ platform: Platform)
    throws
  {
    let backend = MemoryBackend()
    let device = TestApp.ready(platform, backend)
    var local = LocalNotification()
    local.notification = "n1"
    local.notificationClass = "order_shipped"
    local.destination = TestApp.order
    local.at = device.clock.now + 1_000
    device.addLocal(local)
    local.notification = "n2"
    device.addLocal(local)
    device.leave()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    // The system shows the remote one without the app: nobody withdraws the local one.
    #expect(device.system.pendingLocals.map(\.notification) == ["n1", "n2"])
    device.advance(by: 2_000)
    #expect(device.system.tray.filter { $0.id == "n1" }.count == 1, "the same id takes its place")
    let second = try #require(device.system.tray.first { $0.notification == "n2" })
    #expect(second.by == .local)
    device.tap(second)
    #expect(device.navigations.map(\.destination) == [TestApp.order])
  }

  @Test func aLocalInFrontIsTheAppsToShow() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    var local = LocalNotification()
    local.notification = "n1"
    local.notificationClass = "order_shipped"
    local.at = device.clock.now + 1_000
    device.addLocal(local)
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.pendingLocals.isEmpty, "its remote twin was shown first")
    local.notification = "n2"
    device.addLocal(local)
    device.advance(by: 1_000)
    #expect(device.system.tray.map(\.notification) == ["n1", "n2"])
    #expect(device.openHandles == 0 && device.misuses.isEmpty)
    local.notification = "n3"
    local.at += 60_000
    device.addLocal(local)
    device.logout()
    #expect(device.system.pendingLocals.isEmpty)
  }

  @Test func backgroundTasksRunAndExpire() throws {
    let id = "com.example.refresh"
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend) { app in
      app.permittedTasks = [id, "com.example.forgotten"]
      app.taskHandlers = [id, id]
      app.task = { _ in .goesOn }
    }
    #expect(device.startTask(id) == nil, "nothing was submitted")
    device.open()
    #expect(device.warnings == ["task_registered_twice \(id)", "task_without_handler com.example.forgotten"])
    device.submitTask(id)
    device.terminate()
    let run = try #require(device.startTask(id))
    #expect(device.system.appState == .background)
    #expect(device.system.submittedTasks == [id], "the next is submitted first")
    #expect(device.openRuns == [run: id])
    device.expireTask(run)
    device.finishTask(run, success: true)
    #expect(device.openRuns.isEmpty)
    #expect(device.journal.contains(.app, "task is done: false"))
    #expect(!device.journal.contains(.app, "task is done: true"))
  }

  @Test func theExtensionWithholdsWhatIsNotOurs() throws {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.terminate()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order, members: ["mutable-content": 1])
    #expect(device.system.tray.map(\.by) == [.serviceExtension])
    #expect(device.system.tray.first?.title == "A title")
    #expect(backend.kinds("n1") == ["received"])
    var other = MemoryPush(name: "order_shipped", id: "n2", revision: 1, destination: TestApp.order)
    other.tag = "somebody else's"
    other.members = ["mutable-content": 1]
    backend.deliver(
      to: try #require(device.system.token), headers: other.headers(.ios), payload: other.payload(.ios),
      device)
    let shown = try #require(device.system.tray.last)
    #expect(shown.title == nil && shown.body == nil)
    #expect(backend.kinds("n2") == ["suppressed"])
  }

  @Test func aLostAnswerIsAskedForAgain() {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend)
    backend.isReachable = false
    device.open()
    let caller = device.register()
    #expect(device.registrationOutcomes[caller] == .waiting)
    backend.isReachable = true
    device.leave()
    device.open()
    #expect(backend.registrations.count == 1)
  }

  @Test func aTokenThatCouldNotBeGivenComesWithTheNetwork() {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend)
    device.set(isOnline: false)
    device.open()
    device.advance(by: ClientConstant.tokenWait)
    #expect(device.clientState?.registration.failure == "unavailable")
    device.set(isOnline: true)
    #expect(backend.registrations.values.first?.token == device.system.token)
    #expect(device.clientState?.registration.failure == nil)
  }

  @Test func newTokensReplaceOldOnes() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.android, backend)
    let before = device.system.token
    device.rotateToken()
    #expect(device.system.token != before)
    #expect(backend.registrations.values.first?.token == device.system.token)
    device.leave()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.tray.count == 1)
  }

  @Test func messagesThatWereDroppedAreFetched() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.android, backend)
    device.leave()
    let before = device.reconciles.count
    device.receive(
      Delivery(number: 9, id: "", provider: .fcm, time: 0, payload: .null, isDeletion: true))
    #expect(device.reconciles.count == before + 1)
    #expect(backend.requests.last == "GET /v1/inbox")
  }
}
