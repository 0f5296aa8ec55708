import Testing

@testable import Store

/// What every store must do for nodes that share it. One session stands for all nodes here: who enters last
/// takes the leases.
extension OutboxConformance {
  static let nodes: [Case] = [
    Case("a node holds what it leases, and lets go with the verdict or a hand-back") { stage in
      let node = try stage.enter("a")
      try stage.register("phone")
      let first = try stage.accept("n1", to: "phone")
      let second = try stage.accept("n2", to: "phone")
      #expect(try stage.leases(node) == 2)
      try stage.apply(first, .accepted)
      #expect(try stage.leases(node) == 1)
      try stage.apply(second, .again("Shutdown"))
      #expect(try stage.leases(node) == 1, "another attempt keeps the lease")
      try stage.apply(second, OutboxStage.Answer(state: .queued, handBackUntil: stage.now))
      #expect(try stage.leases(node) == 0)
      #expect(try stage.claim().outcome.claimed == 1)
      #expect(try stage.leases(node) == 1)
    },
    Case("a node that is not seen any more loses its leases, and what it says of them changes nothing") {
      stage in
      let dead = try stage.enter("a")
      try stage.register("phone")
      let old = try stage.accept("n1", to: "phone")
      let living = try stage.enter("b")
      stage.now += 10_001
      #expect(try stage.beat(living))
      #expect(try stage.bury() == 1)
      #expect(try stage.bury() == 0)
      #expect(try stage.nodes().map(\.name) == ["b"])
      #expect(try !stage.beat(dead), "it must enter again")
      try stage.apply(old, .accepted)
      #expect(try stage.messages("n1").map(\.state) == [.queued])
      let claim = try stage.claim()
      #expect(claim.batch.entries.map(\.wasUnanswered) == [true])
      try stage.apply(old, .accepted)
      #expect(try stage.messages("n1").map(\.state) == [.leased], "the lease is a later one")
      try stage.apply(claim.batch, .accepted)
      #expect(try stage.state("n1") == "accepted")
    },
    Case("a node that is seen keeps what it has") { stage in
      let node = try stage.enter("a")
      try stage.register("phone")
      try stage.accept("n1", to: "phone")
      try stage.enter("b")
      for _ in 1...6 {
        stage.now += 5_000
        #expect(try stage.beat(node))
        #expect(try stage.bury() == 0)
      }
      #expect(try stage.leases(node) == 1)
    },
    Case("who starts again under its name has lost its leases at once") { stage in
      let before = try stage.enter("a")
      try stage.register("phone")
      try stage.accept("n1", to: "phone")
      stage.now += 1
      let again = try stage.store.transaction { session throws(StoreError) in
        try session.enter(OutboxStage.node("a"), now: stage.now)
      }
      #expect(again.lost == 1)
      #expect(again.node != before)
      #expect(try !stage.beat(before))
      #expect(try stage.beat(again.node))
      #expect(try stage.claim().outcome.claimed == 1)
    },
    Case("the third node that dies with a message sets it aside") { stage in
      try stage.register("phone")
      stage.lanes.room = 0
      try stage.accept("n1", to: "phone")
      for name in ["a", "b", "c"] {
        try stage.enter(name)
        #expect(try stage.claim().outcome.claimed == 1)
        stage.now += 10_001
        try stage.enter("watch")
        #expect(try stage.bury() == 1)
      }
      #expect(try stage.state("n1") == "dead lease_lost")
    },
    Case("leases of a node that left are found") { stage in
      let node = try stage.enter("a")
      try stage.register("phone")
      try stage.accept("n1", to: "phone")
      try stage.store.transaction { session throws(StoreError) in try session.leave(node, now: stage.now) }
      try stage.enter("b")
      #expect(try stage.bury() == 1)
      #expect(try stage.claim().outcome.claimed == 1)
    },
    Case("a transaction that is undone enters nobody") { stage in
      let node = try stage.enter("a")
      try stage.register("phone")
      #expect(throws: StoreError.self) {
        try stage.store.transaction { session throws(StoreError) in
          _ = try session.enter(OutboxStage.node("b"), now: stage.now)
          throw StoreError(.library, "on purpose")
        }
      }
      try stage.accept("n1", to: "phone")
      #expect(try stage.leases(node) == 1)
    },
    Case("one node has a duty, keeps it by asking, and loses it with its time or its life") { stage in
      let a = try stage.enter("a")
      let b = try stage.enter("b")
      #expect(try stage.take("sweeps", a))
      #expect(try !stage.take("sweeps", b))
      #expect(try stage.take("feed", b), "another duty")
      stage.now += 9_000
      #expect(try stage.take("sweeps", a))
      stage.now += 9_000
      #expect(try !stage.take("sweeps", b))
      stage.now += 1_000
      #expect(try stage.take("sweeps", b), "its time is over")
      #expect(try !stage.take("sweeps", a))
      try stage.store.transaction { session throws(StoreError) in try session.leave(b, now: stage.now) }
      #expect(try stage.take("sweeps", a), "its node has left")
      let duties = try stage.store.read { reader throws(StoreError) in try reader.duties() }
      #expect(duties.map(\.name) == ["sweeps"])
      #expect(duties.map(\.node) == [a])
    },
    Case("of several that make a secret at one time, one is kept, until it is old") { stage in
      let first = try stage.settle(1, at: 1_000)
      #expect(first == [1])
      #expect(try stage.settle(2, at: 1_000) == [1])
      #expect(try stage.settle(3, at: 1_099) == [1])
      #expect(try stage.settle(4, at: 1_100) == [4], "the one before is old")
      #expect(try stage.settle(5, at: 1_051) == [4], "a clock that is a little behind")
      #expect(try stage.settle(6, at: 1_050) == [6], "a clock that was set back far")
    },
  ]
}

extension OutboxStage {
  static func node(_ name: String) -> NodeIdentity {
    NodeIdentity(name: name, roles: ["api", "delivery"], version: "1")
  }

  @discardableResult
  func enter(_ name: String) throws -> Int {
    try store.transaction { session throws(StoreError) in
      try session.enter(Self.node(name), now: now).node
    }
  }

  /// What is kept where a node makes a secret; one of the last 100 ms is fresh.
  func settle(_ value: UInt8, at now: Int) throws -> [UInt8] {
    try store.transaction { session throws(StoreError) in
      try session.settleSecret(
        StoredSecret(name: "token.x", value: [value], createdAt: now), fresh: now - 99..<now + 50
      ).value
    }
  }

  func beat(_ node: Int) throws -> Bool {
    try store.transaction { session throws(StoreError) in try session.beat(node, now: now) }
  }

  /// As a sweep does: who was not seen for ten seconds is dead.
  func bury() throws -> Int {
    try store.transaction { session throws(StoreError) in
      try session.buryNodes(unseenSince: now - 10_000, now: now)
    }
  }

  func take(_ duty: String, _ node: Int) throws -> Bool {
    try store.transaction { session throws(StoreError) in
      try session.take(duty: duty, node: node, until: now + 10_000, now: now)
    }
  }

  func nodes() throws -> [NodeView] {
    try store.read { reader throws(StoreError) in try reader.nodes() }
  }

  func leases(_ node: Int) throws -> Int { try nodes().first { $0.id == node }?.leases ?? 0 }
}
