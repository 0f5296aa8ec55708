import Foundation
import PushClient
import PushClientTesting
import Testing

/// Virtual devices, the emulators and the whole server: from the backend's request to the receipts.
@Suite(.serialized) struct VirtualDeviceTests {
  private static let platforms = [Platform.ios, .macos, .android]
  private static let order: JSONValue = ["order": "8123", "day": "Friday"]

  /// Opened, permitted and signed in.
  private func ready(_ stage: VirtualStage, _ platform: Platform, isFar: Bool = true) throws -> VirtualDevice
  {
    let device = try stage.device(platform, isFar: isFar)
    device.open()
    device.reach(moment: "order_placed")
    device.login("ada")
    #expect(device.clientState?.account.binding == .bound, "\(device.journal.text)")
    return device
  }

  private func receipts(
    _ stage: VirtualStage, _ device: VirtualDevice, _ id: String, _ kinds: [String]
  ) throws {
    let came = device.run { device in
      device.flush()
      return (try? stage.receipts(id)) == kinds.sorted()
    }
    let message = try stage.message(id)
    #expect(came, "\(message.text)\n\(device.journal.text)")
  }

  @Test(arguments: platforms, [true, false])
  func anAlertIsShownInEachStateAndATapLeadsToItsPlace(_ platform: Platform, isFar: Bool) throws {
    let stage = try VirtualStage()
    let device = try ready(stage, platform, isFar: isFar)
    let installation = try #require(device.installation)
    let shown = try stage.ask("GET", "/v1/installations/" + installation)
    #expect(shown["binding"].string == "bound" || shown["state"].string == "active", "\(shown.text)")

    // In front.
    try stage.send("order_shipped", id: "front", to: "ada", Self.order)
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")
    #expect(device.system.tray.map(\.by) == [.app])
    #expect(device.system.tray.first?.body == "Your order arrives on Friday.")
    try receipts(stage, device, "front", ["received", "displayed"])
    #expect(stage.status("front") == "displayed")
    #expect(device.inbox.map(\.notification) == ["front"])

    // Behind; the newer one takes the place of the older.
    device.leave()
    try stage.send("order_shipped", id: "behind", to: "ada", Self.order)
    #expect(device.run { $0.system.tray.contains { $0.notification == "behind" } }, "\(device.journal.text)")
    #expect(device.system.tray.map(\.by) == [.system])

    // Not in memory: a cold start by the tap.
    device.terminate()
    try stage.send("order_shipped", id: "cold", to: "ada", Self.order)
    #expect(device.run { $0.system.tray.contains { $0.notification == "cold" } }, "\(device.journal.text)")
    #expect(!device.system.isRunning)
    device.tap(try #require(device.system.tray.last))
    #expect(device.navigations.map(\.destination) == [Destination("order", ["order": "8123"])])
    try receipts(stage, device, "cold", ["displayed", "opened", "routed"])
    #expect(stage.status("cold") == "routed")
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test(arguments: platforms) func silentWorkIsDoneAndReported(_ platform: Platform) throws {
    let stage = try VirtualStage()
    let device = try ready(stage, platform)
    device.leave()
    if platform != .macos { device.terminate() }
    var worked: [String] = []
    device.app.work = { work in
      worked.append(work.notificationClass)
      return .finished(.newData)
    }
    try stage.send("orders_changed", id: "silent", to: "ada")
    #expect(device.run { _ in !worked.isEmpty }, "\(device.journal.text)")
    #expect(device.system.appState == .background)
    #expect(worked == ["orders_changed"])
    try receipts(stage, device, "silent", ["received", "completed"])
    let message = try stage.message("silent")
    let completed = message["receipts"].array?.first { $0["kind"].string == "completed" }
    #expect(completed?["result"].string == "new_data", "\(message.text)")
    #expect(device.system.tray.isEmpty && device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test func theExtensionReportsWhileTheAppIsNotInMemory() throws {
    let stage = try VirtualStage()
    let device = try ready(stage, .ios)
    device.terminate()
    try stage.send("parcel_photo", id: "photo", to: "ada", ["order": "8123"])
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")
    #expect(device.system.tray.map(\.by) == [.serviceExtension])
    #expect(device.system.appState == .terminated)
    try receipts(stage, device, "photo", ["received"])
  }

  @Test(arguments: platforms) func logoutDeletesTheTokenAndARemovedAppEndsIt(_ platform: Platform) throws {
    let stage = try VirtualStage()
    let device = try ready(stage, platform)
    let installation = try #require(device.installation)
    device.logout()
    try stage.sendRefused("late", to: "ada")
    #expect(device.system.tray.isEmpty)
    device.login("ada")
    #expect(device.clientState?.account.binding == .bound, "\(device.journal.text)")
    try stage.send("order_shipped", id: "back", to: "ada", Self.order)
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")

    device.removeApp()
    try stage.send("order_shipped", id: "gone", to: "ada", Self.order)
    let isRejected = device.run { _ in stage.status("gone") == "rejected" }
    let message = try stage.message("gone")
    #expect(isRejected, "\(message.text)")
    #expect(
      message["reason"].string == (platform == .android ? "UNREGISTERED" : "Unregistered"), "\(message.text)")
    let after = try stage.ask("GET", "/v1/installations/" + installation)
    let retired = after["hops"].array?.first { $0["hop"].string == "retired" }
    #expect(retired?["status"].string == "proven", "\(after.text)")
  }

  /// The same token turns up under a new id: a predecessor's secret proves it on Apple's systems, on Android a
  /// challenge that is pushed to the token.
  @Test(arguments: platforms) func aReinstallWithTheSameTokenTakesItOver(_ platform: Platform) throws {
    let stage = try VirtualStage()
    let device = try ready(stage, platform)
    let (before, token) = (try #require(device.installation), device.system.token)
    device.reinstall(keepsToken: true)
    device.person = .agreeable
    device.open()
    device.reach(moment: "order_placed")
    device.login("bob")
    let after = try #require(device.installation)
    #expect(after != before && device.system.token == token)
    let isFree = device.run { _ in stage.hasToken(after) && !stage.hasToken(before) }
    #expect(isFree, "\(device.journal.text)")
    let isChallenged = device.journal.contains(.provider, "a challenge")
    #expect(isChallenged == (platform == .android))
    try stage.send("order_shipped", id: "n1", to: "bob", Self.order)
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")
    #expect(device.misuses.isEmpty && device.openHandles == 0)
  }

  @Test(arguments: platforms) func airplaneModeKeepsWhatTheProviderKeeps(_ platform: Platform) throws {
    let stage = try VirtualStage()
    let device = try ready(stage, platform)
    device.leave()
    device.set(isOnline: false)
    try stage.send("order_shipped", id: "n1", to: "ada", Self.order)
    #expect(device.run { _ in stage.status("n1") == "accepted" })
    #expect(device.system.tray.isEmpty)
    device.set(isOnline: true)
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")
  }

  @Test func aSwitchOfAccountsShowsNothingOfTheOther() throws {
    let stage = try VirtualStage()
    let device = try ready(stage, .ios)
    // Signed out where nobody hears it, and somebody else signs in.
    device.set(isOnline: false)
    device.logout()
    try stage.send("order_shipped", id: "ada", to: "ada", Self.order)
    device.login("bob")
    device.set(isOnline: true)
    #expect(device.run { $0.clientState?.account.binding == .bound }, "\(device.journal.text)")
    try stage.send("order_shipped", id: "bob", to: "bob", Self.order)
    #expect(device.run { !$0.system.tray.isEmpty }, "\(device.journal.text)")
    #expect(device.inbox.map(\.notification) == ["bob"])
    #expect(device.system.tray.compactMap(\.notification) == ["bob"])
  }
}

extension VirtualStage {
  /// A send that reaches nobody.
  func sendRefused(_ id: String, to account: String) throws {
    let answer = try ask(
      "POST", "/v1/notifications",
      [
        "id": .string(id), "class": "order_shipped", "target": ["account": .string(account)],
        "parameters": ["order": "8123", "day": "Friday"],
      ])
    #expect(answer["messages"].integer == answer["suppressed"].integer, "\(answer.text)")
  }
}
