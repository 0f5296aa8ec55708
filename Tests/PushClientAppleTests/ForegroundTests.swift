import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct ForegroundTests {
    let device = Device()

    @Test func eachClassShowsWhatItSays() {
      device.launch()
      #expect(
        device.present(Device.notification(Device.payload("n-1", "security"))).all == [
          [.banner, .list, .sound]
        ])
      #expect(device.present(Device.notification(Device.payload("n-2", "promo"))).all == [[]])
      #expect(device.present(Device.notification(Device.payload("n-3", "of_a_later_app"))).all == [.list])
      #expect(
        device.present(Device.notification(["aps": ["alert": "x"]])).all == [
          [.banner, .list, .sound, .badge]
        ])
    }

    @Test func theOpenConversationIsNotAnnounced() {
      device.launch()
      device.push.showing(Destination("offers"), thread: "chat-7")
      let payload = Device.payload("n-1", "security")
      #expect(device.present(Device.notification(payload, thread: "chat-7")).all == [[]])
      device.push.showing(nil)
      let other = Device.payload("n-2", "security")
      #expect(
        device.present(Device.notification(other, thread: "chat-7")).all == [
          [.banner, .list, .sound]
        ])
    }

    @Test func theSameNotificationShowsOnceAlsoAfterARestart() {
      device.launch()
      let payload = Device.payload("n-1", "security")
      #expect(device.present(Device.notification(payload)).all == [[.banner, .list, .sound]])
      #expect(device.present(Device.notification(payload)).all == [[]])
      device.kill()
      device.launch()
      #expect(device.present(Device.notification(payload)).all == [[]])
      let newer = Device.payload("n-1", "security", revision: 2)
      #expect(device.present(Device.notification(newer)).all == [.list])
    }

    @Test func theAppMayDecideOtherwise() async {
      let asked = Record<PushwireArrival>()
      device.push.onForeground { arrival in
        asked.add(arrival)
        return arrival.notification == "n-1" ? [.badge] : nil
      }
      device.launch()
      let first = device.present(
        Device.notification(Device.payload("n-1", "security", to: "offers"), thread: "t"))
      let second = device.present(Device.notification(Device.payload("n-2", "security")))
      await until { first.count == 1 && second.count == 1 }
      #expect(first.all == [.badge])
      #expect(second.all == [[.banner, .list, .sound]])
      #expect(
        asked.all.first
          == PushwireArrival(
            notification: "n-1", notificationClass: "security", destination: Destination("offers"),
            thread: "t"))
    }

    @Test("F4: an app that is silent past the limit leaves it to the class, completed once")
    func anAppThatIsSilentLeavesItToTheClass() async {
      let (latch, answered) = (Latch(), Record<Int>())
      device.push.onForeground { _ in
        await latch.wait()
        answered.add(1)
        return []
      }
      device.launch()
      let shown = device.present(Device.notification(Device.payload("n-1", "security")))
      device.timers.advance(device.options.foregroundDecision - 1)
      #expect(shown.count == 0)
      device.timers.advance(1)
      #expect(shown.all == [[.banner, .list, .sound]])
      latch.open()
      await until { answered.count == 1 }
      await calm()
      device.timers.advance(60_000)
      #expect(shown.all == [[.banner, .list, .sound]])
      #expect(device.log("foreground_decision_late").count == 1)
    }

    @Test func theAppIsNotAskedAboutWhatIsWithheld() async {
      let asked = Record<Int>()
      device.push.onForeground { _ in
        asked.add(1)
        return [.banner]
      }
      device.launch()
      let shown = device.present(
        Device.notification(Device.payload("n-1", "order_shipped", tag: "tag-of-somebody")))
      #expect(shown.all == [[]])
      await calm()
      #expect(asked.count == 0)
    }

    @Test func beforeTheLaunchItWaitsAndThenIsDecided() {
      let shown = Record<UNNotificationPresentationOptions>()
      device.push.willPresent(Device.notification(Device.payload("n-1", "security"))) { shown.add($0) }
      #expect(shown.count == 0)
      device.launch()
      #expect(shown.all == [[.banner, .list, .sound]])
    }

    @Test func withoutALaunchTheSystemIsAnsweredInTime() {
      let shown = Record<UNNotificationPresentationOptions>()
      device.push.willPresent(Device.notification(Device.payload("n-1", "security"))) { shown.add($0) }
      device.timers.advance(Limits.presentation)
      #expect(shown.all == [[]])
      #expect(device.log("presentation_late").count == 1)
    }
  }
}
