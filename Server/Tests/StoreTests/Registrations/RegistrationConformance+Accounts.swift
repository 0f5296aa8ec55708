import Testing

@testable import Store

extension RegistrationConformance {
  static let accounts: [Case] = [
    Case("a ticket binds its account") { stage in
      var device = Device("phone", token: "token 1")
      try stage.stored(device)
      device.account = "alice"
      device.tenant = "shop"
      device.generation = 2
      #expect(try stage.stored(device).outcome == .init(.rebound))
      let found = try stage.get("phone")
      #expect(found.account == "alice" && found.tenant == "shop" && found.binding == .bound)
      #expect(try stage.found("phone", tenant: "shop") != nil)
      #expect(try stage.found("phone", tenant: "") == nil)
    },
    Case("an account has so many installations and no more") { stage in
      var policy = StorePolicy()
      policy.installationsPerAccount = 2
      try stage.store.transaction { session throws(StoreError) in session.setPolicy(policy) }
      try stage.stored(Device("one", token: "token 1", account: "alice"))
      try stage.stored(Device("two", token: "token 2", account: "alice"))
      #expect(try stage.refused(Device("three", account: "alice")) == .accountFull(limit: 2))
      try stage.stored(Device("three", account: "alice", tenant: "shop"))
      try stage.stored(Device("four", account: "bob"))
      // Who is there stays, and a reinstall takes the place of its predecessor.
      try stage.stored(Device("one", token: "token 1", account: "alice"))
      try stage.stored(Device("five", token: "token 2", account: "alice"))
      #expect(try stage.logout(Device("one")) == .done(generation: 2))
      try stage.stored(Device("six", account: "alice"))
    },
    Case("a launch without a ticket keeps the account") { stage in
      var device = Device("phone", token: "token 1", account: "alice", tenant: "shop")
      try stage.stored(device)
      device.account = nil
      device.tenant = ""
      device.generation = 2
      device.token = "token 2"
      try stage.stored(device)
      let found = try stage.get("phone")
      #expect(found.account == "alice" && found.tenant == "shop" && found.binding == .bound)
    },
    Case("a second account without an unbind is ambiguous, and the first stays on record") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      device.account = "bob"
      device.generation = 2
      let stored = try stage.stored(device).registration
      #expect(stored.binding == .ambiguous && stored.account == "alice" && stored.generation == 2)
      // The first account's ticket alone does not end it, nor does a launch.
      device.account = "alice"
      #expect(try stage.stored(device).registration.binding == .ambiguous)
      device.account = nil
      #expect(try stage.stored(device).registration.binding == .ambiguous)
    },
    Case("naming what is replaced, at the stored generation, ends it") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      device.account = "bob"
      device.generation = 2
      try stage.stored(device)
      device.replaces = "carol"
      #expect(try stage.stored(device).registration.binding == .ambiguous, "another name")
      device.replaces = "alice"
      device.generation = 3
      #expect(
        try stage.stored(device).registration.binding == .ambiguous, "a generation the store did not have")
      let (stored, outcome) = try stage.stored(device)
      #expect(stored.binding == .bound && stored.account == "bob" && outcome.change == .rebound)
      // A lost answer is repeated.
      #expect(try stage.stored(device).outcome == .init(.confirmed))
    },
    Case("the first account may end it too, by naming itself") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      device.account = "bob"
      try stage.stored(device)
      device.account = "alice"
      device.replaces = "alice"
      let stored = try stage.stored(device).registration
      #expect(stored.binding == .bound && stored.account == "alice")
    },
    Case("the same account id in another tenant is another account") { stage in
      var device = Device("phone", token: "token 1", account: "alice", tenant: "shop")
      try stage.stored(device)
      device.tenant = "bank"
      device.generation = 2
      let stored = try stage.stored(device).registration
      #expect(stored.binding == .ambiguous && stored.tenant == "shop")
      #expect(try stage.found("phone", tenant: "bank") == nil)
      let bank = try stage.store.read { reader throws(StoreError) in
        var query = RegistrationQuery()
        query.tenant = "bank"
        query.account = "alice"
        return try reader.registrations(query)
      }
      #expect(bank.isEmpty)
    },
    Case("a logout takes token and account, and counts up") { stage in
      let device = Device("phone", token: "token 1", account: "alice", tenant: "shop")
      try stage.stored(device)
      #expect(try stage.logout(device, generation: 1) == .done(generation: 2))
      let found = try stage.get("phone")
      #expect(
        found.token == nil && found.account == nil && found.binding == .unbound && found.generation == 2)
      #expect(try stage.tombstones("phone") == [.logout])
      // A lost answer is repeated, by whatever the device knows.
      #expect(try stage.logout(device, generation: 1) == .done(generation: 2))
      #expect(try stage.logout(device, generation: 2) == .done(generation: 2))
      #expect(try stage.logout(device) == .done(generation: 2))
      #expect(try stage.tombstones("phone") == [.logout])
      // What was under way before cannot undo it.
      #expect(try stage.refused(device) == .staleGeneration(current: 2))
    },
    Case("a logout needs the secret, and knows the generation") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      device.generation = 4
      try stage.stored(device)
      var thief = device
      thief.secret = hash("another")
      #expect(try stage.logout(thief) == .wrongSecret)
      #expect(try stage.logout(device, generation: 3) == .staleGeneration(current: 4))
      #expect(try stage.logout(Device("nobody")) == .unknownInstallation)
      #expect(try stage.get("phone").account == "alice")
      // The device counted up, and its registration was lost on the way.
      #expect(try stage.logout(device, generation: 6) == .done(generation: 7))
    },
    Case("after a logout another account binds") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      #expect(try stage.logout(device) == .done(generation: 2))
      device.account = "bob"
      device.generation = 2
      let stored = try stage.stored(device).registration
      #expect(stored.binding == .bound && stored.account == "bob" && stored.token == "token 1")
    },
    Case("a logout ends what is ambiguous") { stage in
      var device = Device("phone", token: "token 1", account: "alice")
      try stage.stored(device)
      device.account = "bob"
      try stage.stored(device)
      #expect(try stage.logout(device) == .done(generation: 2))
      device.generation = 2
      #expect(try stage.stored(device).registration.binding == .bound)
    },
  ]
}
