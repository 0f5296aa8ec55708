import Emulators
import Testing

@testable import Delivery

@Suite struct PushLaneTests {
  @Test func apnsTakesEachMessageOnce() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.apns(key: parties.key, source: ListSource(parties.apnsTokens(500)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 500)
    #expect(run.memory.entries.count == 500)
    #expect(run.memory.entries.allSatisfy { $0.id != (0, 0) })
    #expect(Set(run.memory.entries.map { "\($0.id)" }).count == 500)
  }

  @Test func fcmFetchesOneTokenAndTakesEachMessageOnce() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.fcm(account: parties.account, source: ListSource(parties.fcmTokens(500)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 500)
    #expect(parties.suite.issuedAccessTokens == 1)
  }
}
