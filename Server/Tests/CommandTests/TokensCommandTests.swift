import Foundation
import Testing

@testable import Store
@testable import pushwire

/// What the server knows of devices, read and changed by commands beside it.
@Suite struct TokensCommandTests {
  private let scratch: ScratchFolder
  private let store: SQLiteStore
  private static let day = 86_400_000
  private let token = String(repeating: "0a1b2c3d", count: 8)

  init() throws {
    scratch = try ScratchFolder()
    // Stays open: a server would have it open, too.
    store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
  }

  private func run(_ words: String...) throws -> Program.Ended { try Program.run(words, in: scratch.url) }

  private func register(
    _ installation: String, token: String? = nil, account: String? = "alice", daysAgo: Int = 0,
    _ change: (inout RegistrationRequest) -> Void = { _ in }
  ) throws {
    var request = RegistrationRequest()
    request.installation = installation
    request.platform = .ios
    request.environment = .sandbox
    request.environmentSource = "embedded_profile"
    request.topic = "com.example.parcel"
    request.token =
      token ?? String(repeating: String(format: "%08x", abs(installation.hashValue) % 0xFFFF_FFFF), count: 8)
    request.generation = 1
    request.account = account
    request.secretHash = [UInt8](repeating: 7, count: 32)
    change(&request)
    let ready = request
    let now = pushwire.Instant.now() - daysAgo * Self.day
    _ = try store.transaction { session throws(StoreError) in try session.register(ready, now: now) }
  }

  /// What a provider's answer to a push asks for the token.
  private func verdict(_ installation: String, _ kind: Tombstone.Kind, reason: String) throws {
    let found = try store.read { reader throws(StoreError) in
      try reader.registration(tenant: nil, installation: installation)
    }
    let registration = try #require(found)
    let now = pushwire.Instant.now() + 1000
    let change = try store.transaction { session throws(StoreError) -> VerdictEffects.TokenChange? in
      guard let session = session as? SQLSession else { return nil }
      if kind == .quarantined {
        return try session.quarantineToken(
          registration: registration.row, generation: registration.generation,
          token: registration.token ?? "",
          sentAt: now, reason: reason, now: now)
      }
      return try session.retireToken(
        registration: registration.row, generation: registration.generation, token: registration.token ?? "",
        asOf: now, reason: reason, now: now)
    }
    #expect(change?.kind == kind)
  }

  @Test func listsByWhatIsAskedAndShowsTheEndsOnly() throws {
    try register("one", token: token)
    try register("two", account: "bob", daysAgo: 40) {
      $0.platform = .android; $0.environment = .production
    }
    try register("three", account: nil)
    let all = try run("tokens", "list", "--json")
    let found = try #require(all.object["registrations"] as? [[String: Any]])
    #expect(found.count == 3)
    #expect(found.first { $0["installation"] as? String == "one" }?["token"] as? String == "0a1b…2c3d")
    func ids(_ words: String...) throws -> [String] {
      let ended = try Program.run(["tokens", "list", "--json"] + words, in: scratch.url)
      #expect(ended.exit == 0, "\(ended)")
      return (ended.object["registrations"] as? [[String: Any]] ?? []).compactMap {
        $0["installation"] as? String
      }
    }
    #expect(try ids("--account", "alice") == ["one"])
    #expect(try ids("--platform", "android") == ["two"])
    #expect(try ids("--unseen", "30d") == ["two"])
    #expect(try ids("--unseen", "50d") == [])
    #expect(try ids("--held") == [])
    #expect(try ids("--limit", "2").count == 2)
    #expect(try run("tokens", "list", "--limit", "2").output.contains("There are more"))
    let people = try run("tokens", "list")
    #expect(people.output.contains("0a1b…2c3d"))
    #expect(people.output.contains("stale"))
    #expect(people.output.contains("(unbound)"))
    #expect(!(people.output + all.output).contains(token))
    #expect(try run("tokens", "list", "--platform", "andriod").errors.contains("Did you mean android?"))
    #expect(try run("tokens", "list", "--unseen", "30").exit == 2)
  }

  @Test func showsAllThatIsKnown() throws {
    try register("one", token: token) { request in
      var permission = Permission()
      permission.status = "authorized"
      permission.alert = "disabled"
      request.permission = permission
    }
    let ended = try run("tokens", "show", "one")
    #expect(ended.exit == 0)
    for words in [
      "sandbox, read from embedded_profile", "authorized, alert disabled", "Alerts are switched off",
    ] {
      #expect(ended.output.contains(words), "\(ended.output)")
    }
    #expect(!ended.output.contains(token))
    let json = try run("tokens", "show", "one", "--json")
    let ways = json.object["in_the_way"] as? [[String: Any]]
    #expect(ways?.map { $0["code"] as? String } == ["alerts_off"])
    #expect(try run("tokens", "show", "nobody").exit == 1)
  }

  @Test func whyTellsWhatHappenedAndWhatIsSo() throws {
    try register("one", token: token)
    #expect(try run("tokens", "why", "one").exit == 0)
    try verdict("one", .tokenDead, reason: "Unregistered")
    let dead = try run("tokens", "why", "one")
    #expect(dead.exit == 1)
    #expect(dead.output.contains("The provider called the token dead (Unregistered)"), "\(dead.output)")
    #expect(dead.output.contains("token 0a1b…2c3d, generation 1"))
    #expect(dead.output.contains("It has no token."))
    #expect(!dead.output.contains(token))
    try register("one", token: token) { $0.generation = 2 }
    let back = try run("tokens", "why", "one", "--json")
    #expect(back.exit == 0)
    #expect(back.object["reachable"] as? Bool == true)
    #expect((back.object["history"] as? [[String: Any]])?.first?["kind"] as? String == "token_dead")
    try verdict("one", .quarantined, reason: "BadDeviceToken")
    let held = try run("tokens", "why", "one")
    #expect(held.exit == 1)
    #expect(held.output.contains("pushwire explain BadDeviceToken"))
    #expect(try run("tokens", "list", "--held").output.contains("quarantined"))
    let unknown = try run("tokens", "why", "nobody", "--json")
    #expect(unknown.exit == 1)
    #expect((unknown.object["error"] as? [String: Any])?["code"] as? String == "unknown_installation")
  }

  @Test func pruneFirstSaysWhatWouldGo() throws {
    try register("new")
    for number in 0..<3 { try register("old\(number)", daysAgo: 300) }
    let dry = try run("tokens", "prune", "--dry-run")
    #expect(dry.output.contains("3 registrations were not seen for 270 days and would go: 3 ios."))
    #expect(try run("tokens", "prune", "--dry-run", "--unseen", "400d").output.hasPrefix("0 registrations"))
    #expect(try run("tokens", "prune", "--json").object["removed"] as? Int == 3)
    #expect(try run("tokens", "prune").output.contains("0 registrations are removed"))
    let why = try run("tokens", "why", "old1")
    #expect(why.exit == 1)
    #expect(why.output.contains("Not seen for too long"), "\(why.output)")
    #expect(try run("tokens", "show", "new").exit == 0)
  }

  @Test func theProfileSaysWhenToPrune() throws {
    try register("old", daysAgo: 70)
    #expect(try Program.run("init", in: scratch.url).exit == 0)
    let file = scratch.url.appendingPathComponent("pushwire.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    try (text + "\nlifecycle:\n  prune_after: 60d\n").write(to: file, atomically: true, encoding: .utf8)
    let dry = try run("tokens", "prune", "--dry-run", "--json")
    #expect(dry.object["registrations"] as? Int == 1, "\(dry)")
  }

  @Test func anAccountIsErasedInItsTenantAlone() throws {
    try register("one", account: "alice")
    try register("two", account: "alice") { $0.tenant = "north" }
    let unasked = try run("accounts", "erase", "alice")
    #expect(unasked.exit == 2)
    #expect(unasked.errors.contains("--yes"))
    let ended = try run("accounts", "erase", "alice", "--yes", "--json")
    #expect(ended.exit == 0)
    #expect(ended.object["registrations"] as? Int == 1)
    #expect(try run("accounts", "erase", "alice", "--yes").exit == 1, "nothing is left of it")
    #expect(try run("tokens", "list", "--account", "alice").output.contains("two"))
    #expect(try run("tokens", "why", "one").output.contains("The account was erased"))
  }

  @Test func onATerminalErasingAsksFirst() throws {
    try register("one", account: "alice")
    let path = scratch.url.appendingPathComponent("pushwire.db").path
    let other = try Program.runOnTerminal("accounts", "erase", "alice", "--store", path, typing: "alan\n")
    #expect(other.exit == 1)
    #expect(other.output.contains("Type the account to go on"))
    #expect(other.output.contains("Nothing is erased"))
    #expect(try run("tokens", "list", "--account", "alice").output.contains("one"))
    let meant = try Program.runOnTerminal("accounts", "erase", "alice", "--store", path, typing: "alice\n")
    #expect(meant.exit == 0, "\(meant.output)")
    #expect(try run("tokens", "list", "--account", "alice").output.contains("No registration"))
  }

  @Test func aBackupIsWholeAndNeverOverwrites() throws {
    try register("one")
    let ended = try run("backup", "copy.db", "--json")
    #expect(ended.exit == 0, "\(ended)")
    #expect(ended.object["bytes"] as? Int ?? 0 > 0)
    #expect(try run("tokens", "list", "--store", "copy.db").output.contains("one"))
    let again = try run("backup", "copy.db")
    #expect(again.exit == 2)
    #expect(again.errors.contains("exists already"))
    #expect(try run("backup", "no/such/folder/copy.db").exit != 0)
  }

  @Test func nothingLiesDead() throws {
    let ended = try run("outbox", "dead", "--json")
    #expect(ended.exit == 0)
    #expect((ended.object["dead"] as? [Any])?.isEmpty == true)
    #expect(try run("outbox", "replay", "--json").object["replayed"] as? Int == 0)
  }

  @Test func statsReadsAStoreThatIsInUse() throws {
    try register("one")
    let now = pushwire.Instant.now()
    _ = try store.transaction { session throws(StoreError) in
      for (metric, count) in [("event.explainer_shown", 4), ("event.prompt_shown", 3)] {
        try session.count(
          RollupKey(day: pushwire.Instant.day(now), metric: metric, platform: "ios"), by: count)
      }
    }
    let ended = try run("stats", "--json")
    #expect(ended.exit == 0, "\(ended)")
    #expect((ended.object["funnel"] as? [String: Any])?["prompt_shown"] as? Int == 3)
    #expect((ended.object["tokens"] as? [[String: Any]])?.first?["with_token"] as? Int == 1)
    #expect(try run("stats").output.contains("explainer shown"))
    #expect(try run("stats", "--by", "phone").exit == 2)
  }
}
