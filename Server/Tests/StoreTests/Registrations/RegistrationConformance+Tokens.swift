import Testing

@testable import Store

extension RegistrationConformance {
  /// Whether it is retired: no token, no account.
  private static func isRetired(_ installation: String, _ stage: RegistrationStage) throws -> Bool {
    let found = try stage.get(installation)
    return found.token == nil && found.account == nil && found.binding == .unbound && found.hold == nil
  }

  private static func isHeld(_ installation: String, _ stage: RegistrationStage) throws -> Bool {
    try stage.get(installation).hold?.kind == .tokenConflict
  }

  /// A holder that has won a dispute.
  private static func proved(_ stage: RegistrationStage) throws -> Device {
    var victim = Device("victim", token: "token 1", account: "alice")
    try stage.stored(victim)
    try stage.stored(Device("thief", token: "token 1", account: "mallory"))
    victim.echo = hash("challenge 1")
    #expect(try stage.stored(victim).registration.provedAt == stage.now)
    victim.echo = nil
    return victim
  }

  static let tokens: [Case] = [
    Case("a reinstall takes the token of its unbound predecessor") { stage in
      try stage.stored(Device("old", token: "token 1"))
      let (stored, outcome) = try stage.stored(Device("new", token: "token 1", account: "alice"))
      #expect(outcome == .init(.created, retired: "old"))
      #expect(stored.hold == nil)
      #expect(try isRetired("old", stage))
      #expect(try stage.tombstones("old") == [.tokenMoved])
    },
    Case("a ticket of the same account takes the token") { stage in
      try stage.stored(Device("old", token: "token 1", account: "alice", tenant: "shop"))
      let outcome = try stage.stored(Device("new", token: "token 1", account: "alice", tenant: "shop"))
        .outcome
      #expect(outcome == .init(.created, retired: "old"))
      #expect(try isRetired("old", stage))
    },
    Case("the token alone takes nothing from a bound installation: both are held") { stage in
      try stage.stored(Device("victim", token: "token 1", account: "alice"))
      for thief in [
        Device("thief 1", token: "token 1"), Device("thief 2", token: "token 1", account: "mallory"),
        Device("thief 3", token: "token 1", account: "alice", tenant: "another tenant"),
      ] {
        let (stored, outcome) = try stage.stored(thief)
        #expect(outcome.retired != "victim")
        #expect(stored.hold?.kind == .tokenConflict)
        #expect(try isHeld("victim", stage))
        #expect(try stage.push(thief.installation) == nil)
        #expect(try stage.push("victim") == nil)
      }
      let victim = try stage.get("victim")
      #expect(victim.token == "token 1" && victim.account == "alice" && victim.binding == .bound)
      #expect(try stage.tombstones("victim") == [.tokenConflict], "said once")
    },
    Case("the predecessor's secret takes the token") { stage in
      let old = Device("old", token: "token 1", account: "alice")
      try stage.stored(old)
      var new = Device("new", token: "token 1")
      new.predecessor = hash("a guess")
      #expect(try stage.stored(new).registration.hold?.kind == .tokenConflict)
      new.predecessor = old.secret
      let (stored, outcome) = try stage.stored(new)
      #expect(outcome == .init(.confirmed, retired: "old"))
      #expect(stored.hold == nil)
      #expect(try isRetired("old", stage))
    },
    Case("the true holder's launch retires an unbound rival") { stage in
      let victim = Device("victim", token: "token 1", account: "alice")
      try stage.stored(victim)
      try stage.stored(Device("thief", token: "token 1"))
      let (stored, outcome) = try stage.stored(victim)
      #expect(outcome == .init(.confirmed, retired: "thief"))
      #expect(stored.hold == nil)
      #expect(try stage.push("victim")?.token == "token 1")
    },
    Case("a launch in a dispute with a bound rival stays held") { stage in
      let victim = Device("victim", token: "token 1", account: "alice")
      try stage.stored(victim)
      try stage.stored(Device("thief", token: "token 1", account: "mallory"))
      stage.now += 1_000
      let (stored, outcome) = try stage.stored(victim)
      #expect(outcome == .init(.confirmed))
      #expect(stored.hold?.kind == .tokenConflict && stored.lastConfirmedAt == stage.now)
      #expect(try isHeld("thief", stage))
    },
    Case("when a rival rotates away the other is free at its next launch") { stage in
      let victim = Device("victim", token: "token 1", account: "alice")
      try stage.stored(victim)
      var other = Device("other", token: "token 1", account: "mallory")
      try stage.stored(other)
      other.token = "token 2"
      other.generation = 2
      #expect(try stage.stored(other).registration.hold == nil)
      #expect(try isHeld("victim", stage))
      #expect(try stage.stored(victim).registration.hold == nil)
      #expect(try stage.push("victim") != nil && stage.push("other") != nil)
    },
    Case("a rival's logout frees the token at the other's next launch") { stage in
      let victim = Device("victim", token: "token 1", account: "alice")
      try stage.stored(victim)
      let other = Device("other", token: "token 1", account: "bob")
      try stage.stored(other)
      #expect(try stage.logout(other) == .done(generation: 2))
      #expect(try stage.stored(victim).registration.hold == nil)
      #expect(try stage.push("victim") != nil)
    },
    Case("a rotation onto a token that another holds is a dispute as well") { stage in
      try stage.stored(Device("victim", token: "token 1", account: "alice"))
      var thief = Device("thief", token: "token 9", account: "mallory")
      try stage.stored(thief)
      thief.token = "token 1"
      thief.generation = 2
      #expect(try stage.stored(thief).registration.hold?.kind == .tokenConflict)
      #expect(try isHeld("victim", stage))
      #expect(try stage.tombstones("thief") == [.tokenConflict, .rotated])
    },
    Case("the same token in another environment is another token") { stage in
      try stage.stored(Device("phone", token: "token 1", account: "alice"))
      var other = Device("other", token: "token 1")
      other.environment = .sandbox
      #expect(try stage.stored(other).outcome == .init(.created))
      other = Device("droid", token: "token 1")
      other.platform = .android
      #expect(try stage.stored(other).outcome == .init(.created))
      #expect(try stage.get("phone").hold == nil)
    },
    Case("a retired installation keeps its secret and may begin again") { stage in
      var old = Device("old", token: "token 1")
      try stage.stored(old)
      try stage.stored(Device("new", token: "token 1"))
      var thief = old
      thief.secret = hash("another")
      #expect(try stage.refused(thief) == .wrongSecret)
      old.token = "token 2"
      old.generation = 2
      #expect(try stage.stored(old).registration.token == "token 2")
      #expect(try stage.get("new").token == "token 1")
    },
  ]

  static let challenges: [Case] = [
    Case("the echo of the challenge proves the token, for the newcomer") { stage in
      try stage.stored(Device("old", token: "token 1", account: "alice"))
      var new = Device("new", token: "token 1", account: "bob")
      #expect(try stage.stored(new).outcome == .init(.created, needsChallenge: true))
      new.echo = hash("a guess")
      #expect(try stage.stored(new).outcome == .init(.confirmed), "the first challenge still runs")
      new.echo = hash("challenge 1")
      let (stored, outcome) = try stage.stored(new)
      #expect(outcome == .init(.confirmed, retired: "old"))
      #expect(stored.hold == nil && stored.challengeHash == nil)
      #expect(try isRetired("old", stage))
    },
    Case("the echo proves the token for the old holder as well") { stage in
      var old = Device("old", token: "token 1", account: "alice")
      try stage.stored(old)
      try stage.stored(Device("thief", token: "token 1", account: "mallory"))
      old.echo = hash("challenge 1")
      #expect(try stage.stored(old).outcome == .init(.confirmed, retired: "thief"))
      #expect(try isRetired("thief", stage))
      #expect(try stage.push("old")?.token == "token 1")
      // It counts once: a later dispute has a challenge of its own.
      var thief = Device("thief", token: "token 1", account: "mallory")
      thief.echo = hash("challenge 1")
      thief.challenge = hash("challenge 2")
      #expect(try stage.stored(thief).outcome.needsChallenge)
      #expect(try isHeld("thief", stage))
    },
    Case("who has proved the token is not held up by the next claim") { stage in
      let day = 86_400_000
      var victim = try proved(stage)
      for attack in 2...9 {
        stage.now += day
        var thief = Device("thief", token: "token 1", account: "mallory")
        thief.challenge = hash("challenge \(attack)")
        #expect(try stage.stored(thief).registration.hold?.kind == .tokenConflict)
        #expect(try stage.get("victim").hold == nil && isHeld("thief", stage))
        // A launch without anything changes nothing for either.
        #expect(try stage.stored(victim).registration.hold == nil)
      }
      // What the challenge brought is echoed: the claim ends.
      victim.echo = hash("challenge 9")
      #expect(try stage.stored(victim).outcome == .init(.confirmed, retired: "thief"))
      #expect(try isRetired("thief", stage))
    },
    Case("a newcomer that has the token gets it from who proved it before") { stage in
      _ = try proved(stage)
      var new = Device("new", token: "token 1", account: "bob")
      new.challenge = hash("challenge 2")
      #expect(try stage.stored(new).outcome == .init(.created, needsChallenge: true))
      new.echo = hash("challenge 2")
      #expect(try stage.stored(new).outcome == .init(.confirmed, retired: "victim"))
      #expect(try stage.push("new")?.token == "token 1")
    },
    Case("a claim counts where who proved the token is silent, until it comes back") { stage in
      let victim = try proved(stage)
      stage.now += Lifecycle.silenceLength
      try stage.stored(Device("thief", token: "token 1", account: "mallory"))
      #expect(try isHeld("victim", stage) && isHeld("thief", stage))
      #expect(try stage.stored(victim).outcome == .init(.confirmed, retired: "thief"))
      #expect(try stage.push("victim") != nil)
    },
    Case("a proof is worth no more after a month, and nothing for another token") { stage in
      var victim = try proved(stage)
      stage.now += Lifecycle.proofLength
      try stage.stored(victim)
      try stage.stored(Device("thief", token: "token 1", account: "mallory"))
      #expect(try isHeld("victim", stage))
      victim.echo = hash("challenge 1")
      #expect(try stage.stored(victim).registration.provedAt == stage.now)
      victim.echo = nil
      victim.token = "token 2"
      victim.generation = 2
      #expect(try stage.stored(victim).registration.provedAt == 0)
    },
    Case("an echo counts for ten minutes, then there is a new challenge") { stage in
      try stage.stored(Device("old", token: "token 1", account: "alice"))
      var new = Device("new", token: "token 1")
      try stage.stored(new)
      stage.now += Lifecycle.challengeLength
      new.echo = hash("challenge 1")
      new.challenge = hash("challenge 2")
      #expect(try stage.stored(new).outcome == .init(.confirmed, needsChallenge: true))
      new.echo = hash("challenge 2")
      stage.now += Lifecycle.challengeLength - 1
      #expect(try stage.stored(new).outcome.retired == "old")
    },
    Case("nobody can keep the true device from its echo by asking again") { stage in
      try stage.stored(Device("old", token: "token 1", account: "alice"))
      var thief = Device("thief", token: "token 1", account: "mallory")
      try stage.stored(thief)
      thief.challenge = hash("challenge of the thief")
      #expect(try stage.stored(thief).outcome == .init(.confirmed))
      var another = Device("another", token: "token 1", account: "eve")
      another.challenge = hash("challenge of another")
      #expect(try stage.stored(another).outcome == .init(.created))
      var old = Device("old", token: "token 1", account: "alice")
      old.echo = hash("challenge 1")
      #expect(try stage.stored(old).registration.hold == nil)
      #expect(try isRetired("thief", stage) && isRetired("another", stage))
    },
    Case("a challenge proves no token but the one it was pushed to") { stage in
      try stage.stored(Device("first", token: "token 1", account: "alice"))
      try stage.stored(Device("second", token: "token 2", account: "bob"))
      var thief = Device("thief", token: "token 1", account: "mallory")
      try stage.stored(thief)
      // With the challenge of the first token it reaches for the second.
      thief.token = "token 2"
      thief.generation = 2
      thief.echo = hash("challenge 1")
      thief.challenge = hash("challenge 2")
      #expect(try stage.stored(thief).outcome.retired == nil)
      #expect(try stage.get("second").token == "token 2")
      #expect(try isHeld("second", stage))
    },
  ]
}
