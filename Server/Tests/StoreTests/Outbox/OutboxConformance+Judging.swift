import Testing

@testable import Store

extension OutboxConformance {
  static let judging: [Case] = [
    Case("a verdict is kept with all it said") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      stage.now += 130
      try stage.apply(batch, .accepted)
      let message = try #require(try stage.messages("n1").first)
      #expect(message.state == .accepted && message.providerID == "id-1" && message.httpStatus == 200)
      #expect(message.attempts == 1 && message.at == stage.now && message.dueAt == 0)
      #expect(try stage.count("latency.accepted.250", className: "order_shipped") == 1)
      #expect(try stage.count("latency.accepted.sum", className: "order_shipped") == 130)
      #expect(try stage.count(RollupMetric.accepted) == 1)
      // Told twice it counts once.
      try stage.apply(batch, .rejected("BadTopic"))
      #expect(try stage.state("n1") == "accepted")
      #expect(try stage.count(RollupMetric.accepted) == 1)
      #expect(try stage.count(RollupMetric.rejectedPrefix + "messageInvalid") == 0)
    },
    Case("attempts that did not end it are told as its history") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      try stage.apply(batch, .again("Shutdown"))
      stage.now += 100
      #expect(try stage.state("n1") == "queued")
      #expect(try stage.messages("n1").map(\.attempts) == [1])
      try stage.apply(batch, .rejected("PayloadTooLarge"))
      try stage.store.rest()
      let message = try #require(try stage.messages("n1").first)
      #expect(message.state == .rejected && message.reason == "PayloadTooLarge")
      #expect(message.verdict == "messageInvalid" && message.httpStatus == 400)
      #expect(message.history.map(\.reason) == ["Shutdown", "PayloadTooLarge"])
      #expect(message.history.map(\.httpStatus) == [503, 400])
      #expect(try stage.count(RollupMetric.rejectedPrefix + "messageInvalid") == 1)
    },
    Case("handed back it waits, and keeps its attempts") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      var answer = OutboxStage.Answer.again("TooManyRequests")
      answer.handBackUntil = stage.now + 90_000
      answer.isUnanswered = true
      try stage.apply(batch, answer)
      #expect(try stage.claim().outcome.nextDueAt == stage.now + 90_000)
      stage.now += 90_000
      let claim = try stage.claim()
      #expect(claim.batch.entries.map(\.attempts) == [1])
      #expect(claim.batch.entries.map(\.wasUnanswered) == [true])
      #expect(claim.batch.entries.map(\.createdAt) == [stage.now - 90_000])
    },
    Case("an engine's expired is unconfirmed where an attempt went unanswered") { stage in
      try stage.register("phone")
      let one = try stage.accept("n1", to: "phone")
      let two = try stage.accept("n2", to: "phone")
      try stage.apply(one, .init(state: .expired, status: 0))
      try stage.apply(two, .init(state: .expired, status: 0, isUnanswered: true))
      #expect(try stage.state("n1") == "expired")
      #expect(try stage.state("n2") == "unconfirmed")
    },
    Case("a dead token is deleted, and told") { stage in
      try stage.register("phone")
      stage.now += 1000
      let batch = try stage.accept("n1", to: "phone")
      let effects = try stage.apply(batch, .dead(asOf: stage.now))
      #expect(effects.tokenChanges.map(\.installation) == ["phone"])
      #expect(effects.tokenChanges.map(\.kind) == [.tokenDead])
      #expect(try stage.count(RollupMetric.tokenDead) == 1)
      #expect(try stage.state("n1") == "rejected Unregistered")
    },
    Case("a token confirmed since is kept") { stage in
      try stage.register("phone")
      let asOf = stage.now + 500
      stage.now += 1000
      let batch = try stage.accept("n1", to: "phone")
      try stage.register("phone")
      let effects = try stage.apply(batch, .dead(asOf: asOf))
      #expect(effects.tokenChanges.isEmpty && effects.tokensKept == 1)
      #expect(try stage.count(RollupMetric.tokenKept) == 1)
      #expect(try stage.accept("n2", to: "phone").entries.count == 1)
    },
    Case("under the brake no token is touched") { stage in
      try stage.register("phone")
      stage.now += 1
      let batch = try stage.accept("n1", to: "phone")
      var answer = OutboxStage.Answer.dead(asOf: stage.now)
      answer.action = .braked
      #expect(try stage.apply(batch, answer).tokensKept == 1)
      #expect(try stage.accept("n2", to: "phone").entries.count == 1)
    },
    Case("a verdict of an earlier lease touches no token either") { stage in
      try stage.register("phone")
      let batch = try stage.accept("n1", to: "phone")
      stage.now += 600_000
      _ = try stage.claim()
      let effects = try stage.apply(batch, .dead(asOf: stage.now))
      #expect(effects.tokenChanges.isEmpty && effects.tokensKept == 0)
      #expect(try stage.accept("n2", to: "phone").entries.count == 1)
    },
    Case("webhooks are written for the kinds that are asked for") { stage in
      try stage.register("phone", account: "anna", tenant: "a")
      func events() throws -> [WebhookEvent] {
        try stage.store.read { reader throws(StoreError) in try reader.dueWebhooks(now: stage.now, limit: 9) }
      }
      func send(_ id: String, _ answer: OutboxStage.Answer) throws -> VerdictEffects {
        let (_, batch) = try stage.accept(
          OutboxStage.request(id, to: .account("anna")) { $0.tenant = "a" })
        return try stage.apply(batch, answer)
      }
      #expect(try send("n1", .accepted).webhooks == 0)
      try stage.store.transaction { session throws(StoreError) in
        session.setWebhookKinds(["accepted", "rejected", "pruned"])
      }
      stage.now += 10
      #expect(try send("n2", .accepted).webhooks == 1)
      #expect(try send("n3", .dead(asOf: stage.now)).webhooks == 2)
      let found = try events()
      #expect(found.map(\.kind).sorted() == ["accepted", "pruned", "rejected"])
      #expect(found.map(\.tenant) == ["a", "a", "a"])
      let body = String(decoding: try #require(found.first { $0.kind == "accepted" }).body, as: UTF8.self)
      #expect(
        body
          == #"{"kind":"accepted","tenant":"a","notification":"n2","installation":"phone","class":"order_shipped","provider_id":"id-1","at":\#(stage.now)}"#
      )
      #expect(!found.contains { String(decoding: $0.body, as: UTF8.self).contains("token-of") })
      try stage.store.transaction { session throws(StoreError) in
        try session.finishWebhook(row: found[0].row)
        try session.postponeWebhook(row: found[1].row, dueAt: stage.now + 5000)
      }
      #expect(try events().map(\.row) == [found[2].row])
      stage.now += 5000
      #expect(try events().map(\.attempts) == [0, 1])
    },
  ]
}
