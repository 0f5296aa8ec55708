import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct MacTests {
    let device = Device()

    init() {
      device.platform = .macos
      device.environment = APNsEnvironment(name: "sandbox", source: "entitlement")
      device.install()
    }

    @Test func aMacRegistersAndHasNoBackgroundTasks() async {
      device.push.onTask("com.example.refresh") { _ in }
      await device.launchRegistered()
      #expect(device.macRegistrations == 1)
      #expect(device.application.fakeRegistrations == 0)
      let body = device.server.calls("PUT", "")[0].json
      #expect(body["platform"].string == "macos")
      #expect(body["environment_source"].string == "entitlement")
      #expect(body["permission"]["background_refresh"] == .null)
      #expect(device.log("no_background_tasks").count == 1)
      #expect(device.log("task_without_handler") == [])
    }

    @Test func aSilentPushHasNoHandlerAndIsWorkedOn() async {
      let worked = Record<PushwireWork.Reason>()
      device.push.onSilentPush {
        worked.add($0.reason)
        return .newData
      }
      device.launch()
      var userInfo: [String: Any] = [:]
      for (key, value) in Device.payload("n-1", "prices_changed", silent: true) {
        if let name = key as? String { userInfo[name] = value }
      }
      device.push.didReceive(userInfo)
      await until { worked.count == 1 }
      await until { device.state.session.works.isEmpty }
      #expect(device.state.receipts.waiting.receipts.map(\.result) == [nil, "new_data"])
    }

    @Test func frontAndBackAreAnActiveAppOrNot() {
      device.launch()
      #expect(device.state.session.isForeground)
      device.macActive(false)
      #expect(!device.state.session.isForeground)
      device.macActive(true)
      #expect(device.state.session.isForeground)
    }

    @Test func badgeAndSettingsAreTheMacs() {
      device.launch()
      device.push.setBadge(.set(4))
      #expect(device.macBadge == "4")
      device.push.setBadge(.clear)
      #expect(device.macBadge == nil)
      device.push.openSettings()
      #expect(device.macOpened.first?.hasPrefix("x-apple.systempreferences:") == true)
    }
  }
}
