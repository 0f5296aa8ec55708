import Foundation
import PushClient
import Testing

@testable import PushClientApple

extension AppleTests {
  @MainActor @Suite struct InboxTests {
    let device = Device()
    var inbox: PushwireInbox { device.push.inbox }

    private func item(_ id: String, read: Bool = false) -> JSONValue {
      var members: [String: JSONValue] = [
        "notification": .string(id), "class": "order_shipped", "title": "On its way", "body": "Friday",
        "parameters": ["order": "1"], "at": "2030-01-01T00:00:00.000Z", "cursor": 7,
      ]
      if read { members["read_at"] = "2030-01-02T00:00:00.000Z" }
      return .object(members)
    }

    @Test func itIsFetchedPageByPageWithTheSecretAlone() async throws {
      await device.launchRegistered(account: "alice")
      let (newest, older) = (item("n-2"), item("n-1", read: true))
      device.server.answers { call in
        call.url.query == nil
          ? FakeServer.reply(200, ["unread": 1, "items": [newest], "next": 7])
          : FakeServer.reply(200, ["unread": 1, "items": [newest, older]])
      }
      try await inbox.refresh()
      #expect(inbox.items.map(\.id) == ["n-2"])
      #expect(inbox.items[0].parameters == ["order": "1"])
      #expect(inbox.unread == 1 && !inbox.isStale)
      #expect(try await inbox.more())
      #expect(inbox.items.map(\.id) == ["n-2", "n-1"])
      #expect(inbox.items.map(\.isRead) == [false, true])
      #expect(try await inbox.more() == false)
      let calls = device.server.calls.filter { $0.url.path == "/v1/inbox" }
      #expect(calls.map { $0.url.query } == [nil, "before=7"])
      for call in calls {
        #expect(call.headers["Pushwire-Installation"] == device.push.installation)
        #expect(call.headers["Pushwire-Installation-Secret"] == device.push.keys.secret)
      }
    }

    @Test func readIsToldToTheServerAndCountedOnce() async throws {
      await device.launchRegistered(account: "alice")
      let first = item("n-1")
      device.server.answers { _ in FakeServer.reply(200, ["unread": 1, "items": [first], "changed": 1]) }
      try await inbox.refresh()
      try await inbox.markRead(["n-1"])
      try await inbox.markRead(["n-1"])
      #expect(inbox.items[0].isRead)
      #expect(inbox.unread == 0)
      #expect(device.server.calls("POST", "/v1/inbox/read")[0].json == ["notifications": ["n-1"]])
    }

    @Test func aNotificationMakesItStaleAndALogoutEmpty() async throws {
      await device.launchRegistered(account: "alice")
      let first = item("n-1")
      device.server.answers { _ in FakeServer.reply(200, ["unread": 1, "items": [first]]) }
      try await inbox.refresh()
      _ = device.present(
        Device.notification(
          Device.payload("n-9", "order_shipped", tag: "tag-1", to: "order", ["order": "1"])))
      #expect(inbox.isStale)
      device.push.logOut()
      #expect(inbox.items == [] && inbox.unread == 0)
    }

    @Test func whatIsUnderWayForAnAccountThatLeavesIsDropped() async throws {
      await device.launchRegistered(account: "alice")
      let push = device.push
      let first = item("n-1")
      device.server.answers { _ in
        // The account leaves while the answer is on its way.
        DispatchQueue.main.sync { MainActor.assumeIsolated { push.logOut() } }
        return FakeServer.reply(200, ["unread": 1, "items": [first]])
      }
      try await inbox.refresh()
      #expect(inbox.items == [])
    }

    @Test func aRefusalIsAFaultWithItsCode() async {
      await #expect(throws: PushwireInbox.Fault(status: nil, code: "not_registered")) {
        try await inbox.refresh()
      }
      await device.launchRegistered()
      device.server.answers { _ in FakeServer.reply(403, ["code": "no_account"]) }
      await #expect(throws: PushwireInbox.Fault(status: 403, code: "no_account")) {
        try await inbox.refresh()
      }
      device.server.answers { _ in throw URLError(.timedOut) }
      await #expect(throws: PushwireInbox.Fault(status: nil, code: nil)) { try await inbox.refresh() }
    }
  }
}
