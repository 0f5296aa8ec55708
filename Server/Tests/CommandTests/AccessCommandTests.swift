import Foundation
import PushCrypto
import Store
import Testing

@testable import pushwire

/// Server keys and ticket secrets, through the program and against the store that it leaves.
@Suite struct AccessCommandTests {
  private let scratch: ScratchFolder
  init() throws { scratch = try ScratchFolder() }

  private func run(_ words: String...) throws -> Program.Ended { try Program.run(words, in: scratch.url) }

  private func keys() throws -> [ServerKeyRecord] {
    let store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
    defer { store.close() }
    return try store.read { reader throws(StoreError) in try reader.keys() }
  }

  @Test func aKeyIsShownOnceAndKeptAsAHash() throws {
    let ended = try run("keys", "create", "shop", "--scopes", "send,admin", "--tenant", "north")
    #expect(ended.exit == 0)
    let key = ended.output.trimmingCharacters(in: .newlines)
    #expect(key.wholeMatch(of: /pwk_[a-z2-9]{10}_[A-Za-z0-9_-]{43}/) != nil, "\(key)")
    #expect(!ended.errors.contains(key))
    let record = try #require(try keys().first)
    #expect(record.name == "shop")
    #expect(record.tenant == "north")
    #expect(record.scopes == ["send", "admin"])
    #expect(key.hasPrefix("pwk_\(record.id)_"))
    #expect(record.secretHash == (try Digest.sha256(Array(key.dropFirst(15).utf8))))
    let file = try Data(contentsOf: scratch.url.appendingPathComponent("pushwire.db"))
    #expect(file.range(of: Data(key.dropFirst(15).utf8)) == nil, "the store has the hash only")
    let rights = try FileManager.default.attributesOfItem(
      atPath: scratch.url.appendingPathComponent("pushwire.db").path)[.posixPermissions]
    #expect(rights as? Int == 0o600)
    let listed = try run("keys", "list")
    #expect(listed.output.contains(record.id))
    #expect(listed.output.contains("send,admin"))
    #expect(!listed.output.contains(key.suffix(20)))
    #expect(try run("keys", "create", "shop").output != ended.output)
  }

  @Test func twoOfANameAndNoMore() throws {
    #expect(try run("keys", "create", "shop").exit == 0)
    let second = try run("keys", "create", "shop", "--json")
    #expect(second.exit == 0)
    let third = try run("keys", "create", "shop", "--json")
    #expect(third.exit == 1)
    #expect((third.object["error"] as? [String: Any])?["code"] as? String == "two_active")
    #expect(try run("keys", "create", "other").exit == 0)
    let record = try #require(second.object["record"] as? [String: Any])
    let id = try #require(record["id"] as? String)
    #expect(record["scopes"] as? [String] == ["send", "read"])
    #expect(record["tenant"] as? String == "")
    #expect(try run("keys", "revoke", id).exit == 0)
    #expect(try run("keys", "revoke", id).exit == 1, "it is none any more")
    #expect(try run("keys", "create", "shop").exit == 0)
    #expect(try !run("keys", "list").output.contains(id))
    #expect(try run("keys", "list", "--all").output.contains(id))
    // The whole key names it, too.
    let key = try #require(try run("keys", "create", "fourth", "--json").object["key"] as? String)
    #expect(try run("keys", "revoke", key).exit == 0)
  }

  @Test func aKeyForAllTenantsIsMarkedSo() throws {
    #expect(try run("keys", "create", "dash", "--scopes=read", "--all-tenants").exit == 0)
    #expect(try keys().map(\.tenant) == ["*"])
    let both = try run("keys", "create", "dash", "--all-tenants", "--tenant", "a")
    #expect(both.exit == 2)
    #expect(both.errors.contains("exclude each other"))
  }

  @Test(arguments: [
    ["keys", "create"], ["keys", "create", "a b"], ["keys", "create", ""],
    ["keys", "create", "a", "--scopes", "send,reed"], ["keys", "create", "a", "--scopes", ""],
    ["keys", "create", "a", "--tenant", "*"], ["keys", "create", "a", "b"],
  ])
  func nonsenseMakesNothing(_ words: [String]) throws {
    let ended = try Program.run(words, in: scratch.url)
    #expect(ended.exit == 2, "\(ended)")
    #expect(ended.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("pushwire.db").path))
  }

  @Test func theFirstKeyThatMaySendBringsATicketSecret() throws {
    #expect(try run("keys", "create", "dash", "--scopes", "read").exit == 0)
    #expect(try run("secrets", "list").output.contains("No ticket secret"))
    for _ in 0..<2 { #expect(try run("keys", "create", "shop").exit == 0) }
    #expect((try run("secrets", "list", "--json").object["secrets"] as? [Any])?.count == 1)
  }

  @Test func aMisspeltScopeNamesTheNearest() throws {
    #expect(try run("keys", "create", "a", "--scopes", "sned").errors.contains("Did you mean send?"))
  }

  @Test func theStoreLiesBesideTheProfile() throws {
    try scratch.file("app/pushwire.yaml", "version: 1\n")
    #expect(try run("keys", "create", "a", "--profile", "app/pushwire.yaml").exit == 0)
    #expect(
      FileManager.default.fileExists(atPath: scratch.url.appendingPathComponent("app/pushwire.db").path))
    #expect(try run("keys", "list", "--profile", "app/pushwire.yaml").output.contains("send,read"))
    #expect(try run("keys", "list", "--store", "app/pushwire.db").output.contains("send,read"))
    let absent = try run("keys", "list")
    #expect(absent.exit == 3)
    #expect(absent.errors.contains("There is no store."))
  }

  @Test func aFileOfAnotherProgramIsLeftAlone() throws {
    let file = try scratch.file("notes.db", String(repeating: "these are notes\n", count: 400))
    let before = try Data(contentsOf: file)
    for words in [["keys", "create", "a"], ["keys", "list"], ["stats"]] {
      let ended = try Program.run(words + ["--store", "notes.db"], in: scratch.url)
      #expect(ended.exit == 3, "\(ended)")
      #expect(ended.errors.contains("notes.db"))
    }
    #expect(try Data(contentsOf: file) == before)
  }

  @Test func ticketSecretsComeInTwosAndGo() throws {
    let first = try run("secrets", "create")
    #expect(first.exit == 0)
    let text = first.output.trimmingCharacters(in: .newlines)
    #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    let second = try run("secrets", "create", "--json")
    let id = try #require(second.object["id"] as? String)
    #expect(second.object["algorithm"] as? String == "HS256")
    #expect(try run("secrets", "create").exit == 1)
    let store = try SQLiteStore(path: scratch.url.appendingPathComponent("pushwire.db").path)
    let kept = try store.read { reader throws(StoreError) in try reader.secrets(prefix: "ticket.") }
    store.close()
    // The characters themselves are the key: JWT libraries take them as they are.
    #expect(Set(kept.map { String(decoding: $0.value, as: UTF8.self) }).contains(text))
    #expect(kept.map(\.name).contains("ticket." + id))
    let listed = try run("secrets", "list")
    #expect(listed.output.contains(id))
    #expect(!listed.output.contains(text))
    #expect(try run("secrets", "remove", id).exit == 0)
    #expect(try run("secrets", "remove", id).exit == 1)
    #expect(try run("secrets", "create").exit == 0)
  }
}
