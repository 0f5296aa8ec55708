import Emulators
import Providers
import Testing
import Transport

@testable import Delivery

/// Lanes of a server: messages that must wait go back, and the provider's troubles cost no attempts.
@Suite struct PushLaneHandBackTests {
  static var server: PushLane.Configuration {
    var configuration = LaneRun.quick
    configuration.countsLaneFailuresApart = true
    configuration.handsBackAfter = 30_000
    configuration.policy.laneBackoff = Backoff(base: 1, cap: 20)
    return configuration
  }

  @Test(arguments: [
    ScenarioAnswer.apns(.serviceUnavailable), .apns(.internalServerError), .html(502),
    .apns(.tooManyProviderTokenUpdates),
  ])
  func aSickProviderCostsNoAttempts(_ answer: ScenarioAnswer) throws {
    let parties = try Parties()
    parties.answer(answer, times: 60)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(20)), configuration: Self.server)
    run.run()
    let lane = try #require(run.lane)
    #expect(!run.timedOut && lane.counters.accepted == 20 && lane.counters.handedBack == 0)
    // Two alone may be due to their messages; the rest is the provider's.
    #expect(run.ledger.finals.values.reduce(0) { $0 + Int($1.attempts) } <= 22)
    #expect(lane.counters.attempts == 80)
    #expect(run.events.contains(.recovered))
    #expect(run.events.contains { if case .paused = $0 { true } else { false } })
  }

  /// While the provider is sick, it is asked with a handful of messages and not with all of them.
  @Test func aSickProviderIsOnlyProbed() throws {
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    parties.answer(.apns(.tooManyProviderTokenUpdates), times: 200)
    var most = 0
    var isProbing = false
    run.onEvent = { event in
      if case .paused = event { isProbing = run.lane?.underWay == 0 || isProbing }
    }
    run.ledger.onRecord = { record in
      guard isProbing, record.status == .queued else { return }
      most = max(most, run.lane?.underWay ?? 0)
    }
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(500)), configuration: Self.server)
    run.run()
    #expect(!run.timedOut && run.lane?.counters.accepted == 500)
    #expect(most <= 8)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 1 })
  }

  @Test func aPoisonedMessageAmongHealthyOnesIsGivenUp() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(400)
    var match = ScenarioMatch()
    match.token = tokens[3]
    parties.suite.script(
      Scenario(rules: [
        ScenarioRule("poison", match: match, actions: [.answer(.apns(.internalServerError))])
      ]))
    var configuration = Self.server
    configuration.client.window = 20
    configuration.policy.backoff = Backoff(base: 1, cap: 2)
    let source = ListSource(tokens)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: configuration)
    run.run()
    #expect(!run.timedOut && run.lane?.counters.accepted == 399)
    let last = try #require(run.ledger.finals[3])
    #expect(last.status == .failed && last.attempts == 5)
  }

  /// FCM says how long; where it does not, it is a minute.
  @Test(arguments: ["60", nil]) func aLongPauseHandsEverythingBack(retryAfter: String?) throws {
    let parties = try Parties()
    parties.answer(
      .fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED", retryAfter: retryAfter), on: .fcm)
    var configuration = Self.server
    configuration.policy.quotaPause = RetryPolicy().quotaPause
    let source = ListSource(parties.fcmTokens(100))
    let run = try LaneRun(parties.suite)
    run.ledger.onHandBack = { _, _ in
      if run.ledger.handedBack.count == source.taken && run.lane?.underWay == 0 { run.loop.stop() }
    }
    try run.fcm(parties.account(), source: source, configuration: configuration)
    run.run()
    #expect(!run.timedOut && run.lane?.waiting == 0)
    #expect(run.ledger.handedBack.allSatisfy { $0.dueIn > 55_000 && $0.record.attempts == 0 })
    #expect(run.ledger.handBacks.values.allSatisfy { $0 == 1 } && run.ledger.ends.isEmpty)
  }

  @Test func aLongPauseOfOneMessageHandsThatOneBack() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(10)
    var match = ScenarioMatch()
    match.token = tokens[4]
    var answer = ScenarioAnswer.apns(.tooManyRequests)
    answer.headers["retry-after"] = "3000"
    parties.suite.script(
      Scenario(rules: [ScenarioRule("slow", match: match, actions: [.answer(answer)])]))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(tokens), configuration: Self.server)
    run.run()
    #expect(run.lane?.counters.accepted == 9 && run.ledger.handBacks == [4: 1])
    let back = try #require(run.ledger.handedBack.first)
    #expect(back.record.attempts == 1 && back.dueIn >= 3_000_000)
    #expect(back.record.verdict.reasonCode == "apns.TooManyRequests")
  }

  @Test func aHeldLaneKeepsNothing() throws {
    let parties = try Parties()
    parties.answer(.apns(.topicDisallowed))
    let source = ListSource(parties.apnsTokens(3000))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: Self.server)
    run.run()
    let lane = try #require(run.lane)
    #expect(run.isHeld && lane.waiting == 0 && lane.counters.ended == 0)
    #expect(run.ledger.handedBack.count == source.taken && source.taken > 0)
    #expect(run.ledger.handBacks.values.allSatisfy { $0 == 1 })
    #expect(
      run.ledger.handedBack.allSatisfy {
        $0.record.verdict.reasonCode == "apns.TopicDisallowed" && $0.record.attempts == 0
      })
  }

  @Test func drainingHandsBackWhatWaits() throws {
    let parties = try Parties()
    var match = ScenarioMatch()
    match.times = 50
    parties.suite.script(
      Scenario(rules: [ScenarioRule("busy", match: match, actions: [.answer(.apns(.tooManyRequests))])]))
    var configuration = Self.server
    configuration.policy.backoff = Backoff(base: 20_000, cap: 20_000)
    configuration.policy.targetBackoff = Backoff(base: 20_000, cap: 20_000)
    let source = ListSource(parties.apnsTokens(300))
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { _ in if run.lane?.counters.accepted == 100 { run.lane?.drain() } }
    try run.apns(parties.token, source: source, configuration: configuration)
    run.run()
    let lane = try #require(run.lane)
    #expect(!run.timedOut && lane.waiting == 0 && lane.underWay == 0)
    #expect(run.ledger.ends.count + run.ledger.handBacks.count == source.taken)
    // By chance a pause may be so short that one of them went out again before.
    #expect(run.ledger.handBacks.count >= 20)
  }

  /// What was sent and not answered goes back with that word, not as lost and not as never sent.
  @Test func closingHandsBackWhatWasNotAnswered() throws {
    let parties = try Parties()
    parties.script([.silence(processed: true)])
    let source = ListSource(parties.apnsTokens(5))
    let run = try LaneRun(parties.suite)
    var configuration = Self.server
    configuration.client.pool.connections = 1
    // The one that probes is under way and the others wait for it.
    let timer = LoopTimer(run.loop) { if parties.suite.snapshot().total > 0 { run.lane?.close() } }
    defer { timer.cancel() }
    run.onEvent = { event in
      if case .connection(.opened) = event { timer.set(after: 200) }
    }
    try run.apns(parties.token, source: source, configuration: configuration)
    run.run()
    #expect(run.ledger.ends.isEmpty && run.ledger.handBacks.count == 5)
    let open = run.ledger.handedBack.filter { $0.record.wasUnanswered }
    #expect(open.count == 1 && open.allSatisfy { $0.record.attempts == 1 })
    #expect(
      run.ledger.handedBack.filter { !$0.record.wasUnanswered }
        .allSatisfy { $0.record.verdict.reasonCode == "transport.closed" && $0.record.attempts == 0 })
  }

  @Test func parkedMessagesGoBack() throws {
    let parties = try Parties()
    let account = try parties.account()
    parties.suite.register(FCMProject(id: Parties.project, hasAPNsCredentials: false))
    let run = try LaneRun(parties.suite)
    try run.fcm(
      account, source: ListSource(parties.fcmTokens(5) + parties.fcmTokens(7, platform: .ios)),
      configuration: Self.server)
    run.run()
    #expect(run.lane?.counters.accepted == 5 && run.ledger.handBacks.count == 7)
    #expect(run.ledger.handedBack.allSatisfy { $0.dueIn > 0 })
  }

  /// What earlier claims did counts on.
  @Test func earlierAttemptsCount() throws {
    let parties = try Parties()
    parties.answer(.apns(.tooManyRequests))
    let source = ListSource(parties.apnsTokens(1))
    source.attempts = 3
    source.wasUnanswered = true
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: Self.server)
    run.run()
    #expect(run.ledger.last()?.attempts == 5 && run.ledger.records.count == 2)
    #expect(run.ledger.last()?.status == .unconfirmed)
  }

  @Test func aShorterLifeThanTheClassSays() throws {
    let parties = try Parties()
    let clock = TestClock()
    let source = ListSource(parties.apnsTokens(2))
    source.createdAt = clock.now - 700
    source.timeToLive = 600
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: Self.server, clock: { clock.now })
    run.run()
    #expect(run.ledger.ended(.expired) == 2 && parties.suite.snapshot().total == 0)
  }

  /// A connection is there and its only stream is taken: that is not "no connection".
  @Test func waitingTooLongOnAWorkingConnection() throws {
    var options = EmulatorOptions()
    options.streamsAfterAuthentication = 1
    let parties = try Parties(options)
    parties.script([.silence(processed: true)])
    var configuration = Self.server
    configuration.client.deadline = 150
    configuration.client.pool.connections = 1
    configuration.policy.maximumAttempts = 1
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { _ in if run.ledger.records.count >= 3 { run.loop.stop() } }
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(3)), configuration: configuration)
    run.run()
    let codes = Set(run.ledger.records.compactMap(\.verdict.reasonCode))
    #expect(codes == ["transport.deadline", "transport.waitedTooLong"])
  }
}
