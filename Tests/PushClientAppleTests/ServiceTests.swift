import Foundation
import PushClient
import Testing
import UserNotifications

@testable import PushClientApple

extension AppleTests {
  /// The service extension: another process, which knows the app by its files alone.
  @MainActor @Suite struct ServiceTests {
    let device = Device()
    let mine = Device.payload("n-1", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])
    let others = Device.payload("n-2", "order_shipped", tag: "tag-of-bob", to: "order", ["order": "2"])

    private func service(
      _ withheld: PushwireService.Withheld = .text(title: "Parcel", body: "Open the app"),
      reporting: PushwireService.Reporting? = nil
    ) -> PushwireService {
      PushwireService(
        policy: Device.policy, withheld: withheld, folder: device.folder, reporting: reporting,
        now: { 1_700_000_005_000 })
    }

    private func deliver(
      _ service: PushwireService, _ userInfo: [AnyHashable: Any], _ identifier: String = "apns-1"
    ) -> [UNNotificationContent] {
      let delivered = Record<Handed<UNNotificationContent>>()
      service.didReceive(Device.notification(userInfo, identifier: identifier).request) {
        delivered.add(Handed($0))
      }
      return delivered.all.map(\.value)
    }

    private var queued: Int { ExtensionQueue(folder: device.folder).read().count }

    @Test func whatIsOursIsShownAndReceivedIsReportedByTheApp() async throws {
      await device.launchRegistered(account: "alice")
      let state = try Data(contentsOf: device.folder.appendingPathComponent("state.json"))
      device.enterBackground()
      let content = try #require(deliver(service(), mine).first)
      #expect(content.body == "Private words")
      #expect(try Data(contentsOf: device.folder.appendingPathComponent("state.json")) == state)
      #expect(queued == 1)

      device.becomeActive()
      #expect(queued == 0)
      let received = device.state.receipts.waiting.receipts.filter { $0.notification == "n-1" }
      #expect(received == [Receipt("n-1", "received", at: 1_700_000_005_000)])
    }

    @Test func theNextLaunchTakesItToo() async throws {
      await device.launchRegistered(account: "alice")
      _ = deliver(service(), mine)
      device.kill()
      device.launch()
      #expect(queued == 0)
      #expect(device.state.receipts.waiting.receipts.contains { $0.kind == "received" })
    }

    @Test func whatIsAnothersIsWithheld() async throws {
      await device.launchRegistered(account: "alice")
      let content = try #require(deliver(service(), others).first)
      #expect(content.title == "Parcel" && content.body == "Open the app")
      #expect(content.badge == nil && content.sound == nil && content.threadIdentifier == "")
      #expect(content.interruptionLevel == .passive)
      let text = JSONValue(userInfo: content.userInfo).text
      #expect(text == #"{"pw":{"c":"order_shipped","n":"n-2"}}"#)
      #expect(try #require(deliver(service(.nothing), others).first).body == "")

      // The app learns of it, and a tap on it leads to the safe place.
      device.becomeActive()
      #expect(device.state.seen.contains { $0.id == "n-2" && $0.isSuppressed })
      let router = Router(device.push)
      device.push.ready()
      _ = device.respond(content.userInfo)
      await until { router.places == ["home"] }
    }

    @Test func withoutWhatTheAppKnowsNobodyIsSignedIn() throws {
      #expect(try #require(deliver(service(), mine).first).body == "Open the app")
      let news = Device.payload("n-3", "promo", to: "offers")
      #expect(try #require(deliver(service(), news).first).body == "Private words")
    }

    @Test func afterALogoutTheAccountsAreWithheld() async throws {
      await device.launchRegistered(account: "alice")
      device.server.answers { _ in throw URLError(.notConnectedToInternet) }
      device.push.logOut()
      #expect(try #require(deliver(service(), mine).first).body == "Open the app")
    }

    @Test func foreignOnesAreDeliveredAsTheyAre() {
      let content = deliver(service(), ["aps": ["alert": "x"]])
      #expect(content.first?.body == "Private words")
      #expect(queued == 0)
    }

    @Test func whatIsShownUnderAnotherNameIsReplaced() async {
      await device.launchRegistered(account: "alice")
      device.center.fakeDelivered = [
        Device.notification(mine, identifier: "apns-0"), Device.notification(mine, identifier: "apns-1"),
        Device.notification(others, identifier: "apns-x"),
      ]
      let delivered = Record<[String]>()
      let center = Handed(device.center)
      service().didReceive(Device.notification(mine, identifier: "apns-1").request) { _ in
        delivered.add(center.value.fakeDelivered.map(\.request.identifier))
      }
      // The process may end with its word, so the older one is gone by then.
      #expect(delivered.all == [["apns-1", "apns-x"]])
    }

    @Test func theQueueKeepsIdsAloneAndIsBounded() throws {
      let queue = ExtensionQueue(folder: device.folder)
      let payload = JSONValue(userInfo: mine)
      for number in 0..<(ExtensionQueue.capacity + 5) { try queue.add(payload, at: number, id: "x") }
      let entries = queue.read()
      #expect(entries.count == ExtensionQueue.capacity)
      #expect(entries.first?.at == 5)
      #expect(entries[0].payload.text == #"{"pw":{"b":"tag-1","c":"order_shipped","n":"n-1","r":1}}"#)
      try Data("{".utf8).write(to: queue.folder.appendingPathComponent("0.json"))
      #expect(queue.read().count == ExtensionQueue.capacity)
      #expect(!FileManager.default.fileExists(atPath: queue.folder.appendingPathComponent("0.json").path))
    }

    @Test func withTheKeychainGroupItReportsAtOnceAndDeliversWhenTimeIsUp() async throws {
      await device.launchRegistered(account: "alice")
      let latch = Latch()
      let server = device.server
      let slow = SlowTransport(latch: latch, server: server)
      let reporting = PushwireService.Reporting(
        server: ServerClient(base: Device.address, transport: slow) { _ in "" },
        vault: KeychainVault(service: "com.example.pushwire", group: nil), provenance: "sandbox device")
      let service = service(reporting: reporting)
      let delivered = Record<Int>()
      let changed = Record<String>()
      service.didReceive(
        Device.notification(mine).request, withContentHandler: { _ in delivered.add(1) },
        change: { content in
          content.subtitle = "changed"
          changed.add(content.body)
        })
      #expect(changed.all == ["Private words"])
      #expect(delivered.count == 0)
      service.timeWillExpire()
      #expect(delivered.count == 1)
      latch.open()
      await until { !server.calls("POST", "/receipts").isEmpty }
      await calm()
      #expect(delivered.count == 1)
      let sent = server.calls("POST", "/receipts")[0]
      #expect(sent.json["receipts"].array?.map { $0["kind"].string } == ["received"])
      #expect(sent.headers["Pushwire-Installation-Secret"] == device.push.keys.secret)
      #expect(queued == 1)
    }

    private struct SlowTransport: HTTPTransport {
      let latch: Latch
      let server: FakeServer
      func send(_ call: HTTPCall) async throws -> HTTPReply {
        await latch.wait()
        return try await server.send(call)
      }
    }
  }
}
