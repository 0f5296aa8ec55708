import Emulators
import Providers
import Testing

@testable import Delivery

/// Times to live, silence, an end in the middle, and work that comes later.
@Suite struct PushLaneTimeTests {
  @Test func whatIsTooOldIsNotSent() throws {
    let parties = try Parties()
    let source = ListSource(parties.apnsTokens(5))
    source.createdAt = LaneRun.now() - 601
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, class: LaneRun.alert(ttl: .seconds(600)))
    run.run()
    #expect(run.ledger.ended(.expired) == 5 && run.lane?.counters.attempts == 0)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 0 && $0.verdict == TransportAnswer.expired })
    #expect(parties.suite.snapshot().total == 0)
  }

  @Test func aTimeToLiveThatEndsBetweenTwoAttempts() throws {
    let parties = try Parties()
    let clock = TestClock()
    parties.answer(.apns(.serviceUnavailable))
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { record in if record.attempts == 2 { clock.now += 601 } }
    try run.apns(
      parties.token, source: ListSource(parties.apnsTokens(1)), class: LaneRun.alert(ttl: .seconds(600)),
      clock: { clock.now })
    run.run()
    let last = try #require(run.ledger.last())
    #expect(last.status == .expired && last.attempts == 2)
    #expect(last.verdict == TransportAnswer.expired)
    #expect(run.ledger.records.dropLast().allSatisfy { $0.verdict.reasonCode == "apns.ServiceUnavailable" })
    #expect(parties.suite.snapshot().total == 2)
  }

  @Test func withoutATimeToLiveThereIsOneAttempt() throws {
    let parties = try Parties()
    parties.answer(.apns(.serviceUnavailable))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(3)), class: LaneRun.alert(ttl: .none))
    run.run()
    #expect(run.ledger.ended(.failed) == 3 && run.lane?.counters.attempts == 3)
    // What was not even looked at still has it.
    parties.script([.refuse], times: 5)
    let again = try LaneRun(parties.suite)
    try again.apns(parties.token, source: ListSource(parties.apnsTokens(3)), class: LaneRun.alert(ttl: .none))
    again.run()
    #expect(again.ledger.ended(.accepted) == 3 && again.ledger.records.count == 3)
    // Apple is told not to store it.
    #expect(parties.suite.snapshot().recent.allSatisfy { $0.header("apns-expiration") == "0" })
  }

  @Test func silenceWithoutATimeToLiveIsUnconfirmed() throws {
    let parties = try Parties()
    parties.script([.silence(processed: true)])
    var configuration = LaneRun.quick
    configuration.client.deadline = 50
    let run = try LaneRun(parties.suite)
    try run.apns(
      parties.token, source: ListSource(parties.apnsTokens(2)), class: LaneRun.alert(ttl: .none),
      configuration: configuration)
    run.run()
    #expect(run.ledger.ended(.unconfirmed) == 2)
    #expect(run.ledger.finals.values.allSatisfy { $0.verdict.reasonCode == "transport.deadline" })
  }

  /// Sent once without an answer, then refused for now until its time is over: it may have arrived.
  @Test func whatMayHaveArrivedIsNeverCalledFailedOrExpired() throws {
    let parties = try Parties()
    parties.suite.script(
      Scenario(rules: [
        ScenarioRule("silent", match: .nth(1), actions: [.reset(code: 2, processed: true)]),
        ScenarioRule("busy", actions: [.answer(.apns(.serviceUnavailable))]),
      ]))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1)))
    run.run()
    #expect(run.ledger.last()?.status == .unconfirmed && run.ledger.last()?.attempts == 5)
    let clock = TestClock()
    parties.script([.reset(code: 2, processed: true)])
    let late = try LaneRun(parties.suite)
    late.ledger.onRecord = { _ in clock.now += 601 }
    try late.apns(
      parties.token, source: ListSource(parties.apnsTokens(1)), class: LaneRun.alert(ttl: .seconds(600)),
      clock: { clock.now })
    late.run()
    #expect(late.ledger.last()?.status == .unconfirmed)
  }

  @Test func laterMessagesGoOutWhenTheLaneIsWoken() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(300)
    let source = ListSource(Array(tokens[..<100]))
    source.isOpen = true
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { _ in
      let ended = run.ledger.ends.count
      if ended == 100 || ended == 200 { run.loop.stop() }
    }
    try run.apns(parties.token, source: source)
    run.run()
    // More may come, so that the lane is not idle.
    #expect(run.ledger.ends.count == 100 && !run.timedOut)
    source.append(Array(tokens[100..<200]))
    run.lane?.wake()
    run.run()
    #expect(run.ledger.ends.count == 200)
    source.append(Array(tokens[200...]))
    source.isOpen = false
    run.lane?.wake()
    run.run()
    #expect(run.lane?.counters.accepted == 300 && run.ledger.endedTwice.isEmpty)
    #expect((parties.suite.snapshot().connections[.apnsSandbox] ?? 0) <= 2)
  }

  @Test func closingInTheMiddleClaimsNothing() throws {
    let parties = try Parties()
    var match = ScenarioMatch()
    match.after = 20
    parties.suite.script(
      Scenario(rules: [ScenarioRule("silent", match: match, actions: [.silence(processed: true)])]))
    let source = ListSource(parties.apnsTokens(3000))
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { record in
      if run.ledger.ends.count == 20 { run.lane?.close() }
    }
    try run.apns(parties.token, source: source)
    run.run()
    #expect(!run.timedOut)
    let lane = try #require(run.lane)
    #expect(lane.counters.accepted >= 20 && lane.underWay == 0)
    // What was sent is unconfirmed; what was not keeps its place, and nothing is missing.
    #expect(lane.counters.unconfirmed == run.ledger.ended(.unconfirmed))
    #expect(run.ledger.ended(.unconfirmed) + run.ledger.ended(.accepted) == lane.counters.ended)
    #expect(lane.counters.ended + lane.waiting <= 3000 && run.ledger.endedTwice.isEmpty)
    let ended = Set(run.ledger.ends.keys)
    #expect(Set(0..<(lane.counters.ended + lane.waiting)).isSuperset(of: ended))
    // Closed is closed.
    let before = run.ledger.records.count
    lane.wake()
    lane.release()
    lane.close()
    #expect(run.ledger.records.count == before && lane.underWay == 0 && lane.heldBy == nil)
  }

  /// Two answers in three ask for a pause of the whole lane, and all is sent in the end.
  @Test func manyPausesInARow() throws {
    let parties = try Parties()
    var match = ScenarioMatch.every(3)
    match.times = 30
    parties.suite.script(
      Scenario(rules: [
        ScenarioRule("slow", match: match, actions: [.answer(.apns(.tooManyProviderTokenUpdates))])
      ]))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(300)))
    run.run()
    #expect(run.lane?.counters.accepted == 300 && run.ledger.endedTwice.isEmpty)
    #expect(run.events.contains { if case .paused = $0 { true } else { false } })
  }
}
