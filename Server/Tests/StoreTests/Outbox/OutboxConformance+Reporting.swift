import Testing

@testable import Store

extension OutboxConformance {
  static let reporting: [Case] = [
    Case("a receipt counts once, and shows on the ladder") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      try stage.apply(batch, .accepted)
      stage.now += 2000
      var completed = Receipt(kind: .completed, notification: "n1", at: stage.now - 1)
      completed.result = "new_data"
      completed.milliseconds = 812
      completed.provenance = "production device"
      let receipts = [
        Receipt(kind: .received, notification: "n1", at: stage.now - 3),
        Receipt(kind: .opened, notification: "n1", at: stage.now - 2), completed,
      ]
      #expect(try stage.receive("phone", receipts) == .stored(new: 3, repeated: 0, unknown: 0))
      #expect(try stage.receive("phone", receipts) == .stored(new: 0, repeated: 3, unknown: 0))
      #expect(try stage.messages("n1").first?.receipts == receipts)
      #expect(try stage.count("receipt.opened", className: "order_shipped") == 1)
      #expect(try stage.count("completed.new_data") == 1)
      #expect(try stage.count("latency.received.2500") == 1)
      #expect(try stage.count("latency.opened.sum") == 2000)
      let rollups = try stage.store.read { reader throws(StoreError) in
        try reader.rollups(fromDay: 0, toDay: .max)
      }
      let key = try #require(rollups.first { $0.key.metric == "receipt.opened" }).key
      #expect(key.platform == "ios" && key.osMajor == "18" && key.appVersion == "3.1")
    },
    Case("receipts of messages that it was not sent are not believed") { stage in
      try stage.register("phone")
      try stage.register("thief")
      try stage.apply(try stage.accept("n1", to: "phone"), .accepted)
      let denied = Permission.denied
      try stage.register("mute") { $0.permission = denied }
      try stage.accept("n2", to: "mute")
      try stage.apply(try stage.accept("n3", to: "phone"), .rejected("BadTopic"))
      func receive(_ installation: String, _ id: String) throws -> ReceiptOutcome {
        try stage.receive(installation, [Receipt(kind: .opened, notification: id, at: stage.now)])
      }
      let unknown = ReceiptOutcome.stored(new: 0, repeated: 0, unknown: 1)
      #expect(try receive("thief", "n1") == unknown)
      #expect(try receive("mute", "n2") == unknown, "it was suppressed")
      #expect(try receive("phone", "n3") == unknown, "it was rejected")
      #expect(try receive("phone", "nothing") == unknown)
      #expect(try receive("nobody", "n1") == .unknownInstallation)
      #expect(
        try stage.receive("phone", [Receipt(kind: .opened, notification: "n1", at: 1)], secret: [1])
          == .wrongSecret)
      #expect(
        try stage.receive("phone", [Receipt(kind: .opened, notification: "n1", at: 1)], secret: [])
          == .wrongSecret)
      #expect(try stage.count("receipt.opened") == 0)
      #expect(try receive("phone", "n1") == .stored(new: 1, repeated: 0, unknown: 0))
    },
    Case("a receipt may come before the provider's answer is stored") { stage in
      try stage.register("phone")
      try stage.accept("n1", to: "phone")
      let receipt = Receipt(kind: .received, notification: "n1", at: stage.now)
      #expect(try stage.receive("phone", [receipt]) == .stored(new: 1, repeated: 0, unknown: 0))
    },
    Case("a receipt finds the tenant that the device had then") { stage in
      try stage.register("phone", account: "anna", tenant: "a")
      let (_, batch) = try stage.accept(
        OutboxStage.request("n1", to: .account("anna")) { $0.tenant = "a" })
      try stage.apply(batch, .accepted)
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.logout(
          installation: "phone", secretHash: Array("secret of phone".utf8), generation: nil, now: stage.now)
      }
      try stage.register("phone", account: "anna", tenant: "b", generation: 3)
      let receipt = Receipt(kind: .opened, notification: "n1", at: stage.now)
      #expect(try stage.receive("phone", [receipt]) == .stored(new: 1, repeated: 0, unknown: 0))
      #expect(try stage.messages("n1", tenant: "a").first?.receipts == [receipt])
    },
    Case("a client's events count once each") { stage in
      try stage.register("phone")
      let events = [
        ClientEvent(id: "e1", kind: .explainerShown, at: stage.now),
        ClientEvent(id: "e2", kind: .promptShown, at: stage.now),
      ]
      #expect(try stage.receive("phone", [], events: events) == .stored(new: 2, repeated: 0, unknown: 0))
      #expect(try stage.receive("phone", [], events: events) == .stored(new: 0, repeated: 2, unknown: 0))
      try stage.register("tablet")
      #expect(try stage.receive("tablet", [], events: events) == .stored(new: 2, repeated: 0, unknown: 0))
      #expect(try stage.count("event.prompt_shown") == 2)
    },
    Case("without segments no version is counted") { stage in
      try stage.register("phone")
      try stage.setPolicy { $0.hasSegments = false }
      _ = try stage.receive("phone", [], events: [ClientEvent(id: "e1", kind: .registered, at: 0)])
      let rollups = try stage.store.read { reader throws(StoreError) in
        try reader.rollups(fromDay: 0, toDay: .max)
      }
      let key = try #require(rollups.first { $0.key.metric == "event.registered" }).key
      #expect(key.osMajor.isEmpty && key.appVersion.isEmpty && key.platform == "ios")
    },
    Case("an inbox is its account's alone, and is read page by page") { stage in
      try stage.register("a-phone", account: "anna", tenant: "a")
      func send(_ id: String, _ account: String, _ tenant: String) throws {
        _ = try stage.accept(
          OutboxStage.request(id, to: .account(account)) {
            $0.tenant = tenant
            $0.digest = Array("\(tenant) \(account)".utf8)
            $0.inbox = .init(title: "T \(id)", body: "B")
          })
      }
      for number in 1...5 { try send("n\(number)", "anna", "a") }
      try send("n1", "anna", "b")
      try send("x1", "bert", "a")
      func inbox(
        _ account: String = "anna", _ tenant: String = "a", before: Int? = nil
      ) throws -> (items: [InboxItem], unread: Int) {
        try stage.store.read { reader throws(StoreError) in
          try reader.inbox(tenant: tenant, account: account, before: before, limit: 2, now: stage.now)
        }
      }
      let first = try inbox()
      #expect(first.items.map(\.notification) == ["n5", "n4"] && first.unread == 5)
      #expect(first.items.first?.title == "T n5" && first.items.first?.className == "order_shipped")
      #expect(first.items.first?.parameters == Array(#"{"order":"1"}"#.utf8))
      let second = try inbox(before: first.items.last?.row)
      #expect(second.items.map(\.notification) == ["n3", "n2"])
      #expect(try inbox("anna", "b").items.map(\.notification) == ["n1"])
      #expect(try inbox("bert").items.map(\.notification) == ["x1"])
      #expect(try inbox("anna", "c").items.isEmpty)
      func read(_ ids: [String], _ account: String = "anna", _ tenant: String = "a") throws -> Int {
        try stage.store.transaction { session throws(StoreError) in
          try session.markRead(tenant: tenant, account: account, notifications: ids, now: stage.now)
        }
      }
      #expect(try read(["n5", "n2", "x1", "none"]) == 2)
      #expect(try read(["n5"]) == 0)
      #expect(try read(["n4"], "bert") == 0)
      #expect(try read(["n4"], "anna", "b") == 0)
      let after = try inbox()
      #expect(after.unread == 3 && after.items.first?.readAt == stage.now && after.items.last?.readAt == nil)
      #expect(try inbox("anna", "b").unread == 1)
    },
    Case("an inbox shows what is scheduled when its time has come, and what is cancelled never") { stage in
      try stage.register("phone", account: "anna")
      stage.lanes.room = 0
      for (id, begin) in [("later", 2), ("never", 2), ("now", 0), ("soon", 1), ("taken back", 0)] {
        _ = try stage.accept(
          OutboxStage.request(id, to: .account("anna")) {
            $0.notBefore = begin > 0 ? stage.now + begin * OutboxStage.hour : 0
            $0.inbox = .init(title: id, body: "B")
          })
      }
      for id in ["never", "taken back"] {
        let outcome = try stage.store.transaction { session throws(StoreError) in
          try session.cancel(tenant: "", notification: id, now: stage.now)
        }
        #expect(outcome?.cancelled == 1 && outcome?.tooLate == 0)
      }
      func inbox(before: Int? = nil) throws -> (items: [InboxItem], unread: Int) {
        try stage.store.read { reader throws(StoreError) in
          try reader.inbox(tenant: "", account: "anna", before: before, limit: 2, now: stage.now)
        }
      }
      #expect(try inbox().items.map(\.notification) == ["now"] && inbox().unread == 1)
      stage.now += 3 * OutboxStage.hour
      let first = try inbox()
      #expect(first.items.map(\.notification) == ["later", "soon"] && first.unread == 3)
      #expect(try inbox(before: first.items.last?.row).items.map(\.notification) == ["now"])
    },
    Case("what went to one device stays in the inbox though the rest is cancelled") { stage in
      try stage.register("phone", account: "anna")
      try stage.register("pad", account: "anna")
      stage.lanes.room = 1
      let (_, batch) = try stage.accept(
        OutboxStage.request("n1", to: .account("anna")) { $0.inbox = .init(title: "T", body: "B") })
      try stage.apply(batch, .accepted)
      let outcome = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "", notification: "n1", now: stage.now)
      }
      #expect(outcome?.cancelled == 1 && outcome?.ended == 1)
      let left = try stage.store.read { reader throws(StoreError) in
        try reader.inbox(tenant: "", account: "anna", before: nil, limit: 2, now: stage.now).items
      }
      #expect(left.count == 1)
    },
    Case("an installation's own messages are told, newest first, to its tenant") { stage in
      try stage.register("phone", account: "anna", tenant: "a")
      for id in ["n1", "n2", "n3"] {
        _ = try stage.accept(OutboxStage.request(id, to: .installations(["phone"])) { $0.tenant = "a" })
      }
      func messages(_ tenant: String?) throws -> [String] {
        try stage.store.read { reader throws(StoreError) in
          try reader.messages(tenant: tenant, installation: "phone", limit: 2).map(\.notification)
        }
      }
      #expect(try messages("a") == ["n3", "n2"])
      #expect(try messages(nil) == ["n3", "n2"])
      #expect(try messages("b").isEmpty)
    },
  ]
}

extension Permission {
  static var denied: Permission {
    var permission = Permission()
    permission.status = "denied"
    return permission
  }
}
