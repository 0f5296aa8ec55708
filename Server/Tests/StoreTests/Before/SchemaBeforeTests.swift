import Foundation
import TestSupport
import Testing

@testable import Store

/// A file of the first schema, opened by this version; and the version of the first schema, at work on this
/// version's file.
@Suite struct SchemaBeforeTests {
  private let folder: ScratchFolder
  private var path: String { folder.path + "/push.db" }
  private let now = 1_800_000_000_000

  init() throws { folder = try ScratchFolder() }

  private func open() throws -> OutboxStage {
    var options = SQLiteStore.Options()
    options.role = .server
    let stage = OutboxStage(try SQLiteStore(path: path, options: options))
    stage.now = now
    return stage
  }

  private func installations(_ batch: ClaimBatch) -> [String] {
    batch.entries.map { OutboxStage.text($0.installation, batch) }.sorted()
  }

  @Test func whatWaitedInTheFileGoesOn() throws {
    let before = try VersionBefore.make(path)
    try before.learn()
    for name in ["waits", "under-way", "later", "done"] { try before.register(name, now: now) }
    try before.accept("n1", row: 1, registration: 1, due: now, now: now)
    // Its process was killed: a lease that nobody holds.
    try before.accept("n2", row: 2, registration: 2, state: .leased, due: now + 600_000, now: now)
    try before.accept("n3", row: 3, registration: 3, due: now + OutboxStage.hour, now: now)
    try before.accept("n4", row: 4, registration: 4, state: .accepted, due: 0, now: now)
    before.close()

    let stage = try open()
    let store = try #require(stage.store as? SQLiteStore)
    #expect(store.versionBefore == 1)
    #expect(FileManager.default.fileExists(atPath: path + ".schema1.backup"))
    let lost = try store.transaction { session throws(StoreError) in try session.expireLeases(now: now) }
    #expect(lost == 1)
    // What was lost on its way has been tried once.
    stage.now += 60_000
    let claimed = try stage.claim().batch
    #expect(installations(claimed) == ["under-way", "waits"])
    try stage.apply(claimed, .accepted)
    #expect(
      try ["n1", "n2", "n3", "n4"].map { try stage.state($0) } == [
        "accepted", "accepted", "queued", "accepted",
      ])
    stage.now = now + OutboxStage.hour
    #expect(installations(try stage.claim().batch) == ["later"])

    // The same id is known, and a new one gets rows of its own.
    let again = OutboxStage.request("n1", to: .installations(["waits"]))
    guard case .repeated(let known) = try stage.accept(again).outcome else {
      Issue.record("n1 is not known any more")
      return
    }
    #expect(known.row == 1)
    try stage.accept("n5", to: "waits")
    #expect(try stage.view("n5")?.row == 5)
    store.close()
  }

  /// The copy made before is whole, and the version before can go on with it.
  @Test func theCopyBeforeIsWhole() throws {
    let before = try VersionBefore.make(path)
    try before.learn()
    try before.register("waits", now: now)
    try before.accept("n1", row: 1, registration: 1, due: now, now: now)
    before.close()
    try open().store.close()
    let copy = try VersionBefore(path + ".schema1.backup")
    #expect(try copy.due(now: now).map { $0[0] } == [1])
    copy.close()
  }

  @Test func allStatementsOfTheVersionBeforeFitThisSchema() throws {
    let stage = try open()
    #expect(StatementsBefore.all.count > 100)
    let before = try VersionBefore(path)
    for sql in StatementsBefore.all {
      #expect(throws: Never.self, "\(sql)") { try before.prepare(sql) }
    }
    before.close()
    stage.store.close()
  }

  /// Both write to one file in turn, as around a restart.
  @Test func theVersionBeforeWorksOnThisSchema() throws {
    var stage = try open()
    try stage.register("one")
    stage.lanes.room = 0
    try stage.accept("new", to: "one")
    stage.store.close()

    let before = try VersionBefore(path)
    let due = try before.due(now: now)
    #expect(due.map { $0[0] } == [1])
    try before.lease(1, until: now + 600_000, now: now)
    try before.storeAccepted(1, lease: now + 600_000, now: now)
    #expect(try before.due(now: now).isEmpty)
    try before.accept("old", row: 2, registration: 1, due: now, now: now)
    try before.accept("old-leased", row: 3, registration: 1, due: now, now: now)
    try before.lease(3, until: now + 600_000, now: now)
    before.close()

    stage = try open()
    #expect(try stage.state("new") == "accepted")
    let lost = try stage.store.transaction { session throws(StoreError) in try session.expireLeases(now: now)
    }
    #expect(lost == 1)
    stage.now += 60_000
    let claimed = try stage.claim().batch
    #expect(claimed.entries.map(\.message).sorted() == [2, 3])
    try stage.apply(claimed, .accepted)
    #expect(try stage.state("old") == "accepted")
    #expect(try stage.state("old-leased") == "accepted")
    stage.store.close()
  }
}
