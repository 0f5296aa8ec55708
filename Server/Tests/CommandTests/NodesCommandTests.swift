import Foundation
import Store
import Testing

@testable import pushwire

/// Nodes, and where the commands find their store.
@Suite struct NodesCommandTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String...) throws -> Program.Ended { try Program.run(words, in: scratch.url) }

  @Test func whoWorksOnTheStoreIsListed() throws {
    let store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
    let none = try run("nodes")
    #expect(none.exit == 1)
    #expect(none.output.contains("No node works on this store."))
    let now = Int(Date().timeIntervalSince1970 * 1000)
    try store.transaction { session throws(StoreError) in
      let identity = NodeIdentity(name: "sender-1", roles: ["delivery", "sweep"], version: "0.1.0")
      let node = try session.enter(identity, now: now).node
      _ = try session.take(duty: "sweeps", node: node, until: now + 10_000, now: now)
    }
    store.close()
    let shown = try run("nodes")
    #expect(shown.exit == 0, "\(shown.errors)")
    for word in ["sender-1", "delivery,sweep", "0.1.0", "sweeps"] { #expect(shown.output.contains(word)) }
    let nodes = try run("nodes", "--json").object["nodes"] as? [[String: Any]]
    #expect(nodes?.count == 1)
    #expect(nodes?.first?["name"] as? String == "sender-1")
    #expect(nodes?.first?["roles"] as? [String] == ["delivery", "sweep"])
    #expect(nodes?.first?["duties"] as? [String] == ["sweeps"])
    #expect(nodes?.first?["leases"] as? Int == 0)
    #expect(nodes?.first?["late"] as? Bool == false)
  }

  @Test func theProfileSaysWhereTheStoreIs() throws {
    try scratch.file("app/pushwire.yaml", "version: 1\nstore: { sqlite: data.db }\n")
    #expect(try run("keys", "create", "a", "--profile", "app/pushwire.yaml").exit == 0)
    #expect(FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("app/data.db").path))
    #expect(try run("keys", "list", "--store", "app/data.db").output.contains("send,read"))
    try scratch.file("app/pushwire.yaml", "version: 1\nstore: { postgres: somewhere }\n")
    let wrong = try run("keys", "list", "--profile", "app/pushwire.yaml")
    #expect(wrong.exit == 2)
    #expect(wrong.errors.contains("app/pushwire.yaml:2:"), "\(wrong.errors)")
  }

  @Test func aDatabaseThatIsNotThereIsNamedWithoutItsPassword() throws {
    let ended = try run("keys", "list", "--store", "postgres://push:hidden-word@127.0.0.1:1/push")
    #expect(ended.exit != 0)
    #expect(ended.errors.contains("127.0.0.1:1/push"), "\(ended.errors)")
    #expect(!ended.errors.contains("hidden-word") && !ended.output.contains("hidden-word"))
  }

  @Test func rolesAndNamesAreChecked() throws {
    let role = try run("serve", "--role", "api,cook")
    #expect(role.exit == 2)
    #expect(role.errors.contains("api, delivery and sweep"), "\(role.errors)")
    #expect(try run("serve", "--role", "").exit == 2)
    let name = try run("serve", "--node", "two words")
    #expect(name.exit == 2)
    #expect(name.errors.contains("--node"))
  }
}
