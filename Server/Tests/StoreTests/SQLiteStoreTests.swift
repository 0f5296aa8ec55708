import Foundation
import TestSupport
import Testing

@testable import Store

@Suite struct SQLiteStoreTests {
  let folder: ScratchFolder
  var path: String { folder.path + "/push.db" }

  init() throws { folder = try ScratchFolder() }

  private func open(_ role: SQLiteStore.Role = .tool, _ migrations: Migrations = .all) throws -> SQLiteStore {
    var options = SQLiteStore.Options()
    options.role = role
    options.migrations = migrations
    options.busyMilliseconds = 200
    return try SQLiteStore(path: path, options: options)
  }

  private func secret(_ name: String) -> StoredSecret {
    StoredSecret(name: name, value: [1, 2, 3], createdAt: 7)
  }

  private func names(_ store: SQLiteStore) throws -> [String] {
    try store.read { reader throws(StoreError) in try reader.secrets(prefix: "").map(\.name) }
  }

  @Test func whatIsCommittedIsThereAfterReopening() throws {
    let store = try open()
    try store.transaction { session throws(StoreError) in try session.setSecret(secret("a")) }
    #expect(try names(store) == ["a"])
    store.close()
    let again = try open()
    #expect(try names(again) == ["a"])
    #expect(again.versionBefore == Migrations.all.steps.count)
  }

  @Test func anErrorUndoesTheWholeTransaction() throws {
    let store = try open()
    let error = StoreError(.library, "on purpose")
    #expect(throws: error) {
      try store.transaction { session throws(StoreError) in
        try session.setSecret(secret("a"))
        _ = try session.classNumber("order")
        throw error
      }
    }
    #expect(try names(store).isEmpty)
    // A number learnt in what was undone is not remembered.
    let numbers = try store.transaction { session throws(StoreError) in
      [try session.classNumber("other"), try session.classNumber("order")]
    }
    #expect(numbers == [1, 2])
  }

  @Test func aReaderSeesWhatIsCommittedOnly() throws {
    let store = try open()
    var seen = ["not read"]
    try store.transaction { session throws(StoreError) in
      try session.setSecret(secret("a"))
      seen = (try? names(store)) ?? ["unreadable"]
    }
    #expect(seen.isEmpty)
    #expect(try names(store) == ["a"])
  }

  @Test func oneServerOnly() throws {
    let server = try open(.server)
    #expect { try open(.server) } throws: { ($0 as? StoreError)?.code == .busy }
    let tool = try open(.tool)
    try tool.transaction { session throws(StoreError) in try session.setSecret(secret("tool")) }
    #expect(try names(server) == ["tool"])
  }

  @Test func theFileIsForItsOwnerAlone() throws {
    let store = try open()
    try store.transaction { session throws(StoreError) in try session.setSecret(secret("a")) }
    for file in [path, path + "-wal", path + "-shm"] {
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file)")
    }
  }

  @Test func aNewerSchemaIsRefused() throws {
    try open(.tool, Migrations(steps: Migrations.all.steps + ["CREATE TABLE later(id)"])).close()
    #expect { try open() } throws: {
      guard let error = $0 as? StoreError else { return false }
      return error.code == .tooNew && error.message.contains("newer version")
    }
  }

  @Test func anotherProgramsDatabaseIsRefused() throws {
    #expect(try judge(path, "CREATE TABLE theirs(x)") == "")
    #expect { try open() } throws: { ($0 as? StoreError)?.message.contains("another program") == true }
    try Data("not a database at all, but long enough to be read as a header of one".utf8)
      .write(to: URL(fileURLWithPath: path))
    #expect { try open() } throws: { ($0 as? StoreError)?.code == .damaged }
  }

  @Test func aMigrationLeavesACopyAndAFailedOneNothing() throws {
    try open().close()
    let bad = Migrations(steps: Migrations.all.steps + ["CREATE TABLE later(id); CREATE NONSENSE"])
    #expect { try open(.tool, bad) } throws: { ($0 as? StoreError)?.code == .library }
    #expect(try judge(path, "SELECT count(*) FROM sqlite_schema WHERE name='later'") == "0\n")
    let good = Migrations(steps: Migrations.all.steps + ["CREATE TABLE later(id)"])
    let before = Migrations.all.steps.count
    #expect(try open(.tool, good).versionBefore == before)
    let copy = path + ".schema\(before).backup"
    #expect(try judge(copy, "PRAGMA user_version; PRAGMA integrity_check") == "\(before)\nok\n")
    #expect(try judge(path, "PRAGMA user_version") == "\(before + 1)\n")
  }

  @Test func aBackupIsWholeAndReplacesNothing() throws {
    let store = try open(.server)
    for index in 0..<200 {
      try store.transaction { session throws(StoreError) in try session.setSecret(secret("s\(index)")) }
    }
    let copy = folder.path + "/copy.db"
    try store.backup(to: copy)
    #expect(try judge(copy, "SELECT count(*) FROM secrets; PRAGMA integrity_check") == "200\nok\n")
    #expect { try store.backup(to: copy) } throws: { ($0 as? StoreError)?.message.contains("exists") == true }
    #expect(!FileManager.default.fileExists(atPath: copy + ".part"))
  }

  @Test func theLogBeginsAnewAfterACheckpoint() throws {
    var options = SQLiteStore.Options()
    options.checkpointPages = 20
    let store = try SQLiteStore(path: path, options: options)
    var most = 0
    for index in 0..<400 {
      try store.transaction { session throws(StoreError) in try session.setSecret(secret("s\(index)")) }
      // The first one follows the schema, which is large.
      if index > 0 { most = max(most, store.logPages) }
      try store.rest()
    }
    #expect(most < 60)
    #expect(try names(store).count == 400)
  }

  @Test func aClosedStoreSaysSo() throws {
    let store = try open()
    store.close()
    #expect { try names(store) } throws: { ($0 as? StoreError)?.code == .closed }
    #expect { try store.probe() } throws: { ($0 as? StoreError)?.code == .closed }
  }
}

/// What SQLite's own command prints of a file: the judge here.
func judge(_ path: String, _ sql: String) throws -> String {
  try ForeignProgram.run("sqlite3", [path, sql], joins: true).output
}
