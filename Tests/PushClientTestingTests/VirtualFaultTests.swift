import PushClient
import Testing

@testable import PushClientTesting

/// Each fault breaks what its name says.
@Suite struct VirtualFaultTests {
  private func story(_ fault: VirtualFault?) -> (backend: MemoryBackend, device: VirtualDevice) {
    let backend = MemoryBackend()
    let device = TestApp.device(.ios, backend)
    if let fault { device.faults = [fault] }
    device.open()
    device.reach(moment: "order_placed")
    device.login("ada")
    device.advance(by: ClientConstant.tokenWait)
    device.leave()
    backend.send("order_shipped", id: "n1", to: device, TestApp.order)
    backend.send("orders_changed", id: "s1", to: device)
    device.terminate()
    if let shown = device.system.tray.first { device.tap(shown) }
    device.advance(by: ClientConstant.workBudget)
    device.flush()
    return (backend, device)
  }

  @Test func withoutOneAllHolds() {
    let (backend, device) = story(nil)
    #expect(backend.kinds("n1") == ["displayed", "opened", "routed"])
    #expect(backend.kinds("s1") == ["received", "completed"])
    #expect(device.navigations.count == 1)
  }

  @Test(arguments: [VirtualFault.noToken, .tokenRefused]) func withoutATokenNothingIsRegistered(
    _ fault: VirtualFault
  ) {
    let (backend, device) = story(fault)
    #expect(backend.registrations.isEmpty && device.system.tray.isEmpty)
    let reason = fault == .noToken ? "unavailable" : "3000"
    #expect(device.clientState?.registration.failure == reason)
  }

  @Test(arguments: [VirtualFault.wrongTopic, .wrongEnvironment, .tokenChanged]) func whatTheProviderRefuses(
    _ fault: VirtualFault
  ) {
    let (backend, device) = story(fault)
    #expect(backend.registrations.count == 1 && device.system.tray.isEmpty)
    #expect(!backend.send("order_shipped", id: "n2", to: device))
  }

  @Test func aRegistrationThatIsNeverSent() {
    let (backend, device) = story(.noRegistration)
    #expect(backend.registrations.isEmpty && device.system.token != nil)
  }

  @Test func aHandlerThatIsDropped() {
    let (backend, device) = story(.handlerDropped)
    #expect(device.system.tray.isEmpty && backend.kinds("s1").isEmpty)
    #expect(backend.kinds("n1") == ["displayed", "opened", "routed"], "the system shows an alert by itself")
  }

  @Test func aTapThatIsDropped() {
    let (backend, device) = story(.tapDropped)
    #expect(device.navigations.isEmpty && backend.kinds("n1").isEmpty)
    #expect(device.system.appState == .foreground)
  }

  @Test func aScreenThatIsNeverReady() {
    let (backend, device) = story(.neverReady)
    #expect(device.navigations.isEmpty)
    #expect(backend.kinds("n1") == ["displayed", "opened"])
  }

  @Test func workThatNeverEnds() {
    let (backend, device) = story(.workNeverEnds)
    // The process ended with it; nothing completed it.
    #expect(backend.kinds("s1") == ["received"])
    #expect(device.openWorks.isEmpty)
  }

  @Test func receiptsThatAreLost() {
    let (backend, device) = story(.lostReceipts)
    #expect(backend.receipts.isEmpty && backend.events.isEmpty)
    #expect(device.navigations.count == 1)
  }

  @Test func aProviderThatLosesAll() {
    let (_, device) = story(.nothingDelivered)
    #expect(device.system.tray.isEmpty)
  }

  @Test func aLogoutThatIsNotSaid() {
    let (backend, device) = story(.logoutUnsaid)
    device.logout()
    #expect(backend.registrations.values.first?.account == "ada")
    #expect(device.clientState?.account.tombstone != nil)
  }

  @Test func aSwitchThatTheClientIsNotTold() {
    let (backend, device) = story(.switchUnsaid)
    #expect(backend.registrations.values.first?.account == "ada", "the first one is told")
    device.login("bob")
    #expect(device.clientState?.account.account == "ada")
  }
}
