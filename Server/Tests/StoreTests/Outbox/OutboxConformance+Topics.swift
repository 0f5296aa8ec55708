import Testing

@testable import Store

extension OutboxConformance {
  static let topics: [Case] = [
    Case("a message to a topic is for no installation, and born leased") { stage in
      let (outcome, batch) = try stage.accept(OutboxStage.request("t1", to: .topic("news")))
      guard case .accepted(let accepted) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(accepted.messages == 1 && accepted.suppressed == 0)
      let entry = try #require(batch.entries.first)
      #expect(batch.entries.count == 1 && entry.registration == 0 && entry.lane == .android)
      #expect(OutboxStage.text(entry.token, batch) == "news")
      #expect(OutboxStage.text(entry.installation, batch).isEmpty && entry.binding == .none)
      #expect(OutboxStage.text(entry.parameters, batch) == #"{"order":"1"}"#)
      try stage.apply(batch, .accepted)
      #expect(try stage.state("t1") == "accepted")
      #expect(try stage.view("t1")?.topic == "news")
      #expect(try stage.messages("t1").first?.installation == "")
      #expect(try stage.accept(OutboxStage.request("t1", to: .topic("news"))).outcome == .repeated(accepted))
      let other = OutboxStage.request("t1", to: .topic("news")) { $0.digest = [1] }
      #expect(try stage.accept(other).outcome == .conflict)
    },
    Case("a message to a condition that waited is claimed with it") { stage in
      stage.lanes.room = 0
      let condition = "'a' in topics && !('b' in topics)"
      let request = OutboxStage.request("t1", to: .condition(condition)) { $0.band = .bulk }
      #expect(try stage.accept(request).batch.entries.isEmpty)
      stage.lanes.room = 9
      stage.now += 60_000
      let claim = try stage.claim(.android, .bulk)
      let entry = try #require(claim.batch.entries.first)
      #expect(entry.registration == 0 && OutboxStage.text(entry.token, claim.batch) == condition)
      // A lost lease is claimed again, as any other.
      stage.now = entry.leaseEndsAt
      let again = try stage.claim(.android, .bulk)
      #expect(again.batch.entries.first?.wasUnanswered == true)
      #expect(again.batch.entries.map { OutboxStage.text($0.token, again.batch) } == [condition])
      try stage.apply(again.batch, .rejected("INVALID_ARGUMENT"))
      #expect(try stage.state("t1") == "rejected INVALID_ARGUMENT")
    },
    Case("a message to a topic goes over the feed as any other") { stage in
      stage.lanes.room = 0
      _ = try stage.accept(OutboxStage.request("t1", to: .topic("news")) { $0.tenant = "x" })
      let fed = try stage.feed(.android)
      #expect(fed.fed.count == 1)
      let claim = try stage.claim(rows: fed.fed.map(\.row), .android)
      let entry = try #require(claim.batch.entries.first)
      #expect(entry.registration == 0 && OutboxStage.text(entry.token, claim.batch) == "news")
      #expect(OutboxStage.text(entry.tenantName, claim.batch) == "x")
      try stage.apply(claim.batch, .accepted)
      #expect(try stage.state("t1", tenant: "x") == "accepted")
    },
    Case("a silent message to a topic counts against nobody's budget") { stage in
      try stage.setPolicy { $0.silentPerHour = 1 }
      for number in 1...3 {
        let request = OutboxStage.request("t\(number)", to: .topic("news"), OutboxStage.makeSilent)
        #expect(try stage.accept(request).batch.entries.count == 1)
      }
      try stage.setPolicy { _ in }
    },
    Case("without FCM a message to a topic is not sent, and says why") { stage in
      stage.lanes.lanes = [.iosProduction]
      let (outcome, batch) = try stage.accept(OutboxStage.request("t1", to: .topic("news")))
      guard case .accepted(let accepted) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(batch.entries.isEmpty && accepted.suppressed == 1)
      #expect(try stage.state("t1") == "suppressed no_lane")
      stage.lanes.lanes = Set(LaneCode.allCases)
    },
    Case("a message to a topic can be cancelled before it goes") { stage in
      let request = OutboxStage.request("t1", to: .topic("news")) { $0.notBefore = stage.now + 60_000 }
      #expect(try stage.accept(request).batch.entries.isEmpty)
      let outcome = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "", notification: "t1", now: stage.now)
      }
      #expect(outcome?.cancelled == 1)
      stage.now += 120_000
      #expect(try stage.claim(.android).outcome.claimed == 0)
    },
  ]
}
