import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct LocalTests {
    let device = Device()
    let text = PushwireLocalText(title: "Soon", body: "The courier is near", thread: "orders")

    private func schedule(_ id: String, _ name: String = "security", to place: String = "offers") {
      device.push.scheduleLocal(
        id, name, to: Destination(place),
        at: Date(timeIntervalSince1970: Double(device.timers.now) / 1000 + 90), text)
    }

    @Test func itIsPlannedInTheFormOfARemoteOne() async throws {
      await device.launchRegistered(account: "alice")
      device.push.scheduleLocal(
        "n-1", "order_shipped", to: Destination("order", ["order": "1"]),
        at: Date(timeIntervalSince1970: Double(device.timers.now) / 1000 + 90), text)
      let request = try #require(device.center.fakePending.first)
      #expect(request.identifier == "n-1")
      #expect(request.content.title == "Soon")
      #expect(request.content.threadIdentifier == "orders")
      #expect(request.content.categoryIdentifier == "order_updates")
      #expect(request.content.sound != nil)
      #expect((request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval == 90)

      let router = Router(device.push)
      device.push.ready()
      _ = device.respond(request.content.userInfo)
      await until { router.taken.map(\.place) == [Destination("order", ["order": "1"])] }
    }

    @Test func localAndRemoteOfOneIdShowOnce() async throws {
      await device.launchRegistered()
      schedule("n-1")
      let local = try #require(device.center.fakePending.first)
      let remote = device.present(Device.notification(Device.payload("n-1", "security")))
      #expect(remote.all == [[.banner, .list, .sound]])
      #expect(device.center.fakePending == [])
      let late = device.present(Device.notification(local.content.userInfo, isRemote: false))
      #expect(late.all == [[]])
    }

    @Test func theAccountsLocalsGoWithIt() async {
      await device.launchRegistered(account: "alice")
      schedule("n-1", "order_shipped", to: "home")
      schedule("n-2")
      device.push.logOut()
      #expect(device.center.fakePending.map(\.identifier) == ["n-2"])
      device.push.withdrawLocal("n-2")
      #expect(device.center.fakePending == [])
    }

    /// The state is lost, and with it whose they were and how they are called.
    @Test func whatALostStateHadPlannedForAnAccountIsTakenAway() async {
      for (id, name) in [("n-1", "order_shipped"), ("n-2", "promo"), ("others", "")] {
        let content = UNMutableNotificationContent()
        if !name.isEmpty { content.userInfo = ["pw": ["n": id, "c": name, "l": true]] }
        device.center.add(
          UNNotificationRequest(identifier: id, content: content, trigger: nil), withCompletionHandler: nil)
      }
      device.launch()
      await until { device.center.fakePending.map(\.identifier) == ["n-2", "others"] }
    }

    @Test func whatTheSystemRefusesIsForgotten() async {
      await device.launchRegistered()
      device.center.fakeAddFault = NSError(domain: "UNErrorDomain", code: 1401)
      schedule("n-1")
      #expect(device.log("local_refused") == ["1401"])
      #expect(device.state.locals == [])
    }
  }
}
