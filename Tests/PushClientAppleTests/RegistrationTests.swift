import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct RegistrationTests {
    let device = Device()

    @Test func whoAsksToRegisterIsToldHowItEnds() async {
      device.launch()
      let push = device.push
      let outcome = Task { await push.register() }
      await until { device.push.callers.count == 1 }
      device.token()
      #expect(await outcome.value == .registered)
      #expect(device.push.callers.isEmpty)
    }

    @Test func theSystemsRefusalIsReportedWithItsCodeAndTheAppGoesOn() async {
      device.launch()
      let push = device.push
      let outcome = Task { await push.register() }
      await until { device.push.callers.count == 1 }
      device.push.didFailToRegister(NSError(domain: NSCocoaErrorDomain, code: 3000))
      #expect(await outcome.value == .failed)
      #expect(device.log("token_failed") == ["3000"])
      #expect(device.timers.pending.contains(ClientConstant.tokenWait) == false)
      device.kill()
      device.launch()
      #expect(device.application.fakeRegistrations == 1)
    }

    @Test func tokensOfAnyLengthAreTakenAsTheyAre() async {
      device.launch()
      device.token([UInt8](repeating: 0x0b, count: 80))
      await until { device.server.calls("PUT", "").count == 1 }
      #expect(device.server.calls("PUT", "")[0].json["token"].string == String(repeating: "0b", count: 80))
    }

    @Test func anUnknownEnvironmentIsSentAsSuch() async {
      device.environment = APNsEnvironment(name: "unknown", source: "embedded_profile")
      device.install()
      await device.launchRegistered()
      #expect(device.server.calls("PUT", "")[0].json["environment"].string == "unknown")
      #expect(device.environment.provenance == "unknown device")
    }

    @Test func offlineItWaitsAndOnlyTheNewestIsSent() async {
      device.network.become(online: false)
      device.launch()
      device.token([1])
      device.token([2])
      await calm()
      #expect(device.server.calls.isEmpty)
      device.network.become(online: true)
      await until { device.state.registration.acknowledged > 0 }
      #expect(device.server.calls("PUT", "").map { $0.json["token"].string } == ["02"])
    }

    @Test func aServerThatCannotBeReachedIsTriedAgainInFront() async {
      device.server.answers { _ in throw URLError(.notConnectedToInternet) }
      device.launch()
      device.token()
      await until { device.log("server_unreachable").count == 1 }
      device.server.answers(FakeServer.friendly)
      device.enterBackground()
      device.becomeActive()
      await until { device.state.registration.acknowledged == 1 }
    }

    @Test func aTicketThatDoesNotComeHoldsTheLoginBack() async {
      device.ticket = { _ in throw URLError(.timedOut) }
      device.install()
      device.push.logIn("alice")
      device.launch()
      device.token()
      await until { device.log("server_unreachable") == ["no_ticket"] }
      struct Refused: Error {}
      device.ticket = { _ in throw Refused() }
      device.kill()
      device.launch()
      device.token()
      await until { device.log("server_unauthorized") == ["no_ticket"] }
      #expect(device.server.calls.isEmpty)
      #expect(device.state.account.binding == .pending)
    }

    @Test func theSystemIsAskedForTimeWhileARequestRuns() async {
      let latch = Latch()
      device.ticket = {
        await latch.wait()
        return $0
      }
      device.install()
      device.push.logIn("alice")
      device.launch()
      device.token()
      await until { device.tickets.count == 1 }
      #expect(device.application.fakeOpenHolds.contains("pushwire.request"))
      latch.open()
      await until { device.state.account.binding == .bound }
      #expect(!device.application.fakeOpenHolds.contains("pushwire.request"))
      device.timers.advance(60_000)
      await until { device.application.fakeOpenHolds == [] }
      #expect(device.state.receipts.waiting.isEmpty)
    }

    @Test func aRequestThatIsOvertakenIsNotWaitedFor() async {
      let latch = Latch()
      device.ticket = {
        if $0 == "alice" { await latch.wait() }
        return "ticket-of-\($0)"
      }
      device.install()
      device.push.logIn("alice")
      device.launch()
      device.token()
      await until { device.tickets.count == 1 }
      device.push.logOut()
      device.push.logIn("bob")
      await until { device.state.account.binding == .bound }
      latch.open()
      await calm()
      #expect(device.state.account.account == "bob")
      #expect(device.push.requests.isEmpty)
    }

    @Test func receiptsWaitForCompanyAndAreSpread() async {
      await device.launchRegistered()
      let shown = device.present(Device.notification(Device.payload("n-1", "security")))
      #expect(shown.count == 1)
      let wait = ClientConstant.flushDelay + ClientConstant.flushSpread / 2
      device.timers.advance(wait - 1)
      await calm()
      #expect(device.server.calls("POST", "/receipts").isEmpty)
      device.timers.advance(1)
      await until { device.state.receipts.waiting.isEmpty }
      let posts = device.server.calls("POST", "/v1/installations/\(device.push.installation)/receipts")
      #expect(posts.count == 1)
      let receipts = posts[0].json["receipts"].array ?? []
      #expect(receipts.map { $0["kind"].string } == ["received", "displayed"])
      #expect(receipts.allSatisfy { $0["provenance"].string == "sandbox device" })
    }

    @Test func receiptsAreRetriedLaterAndLater() async {
      await device.launchRegistered()
      device.server.answers { _ in FakeServer.reply(503, ["code": "unavailable"]) }
      _ = device.present(Device.notification(Device.payload("n-1", "security")))
      for failures in 1...3 {
        device.timers.advance(60_000)
        await until { device.state.receipts.failures == failures }
      }
      device.server.answers(FakeServer.friendly)
      device.timers.advance(device.timers.pending.last ?? 0)
      await until { device.state.receipts.waiting.isEmpty }
    }
  }
}
