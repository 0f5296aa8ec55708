import Testing

@testable import Store

extension OutboxConformance {
  static let keeping: [Case] = [
    Case("parameters go when all messages have ended") { stage in
      try stage.register("one")
      try stage.register("two")
      let batch = try stage.accept("n1", to: "one", "two")
      for number in 2...6 { try stage.apply(try stage.accept("n\(number)", to: "one"), .accepted) }
      try stage.accept("later", to: "one") { $0.notBefore = stage.now + 1000 }
      #expect(try stage.sweepAll(.parameters) == 5)
      let first = stage.verdicts(batch) { $0.message == batch.entries[0].message ? .accepted : nil }
      _ = try stage.store.transaction { session throws(StoreError) in try session.apply(first, now: stage.now)
      }
      #expect(try stage.sweepAll(.parameters) == 0)
      try stage.apply(batch, .accepted)
      #expect(try stage.sweepAll(.parameters) == 1)
      stage.now += 1000
      let claim = try stage.claim()
      #expect(claim.batch.entries.map { OutboxStage.text($0.parameters, claim.batch) } == [#"{"order":"1"}"#])
    },
    Case("old notifications go, with their messages and receipts; what lives stays") { stage in
      try stage.register("phone")
      let start = stage.now
      for number in 1...7 {
        let batch = try stage.accept("old\(number)", to: "phone", "gone", "never")
        try stage.apply(batch, .accepted)
        _ = try stage.receive(
          "phone", [Receipt(kind: .received, notification: "old\(number)", at: stage.now)])
        if number == 3 {
          try stage.accept("alive", to: "phone") { $0.notBefore = start + 40 * OutboxStage.day }
        }
        stage.now += 1000
      }
      let edge = stage.now
      for number in 1...2 { try stage.accept("new\(number)", to: "phone") }
      #expect(try stage.sweepAll(.notifications(before: edge), limit: 2) == 7)
      for number in 1...7 { #expect(try stage.view("old\(number)") == nil) }
      #expect(try stage.messages("alive").count == 1)
      #expect(try stage.messages("new1").count == 1)
      // An id that is free again is a new notification, of a number that was never used.
      let again = try stage.accept("old1", to: "phone")
      #expect(again.entries.count == 1)
      #expect(
        try stage.receive("phone", [Receipt(kind: .received, notification: "old1", at: 0)])
          == .stored(new: 1, repeated: 0, unknown: 0))
      stage.now = start + 40 * OutboxStage.day
      #expect(try stage.claim().batch.entries.contains { _ in true })
    },
    Case("the newest notification is never swept, so that no number comes again") { stage in
      try stage.register("phone")
      try stage.apply(try stage.accept("n1", to: "phone"), .accepted)
      stage.now += 1000
      #expect(try stage.sweepAll(.notifications(before: stage.now)) == 0)
      try stage.accept("n2", to: "phone")
      #expect(try stage.sweepAll(.notifications(before: stage.now)) == 1)
    },
    Case("receipts have a retention of their own") { stage in
      try stage.register("phone")
      for number in 1...7 {
        try stage.apply(try stage.accept("n\(number)", to: "phone"), .accepted)
        _ = try stage.receive(
          "phone", [Receipt(kind: .received, notification: "n\(number)", at: stage.now)],
          events: [ClientEvent(id: "e\(number)", kind: .registered, at: 0)])
        stage.now += 1000
      }
      // The first is opened late, and that is young.
      _ = try stage.receive("phone", [Receipt(kind: .opened, notification: "n1", at: stage.now)])
      let edge = stage.now - 2000
      // Five receipts and five events are old; of the first message one receipt is young, so both stay.
      #expect(try stage.sweepAll(.receipts(before: edge), limit: 2) == 4 + 5)
      #expect(try stage.messages("n2").first?.receipts.isEmpty == true)
      #expect(try stage.messages("n1").first?.receipts.count == 2)
      #expect(try stage.messages("n7").first?.receipts.count == 1)
      #expect(
        try stage.receive("phone", [], events: [ClientEvent(id: "e7", kind: .registered, at: 0)])
          == .stored(new: 0, repeated: 1, unknown: 0))
    },
    Case("inbox items, counters and attempts go by their age") { stage in
      try stage.register("phone", account: "anna")
      for number in 1...5 {
        let (_, batch) = try stage.accept(
          OutboxStage.request("n\(number)", to: .account("anna")) { $0.inbox = .init(title: "T", body: "B") })
        try stage.apply(batch, .rejected("BadTopic"))
        try stage.store.rest()
        stage.now += OutboxStage.day
      }
      let edge = stage.now - 2 * OutboxStage.day
      func history() throws -> [Int] {
        try (1...5).map { try stage.messages("n\($0)").first?.history.count ?? -1 }
      }
      #expect(try history() == [1, 1, 1, 1, 1])
      #expect(try stage.sweepAll(.inbox(before: edge), limit: 2) == 3)
      let left = try stage.store.read { reader throws(StoreError) in
        try reader.inbox(tenant: "", account: "anna", before: nil, limit: 9, now: stage.now).items.map(
          \.notification)
      }
      #expect(left == ["n5", "n4"])
      #expect(try stage.sweepAll(.attempts(before: edge), limit: 2) == 3)
      #expect(try history() == [0, 0, 0, 1, 1])
      #expect(try stage.count(RollupMetric.messages) == 5)
      #expect(try stage.sweepAll(.rollups(beforeDay: edge / OutboxStage.day)) > 0)
      #expect(try stage.count(RollupMetric.messages) == 2)
    },
    Case("of an erased account nothing is left, and nothing is sent") { stage in
      try stage.register("phone", account: "anna")
      try stage.register("other", account: "bert")
      stage.lanes.room = 0
      _ = try stage.accept(
        OutboxStage.request("n1", to: .account("anna")) { $0.inbox = .init(title: "T", body: "B") })
      try stage.accept("n2", to: "phone", "other", change: OutboxStage.makePersonal)
      let erased = try stage.store.transaction { session throws(StoreError) in
        try session.erase(tenant: "", account: "anna", now: stage.now)
      }
      #expect(erased.registrations == 1 && erased.inbox == 1 && erased.messages == 2)
      let left = try stage.store.read { reader throws(StoreError) in
        try reader.inbox(tenant: "", account: "anna", before: nil, limit: 9, now: stage.now).items
      }
      #expect(left.isEmpty)
      let claim = try stage.claim()
      #expect(claim.batch.entries.map { OutboxStage.text($0.installation, claim.batch) } == ["other"])
      #expect(claim.batch.entries.map { OutboxStage.text($0.parameters, claim.batch) } == [#"{"order":"1"}"#])
      #expect(try stage.messages("n1").map(\.state) == [.suppressed])
    },
    Case("counters of the caller's own are added up") { stage in
      let key = RollupKey(day: stage.now / OutboxStage.day, metric: "own", className: "c", platform: "ios")
      for amount in [2, 3] {
        try stage.store.transaction { session throws(StoreError) in try session.count(key, by: amount) }
      }
      #expect(try stage.count("own") == 5)
    },
  ]
}
