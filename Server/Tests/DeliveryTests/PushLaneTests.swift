import Emulators
import Providers
import Testing

@testable import Delivery

@Suite struct PushLaneTests {
  @Test func apnsTakesEachMessageOnce() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(500)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 500 && run.lane?.counters.attempts == 500)
    #expect(run.ledger.records.count == 500 && run.ledger.endedTwice.isEmpty)
    #expect(Set(run.ledger.ids.values).count == 500)
  }

  @Test func fcmFetchesOneTokenAndTakesEachMessageOnce() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(500)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 500)
    #expect(parties.suite.issuedAccessTokens == 1)
    #expect(
      run.ledger.ids.values.allSatisfy { $0.hasPrefix("projects/\(Parties.project)/messages/") })
  }

  /// A status of our side says what the provider said; no word of it claims that a device has it.
  @Test func acceptedIsNeverCalledDelivered() {
    for status in MessageStatus.allCases {
      #expect(!status.description.contains("deliver"))
    }
    #expect(Verdict.accepted().sentence.contains("not a proof of delivery"))
  }

  @Test func memoryKeepsTheIdsAsNumbers() throws {
    let memory = VerdictMemory(expected: 2)
    let record = VerdictRecord(reference: 7, verdict: .accepted(), status: .accepted, attempts: 1)
    Array("00112233-4455-6677-8899-AABBCCDDEEFF".utf8).withUnsafeBufferPointer {
      memory.record(record, providerID: $0)
    }
    memory.refused(reference: 8, why: "too large")
    #expect(memory.last(7)?.id.0 == 0x0011_2233_4455_6677)
    #expect(memory.last(7)?.id.1 == 0x8899_AABB_CCDD_EEFF)
    #expect(memory.last(8) == nil && memory.refusals.first?.why == "too large")
  }
}
