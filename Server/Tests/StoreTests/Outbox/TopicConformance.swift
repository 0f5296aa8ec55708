import Testing

@testable import Store

/// What every store must do with FCM's topics.
extension OutboxConformance {
  static let subscriptions: [Case] = [
    Case("each installation is told its own outcome, and what can be done is under a lease") { stage in
      try stage.android("a", "b")
      try stage.register("phone")
      try stage.register("mute") {
        $0.platform = .android
        $0.token = nil
      }
      try stage.register("other", tenant: "x") { $0.platform = .android }
      let outcomes = try stage.setTopic("news", "a", "phone", "mute", "other", "nobody", "b")
      #expect(outcomes.count == 6)
      #expect(
        outcomes[1...4].elementsEqual([.notAndroid, .noToken, .unknownInstallation, .unknownInstallation]))
      guard case .pending(let item) = outcomes[0], case .pending = outcomes[5] else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(item.token == "token-of-a-1" && item.generation == 1 && item.attempts == 0)
      #expect(try stage.topics("a") == ["news wanted"])
      // Whoever asked tells the provider; nobody else does as long as its lease holds.
      #expect(try stage.claimTopics() == nil)
      try stage.settle("news", [item], .done)
      #expect(try stage.topics("a") == ["news subscribed"])
      #expect(try stage.topics("mute").isEmpty)
    },
    Case("what its asker forgot is claimed after the lease, with its tries counted") { stage in
      try stage.android("a", "b", "c")
      _ = try stage.setTopic("news", "a", "b")
      _ = try stage.setTopic("sport", "c")
      stage.now += 60_000
      let first = try #require(try stage.claimTopics())
      let second = try #require(try stage.claimTopics())
      let batches = [first, second].sorted { $0.topic < $1.topic }
      #expect(batches.map(\.topic) == ["news", "sport"] && batches.map(\.items.count) == [2, 1])
      #expect(try stage.claimTopics() == nil)
      // Only the position that failed comes again, at its time.
      let items = batches[0].items
      try stage.settle("news", [items[0]], .done)
      try stage.settle("news", [items[1]], .again(at: stage.now + 5000, "INTERNAL"))
      stage.now += 4999
      #expect(try stage.claimTopics() == nil)
      stage.now += 1
      let again = try #require(try stage.claimTopics())
      #expect(again.items.map(\.registration) == [items[1].registration])
      #expect(again.items.map(\.attempts) == [1])
      try stage.settle("news", again.items, .failed("TOO_MANY_TOPICS"))
      #expect(try stage.topics("b") == ["news refused TOO_MANY_TOPICS"])
      stage.now += 86_400_000
      #expect(try stage.claimTopics()?.topic == "sport")
    },
    Case("a new token is put into the topics of the one before") { stage in
      try stage.android("a")
      try stage.settle("news", try stage.pending("news", "a"), .done)
      try stage.settle("sport", try stage.pending("sport", "a"), .failed("TOO_MANY_TOPICS"))
      stage.now += 1000
      // The same again changes nothing.
      try stage.android("a")
      #expect(try stage.claimTopics() == nil)
      try stage.android("a", generation: 2)
      var seen: [String] = []
      while let batch = try stage.claimTopics() {
        #expect(batch.items.map(\.token) == ["token-of-a-2"] && batch.items.map(\.generation) == [2])
        seen.append(batch.topic)
        try stage.settle(batch.topic, batch.items, .done)
      }
      #expect(seen.sorted() == ["news", "sport"])
      #expect(try stage.topics("a") == ["news subscribed", "sport subscribed"])
    },
    Case("an answer for a token that was replaced meanwhile is not the new one's") { stage in
      try stage.android("a")
      let items = try stage.pending("news", "a")
      try stage.android("a", generation: 2)
      try stage.settle("news", items, .done)
      #expect(try stage.topics("a") == ["news wanted"])
      #expect(try stage.claimTopics()?.items.map(\.token) == ["token-of-a-2"])
    },
    Case("who asks for the opposite meanwhile gets it") { stage in
      try stage.android("a")
      let items = try stage.pending("news", "a")
      let leaving = try stage.pending("news", "a", subscribes: false)
      try stage.settle("news", items, .done)
      #expect(try stage.topics("a") == ["news leaving"])
      try stage.settle("news", leaving, .done, subscribes: false)
      #expect(try stage.topics("a").isEmpty)
    },
    Case("a dead token ends its registration by the usual rule") { stage in
      try stage.android("a", "b")
      let items = try stage.pending("news", "a", "b")
      stage.now += 1000
      // The one was confirmed after the call went out, and is kept.
      try stage.android("b")
      let effects = try stage.settle("news", items, .dead(asOf: stage.now - 500, "NOT_FOUND"))
      #expect(effects.tokenChanges.map(\.installation) == ["a"] && effects.tokensKept == 1)
      #expect(effects.tokenChanges.map(\.reason) == ["NOT_FOUND"])
      #expect(try stage.topics("a") == ["news refused NOT_FOUND"])
      let registration = try stage.store.read { reader throws(StoreError) in
        try reader.registration(tenant: nil, installation: "a")
      }
      #expect(registration?.token == nil)
      // The device comes back with a new token, and is subscribed again.
      try stage.android("a", generation: 5)
      #expect(try stage.claimTopics()?.items.map(\.token) == ["token-of-a-5"])
    },
    Case("without a token nothing is claimed, and a pruned installation is forgotten") { stage in
      try stage.android("a", "b")
      _ = try stage.setTopic("news", "a", "b")
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.logout(
          installation: "a", secretHash: Array("secret of a".utf8), generation: nil, now: stage.now)
      }
      stage.now += 60_000
      #expect(try stage.claimTopics()?.items.map(\.token) == ["token-of-b-1"])
      #expect(try stage.topics("a") == ["news refused no_token"])
      stage.now += 400 * OutboxStage.day
      try stage.sweepAll(.prune(unseenSince: stage.now - 1000))
      #expect(try stage.claimTopics() == nil)
    },
  ]
}

extension OutboxStage {
  func android(_ installations: String..., generation: Int = 1) throws {
    for installation in installations {
      try register(installation, generation: generation) { $0.platform = .android }
    }
  }

  func setTopic(
    _ topic: String, _ installations: String..., subscribes: Bool = true
  ) throws -> [TopicOutcome] { try setTopic(topic, installations, subscribes: subscribes) }

  private func setTopic(
    _ topic: String, _ installations: [String], subscribes: Bool
  ) throws -> [TopicOutcome] {
    var request = TopicRequest()
    request.topic = topic
    request.subscribes = subscribes
    request.installations = installations
    let made = request
    return try store.transaction { session throws(StoreError) in try session.setTopic(made, now: now) }
  }

  func pending(_ topic: String, _ installations: String..., subscribes: Bool = true) throws -> [TopicItem] {
    try setTopic(topic, installations, subscribes: subscribes).compactMap {
      if case .pending(let item) = $0 { item } else { nil }
    }
  }

  func claimTopics() throws -> TopicBatch? {
    try store.transaction { session throws(StoreError) in
      try session.claimTopics(limit: 1000, lease: 60_000, now: now)
    }
  }

  @discardableResult
  func settle(
    _ topic: String, _ items: [TopicItem], _ outcome: TopicSettled.Outcome, subscribes: Bool = true
  ) throws -> VerdictEffects {
    let results = items.map {
      TopicSettled(topic: topic, subscribes: subscribes, item: $0, outcome: outcome)
    }
    return try store.transaction { session throws(StoreError) in try session.settle(results, now: now) }
  }

  /// As in `news refused NOT_FOUND`.
  func topics(_ installation: String) throws -> [String] {
    try store.read { reader throws(StoreError) in
      guard let found = try reader.registration(tenant: nil, installation: installation) else { return [] }
      return try reader.topics(registration: found.row).map {
        "\($0.topic) \($0.state.name)" + ($0.reason.map { " " + $0 } ?? "")
      }
    }
  }
}
