import Foundation
import TestSupport
import Testing

@testable import Store

@Suite(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
struct StoreMoveTests {
  /// A store with something in most of its tables.
  private func source(_ folder: ScratchFolder) throws -> String {
    let path = folder.path + "/push.db"
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let stage = OutboxStage(store)
    for number in 0..<40 { try stage.register("phone \(number)", account: "a\(number % 7)") }
    for number in 0..<60 {
      let batch = try stage.accept("n\(number)", to: "phone \(number % 40)", "gone")
      if number % 3 == 0 { try stage.apply(batch, .accepted) }
      if number % 3 == 1 { try stage.apply(batch, .rejected("PayloadEmpty")) }
    }
    _ = try stage.receive("phone 0", [Receipt(kind: .received, notification: "n0", at: stage.now)])
    return path
  }

  @Test func aMoveThatIsBrokenOffGoesOnAndEndsTheSame() throws {
    let folder = try ScratchFolder()
    let path = try source(folder)
    let server = try PostgresServer.shared()
    let url = try server.database()
    let stop = StoreError(.library, "broken off")
    for _ in 0..<3 {
      var left = 9
      var broken = StoreMove()
      broken.portion = 10
      broken.progress = { (_, _) throws(StoreError) in
        left -= 1
        if left == 0 { throw stop }
      }
      #expect(throws: stop) {
        try broken.run(from: path, to: PostgresStore.Options(url: url), now: 1_800_000_100_000)
      }
    }
    // Nobody works on half a store.
    #expect { try PostgresStage.store(at: url) } throws: { ($0 as? StoreError)?.code == .open }
    var move = StoreMove()
    move.portion = 10
    let tables = try move.run(from: path, to: PostgresStore.Options(url: url), now: 1_800_000_100_000)
    let rows = Dictionary(uniqueKeysWithValues: tables.map { ($0.name, $0.rows) })
    #expect(rows["registrations"] == 40 && rows["notifications"] == 60 && rows["messages"] == 120)
    #expect(try server.command("SELECT count(*), count(DISTINCT id) FROM messages", at: url) == "120|120")

    // Both say the same of everything, and the moved one goes on with numbers of its own.
    let old = try SQLiteStore(path: path)
    defer { old.close() }
    let new = try PostgresStage.store(at: url)
    defer { new.close() }
    let (before, after) = (OutboxStage(old), OutboxStage(new))
    // But for the log of attempts, which stays behind.
    func shown(_ stage: OutboxStage, _ id: String) throws -> [MessageView] {
      var views = try stage.messages(id)
      for place in views.indices { views[place].history = [] }
      return views
    }
    for number in 0..<60 { #expect(try shown(before, "n\(number)") == shown(after, "n\(number)")) }
    after.now += 200_000
    try after.register("one more")
    try after.accept("n60", to: "one more")
    guard
      case .repeated = try after.accept(OutboxStage.request("n5", to: .installations(["phone 5", "gone"])))
        .outcome
    else {
      Issue.record("the id was forgotten")
      return
    }
    #expect(try server.command("SELECT count(*) FROM messages", at: url) == "121")
  }

  @Test func neitherAServersFileNorIntoSomebodysDatabase() throws {
    let folder = try ScratchFolder()
    let path = try source(folder)
    let url = try PostgresServer.shared().database()
    var options = SQLiteStore.Options()
    options.role = .server
    let running = try SQLiteStore(path: path, options: options)
    #expect {
      try StoreMove().run(from: path, to: PostgresStore.Options(url: url), now: 1_800_000_100_000)
    } throws: { ($0 as? StoreError)?.code == .busy }
    running.close()
    let used = try PostgresStage.store(at: url)
    try OutboxStage(used).register("somebody")
    used.close()
    #expect {
      try StoreMove().run(from: path, to: PostgresStore.Options(url: url), now: 1_800_000_100_000)
    } throws: { ($0 as? StoreError)?.code == .open }
  }

  @Test func aRowThatIsNotTheSameIsFound() throws {
    let folder = try ScratchFolder()
    let path = try source(folder)
    let server = try PostgresServer.shared()
    let url = try server.database()
    var move = StoreMove()
    move.progress = { (table, _) throws(StoreError) in
      guard table == "topic_subscriptions" else { return }
      _ = try? server.command("UPDATE registrations SET app_version='3.2' WHERE id=7", at: url)
    }
    #expect {
      try move.run(from: path, to: PostgresStore.Options(url: url), now: 1_800_000_100_000)
    } throws: { ($0 as? StoreError)?.code == .damaged }
  }
}
