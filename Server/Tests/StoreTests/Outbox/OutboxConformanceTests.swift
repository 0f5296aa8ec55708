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

  @Test(
    .enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"), arguments: OutboxConformance.cases)
  func postgres(_ item: OutboxConformance.Case) throws {
    try PostgresStage.withStore { try item.run(OutboxStage($0)) }
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

  @Test(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
  func postgresInAnyOrder() throws {
    try Fuzz.run("outbox walk on PostgreSQL") { _, random in
      let seed = random.next()
      try PostgresStage.withStore { store in
        var walk = OutboxWalk(OutboxStage(store), SeededRandom(seed: seed))
        try walk.run(steps: 150)
      }
    }
  }
}
