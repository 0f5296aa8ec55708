import TestSupport
import Testing

@testable import Store

/// Each store on the stage of all stores.
@Suite struct RegistrationConformanceTests {
  @Test(arguments: RegistrationConformance.cases)
  func sqlite(_ example: RegistrationConformance.Case) throws {
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    try example.run(RegistrationStage(store))
  }

  @Test(
    .enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"),
    arguments: RegistrationConformance.cases)
  func postgres(_ example: RegistrationConformance.Case) throws {
    try PostgresStage.withStore { try example.run(RegistrationStage($0)) }
  }
}

@Suite struct RegistrationWalkTests {
  @Test func aTokenConfirmedAfterTheTimestampIsNeverDeleted() throws {
    var random = Fuzz.random("registration race")
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    let stage = RegistrationStage(store)
    var counts = RegistrationRace.Counts()
    var phones = 0
    while counts.verdicts < 10_000 {
      phones += 1
      try RegistrationRace.run(stage, "phone \(phones)", steps: 60, &counts, &random)
    }
    print("registration race: \(counts)")
    #expect(counts.deleted > 500 && counts.kept > 3_000 && counts.quarantined > 200)
  }

  @Test func theStoreIsWhatTheModelSaysFuzz() throws {
    let folder = try ScratchFolder()
    try Fuzz.run("registration walk") { round, random in
      let store = try SQLiteStore(path: folder.path + "/push \(round).db")
      defer { store.close() }
      try RegistrationWalk.run(RegistrationStage(store), steps: 300, &random)
    }
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "\(PostgresStage.missing)"))
  func theStoreOnPostgresIsWhatTheModelSaysFuzz() throws {
    try Fuzz.run("registration walk on PostgreSQL") { _, random in
      try PostgresStage.withStore { try RegistrationWalk.run(RegistrationStage($0), steps: 300, &random) }
    }
  }
}
