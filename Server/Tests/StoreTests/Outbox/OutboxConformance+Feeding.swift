import Testing

@testable import Store

extension OutboxStage {
  func feed(
    _ lane: LaneCode = .iosProduction, _ band: Band = .normal, limit: Int = 100, for time: Int = 60_000
  ) throws -> (outcome: ClaimOutcome, fed: [FedMessage]) {
    var fed: [FedMessage] = []
    let outcome = try store.transaction { session throws(StoreError) in
      try session.feedDue(
        ClaimRequest(lane: lane, band: band, limit: limit), until: now + time, fed: &fed, now: now)
    }
    return (outcome, fed)
  }

  func claim(
    rows: [Int], _ lane: LaneCode = .iosProduction, _ band: Band = .normal
  ) throws -> (outcome: ClaimOutcome, batch: ClaimBatch) {
    var batch = ClaimBatch()
    let outcome = try store.transaction { session throws(StoreError) in
      try session.claim(
        ClaimRequest(lane: lane, band: band, limit: rows.count), messages: rows, claimed: &batch, now: now)
    }
    return (outcome, batch)
  }

  func recall(limit: Int = 100) throws -> Int {
    try store.transaction { session throws(StoreError) in try session.recallFed(limit: limit, now: now) }
  }
}

extension OutboxConformance {
  static let feeding: [Case] = [
    Case("what is fed is claimed by its row, once, and as any other") { stage in
      try stage.register("phone", account: "anna")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone", change: OutboxStage.makePersonal)
      let fed = try stage.feed()
      #expect(fed.outcome.claimed == 1 && fed.fed.map(\.lease) == [stage.now + 60_000])
      #expect(try stage.feed().fed.isEmpty, "the feed has it")
      #expect(try stage.claim().outcome.claimed == 0, "the feed has it")
      #expect(try stage.state("n1") == "queued")
      let rows = fed.fed.map(\.row)
      let claim = try stage.claim(rows: rows + [rows[0], 999_999])
      #expect(claim.outcome.claimed == 1)
      let entry = try #require(claim.batch.entries.first)
      #expect(entry.message == rows[0] && entry.lane == .iosProduction && entry.band == .normal)
      #expect(OutboxStage.text(entry.notification, claim.batch) == "n1")
      #expect(OutboxStage.text(entry.installation, claim.batch) == "phone")
      #expect(OutboxStage.text(entry.token, claim.batch) == "token-of-phone-1")
      #expect(OutboxStage.text(entry.parameters, claim.batch) == #"{"order":"1"}"#)
      #expect(!OutboxStage.text(entry.binding, claim.batch).isEmpty)
      #expect(!entry.wasUnanswered && entry.attempts == 0)
      #expect(try stage.claim(rows: rows).outcome == ClaimOutcome(), "it is leased")
      try stage.apply(claim.batch, .accepted)
      #expect(try stage.state("n1") == "accepted")
      #expect(try stage.claim(rows: rows).batch.entries.isEmpty, "it has ended")
    },
    Case("the feed's time ends: it is due again, and no lease was lost") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      for _ in 1...5 {
        let fed = try stage.feed()
        #expect(fed.fed.count == 1)
        stage.now += 59_999
        #expect(try stage.feed().fed.isEmpty)
        stage.now += 1
      }
      let claim = try stage.claim()
      #expect(claim.outcome.claimed == 1 && claim.outcome.dead == 0)
      #expect(claim.batch.entries.first?.wasUnanswered == false)
    },
    Case("a row whose time with the feed is over is claimed by its row all the same") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      let first = try stage.feed()
      stage.now += 60_000
      let second = try stage.feed()
      #expect(first.fed.map(\.row) == second.fed.map(\.row))
      #expect(first.fed.map(\.lease) != second.fed.map(\.lease), "another id")
      stage.now += 60_000
      #expect(try stage.claim(rows: first.fed.map(\.row)).outcome.claimed == 1)
      #expect(try stage.claim(rows: second.fed.map(\.row)).outcome.claimed == 0)
    },
    Case("what waits for a later time is not claimed by an old message of the feed") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      let rows = try stage.feed().fed.map(\.row)
      let claim = try stage.claim(rows: rows)
      try stage.apply(
        claim.batch, OutboxStage.Answer(state: .queued, status: 503, handBackUntil: stage.now + 30_000))
      #expect(try stage.claim(rows: rows).outcome.claimed == 0)
      #expect(try stage.feed().fed.isEmpty)
      stage.now += 30_000
      let again = try stage.feed()
      #expect(again.fed.map(\.row) == rows)
      #expect(try stage.claim(rows: rows).batch.entries.first?.attempts == 1)
    },
    Case("a schedule is not fed before its time") { stage in
      try stage.register("phone")
      try stage.accept("later", to: "phone") { $0.notBefore = stage.now + 5_000 }
      let early = try stage.feed()
      #expect(early.fed.isEmpty && early.outcome.nextDueAt == stage.now + 5_000)
      stage.now += 5_000
      #expect(try stage.feed().fed.count == 1)
    },
    Case("rows are judged when they are claimed: suppressed, expired, of another lane") { stage in
      for name in ["gone", "late", "phone"] { try stage.register(name) }
      stage.lanes.room = 0
      try stage.accept("gone", to: "gone")
      try stage.accept("late", to: "late") { $0.timeToLive = 30 }
      try stage.accept("moved", to: "phone")
      let rows = try stage.feed().fed.map(\.row)
      #expect(rows.count == 3)
      #expect(try stage.claim(rows: rows, .android).outcome.claimed == 0, "of another lane")
      #expect(try stage.claim(rows: rows, .iosProduction, .urgent).outcome.claimed == 0, "of another band")
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.logout(
          installation: "gone", secretHash: Array("secret of gone".utf8), generation: nil, now: stage.now)
      }
      try stage.register("phone") { $0.environment = .sandbox }
      stage.now += 30_000
      let claim = try stage.claim(rows: rows)
      #expect(claim.batch.entries.isEmpty && claim.outcome.ended == 2)
      #expect(claim.batch.waiting.map(\.lane) == [.iosSandbox])
      #expect(try stage.state("late") == "expired")
      #expect(try stage.state("gone").hasPrefix("suppressed"))
      let moved = try stage.feed(.iosSandbox)
      #expect(moved.fed.count == 1)
      #expect(try stage.claim(rows: moved.fed.map(\.row), .iosSandbox).outcome.claimed == 1)
    },
    Case("what the feed has and nobody claims ends by its time") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone") { $0.timeToLive = 30 }
      stage.now += 29_000
      let rows = try stage.feed().fed.map(\.row)
      #expect(rows.count == 1)
      #expect(try stage.sweepAll(.overdue) == 0)
      stage.now += 1_000
      #expect(try stage.sweepAll(.overdue) == 1)
      #expect(try stage.state("n1") == "expired")
      #expect(try stage.claim(rows: rows).outcome == ClaimOutcome())
    },
    Case("what the feed has can be cancelled") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      let rows = try stage.feed().fed.map(\.row)
      let outcome = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "", notification: "n1", now: stage.now)
      }
      #expect(outcome?.cancelled == 1)
      #expect(try stage.claim(rows: rows).outcome == ClaimOutcome())
      #expect(try stage.state("n1") == "suppressed cancelled")
    },
    Case("what could not be published is due at once, unless somebody was faster") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for id in ["n1", "n2"] { try stage.accept(id, to: "phone") }
      let fed = try stage.feed().fed
      _ = try stage.claim(rows: [fed[0].row])
      let returned = try stage.store.transaction { session throws(StoreError) in
        try session.returnFed(fed, now: stage.now)
      }
      #expect(returned == 1)
      stage.now += 1
      #expect(try stage.feed().fed.map(\.row) == [fed[1].row])
      let late = try stage.store.transaction { session throws(StoreError) in
        try session.returnFed(fed, now: stage.now)
      }
      #expect(late == 0, "it was fed again")
    },
    Case("a feed that is lost gives back all it had") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for number in 1...7 { try stage.accept("n\(number)", to: "phone") }
      let fed = try stage.feed().fed
      #expect(fed.count == 7)
      _ = try stage.claim(rows: [fed[0].row])
      #expect(try stage.recall(limit: 4) == 4)
      #expect(try stage.recall(limit: 4) == 2)
      #expect(try stage.recall(limit: 4) == 0)
      #expect(try stage.claim().outcome.claimed == 6)
    },
    Case("leases that nodes lost are counted before the feed gets their messages") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone") { $0.timeToLive = 7 * 86_400 }
      stage.now = try #require(batch.entries.first).leaseEndsAt
      for round in 1...2 {
        let fed = try stage.feed()
        #expect(fed.fed.count == 1, "round \(round)")
        let claim = try stage.claim(rows: fed.fed.map(\.row))
        #expect(claim.batch.entries.first?.wasUnanswered == true)
        stage.now = try #require(claim.batch.entries.first).leaseEndsAt
      }
      let last = try stage.feed()
      #expect(last.fed.isEmpty && last.outcome.dead == 1)
      #expect(try stage.state("n1") == "dead lease_lost")
    },
    Case("tenants are fed alike, and no more than was asked for") { stage in
      for tenant in ["a", "b", "c"] { try stage.register("phone-\(tenant)", tenant: tenant) }
      stage.lanes.room = 0
      for number in 1...40 {
        try stage.accept("a\(number)", to: "phone-a") { $0.tenant = "a" }
      }
      for tenant in ["b", "c"] {
        for number in 1...3 {
          try stage.accept("\(tenant)\(number)", to: "phone-\(tenant)") { $0.tenant = tenant }
        }
      }
      let fed = try stage.feed(limit: 9)
      #expect(fed.fed.count == 9 && fed.outcome.hasMore)
      let claim = try stage.claim(rows: fed.fed.map(\.row))
      let tenants = claim.batch.entries.map { OutboxStage.text($0.tenantName, claim.batch) }
      #expect(["a", "b", "c"].map { name in tenants.count { $0 == name } } == [3, 3, 3])
      var count = 9
      while case let more = try stage.feed(limit: 9).fed, !more.isEmpty { count += more.count }
      #expect(count == 46)
    },
    Case("a message that found no room is leased at birth again once the queue is with the feed") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      stage.lanes.room = .max
      #expect(try stage.accept("n2", to: "phone").entries.isEmpty, "it would pass the first")
      let fed = try stage.feed().fed
      #expect(fed.count == 2)
      #expect(try stage.accept("n3", to: "phone").entries.count == 1)
    },
  ]
}
