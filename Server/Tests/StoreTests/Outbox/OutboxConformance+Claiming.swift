import Testing

@testable import Store

extension OutboxConformance {
  static let claiming: [Case] = [
    Case("a lost lease is claimed again, the third sets it aside") { stage in
      try stage.register("phone")
      var batch = try stage.accept("n1", to: "phone") { $0.timeToLive = 7 * 86_400 }
      for round in 1...2 {
        stage.now = try #require(batch.entries.first).leaseEndsAt - 1
        #expect(try stage.claim().outcome.claimed == 0)
        stage.now += 1
        let claim = try stage.claim()
        #expect(claim.outcome.claimed == 1, "round \(round)")
        #expect(claim.batch.entries.first?.wasUnanswered == true)
        #expect(claim.batch.entries.first?.leaseEndsAt != batch.entries.first?.leaseEndsAt)
        // A verdict of the lease before changes nothing.
        try stage.apply(batch, .accepted)
        #expect(try stage.state("n1") == "queued")
        batch = claim.batch
      }
      stage.now = try #require(batch.entries.first).leaseEndsAt
      let last = try stage.claim()
      #expect(last.outcome.claimed == 0 && last.outcome.dead == 1)
      #expect(try stage.state("n1") == "dead lease_lost")
      #expect(try stage.count(RollupMetric.dead) == 1)
      let letters = try stage.store.read { reader throws(StoreError) in
        try reader.deadLetters(after: 0, limit: 9)
      }
      #expect(letters.map(\.notification) == ["n1"])
      // Its parameters stay, so that it can be sent again.
      #expect(try stage.sweepAll(.parameters) == 0)
      let replayed = try stage.store.transaction { session throws(StoreError) in
        try session.replayDead(limit: 9, now: stage.now)
      }
      #expect(replayed == 1)
      let again = try stage.claim()
      #expect(again.batch.entries.map { OutboxStage.text($0.parameters, again.batch) } == [#"{"order":"1"}"#])
      try stage.apply(again.batch, .accepted)
      #expect(try stage.state("n1") == "accepted")
    },
    Case("after a start no lease is held") { stage in
      try stage.register("phone")
      let old = try stage.accept("n1", to: "phone")
      try stage.accept("later", to: "phone") { $0.notBefore = stage.now + 1000 }
      let lost = try stage.store.transaction { session throws(StoreError) in
        try session.expireLeases(now: stage.now)
      }
      #expect(lost == 1)
      // What was leased comes before what is new.
      #expect(try stage.accept("n2", to: "phone").entries.isEmpty)
      let claim = try stage.claim()
      #expect(claim.outcome.claimed == 2)
      stage.now += 1
      try stage.apply(old, .accepted)
      #expect(try stage.messages("n1").map(\.state) == [.leased], "the lease is a later one")
      for _ in 1...2 {
        stage.now += 1
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.expireLeases(now: stage.now)
        }
        _ = try stage.claim()
      }
      #expect(try stage.state("n1") == "dead lease_lost")
    },
    Case("a process that dies again and again costs a few messages, not all it had") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for number in 1...40 { try stage.accept("n\(number)", to: "phone") }
      stage.lanes.room = .max
      for _ in 1...6 {
        while try stage.claim().outcome.claimed > 0 {}
        stage.now += 1000
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.expireLeases(now: stage.now)
        }
      }
      let dead = try stage.count(RollupMetric.dead)
      #expect(dead > 0 && dead <= 4 * LeaseRule.probation)
      // The rest is sent, a few at a time.
      for _ in 1...40 {
        let claim = try stage.claim()
        #expect(claim.outcome.claimed <= LeaseRule.probation)
        try stage.apply(claim.batch, .accepted)
        stage.now += LeaseRule.probationStep
      }
      let states = try (1...40).map { try stage.state("n\($0)") }
      #expect(states.count { $0 == "accepted" } == 40 - dead, "\(states)")
    },
    Case("its time ends where it was not sent: expired; where it may have been: unconfirmed") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("never", to: "phone") { $0.timeToLive = 60 }
      stage.lanes.room = 1
      _ = try stage.claim(limit: 0)
      let batch = try stage.accept("maybe", to: "phone") {
        $0.timeToLive = 60
        $0.band = .urgent
      }
      #expect(batch.entries.count == 1)
      stage.now += 600_000
      #expect(try stage.claim().outcome.ended == 1)
      #expect(try stage.claim(.iosProduction, .urgent).outcome.ended == 1)
      #expect(try stage.state("never") == "expired")
      #expect(try stage.state("maybe") == "unconfirmed")
      #expect(try stage.count(RollupMetric.expired) == 1)
      #expect(try stage.count(RollupMetric.unconfirmed) == 1)
    },
    Case("the time runs from acceptance") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for id in ["n1", "n2"] { try stage.accept(id, to: "phone") { $0.timeToLive = 60 } }
      stage.now += 59_999
      let first = try stage.claim(limit: 1)
      #expect(first.batch.entries.first.map { $0.expiresAt - stage.now } == 1)
      stage.now += 1
      #expect(try stage.claim().outcome.ended == 1)
    },
    Case("one attempt waits for its turn for a minute, and has one") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for id in ["n1", "n2"] { try stage.accept(id, to: "phone") { $0.timeToLive = 0 } }
      stage.now += 59_999
      let claim = try stage.claim(limit: 1)
      #expect(claim.batch.entries.first.map { $0.expiresAt == $0.createdAt } == true)
      stage.now += 1
      #expect(try stage.claim().outcome.ended == 1)
      #expect(try stage.state("n2") == "expired")
      stage.now += 600_000
      #expect(try stage.claim().outcome.ended == 1)
      #expect(try stage.state("n1") == "unconfirmed")
    },
    Case("what nobody claims ends all the same") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      for id in ["n1", "n2", "n3", "n4"] { try stage.accept(id, to: "phone") { $0.timeToLive = 60 } }
      try stage.accept("n5", to: "phone") { $0.timeToLive = 3600 }
      #expect(try stage.sweepAll(.overdue) == 0)
      stage.now += 60_001
      #expect(try stage.sweepAll(.overdue) == 4)
      #expect(try stage.state("n4") == "expired")
      #expect(try stage.state("n5") == "queued")
    },
    Case("tenants are served alike, whoever has more") { stage in
      let counts = [("a", 200), ("b", 20), ("c", 3)]
      stage.lanes.room = 0
      for (tenant, count) in counts {
        try stage.register("\(tenant)-phone", account: "anna", tenant: tenant)
        for number in 0..<count {
          _ = try stage.accept(
            OutboxStage.request("\(tenant)\(number)", to: .account("anna")) { $0.tenant = tenant })
        }
      }
      var last: Int32 = 0
      var served: [String: Int] = [:]
      for _ in 0..<4 {
        let (outcome, batch) = try stage.claim(limit: 9, after: last)
        #expect(outcome.claimed == 9 && outcome.hasMore)
        last = outcome.last
        for entry in batch.entries { served[OutboxStage.text(entry.tenantName, batch), default: 0] += 1 }
      }
      #expect(served["c"] == 3)
      let a = try #require(served["a"])
      let b = try #require(served["b"])
      #expect(abs(a - b) <= 4 && a + b == 33, "a \(a), b \(b)")
      // One at a time goes round as well.
      var order: [String] = []
      for _ in 0..<4 {
        let (outcome, batch) = try stage.claim(limit: 1, after: last)
        last = outcome.last
        order += batch.entries.map { OutboxStage.text($0.tenantName, batch) }
      }
      #expect(order == ["a", "b", "a", "b"] || order == ["b", "a", "b", "a"])
    },
    Case("bands and lanes are apart, the oldest goes first") { stage in
      try stage.register("phone")
      try stage.register("robot") { $0.platform = .android }
      stage.lanes.room = 0
      for id in ["n1", "n2", "n3"] {
        try stage.accept(id, to: "phone")
        stage.now += 1
      }
      try stage.accept("urgent", to: "phone", "robot") { $0.band = .urgent }
      let urgent = try stage.claim(.iosProduction, .urgent)
      #expect(urgent.batch.entries.map { OutboxStage.text($0.installation, urgent.batch) } == ["phone"])
      #expect(try stage.claim(.android, .normal).outcome.claimed == 0)
      #expect(try stage.claim(.android, .urgent).outcome.claimed == 1)
      let normal = try stage.claim(limit: 2)
      #expect(normal.batch.entries.map { OutboxStage.text($0.notification, normal.batch) } == ["n1", "n2"])
      #expect(normal.outcome.hasMore && normal.outcome.nextDueAt == nil)
      let depths = try stage.store.read { reader throws(StoreError) in try reader.depths(now: stage.now) }
      #expect(depths.map(\.waiting) == [1, 3, 1])
      #expect(depths.map(\.oldestDueAt) == [nil, stage.now - 1, nil])
    },
    Case("cancelled is what has not gone") { stage in
      try stage.register("phone")
      try stage.register("tablet")
      func cancel() throws -> CancelOutcome? {
        try stage.store.transaction { session throws(StoreError) in
          try session.cancel(tenant: "", notification: "n1", now: stage.now)
        }
      }
      stage.lanes.room = 1
      let batch = try stage.accept("n1", to: "phone", "tablet", "gone")
      #expect(try cancel() == CancelOutcome(cancelled: 1, tooLate: 1, ended: 1))
      #expect(try stage.messages("n1").map(\.reason) == ["", "cancelled", "unknown_installation"])
      try stage.apply(batch, .accepted)
      #expect(try stage.messages("n1").map(\.state) == [.accepted, .suppressed, .suppressed])
      #expect(try cancel() == CancelOutcome(cancelled: 0, tooLate: 0, ended: 3))
      #expect(try stage.claim().outcome.claimed == 0)
    },
    Case("cancelled after an unanswered attempt it is unconfirmed") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      var back = OutboxStage.Answer.again("")
      back.handBackUntil = stage.now + 1000
      back.isUnanswered = true
      try stage.apply(batch, back)
      let outcome = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "", notification: "n1", now: stage.now)
      }
      #expect(outcome == CancelOutcome(cancelled: 0, tooLate: 1, ended: 0))
      #expect(try stage.state("n1") == "unconfirmed cancelled")
    },
  ]
}
