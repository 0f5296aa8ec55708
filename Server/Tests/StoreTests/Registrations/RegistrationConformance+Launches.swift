import Testing

@testable import Store

extension RegistrationConformance {
  static let launches: [Case] = [
    Case("all parts of a first launch are kept") { stage in
      var device = Device("phone", token: "token 1")
      var permission = Permission()
      permission.status = "authorized"
      permission.alert = "enabled"
      permission.lockScreen = "notSupported"
      permission.appBlocked = false
      permission.blockedChannels = ["news", "\"offers\" \u{1F}"]
      permission.backgroundRefresh = "restricted"
      permission.lowPowerMode = true
      device.permission = permission
      let (stored, outcome) = try stage.stored(device)
      #expect(outcome == .init(.created))
      let found = try stage.get("phone")
      #expect(found == stored)
      #expect(found.permission == permission)
      #expect(found.token == "token 1" && found.generation == 1 && found.topic == "com.example.app")
      #expect(found.environment == .production && found.environmentSource == "embedded_profile")
      #expect(found.osVersion == "18.2" && found.locale == "de-AT" && found.timeZone == "Europe/Vienna")
      #expect(found.createdAt == stage.now && found.lastConfirmedAt == stage.now)
      #expect(found.binding == .unbound && found.account == nil && found.hold == nil)
      #expect(found.secretHash == device.secret)
    },
    Case("a launch said again changes nothing but the confirmation") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      device.permission = Permission()
      let first = try stage.stored(device).registration
      for hours in [1, 30, 31] {
        stage.now += hours * 3_600_000
        var expected = first
        expected.lastConfirmedAt = stage.now
        let (stored, outcome) = try stage.stored(device)
        #expect(outcome == .init(.confirmed))
        #expect(stored == expected)
        #expect(try stage.get("phone") == expected)
      }
      #expect(try stage.tombstones("phone").isEmpty)
    },
    Case("new facts are taken, what is not said stays") { stage in
      var device = Device("phone", token: "token 1")
      var permission = Permission()
      permission.status = "denied"
      device.permission = permission
      try stage.stored(device)
      var request = device.request
      request.permission = nil
      request.osVersion = "18.3"
      request.locale = ""
      let made = request
      let now = stage.now
      _ = try stage.store.transaction { session throws(StoreError) in try session.register(made, now: now) }
      let found = try stage.get("phone")
      #expect(found.permission == permission && found.osVersion == "18.3" && found.locale == "de-AT")
      device.permission?.status = "authorized"
      try stage.stored(device)
      #expect(try stage.get("phone").permission?.status == "authorized")
    },
    Case("an older generation never overwrites a newer one") { stage in
      var device = Device("phone", token: "token 5")
      device.generation = 5
      try stage.stored(device)
      device.generation = 4
      device.token = "token 4"
      device.account = "mallory"
      #expect(try stage.refused(device) == .staleGeneration(current: 5))
    },
    Case("another token under the same generation is a conflict") { stage in
      var device = Device("phone", token: "token 1")
      try stage.stored(device)
      device.token = "token 2"
      #expect(try stage.refused(device) == .generationConflict(current: 1))
    },
    Case("a rotation replaces the token at once") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      device.token = "token 2"
      device.generation = 2
      #expect(try stage.stored(device).outcome == .init(.rotated))
      let found = try stage.get("phone")
      #expect(found.token == "token 2" && found.generation == 2 && found.account == "alice")
      #expect(try stage.tombstones("phone") == [.rotated])
      // Nobody holds the old one: who brings it now has it.
      #expect(try stage.stored(Device("other", token: "token 1")).outcome == .init(.created))
    },
    Case("a newer generation may confirm the same token") { stage in
      var device = Device("phone", token: "token 1")
      try stage.stored(device)
      device.generation = 7
      #expect(try stage.stored(device).outcome == .init(.confirmed))
      #expect(try stage.get("phone").generation == 7)
    },
    Case("a launch without a token leaves token, confirmation and environment") { stage in
      var device = Device("phone", token: "token 1")
      try stage.stored(device)
      let confirmed = stage.now
      stage.now += day
      device.token = nil
      device.environment = .sandbox
      device.generation = 2
      try stage.stored(device)
      let found = try stage.get("phone")
      #expect(
        found.token == "token 1" && found.lastConfirmedAt == confirmed && found.environment == .production)
      #expect(found.generation == 2)
    },
    Case("an installation may begin without a token") { stage in
      var device = Device("phone")
      device.environment = .unknown
      try stage.stored(device)
      #expect(try stage.push("phone") == nil)
      stage.now += day
      device.environment = .sandbox
      try stage.stored(device)
      #expect(try stage.get("phone").lastConfirmedAt == stage.now)
      device.token = "token 1"
      #expect(try stage.stored(device).outcome == .init(.rotated))
      #expect(try stage.get("phone").environment == .sandbox)
      #expect(try stage.push("phone")?.token == "token 1")
    },
    Case("an unknown environment is kept and not sent to, until it is read") { stage in
      var device = Device("phone", token: "token 1")
      device.environment = .unknown
      try stage.stored(device)
      #expect(try stage.push("phone") == nil)
      device.environment = .production
      #expect(try stage.stored(device).outcome == .init(.confirmed))
      #expect(try stage.push("phone")?.entry.lane == .iosProduction)
    },
    Case("only the installation's secret changes it") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      for secret in [hash("another"), [], Array(device.secret.dropLast())] {
        var thief = device
        thief.secret = secret
        thief.generation = 9
        thief.token = "token 9"
        #expect(try stage.refused(thief) == .wrongSecret)
      }
      device.generation = 2
      try stage.stored(device)
    },
  ]
}
