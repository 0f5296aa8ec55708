import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  /// The app's own closures may never answer, or answer too late.
  @MainActor @Suite struct PatienceTests {
    let device = Device()

    @Test func aTicketThatNeverComesSettlesWhoeverWaits() async {
      let latch = Latch()
      device.ticket = { _ in
        await latch.wait()
        return "late"
      }
      device.install()
      device.center.fakeSettings = .fake(.authorized)
      device.push.logIn("alice")
      device.launch()
      device.token()
      await until { device.tickets.count == 1 }
      let push = device.push
      let outcome = Task { await push.register() }
      await until { device.tickets.count == 2 }
      #expect(device.application.fakeOpenHolds.contains("pushwire.request"))
      device.timers.advance(Limits.request)
      #expect(await outcome.value == .waiting)
      #expect(device.log("server_late").count == 1)
      #expect(!device.application.fakeOpenHolds.contains("pushwire.request"))

      // What comes too late is not sent; the next try is.
      latch.open()
      await calm()
      #expect(device.server.calls("PUT", "").isEmpty)
      device.enterBackground()
      device.becomeActive()
      await until { device.state.account.binding == .bound }
      #expect(device.server.calls("PUT", "").count == 1)
    }

    @Test func aTicketThatComesAfterTheLogoutIsNotUsed() async {
      let latch = Latch()
      device.ticket = { _ in
        await latch.wait()
        return "late"
      }
      device.install()
      device.center.fakeSettings = .fake(.authorized)
      device.push.logIn("alice")
      device.launch()
      device.token()
      await until { device.tickets.count == 1 }
      device.push.logOut()
      // The logout's own.
      #expect(device.application.fakeOpenHolds.filter { $0 == "pushwire.request" }.count == 1)
      latch.open()
      await calm()
      #expect(!device.server.calls.contains { $0.headers["Authorization"] != nil })
    }

    @Test func theEndOfBackgroundTimeCancelsAnAction() async {
      let (began, ended) = (Record<Int>(), Record<Bool>())
      device.push.onAction { _ in
        began.add(1)
        try? await Task.sleep(nanoseconds: 3_600_000_000_000)
        ended.add(Task.isCancelled)
      }
      await device.launchRegistered(account: "alice")
      let payload = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
      _ = device.respond(payload, "mute")
      await until { began.count == 1 }
      device.application.fakeExpireHolds()
      await until { ended.all == [true] }
    }
  }
}
