import TestSupport
import Testing

@testable import Store

@Suite struct OutboxConformanceTests {
  @Test(arguments: OutboxConformance.cases)
  func sqlite(_ item: OutboxConformance.Case) throws {
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    try item.run(OutboxStage(store))
  }

  @Test func sqliteInAnyOrder() throws {
    try Fuzz.run("outbox walk") { _, random in
      let folder = try ScratchFolder()
      let store = try SQLiteStore(path: folder.path + "/push.db")
      defer { store.close() }
      var walk = OutboxWalk(OutboxStage(store), SeededRandom(seed: random.next()))
      try walk.run(steps: 150)
    }
  }
}
