import Foundation
import Testing

@testable import Store
@testable import pushwire

/// `pushwire diagnose` on a server's file, where no server runs.
@Suite struct DiagnoseStoreTests {
  private let scratch: ScratchFolder
  private let store: SQLiteStore
  private let token = String(repeating: "0a1b2c3d", count: 8)

  init() throws {
    scratch = try ScratchFolder()
    store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
  }

  private func register(_ installation: String, token: String) throws {
    var request = RegistrationRequest()
    request.installation = installation
    request.platform = .ios
    request.environment = .sandbox
    request.environmentSource = "embedded_profile"
    request.topic = "dev.pushwire.parcel"
    request.token = token
    request.generation = 1
    request.account = "alice"
    request.secretHash = [UInt8](repeating: 7, count: 32)
    let ready = request
    let now = pushwire.Instant.now()
    _ = try store.transaction { session throws(StoreError) in try session.register(ready, now: now) }
  }

  private func diagnose(_ words: String...) throws -> Program.Ended {
    try Program.run(["diagnose", "--json", "--store", "pushwire.db"] + words, in: scratch.url)
  }

  private func hop(_ name: String, _ ended: Program.Ended) -> [String: Any]? {
    (ended.object["hops"] as? [[String: Any]])?.first { $0["hop"] as? String == name }
  }

  @Test func aTokenLeadsToItsInstallationAndIsNotShown() throws {
    for number in 0..<1_500 {
      try register("other-\(number)", token: String(format: "%064x", number + 1))
    }
    try register("one", token: token)
    let ended = try diagnose("--token", token)
    #expect(ended.exit == 1, "\(ended)")
    #expect(hop("registered", ended)?["status"] as? String == "proven", "\(ended.output)")
    #expect((ended.object["subject"] as? [String: Any])?["token"] as? String == "0a1b…2c3d")
    #expect(!ended.output.contains(token))
    #expect(ended.object["platform"] as? String == "ios")
  }

  @Test func aTokenOfNobodyIsTheFirstBrokenHop() throws {
    try register("one", token: token)
    let ended = try diagnose("--token", String(repeating: "ff", count: 32))
    #expect(ended.exit == 1)
    #expect(hop("registered", ended)?["status"] as? String == "broken")
  }

  @Test func aDeadTokenIsNamedWithTheProvidersWord() throws {
    try register("one", token: token)
    let found = try store.read { reader throws(StoreError) in
      try reader.registration(tenant: nil, installation: "one")
    }
    let registration = try #require(found)
    let now = pushwire.Instant.now() + 1000
    _ = try store.transaction { session throws(StoreError) in
      try (session as? SQLSession)?.retireToken(
        registration: registration.row, generation: registration.generation, token: registration.token ?? "",
        asOf: now, reason: "Unregistered", now: now)
    }
    let ended = try diagnose("--installation", "one")
    #expect(ended.exit == 1)
    #expect(hop("registered", ended)?["status"] as? String == "broken")
    let first = (ended.object["causes"] as? [[String: Any]])?.first
    #expect(first?["id"] as? String == "client.dead_token", "\(ended.output)")
  }
}
