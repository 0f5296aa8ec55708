import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct PermissionTests {
    let device = Device()

    @Test func theFirstLaunchAsksNothing() {
      device.launch()
      #expect(device.center.fakeRequests == [])
      #expect(device.push.explainer.moment == nil)
      #expect(device.push.explainer.permission.status == .notDetermined)
    }

    @Test func aValueMomentShowsTheExplainerAndOnlyAYesAsks() async {
      device.launch()
      device.push.reached("order_placed")
      device.push.reached("order_placed")
      #expect(device.push.explainer.moment == "order_placed")
      #expect(device.push.explainer.text == "We tell you when your parcel moves.")
      #expect(device.center.fakeRequests == [])
      device.push.explainer.accept()
      device.push.explainer.accept()
      #expect(device.center.fakeRequests == [[.alert, .sound, .badge]])
      #expect(device.push.explainer.moment == nil)
      #expect(device.push.explainer.permission.status == .authorized)
      let events = device.state.receipts.waiting.events.map(\.kind)
      #expect(events == ["explainer_shown", "explainer_accepted", "prompt_shown", "permission_granted"])
    }

    @Test func notNowUsesUpNoDialogAndComesAgain() {
      device.launch()
      device.push.reached("order_placed")
      device.push.explainer.decline()
      #expect(device.push.explainer.moment == nil)
      #expect(device.center.fakeRequests == [])
      device.timers.now += 61_000
      device.push.reached("order_placed")
      #expect(device.push.explainer.moment == nil)
      device.push.reached("order_placed")
      #expect(device.push.explainer.moment == "order_placed")
    }

    @Test func theExplicitDialogIsAskedWithoutProvisional() {
      device.policy.provisional = true
      device.options.authorization = [.alert, .sound, .provisional, .criticalAlert]
      device.install()
      device.launch()
      #expect(device.center.fakeRequests == [[.alert, .sound, .provisional, .criticalAlert]])
      #expect(device.push.explainer.permission.status == .provisional)
      #expect(device.push.explainer.moment == nil)
      device.push.reached("order_placed")
      device.push.explainer.accept()
      #expect(device.center.fakeRequests.last == [.alert, .sound, .criticalAlert])
      device.kill()
      device.launch()
      #expect(device.center.fakeRequests.count == 2)
    }

    @Test func aDialogThatWasNeverAnsweredMayComeAgain() {
      device.center.fakeAnswer = nil
      device.launch()
      device.push.reached("order_placed")
      device.push.explainer.accept()
      #expect(device.center.fakeRequests.count == 1)
      device.kill()
      device.launch()
      device.center.fakeAnswer = true
      device.push.reached("order_placed")
      #expect(device.center.fakeRequests.count == 1)
      device.timers.now += 61_000
      device.push.reached("order_placed")
      device.push.reached("order_placed")
      device.push.explainer.accept()
      #expect(device.center.fakeRequests.count == 2)
    }

    @Test func everySettingIsReadAndSent() async {
      await device.launchRegistered()
      device.center.fakeSettings = .fake(
        .authorized, alert: .disabled, sound: .notSupported, badge: .enabled, lockScreen: .disabled)
      device.application.fakeRefresh = .restricted
      device.enterBackground()
      device.becomeActive()
      await until { device.server.calls("PUT", "").count == 2 }
      let sent = device.server.calls("PUT", "")[1].json["permission"]
      #expect(
        sent == [
          "status": "authorized", "alert": "disabled", "sound": "not_supported", "badge": "enabled",
          "lock_screen": "disabled", "background_refresh": "restricted",
        ])
      #expect(device.push.explainer.settingsRow == "alerts_off")
    }

    @Test func aStatusOfALaterSystemIsNeverAskedOver() {
      device.center.fakeSettings = .fake(.fakeOfTheFuture)
      device.launch()
      device.push.reached("order_placed")
      #expect(device.push.explainer.permission.status.rawValue == "status_99")
      #expect(device.push.explainer.moment == nil)
      #expect(device.center.fakeRequests == [])
    }

    @Test func withdrawnInTheSettingsIsSentAndNotAskedOver() async {
      await device.launchRegistered()
      device.kill()
      device.center.fakeSettings = .fake(.denied)
      device.launch()
      device.token()
      await until { device.server.calls("PUT", "").last?.json["permission"]["status"].string == "denied" }
      device.push.reached("order_placed")
      #expect(device.push.explainer.moment == nil)
      #expect(device.push.explainer.settingsRow == "denied")
    }
  }
}
