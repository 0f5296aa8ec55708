import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct ActionTests {
    let device = Device()
    let payload = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])

    @Test func categoriesAreRegisteredOnceBesideTheAppsOwn() throws {
      device.center.setNotificationCategories([
        UNNotificationCategory(identifier: "the_apps_own", actions: [], intentIdentifiers: [])
      ])
      device.launch()
      #expect(device.center.fakeCategoryCalls == 2)
      #expect(Set(device.center.fakeCategories.map(\.identifier)) == ["the_apps_own", "order_updates"])
      let category = try #require(device.center.fakeCategories.first { $0.identifier == "order_updates" })
      #expect(category.options == .customDismissAction)
      #expect(category.actions.map(\.identifier) == ["track", "mute", "reply"])
      #expect(category.actions.map(\.title) == ["track", "localized:mute", "reply"])
      #expect(category.actions.map(\.options) == [[.foreground, .authenticationRequired], [], .destructive])
      #expect(category.actions[2] is UNTextInputNotificationAction)

      device.kill()
      device.launch()
      #expect(device.center.fakeCategories.count == 2)
    }

    /// The core leads it to its destination, and nothing opens unless the app does.
    @Test(arguments: [false, true]) func aButtonThatNeedsAnUnlockedDeviceOpensTheApp(textInput: Bool) throws {
      var action = ActionPolicy()
      action.id = "pay"
      action.authenticationRequired = true
      action.textInput = textInput
      let made = try #require(Categories.category("c", [action]).actions.first)
      #expect(made.options.contains(.authenticationRequired))
      #expect(made.options.contains(.foreground) == !textInput)
    }

    @Test func aButtonInTheBackgroundRunsAndLeadsNowhere() async {
      let actions = Record<PushwireAction>()
      device.push.onAction { actions.add($0) }
      await device.launchRegistered(account: "alice")
      let done = device.respond(payload, "mute")
      #expect(done.count == 1)
      await until { actions.count == 1 }
      #expect(
        actions.all == [
          PushwireAction(
            action: "mute", notification: "n-1", notificationClass: "order_shipped", text: nil)
        ])
      #expect(device.state.taps.waiting == [])
      await until { !device.application.fakeOpenHolds.contains("pushwire.action") }
    }

    @Test func aTypedAnswerIsDataAndInNoLogOrMetric() async {
      let actions = Record<PushwireAction>()
      device.push.onAction { actions.add($0) }
      await device.launchRegistered(account: "alice")
      _ = device.respond(payload, "reply", text: "Leave it with Mrs Weber")
      await until { actions.count == 1 }
      #expect(actions.all.first?.text == "Leave it with Mrs Weber")
      device.timers.advance(60_000)
      await until { !device.server.calls("POST", "/receipts").isEmpty }
      let told =
        device.logs.all.map { "\($0)" } + device.metrics.all.map { "\($0)" }
        + device.server.calls.map { $0.json.text } + [device.state.savedText]
      #expect(!told.joined().contains("Weber"))
      #expect(!told.joined().contains("Private words"))
    }

    @Test func anUnknownButtonDoesNothingAndIsCompleted() async {
      let actions = Record<PushwireAction>()
      device.push.onAction { actions.add($0) }
      await device.launchRegistered(account: "alice")
      let done = device.respond(payload, "of_a_later_app")
      #expect(done.count == 1)
      await calm()
      #expect(actions.count == 0)
      #expect(device.state.taps.waiting == [])
    }
  }
}
