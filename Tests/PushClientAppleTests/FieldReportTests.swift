import BackgroundTasks
import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  /// What went wrong with other clients, each a test of the right behaviour.
  @MainActor @Suite struct FieldReportTests {
    let device = Device()

    @Test("OneSignal/react-native-onesignal#1567, flutterfire#17107: a tap on a cold start is not lost")
    func aTapOnAColdStartWaitsForTheUI() async {
      device.launch()
      device.connectScene(tap: Device.payload("n-1", "promo", to: "offers"))
      #expect(device.state.taps.waiting.count == 1)

      let router = Router(device.push)
      await calm()
      #expect(router.places == [])
      device.push.ready()
      await until { router.places == ["offers"] }
      #expect(device.state.taps.waiting == [])
    }

    @Test("notifee#880, wix/react-native-notifications#872: the launch notification is not returned again")
    func theLaunchNotificationLeadsSomewhereOnce() async {
      device.launch()
      let tap = Device.payload("n-1", "promo", to: "offers")
      device.connectScene(tap: tap)
      let completed = device.respond(tap)
      #expect(completed.count == 1)
      var router = Router(device.push)
      device.push.ready()
      await until { router.places == ["offers"] }

      device.kill()
      device.launch()
      device.connectScene(tap: tap)
      router = Router(device.push)
      device.push.ready()
      device.push.openLink(URL(fileURLWithPath: "/"))
      // What the link leads to comes, and nothing before it.
      await until { !router.places.isEmpty }
      #expect(router.places == ["home"])
    }

    @Test("uxduck/push#58: a launch in the background by a push is no tap")
    func aBackgroundLaunchIsNoTap() async {
      device.application.fakeState = .background
      device.launch()
      let router = Router(device.push)
      let fetched = device.fetch(Device.payload("n-1", "promo", to: "offers"))
      device.becomeActive()
      device.push.ready()
      await calm()
      #expect(fetched.all == [.noData])
      #expect(device.state.taps == TapState())
      #expect(router.places == [])
    }

    @Test("react-navigation#9713: a link before the navigator exists waits, and leads there once")
    func aLinkBeforeTheNavigatorWaits() async throws {
      device.push.openLink(try #require(URL(string: "https://parcel.example.com/offers")))
      device.launch()
      device.push.ready()
      var router = Router(device.push)
      await until { router.places == ["offers"] }
      // The router's view goes and comes again.
      router.end()
      router = Router(device.push)
      device.push.ready()
      device.push.openLink(try #require(URL(string: "parcel://unknown/place")))
      await until { !router.places.isEmpty }
      #expect(router.places == ["home"])
    }

    @Test("react-native-firebase#5884: one owner of each handler; what is another's is not touched")
    func aForeignNotificationIsLeftToItsOwner() {
      device.launch()
      let foreign = Device.notification(["aps": ["alert": "Another SDK's"]])
      let shown = Record<UNNotificationPresentationOptions>()
      #expect(!device.push.willPresent(foreign, othersTakeForeign: true) { shown.add($0) })
      device.timers.advance(60_000)
      #expect(shown.count == 0)

      let silent: [AnyHashable: Any] = ["aps": ["content-available": 1]]
      let offered = device.offer(silent)
      device.timers.advance(60_000)
      #expect(!offered.isTaken && offered.done.count == 0)
      #expect(device.offer(Device.payload("n-1", "promo", silent: true)).isTaken)
      #expect(device.fetch(silent).all == [.noData])

      #expect(device.push.willPresent(foreign) { shown.add($0) })
      #expect(shown.all == [[.banner, .list, .sound, .badge]])
    }

    @Test("firebase-ios-sdk#6863: the fetch handler is called exactly once")
    func theFetchHandlerIsCalledOnce() async {
      let gate = Latch()
      device.push.onSilentPush { _ in
        await gate.wait()
        return .newData
      }
      device.launch()
      let done = device.fetch(Device.payload("n-1", "prices_changed", silent: true))
      device.timers.advance(ClientConstant.workBudget)
      #expect(done.all == [.failed])
      gate.open()
      await calm()
      device.timers.advance(60_000)
      #expect(done.all == [.failed])
    }

    @Test("macro-inc/macro#5348, sendbird JS#76, onesignal#1730: the old account's pushes stay away")
    func afterAnAccountSwitchTheOldAccountsPushesStayAway() async {
      await device.launchRegistered(account: "alice")
      let alices = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      #expect(device.present(Device.notification(alices)).all == [[.banner, .list, .sound, .badge]])
      device.center.fakeDelivered = [
        Device.notification(alices, identifier: "a"),
        Device.notification(Device.payload("n-3", "promo", to: "offers"), identifier: "b"),
      ]

      device.push.logOut()
      #expect(device.center.fakeDelivered.map(\.request.identifier) == ["b"])
      await until { device.server.calls("POST", "/logout").count == 1 }
      let second = Device.payload("n-2", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      #expect(device.present(Device.notification(second)).all == [[]])

      device.server.answers { call in
        call.method == "PUT"
          ? FakeServer.reply(
            200,
            ["generation": call.json["generation"], "binding": "bound", "binding_tag": "tag-of-bob"])
          : FakeServer.reply(200, ["generation": 3, "binding": "unbound"])
      }
      device.push.logIn("bob")
      await until { device.state.account.binding == .bound }
      let third = Device.payload("n-4", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      let bobs = Device.payload("n-5", "order_shipped", tag: "tag-of-bob", to: "order", ["order": "1"])
      #expect(device.present(Device.notification(third)).all == [[]])
      #expect(device.present(Device.notification(bobs)).all == [[.banner, .list, .sound, .badge]])
    }

    @Test("WordPress-iOS#18156, flutter_workmanager#660: task ids are checked both ways at start")
    func taskIdsAreCheckedBothWaysAtStart() {
      device.push.onTask("com.example.refresh") { _ in }
      device.push.onTask("com.example.refresh") { _ in }
      device.push.onTask("com.example.forgotten") { _ in }
      device.launch()
      #expect(device.log("task_without_handler") == ["com.example.upload"])
      #expect(device.log("task_not_permitted") == ["com.example.forgotten"])
      #expect(device.log("task_registered_twice") == ["com.example.refresh"])
      #expect(BGTaskScheduler.shared.fakeRegistrations == ["com.example.refresh"])
    }

    @Test("expo#37516: a token that never comes is unavailable in time, which is not denied")
    func aTokenThatNeverComesTimesOut() async {
      device.center.fakeSettings = .fake(.authorized)
      device.launch()
      let push = device.push
      let outcome = Task { await push.register() }
      await until { device.push.callers.count == 1 }
      device.timers.advance(ClientConstant.tokenWait)
      #expect(await outcome.value == .unavailable)
      #expect(device.state.registration.failure == "unavailable")
      #expect(device.push.explainer.settingsRow == nil)
      #expect(device.push.explainer.permission.status == .authorized)
    }

    @Test("react-native-permissions#725: what is refused for good is told as such, and nobody is asked again")
    func aRefusalLeadsToTheSettings() {
      device.center.fakeAnswer = false
      device.launch()
      device.push.reached("order_placed")
      device.push.explainer.accept()
      #expect(device.center.fakeRequests == [[.alert, .sound, .badge]])
      #expect(device.push.explainer.settingsRow == "denied")

      device.kill()
      device.launch()
      device.push.reached("order_placed")
      #expect(device.push.explainer.moment == nil)
      #expect(device.center.fakeRequests.count == 1)
      device.push.openSettings()
      #expect(device.application.fakeOpened.map(\.absoluteString) == ["app-settings:notifications"])
      device.center.fakeSettings = .fake(.authorized)
      device.becomeActive()
      #expect(device.push.explainer.settingsRow == nil)
    }

    @Test("notifee#1275: what a lost silent push would have told is fetched at the next launch")
    func aLostSilentPushIsMadeUpFor() async {
      let fetched = Record<PushwireWork.Reason>()
      device.push.onReconcile { fetched.add($0.reason) }
      device.launch()
      await until { fetched.count == 1 }
      #expect(fetched.all == [.reconcile(classes: ["prices_changed"])])
      device.enterBackground()
      device.becomeActive()
      await until { fetched.count == 2 }
    }

    @Test("react-native-push-notification/ios#174: no badge does not mean no notifications")
    func clearingTheBadgeKeepsWhatWasDelivered() {
      device.options.badgeInFront = .clear
      device.install()
      device.center.fakeDelivered = [Device.notification(Device.payload("n-1", "promo"))]
      device.launch()
      device.becomeActive()
      #expect(device.application.applicationIconBadgeNumber == -1)
      device.push.setBadge(.set(0))
      #expect(device.center.fakeDelivered.count == 1)
      device.push.setBadge(.set(3))
      #expect(device.center.fakeBadge == 3)
      device.push.setBadge(.leave)
      #expect(device.center.fakeBadge == 3)
      // What the fake does as iOS does, so that the above says something.
      device.application.applicationIconBadgeNumber = 0
      #expect(device.center.fakeDelivered == [])
    }
  }
}
