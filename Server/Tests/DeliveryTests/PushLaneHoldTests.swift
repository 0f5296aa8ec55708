import Emulators
import Providers
import Testing

@testable import Delivery

/// Lanes that stop, and go on.
@Suite struct PushLaneHoldTests {
  @Test func aHeldLaneKeepsEverythingAndGoesOnWhenReleased() throws {
    let parties = try Parties()
    let source = ListSource(parties.apnsTokens(5000))
    parties.answer(.apns(.topicDisallowed))
    var configuration = LaneRun.quick
    configuration.client.window = 100
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: configuration)
    run.run()
    let lane = try #require(run.lane)
    #expect(lane.heldBy?.reasonCode == "apns.TopicDisallowed")
    #expect(run.events.count { if case .held = $0 { true } else { false } } == 1)
    // Only what was under way was taken; none of it has ended or spent an attempt.
    #expect(lane.counters.ended == 0 && lane.waiting <= 100 && lane.underWay == 0)
    #expect(run.ledger.records.allSatisfy { $0.attempts == 0 && $0.status == .queued })
    // New work does not wake it.
    lane.wake()
    run.run()
    #expect(lane.underWay == 0)
    parties.suite.script(Scenario())
    lane.release()
    run.run()
    #expect(lane.heldBy == nil && run.events.contains(.released))
    #expect(lane.counters.accepted == 5000 && run.ledger.endedTwice.isEmpty)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 1 })
  }

  /// A hold that is given by hand lets what is under way end.
  @Test func holdByHandLetsWhatIsUnderWayEnd() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { _ in
      if run.ledger.ends.count == 10 { run.lane?.hold(TransportAnswer.closed) }
    }
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(3000)))
    run.run()
    let lane = try #require(run.lane)
    let taken = lane.counters.accepted + lane.waiting
    #expect(lane.counters.accepted >= 10 && taken < 3000 && lane.underWay == 0)
    run.ledger.onRecord = nil
    lane.release()
    run.run()
    #expect(lane.counters.accepted == 3000 && run.ledger.endedTwice.isEmpty)
  }

  /// Released too early, it holds again and loses nothing.
  @Test func aReleaseThatComesTooEarlyHoldsAgain() throws {
    let parties = try Parties()
    parties.suite.revoke(keyID: Parties.keyID)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(30)))
    for _ in 0..<3 {
      run.run()
      #expect(run.lane?.heldBy?.reasonCode == "apns.InvalidProviderToken")
      #expect(run.lane?.waiting == 30 && run.lane?.counters.ended == 0)
      run.lane?.release()
    }
    run.run()
    #expect(run.ledger.records.allSatisfy { $0.attempts == 0 })
  }

  /// What expired while the lane was held is said to have expired.
  @Test func timesToLiveEndWhileALaneIsHeld() throws {
    let parties = try Parties()
    let clock = TestClock()
    parties.answer(.apns(.forbidden))
    let run = try LaneRun(parties.suite)
    try run.apns(
      parties.token, source: ListSource(parties.apnsTokens(10)), class: LaneRun.alert(ttl: .seconds(600)),
      clock: { clock.now })
    run.run()
    #expect(run.isHeld)
    clock.now += 700
    parties.suite.script(Scenario())
    run.lane?.release()
    run.run()
    // All ten were asked for before the hold.
    #expect(run.ledger.ended(.expired) == 10 && run.lane?.counters.expired == 10)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 0 && $0.verdict == TransportAnswer.expired })
    #expect(run.ledger.endedTwice.isEmpty && run.lane?.waiting == 0)
  }

  /// Firebase's own APNs key is bad: Android's messages go out, Apple's wait, the lane lives.
  @Test func aProjectWithoutAPNsKeyParksOnlyAppleTraffic() throws {
    let parties = try Parties()
    let account = try parties.account()
    parties.suite.register(FCMProject(id: Parties.project, hasAPNsCredentials: false))
    let android = parties.fcmTokens(50)
    let ios = parties.fcmTokens(50, platform: .ios)
    let mixed = zip(android, ios).flatMap { [$0, $1] }
    let run = try LaneRun(parties.suite)
    try run.fcm(account, source: ListSource(mixed))
    run.run()
    #expect(!run.timedOut)
    let lane = try #require(run.lane)
    #expect(lane.counters.accepted == 50 && lane.counters.parked == 50 && lane.counters.ended == 50)
    #expect(lane.heldBy == nil && lane.parkedBy?.reasonCode == "fcm.THIRD_PARTY_AUTH_ERROR")
    // The alarm is raised once, not for each message.
    #expect(run.events.count { if case .held = $0 { true } else { false } } == 1)
    for index in mixed.indices {
      let record = try #require(run.ledger.last(index))
      #expect(
        record.status == (index % 2 == 0 ? .accepted : .queued) && record.attempts == (index % 2 == 0 ? 1 : 0)
      )
    }
  }

  @Test func composeErrorsAreCountedAndTold() throws {
    let parties = try Parties()
    var items = parties.apnsTokens(10).map { ListSource.Item(target: $0) }
    items[2].target = ""
    items[4].target = "white space"
    items[6].target = String(repeating: "ab", count: 300)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(items))
    run.run()
    #expect(run.lane?.counters.refused == 3 && run.lane?.counters.accepted == 7)
    #expect(run.ledger.refusals.map(\.reference).sorted() == [2, 4, 6])
    // No token and no value is in what is said.
    for refusal in run.ledger.refusals {
      #expect(!refusal.why.contains("white space") && !refusal.why.contains("ababab"))
    }
  }

  /// Nothing but what cannot be composed: the lane is idle without a connection.
  @Test func onlyWhatCannotBeComposed() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(["a b", "c d"]))
    run.run()
    #expect(!run.timedOut && run.lane?.counters.refused == 2)
    #expect(parties.suite.snapshot().connections.isEmpty)
  }
}
