import Testing

@testable import Store

extension OutboxConformance {
  private static func send(
    _ stage: OutboxStage, _ id: String, _ tenant: String, band: Band = .bulk
  ) throws -> AcceptOutcome {
    let request = OutboxStage.request(id, to: .account(tenant == "a" ? "anna" : "bert")) {
      $0.tenant = tenant
      $0.band = band
    }
    return try stage.accept(request).outcome
  }

  static let accepting: [Case] = [
    Case("an accepted message is leased at birth, and whole") { stage in
      try stage.register("phone", account: "anna")
      let request = OutboxStage.request("n1", to: .account("anna"), OutboxStage.makePersonal)
      let (outcome, batch) = try stage.accept(request)
      #expect(outcome == .accepted(.init(row: 1, acceptedAt: stage.now, messages: 1, suppressed: 0)))
      let entry = try #require(batch.entries.first)
      #expect(batch.entries.count == 1)
      #expect(OutboxStage.text(entry.token, batch) == "token-of-phone-1")
      #expect(OutboxStage.text(entry.installation, batch) == "phone")
      #expect(OutboxStage.text(entry.notification, batch) == "n1")
      #expect(OutboxStage.text(entry.parameters, batch) == #"{"order":"1"}"#)
      #expect(entry.lane == .iosProduction && entry.band == .normal && entry.generation == 1)
      #expect(entry.createdAt == stage.now && entry.expiresAt == stage.now + OutboxStage.day)
      #expect(entry.leaseEndsAt == stage.now + 600_000)
      let key = try stage.store.transaction { session throws(StoreError) in try session.bindingKey(now: 0) }
      #expect(
        OutboxStage.text(entry.binding, batch)
          == key.tag(tenant: "", account: "anna", installation: "phone", generation: 1))
      #expect(try stage.claim().batch.entries.isEmpty)
    },
    Case("a class for whoever holds the device carries no binding tag") { stage in
      try stage.register("phone", account: "anna")
      let batch = try stage.accept("n1", to: "phone")
      #expect(batch.entries.first?.binding == ByteSlice.none)
    },
    Case("the same again is answered the same, another body is a conflict") { stage in
      try stage.register("phone")
      let request = OutboxStage.request("n1", to: .installations(["phone", "gone"]))
      let first = try stage.accept(request)
      stage.now += 5000
      let again = try stage.accept(request)
      guard case .accepted(let answer) = first.outcome else {
        Issue.record("\(first.outcome)")
        return
      }
      #expect(answer.messages == 2 && answer.suppressed == 1)
      #expect(again.outcome == .repeated(answer))
      #expect(again.batch.entries.isEmpty)
      var other = request
      other.digest = [9]
      #expect(try stage.accept(other).outcome == .conflict)
      #expect(try stage.messages("n1").count == 2)
      // Numbers are not used up by it.
      guard
        case .accepted(let next) = try stage.accept(OutboxStage.request("n2", to: .installations(["phone"])))
          .outcome
      else {
        Issue.record("not accepted")
        return
      }
      #expect(next.row == answer.row + 1)
    },
    Case("one id in two tenants is two notifications") { stage in
      try stage.register("a-phone", account: "anna", tenant: "a")
      try stage.register("b-phone", account: "anna", tenant: "b")
      for tenant in ["a", "b"] {
        var request = OutboxStage.request("n1", to: .account("anna"))
        request.tenant = tenant
        request.digest = Array(tenant.utf8)
        let (outcome, batch) = try stage.accept(request)
        guard case .accepted = outcome else { Issue.record("\(outcome)"); continue }
        #expect(batch.entries.map { OutboxStage.text($0.installation, batch) } == ["\(tenant)-phone"])
        #expect(batch.entries.map { OutboxStage.text($0.tenantName, batch) } == [tenant])
      }
      #expect(try stage.messages("n1", tenant: "a").map(\.installation) == ["a-phone"])
      #expect(try stage.messages("n1", tenant: "b").map(\.installation) == ["b-phone"])
      #expect(try stage.view("n1", tenant: "c") == nil)
      #expect(try stage.messages("n1", tenant: nil).map(\.installation) == ["b-phone"])
      let cancelled = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "c", notification: "n1", now: 0)
      }
      #expect(cancelled == nil)
    },
    Case("an account's notification goes to each of its installations, and to nobody else's") { stage in
      for name in ["one", "two"] { try stage.register(name, account: "anna") }
      try stage.register("other", account: "bert")
      try stage.register("free")
      let (outcome, batch) = try stage.accept(OutboxStage.request("n1", to: .account("anna")))
      #expect(outcome == .accepted(.init(row: 1, acceptedAt: stage.now, messages: 2, suppressed: 0)))
      #expect(batch.entries.map { OutboxStage.text($0.installation, batch) } == ["one", "two"])
      // The texts they share are there once.
      #expect(Set(batch.entries.map(\.parameters.start)).count == 1)
    },
    Case("a list names each once, and says which it does not know") { stage in
      try stage.register("one")
      try stage.register("two")
      try stage.accept("n1", to: "two", "gone", "one", "two", "gone")
      let messages = try stage.messages("n1")
      #expect(messages.map(\.installation) == ["two", "gone", "one"])
      #expect(messages.map(\.reason) == ["", "unknown_installation", ""])
      #expect(messages.map(\.state) == [.leased, .suppressed, .leased])
    },
    Case("an account without installations is accepted, and says so") { stage in
      let (outcome, batch) = try stage.accept(OutboxStage.request("n1", to: .account("nobody")))
      #expect(outcome == .accepted(.init(row: 1, acceptedAt: stage.now, messages: 1, suppressed: 1)))
      #expect(batch.entries.isEmpty)
      #expect(try stage.state("n1") == "suppressed unknown_account")
    },
    Case("without room it waits, and is claimed as it was accepted") { stage in
      try stage.register("phone", account: "anna")
      stage.lanes.room = 0
      let (_, batch) = try stage.accept(
        OutboxStage.request("n1", to: .account("anna"), OutboxStage.makePersonal))
      #expect(batch.entries.isEmpty)
      #expect(batch.waiting == [.init(lane: .iosProduction, band: .normal, dueAt: stage.now)])
      #expect(try stage.state("n1") == "queued")
      stage.lanes.room = 10
      // What waits goes first.
      #expect(try stage.accept("n2", to: "phone").entries.isEmpty)
      let (outcome, claimed) = try stage.claim()
      #expect(outcome.claimed == 2 && !outcome.hasMore)
      let entry = try #require(claimed.entries.first)
      #expect(OutboxStage.text(entry.notification, claimed) == "n1")
      #expect(OutboxStage.text(entry.token, claimed) == "token-of-phone-1")
      #expect(OutboxStage.text(entry.parameters, claimed) == #"{"order":"1"}"#)
      #expect(entry.binding.count == 32)
      #expect(entry.createdAt == stage.now && entry.attempts == 0 && !entry.wasUnanswered)
      #expect(try stage.accept("n3", to: "phone").entries.count == 1)
    },
    Case("what is for later waits for its time, and lives from then on") { stage in
      try stage.register("phone")
      let due = stage.now + 3 * OutboxStage.hour
      let batch = try stage.accept("n1", to: "phone") {
        $0.notBefore = due
        $0.timeToLive = 600
      }
      #expect(batch.entries.isEmpty && batch.waiting.map(\.dueAt) == [due])
      var claim = try stage.claim()
      #expect(claim.outcome.claimed == 0 && claim.outcome.nextDueAt == due)
      stage.now = due
      claim = try stage.claim()
      let entry = try #require(claim.batch.entries.first)
      #expect(entry.createdAt == due && entry.expiresAt == due + 600_000)
      let view = try #require(try stage.view("n1"))
      #expect(view.notBefore == due && view.expiresAt == due + 600_000)
    },
    Case("a transaction that is undone leaves nothing behind") { stage in
      try stage.register("phone")
      var batch = ClaimBatch()
      let error = StoreError(.library, "on purpose")
      #expect(throws: error) {
        try stage.store.transaction { session throws(StoreError) in
          _ = try session.accept(
            OutboxStage.request("n1", to: .installations(["phone"])), capacity: stage.lanes, claimed: &batch,
            now: stage.now)
          throw error
        }
      }
      // Whoever gave the batch returns the places of its entries.
      #expect(batch.entries.count == 1 && stage.lanes.taken == 1)
      #expect(try stage.view("n1") == nil)
      #expect(try stage.count(RollupMetric.messages) == 0)
      let again = try stage.accept("n1", to: "phone")
      #expect(again.entries.map(\.message) == batch.entries.map(\.message))
      #expect(try stage.count(RollupMetric.messages) == 1)
    },
    Case("too much of one tenant is refused, what is known is still answered") { stage in
      try stage.register("phone", account: "anna", tenant: "a")
      try stage.register("other", account: "bert", tenant: "b")
      stage.lanes.room = 0
      try stage.setPolicy { $0.admission = Admission(bytes: 10_000, age: 60_000) }
      var accepted = 0
      while case .accepted = try send(stage, "n\(accepted)", "a") { accepted += 1 }
      #expect((20...31).contains(accepted))
      #expect(try send(stage, "more", "a") == .overloaded(retryAfter: 30))
      guard case .repeated = try send(stage, "n0", "a") else { Issue.record("it is known"); return }
      guard case .accepted = try send(stage, "urgent", "a", band: .urgent) else {
        Issue.record("room is kept"); return
      }
      guard case .accepted = try send(stage, "n0", "b") else { Issue.record("another tenant"); return }
      // What has gone makes room again.
      stage.now += 2000
      while try stage.claim(.iosProduction, .bulk).outcome.claimed > 0 {}
      stage.now += 1
      let cancelled = try stage.store.transaction { session throws(StoreError) in
        try session.cancel(tenant: "a", notification: "urgent", now: stage.now)
      }
      #expect(cancelled == CancelOutcome(cancelled: 1, tooLate: 0, ended: 0))
    },
    Case("what is due for too long holds up what is not more urgent") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.setPolicy { $0.admission = Admission(bytes: 1 << 30, age: 60_000) }
      try stage.accept("n1", to: "phone")
      stage.now += 60_000
      try stage.accept("n2", to: "phone")
      stage.now += 1001
      let request = OutboxStage.request("n3", to: .installations(["phone"]))
      #expect(try stage.accept(request).outcome == .overloaded(retryAfter: 60))
      try stage.accept("n4", to: "phone") { $0.band = .urgent }
      _ = try stage.claim()
      stage.now += 1001
      try stage.accept("n3", to: "phone")
    },
    Case("a lane that is behind holds up no other") { stage in
      try stage.register("phone")
      try stage.register("droid") { $0.platform = .android }
      stage.lanes.room = 0
      try stage.setPolicy { $0.admission = Admission(bytes: 1 << 30, age: 60_000) }
      try stage.accept("n1", to: "droid")
      stage.now += 61_000
      let request = OutboxStage.request("n2", to: .installations(["droid"]))
      #expect(try stage.accept(request).outcome == .overloaded(retryAfter: 60))
      try stage.accept("n3", to: "phone")
      try stage.accept("n4", to: "phone", "droid")
    },
  ]
}

extension CancelOutcome {
  init(cancelled: Int, tooLate: Int, ended: Int) {
    self.init()
    self.cancelled = cancelled
    self.tooLate = tooLate
    self.ended = ended
  }
}
