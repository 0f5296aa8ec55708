import PushClient
import Testing

@testable import PushClientTesting

/// What a person decides, and what the systems make of it.
@Suite struct PersonTests {
  private func opened(
    _ platform: Platform, _ backend: MemoryBackend, apiLevel: Int = 35, _ reactions: [Person.Reaction]
  ) -> VirtualDevice {
    let device = TestApp.device(platform, backend, apiLevel: apiLevel)
    device.person.promptReactions = reactions
    device.open()
    device.reach(moment: "order_placed")
    return device
  }

  /// Time and moments, until the explainer may come again.
  private func later(_ device: VirtualDevice) {
    device.advance(by: 60_000)
    for _ in 0..<2 { device.reach(moment: "order_placed") }
  }

  @Test(arguments: [Platform.ios, .macos]) func aDenialIsForEver(_ platform: Platform) {
    let backend = MemoryBackend()
    let device = opened(platform, backend, [.deny])
    #expect(device.system.permission.status == .denied && device.system.promptsShown == 1)
    later(device)
    #expect(device.system.promptsShown == 1 && device.explainer == nil)
    #expect(device.clientState?.priming.settingsRow == "denied")
    device.login("ada")
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    #expect(device.system.tray.isEmpty && device.openHandles == 0)
    device.openSettings { $0.status = .authorized }
    #expect(device.clientState?.priming.settingsRow == nil)
    backend.send("order_shipped", id: "n2", to: device, TestApp.order)
    #expect(device.system.tray.map(\.notification) == ["n2"])
    #expect(device.system.promptsShown == 1)
  }

  @Test func androidAsksTwiceAtMost() {
    let device = opened(.android, MemoryBackend(), [.deny, .deny])
    #expect(device.system.permission.rationale && device.clientState?.priming.isBlocked == false)
    later(device)
    #expect(device.system.promptsShown == 2)
    #expect(!device.system.permission.rationale && device.clientState?.priming.isBlocked == true)
    later(device)
    later(device)
    #expect(device.system.promptsShown == 2)
  }

  @Test func aDialogThatIsSwipedAwayIsNoDenial() {
    let device = opened(.android, MemoryBackend(), [.dismiss, .allow])
    #expect(device.clientState?.priming.denials == 0 && device.clientState?.priming.isBlocked == false)
    later(device)
    #expect(device.system.promptsShown == 2 && device.system.permission.status == .authorized)
  }

  @Test func anIPhonesDialogStays() {
    let device = opened(.ios, MemoryBackend(), [.dismiss])
    #expect(device.system.permission.status == .notDetermined)
    device.answerPrompt(.allow)
    #expect(device.system.permission.status == .authorized)
    device.answerPrompt(.deny)
    #expect(device.system.permission.status == .authorized, "it is gone")
  }

  @Test func notNowUsesUpNoDialog() {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend)
    device.person.explainerAnswers = [false]
    device.open()
    device.reach(moment: "order_placed")
    #expect(device.system.promptsShown == 0 && device.explainer == nil)
    device.advance(by: 60_000)
    device.reach(moment: "order_placed")
    #expect(device.explainer == nil)
    device.reach(moment: "order_placed")
    #expect(device.explainer == "order_placed", "nobody has answered it so far")
    device.answerExplainer(true)
    #expect(device.system.promptsShown == 1 && device.system.permission.status == .authorized)
  }

  @Test func androidBefore13HasNoDialog() {
    let device = opened(.android, MemoryBackend(), apiLevel: 32, [])
    #expect(device.system.promptsShown == 0 && device.system.permission.status == .authorized)
  }

  @Test func quietNotificationsNeedNoDialog() {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend) { $0.policy.provisional = true }
    device.open()
    #expect(device.system.promptsShown == 0 && device.system.permission.status == .provisional)
    // And the explicit question may follow.
    device.reach(moment: "order_placed")
    #expect(device.system.promptsShown == 1 && device.system.permission.status == .authorized)
  }

  @Test func theAppSaysWhatIsOffInSettings() {
    let backend = MemoryBackend()
    let device = TestApp.ready(.ios, backend)
    device.openSettings { $0.alert = "disabled" }
    #expect(device.clientState?.priming.settingsRow == "alerts_off")
    #expect(backend.registrations.values.first?.body["permission"]["alert"].string == "disabled")
  }
}
