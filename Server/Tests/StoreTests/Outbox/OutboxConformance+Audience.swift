import Testing

@testable import Store

/// Tags, handing an audience over, and taking back what was found dead.
extension OutboxConformance {
  static let audience: [Case] = [
    Case("tags take the place of those before, and go with the registration") { stage in
      try stage.register("one")
      try stage.register("north", account: "a", tenant: "north")
      #expect(try stage.setTags("one", ["b", "a", "b"]))
      #expect(try stage.tags("one") == ["a", "b"])
      #expect(try stage.setTags("one", ["c"]) && stage.tags("one") == ["c"])
      #expect(try !stage.setTags("nobody", ["c"]))
      #expect(try !stage.setTags("north", ["c"], tenant: "south") && stage.tags("north").isEmpty)
      #expect(try stage.setTags("north", ["c"], tenant: "north"))
      let row = try #require(try stage.registered("north")).row
      _ = try stage.store.transaction { session throws(StoreError) in
        try session.erase(tenant: "north", account: "a", now: stage.now)
      }
      #expect(try stage.store.read { reader throws(StoreError) in try reader.tags(registration: row) } == [])
    },
    Case("an audience is read page by page, and who is left out is counted") { stage in
      for number in 0..<7 { try stage.register("d-\(number)") { $0.appVersion = "2.\(number + 5)" } }
      try stage.register("tokenless", token: .some(nil))
      try stage.register("unknown") { $0.environment = .unknown }
      try stage.register("droid", account: "a", tenant: "north") { $0.platform = .android }
      stage.now += 31 * OutboxStage.day
      try stage.register("fresh") { $0.appVersion = "2.9" }
      for number in 0..<5 { try stage.register("d-\(number)") { $0.appVersion = "2.\(number + 5)" } }
      var query = AudienceQuery()
      let all = try stage.export(query, limit: 3)
      #expect(all.ids == ["d-0", "d-1", "d-2", "d-3", "d-4", "fresh"])
      #expect(all.excluded == [.stale: 3, .noToken: 1, .environmentUnknown: 1] && all.others == 0)
      query.tenant = ""
      #expect(try stage.export(query, limit: 100).excluded[.stale] == 2)
      query.tenant = "nobody"
      #expect(try stage.export(query, limit: 100).ids.isEmpty)
      query = AudienceQuery()
      query.minimumAppVersion = "2.8"
      query.maximumAppVersion = "2.9"
      #expect(try stage.export(query, limit: 4).ids == ["d-3", "d-4", "fresh"])
      query = AudienceQuery()
      query.platforms = [.android]
      #expect(try stage.export(query, limit: 4).others == 10)
      query = AudienceQuery()
      query.tag = "beta"
      _ = try stage.setTags("d-3", ["beta"])
      #expect(try stage.export(query, limit: 2).ids == ["d-3"])
    },
    Case("a class leaves out whom it may not go to") { stage in
      try stage.register("bound", account: "a")
      try stage.register("unbound")
      try stage.register("denied", account: "b") {
        var permission = Permission()
        permission.status = "denied"
        $0.permission = permission
      }
      var query = AudienceQuery()
      #expect(try stage.export(query, limit: 10).ids.count == 3)
      var facts = ClassFacts()
      facts.audience = .public
      query.facts = facts
      #expect(try stage.export(query, limit: 10).excluded == [.permissionDenied: 1])
      facts.audience = .account
      query.facts = facts
      let personal = try stage.export(query, limit: 10)
      #expect(personal.ids == ["bound"] && personal.excluded == [.permissionDenied: 1, .unbound: 1])
    },
    Case("what was found dead goes unless it was confirmed since, and only once") { stage in
      try stage.register("one")
      try stage.register("two") { $0.platform = .android }
      try stage.register("three")
      let before = stage.now - 1
      stage.now += 1000
      let reports = [
        DeadReport(.token("token-of-one-1"), asOf: stage.now, reason: "gone"),
        DeadReport(.installation("two"), asOf: stage.now, reason: "gone"),
        DeadReport(.either("three"), asOf: before, reason: "gone"),
        DeadReport(.either("token-of-three-1"), asOf: before, reason: "gone"),
        DeadReport(.token("never"), asOf: stage.now, reason: "gone"),
      ]
      let foreseen = try stage.store.read { reader throws(StoreError) in
        try reader.foresee(retiring: reports, now: stage.now)
      }
      let expected: [RetireOutcome] = [.retired, .retired, .confirmedSince, .confirmedSince, .unknown]
      #expect(foreseen == expected)
      #expect(try stage.registered("one")?.token != nil)
      #expect(try stage.retire(reports) == expected)
      #expect(try stage.registered("one")?.token == nil && stage.registered("two")?.token == nil)
      #expect(try stage.registered("three")?.token != nil)
      #expect(try stage.retire(reports) == [.unknown, .noToken, .confirmedSince, .confirmedSince, .unknown])
      let why = try stage.store.read { reader throws(StoreError) in
        try reader.tombstones(tenant: nil, installation: "one")
      }
      #expect(why.map(\.kind) == [.tokenDead] && why.first?.detail == "gone")
      // It may come back with a token of its own.
      try stage.register("one", generation: 2)
      #expect(try stage.registered("one")?.token == "token-of-one-2")
    },
    Case("single dead letters go back, and nothing else") { stage in
      try stage.register("one")
      for number in 1...3 { try stage.accept("n\(number)", to: "one") }
      for _ in 0..<3 {
        _ = try stage.store.transaction { session throws(StoreError) in
          try session.expireLeases(now: stage.now)
        }
        _ = try stage.claim()
      }
      let dead = try stage.store.read { reader throws(StoreError) in
        try reader.deadLetters(after: 0, limit: 10)
      }
      #expect(dead.map(\.notification) == ["n1", "n2", "n3"])
      let rows = dead.map(\.row)
      #expect(try stage.replay([rows[1], rows[1], 999]) == 1)
      #expect(try stage.replay([rows[1]]) == 0)
      let left = try stage.store.read { reader throws(StoreError) in
        try reader.deadLetters(after: 0, limit: 10)
      }
      #expect(left.map(\.notification) == ["n1", "n3"])
      #expect(try stage.claim().batch.entries.map(\.message) == [rows[1]])
    },
  ]
}

extension OutboxStage {
  fileprivate func registered(_ installation: String) throws -> Registration? {
    try store.read { reader throws(StoreError) in
      try reader.registration(tenant: nil, installation: installation)
    }
  }

  fileprivate func setTags(_ installation: String, _ tags: [String], tenant: String? = nil) throws -> Bool {
    try store.transaction { session throws(StoreError) in
      try session.setTags(tenant: tenant, installation: installation, to: tags, now: now)
    }
  }

  fileprivate func tags(_ installation: String) throws -> [String] {
    let row = try #require(try registered(installation)).row
    return try store.read { reader throws(StoreError) in try reader.tags(registration: row) }
  }

  fileprivate func retire(_ reports: [DeadReport]) throws -> [RetireOutcome] {
    try store.transaction { session throws(StoreError) in try session.retire(reports, now: now) }
  }

  fileprivate func replay(_ rows: [Int]) throws -> Int {
    try store.transaction { session throws(StoreError) in try session.replayDead(rows: rows, now: now) }
  }

  fileprivate func export(
    _ query: AudienceQuery, limit: Int
  ) throws -> (ids: [String], excluded: [Suppression: Int], others: Int) {
    var ids: [String] = []
    var excluded: [Suppression: Int] = [:]
    var others = 0
    var next: Int? = 0
    while let row = next {
      let page = try store.read { reader throws(StoreError) in
        try reader.audience(query, after: row, limit: limit, now: now)
      }
      ids += page.eligible.map(\.installation)
      others += page.others
      for (reason, count) in page.excluded { excluded[reason, default: 0] += count }
      next = page.next
    }
    return (ids, excluded, others)
  }
}
