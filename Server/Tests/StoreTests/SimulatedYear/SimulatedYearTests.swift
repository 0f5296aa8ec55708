import TestSupport
import Testing

@testable import Store

@Suite struct SimulatedYearTests {
  /// 10,000 installations live through a year; after each step of days a sample of them is sent to, and
  /// four times all of them.
  @Test func liveDevicesAreReachedAndNobodyElse() throws {
    let random = Fuzz.random("simulated year")
    let folder = try ScratchFolder()
    let store = try SQLiteStore(path: folder.path + "/push.db")
    defer { store.close() }
    var year = SimulatedYear(OutboxStage(store), devices: 10_000, random)
    try year.run()
    print("simulated year: \(year.tally)")
    // What is to be seen was there to be seen.
    let tally = year.tally
    #expect(tally.reached > 10_000)
    #expect(tally.refused > 3_000)
    #expect(tally.deadTokens > 500)
    #expect(tally.survivors > 10, "verdicts that came after the device had confirmed")
    #expect(tally.quarantined > 10 && tally.ambiguous > 10 && tally.challenges > 10 && tally.pruned > 10)
  }
}
