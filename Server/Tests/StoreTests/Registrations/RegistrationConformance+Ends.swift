import Testing

@testable import Store

extension RegistrationConformance {
  private static func pushed(_ stage: RegistrationStage, _ installation: String) throws
    -> RegistrationStage.Push
  {
    guard let push = try stage.push(installation) else {
      throw Unexpected(what: "\(installation) is not sent to")
    }
    return push
  }

  static let ends: [Case] = [
    Case("a dead token is deleted; its account stays, and it may come back") { stage in
      let device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      stage.now += 1_000
      let push = try pushed(stage, "phone")
      let effects = try stage.judge(push, .delete, asOf: stage.now - 1, sentAt: stage.now)
      #expect(effects.tokenChanges.map(\.kind) == [.tokenDead])
      #expect(effects.tokenChanges.map(\.installation) == ["phone"])
      let found = try stage.get("phone")
      #expect(found.token == nil && found.account == "alice" && found.generation == 1)
      #expect(try stage.tombstones("phone") == [.tokenDead])
      #expect(try stage.stored(device).outcome == .init(.rotated))
      #expect(try stage.push("phone")?.token == "token 1")
    },
    Case("a token confirmed at the timestamp or after it survives") { stage in
      let device = Device("phone", token: "token 1")
      try stage.stored(device)
      let push = try pushed(stage, "phone")
      stage.now += 1_000
      try stage.stored(device)
      let effects = try stage.judge(push, .delete, asOf: stage.now, sentAt: stage.now)
      #expect(effects.tokenChanges.isEmpty && effects.tokensKept == 1)
      #expect(try stage.get("phone").token == "token 1")
    },
    Case("without a timestamp the time of sending counts") { stage in
      let device = Device("phone", token: "token 1")
      try stage.stored(device)
      let sentAt = stage.now + 10
      let push = try pushed(stage, "phone")
      stage.now += 20
      try stage.stored(device)
      #expect(try stage.judge(push, .delete, sentAt: sentAt).tokenChanges.isEmpty)
      let second = try pushed(stage, "phone")
      #expect(try stage.judge(second, .delete, sentAt: stage.now + 1).tokenChanges.isEmpty, "not yet sent")
      stage.now += 5
      let third = try pushed(stage, "phone")
      #expect(try stage.judge(third, .delete, sentAt: stage.now).tokenChanges.count == 1)
    },
    Case("a verdict on an earlier token or generation harms no later one") { stage in
      var device = Device("phone", token: "token 1")
      try stage.stored(device)
      let first = try pushed(stage, "phone")
      device.token = "token 2"
      device.generation = 2
      try stage.stored(device)
      stage.now += 1_000
      #expect(try stage.judge(first, .delete, asOf: stage.now, sentAt: stage.now).tokensKept == 1)
      let second = try pushed(stage, "phone")
      device.generation = 3
      try stage.stored(device)
      stage.now += 1_000
      #expect(try stage.judge(second, .delete, asOf: stage.now, sentAt: stage.now).tokensKept == 1)
      #expect(try stage.get("phone").token == "token 2")
    },
    Case("a suspect token is quarantined until the device confirms it") { stage in
      let device = Device("phone", token: "token 1")
      try stage.stored(device)
      stage.now += 1_000
      let push = try pushed(stage, "phone")
      try stage.judge(push, .quarantine, sentAt: stage.now, reason: "BadDeviceToken")
      let hold = try stage.get("phone").hold
      #expect(hold == .init(kind: .quarantined, reason: "BadDeviceToken", since: stage.now))
      #expect(try stage.push("phone") == nil)
      #expect(try stage.tombstones("phone") == [.quarantined])
      var silent = device
      silent.token = nil
      #expect(
        try stage.stored(silent).registration.hold != nil, "a launch without the token confirms nothing")
      #expect(try stage.stored(device).registration.hold == nil)
      #expect(try stage.push("phone") != nil)
    },
    Case("a token confirmed after the push was sent is not quarantined") { stage in
      let device = Device("phone", token: "token 1")
      try stage.stored(device)
      let push = try pushed(stage, "phone")
      stage.now += 1_000
      try stage.stored(device)
      #expect(try stage.judge(push, .quarantine, sentAt: stage.now, reason: "BadDeviceToken").tokensKept == 1)
      #expect(try stage.get("phone").hold == nil)
    },
    Case("under the brake nothing is done to a token") { stage in
      try stage.stored(Device("phone", token: "token 1"))
      stage.now += 1_000
      let before = try stage.get("phone")
      try stage.judge(try pushed(stage, "phone"), .braked, asOf: stage.now, sentAt: stage.now)
      #expect(try stage.get("phone") == before)
      #expect(try stage.tombstones("phone").isEmpty)
    },
    Case("a quarantine is lifted after its time, a dispute is not") { stage in
      try stage.stored(Device("phone", token: "token 1", account: "alice"))
      try stage.stored(Device("tablet", token: "token 2", account: "bob"))
      try stage.stored(Device("thief", token: "token 2"))
      stage.now += 1
      try stage.judge(try pushed(stage, "phone"), .quarantine, sentAt: stage.now, reason: "BadDeviceToken")
      let since = stage.now
      stage.now += 7 * day
      #expect(try stage.sweep(.liftQuarantine(before: since)).removed == 0)
      #expect(try stage.sweep(.liftQuarantine(before: since + 1)) == .init(removed: 1))
      #expect(try stage.get("phone").hold == nil)
      #expect(try stage.get("tablet").hold?.kind == .tokenConflict)
    },
  ]

  static let keeping: [Case] = [
    Case("what is unseen for too long is pruned in steps, the rest stays") { stage in
      let began = stage.now
      for index in 0..<25 {
        try stage.stored(Device("old \(index)", token: "token \(index)", account: "alice"))
        stage.now += 1_000
      }
      try stage.stored(Device("young", token: "young token"))
      let edge = stage.now
      stage.now = began + 271 * day
      var removed = 0
      var steps = 0
      var more = true
      while more {
        let outcome = try stage.sweep(.prune(unseenSince: edge), limit: 10)
        removed += outcome.removed
        more = outcome.hasMore
        steps += 1
      }
      #expect(removed == 25 && steps == 3)
      #expect(try stage.everything().map(\.installation) == ["young"])
      #expect(try stage.tombstones("old 3") == [.pruned])
      #expect(try stage.sweep(.tombstones(before: stage.now), limit: 100).removed == 0)
      stage.now += 1
      #expect(try stage.sweep(.tombstones(before: stage.now), limit: 20) == .init(removed: 20, hasMore: true))
      #expect(try stage.sweep(.tombstones(before: stage.now), limit: 20) == .init(removed: 5))
      // A pruned device that comes back is new.
      #expect(try stage.stored(Device("old 3", token: "token 3")).outcome == .init(.created))
    },
    Case("erasing an account removes its installations and no other tenant's") { stage in
      try stage.stored(Device("phone", token: "token 1", account: "alice", tenant: "shop"))
      var tablet = Device("tablet", token: "token 2", account: "alice", tenant: "shop")
      try stage.stored(tablet)
      tablet.token = "token 3"
      tablet.generation = 2
      try stage.stored(tablet)
      try stage.stored(Device("other", token: "token 4", account: "alice", tenant: "bank"))
      try stage.stored(Device("bob's", token: "token 5", account: "bob", tenant: "shop"))
      let now = stage.now
      let erased = try stage.store.transaction { session throws(StoreError) in
        try session.erase(tenant: "shop", account: "alice", now: now)
      }
      #expect(erased.registrations == 2)
      #expect(try stage.everything().map(\.installation) == ["other", "bob's"])
      #expect(try stage.tombstones("tablet") == [.erased])
      let nobody = try stage.store.transaction { session throws(StoreError) in
        try session.erase(tenant: "nowhere", account: "alice", now: now)
      }
      #expect(nobody.registrations == 0)
    },
    Case("registrations are found by their parts, in pages") { stage in
      for index in 0..<7 {
        var device = Device(
          "phone \(index)", token: "token \(index)", account: "a\(index % 2)", tenant: "shop")
        if index == 6 { device.platform = .android }
        try stage.stored(device)
        stage.now += day
      }
      func found(_ change: (inout RegistrationQuery) -> Void) throws -> [String] {
        var query = RegistrationQuery()
        change(&query)
        let made = query
        return try stage.store.read { reader throws(StoreError) in
          try reader.registrations(made).map { String($0.installation.dropFirst(6)) }
        }
      }
      #expect(try found { $0.account = "a1" } == ["1", "3", "5"])
      #expect(try found { $0.platform = .android } == ["6"])
      #expect(try found { $0.tenant = "bank" } == [])
      let edge = stage.now - 4 * day
      #expect(try found { $0.unseenSince = edge } == ["0", "1", "2"])
      #expect(try found { $0.onlyHeld = true } == [])
      let row = try stage.get("phone 2").row
      let page = try found {
        $0.after = row
        $0.limit = 2
      }
      #expect(page == ["3", "4"])
    },
    Case("another tenant's tombstones are not shown") { stage in
      let device = Device("phone", token: "token 1", account: "alice", tenant: "shop")
      try stage.stored(device)
      _ = try stage.logout(device)
      let counts = try stage.store.read { reader throws(StoreError) in
        [
          try reader.tombstones(tenant: "shop", installation: "phone").count,
          try reader.tombstones(tenant: "bank", installation: "phone").count,
        ]
      }
      #expect(counts == [1, 0])
    },
    Case("a tombstone shows a token by its ends only") { stage in
      let token = "0123456789abcdef0123456789abcdef"
      let device = Device("phone", token: token, account: "alice")
      try stage.stored(device)
      _ = try stage.logout(device)
      let shown = try stage.store.read { reader throws(StoreError) in
        try reader.tombstones(tenant: nil, installation: "phone").map(\.token)
      }
      #expect(shown == ["0123…cdef"])
    },
    Case("the fleet is counted by platform and environment") { stage in
      var device = Device("old", token: "token 1")
      device.permission = Permission()
      device.permission?.status = "authorized"
      try stage.stored(device)
      stage.now += 31 * day
      device = Device("new", token: "token 2", account: "alice")
      device.permission = Permission()
      device.permission?.status = "authorized"
      device.permission?.alert = "disabled"
      try stage.stored(device)
      device.account = "bob"
      try stage.stored(device)
      var droid = Device("droid")
      droid.platform = .android
      try stage.stored(droid)
      let now = stage.now
      let counts = try stage.store.read { reader throws(StoreError) in
        try reader.fleet(now: now, staleAfter: 30 * day)
      }
      var ios = FleetCount(platform: .ios, environment: .production)
      ios.withToken = 2
      ios.stale = 1
      ios.ambiguous = 1
      ios.permitted = 1
      ios.confirmedWithinDay = 1
      ios.confirmedWithinWeek = 1
      var android = FleetCount(platform: .android, environment: .production)
      android.confirmedWithinDay = 1
      android.confirmedWithinWeek = 1
      #expect(counts == [ios, android])
    },
    Case("two keys of a name are active at most, so that one can be rotated") { stage in
      func add(_ id: String) throws -> Bool {
        var key = ServerKeyRecord()
        key.id = id
        key.name = "backend"
        key.tenant = "*"
        key.scopes = ["read", "send"]
        key.secretHash = hash(id)
        key.createdAt = 1
        let made = key
        return try stage.store.transaction { session throws(StoreError) in try session.addKey(made) }
      }
      #expect(try add("k1") && add("k2"))
      #expect(try !add("k3"))
      let revoked = try stage.store.transaction { session throws(StoreError) in
        [try session.revokeKey(id: "k1", now: 5), try session.revokeKey(id: "k1", now: 6)]
      }
      #expect(revoked == [true, false])
      #expect(try add("k3"))
      let keys = try stage.store.read { reader throws(StoreError) in try reader.keys() }
      #expect(keys.map(\.id) == ["k1", "k2", "k3"] && keys.map(\.revokedAt) == [5, nil, nil])
      #expect(keys[1].scopes == ["read", "send"] && keys[1].secretHash == hash("k2"))
    },
    Case("secrets are kept by name") { stage in
      try stage.store.transaction { session throws(StoreError) in
        try session.setSecret(StoredSecret(name: "ticket/1", value: [0, 255], createdAt: 1))
        try session.setSecret(StoredSecret(name: "ticket/2", value: [], createdAt: 2))
        try session.setSecret(StoredSecret(name: "other%", value: [9], createdAt: 3))
        try session.setSecret(StoredSecret(name: "ticket/1", value: [7], createdAt: 4))
      }
      func secrets(_ prefix: String) throws -> [StoredSecret] {
        try stage.store.read { reader throws(StoreError) in try reader.secrets(prefix: prefix) }
      }
      #expect(try secrets("ticket/").map(\.value) == [[7], []])
      #expect(try secrets("%") == [])
      try stage.store.transaction { session throws(StoreError) in try session.removeSecret("ticket/1") }
      #expect(try secrets("").map(\.name) == ["other%", "ticket/2"])
    },
  ]
}
