import Emulators
import Providers
import Testing

@testable import Delivery

/// What went wrong in other senders, as the behaviour that is right. Outcomes, tokens, retries.
@Suite struct OutcomeReportTests {
  /// Answered after it was taken, lost on the way, tried again: the device can tell that it is the same.
  @Test func theSameIDOnEveryRedelivery() throws {
    var options = EmulatorOptions()
    options.logCapacity = 10_000
    let parties = try Parties(options)
    let tokens = parties.apnsTokens(60)
    parties.suite.script(
      Scenario(rules: [
        ScenarioRule("reset", match: .every(3), actions: [.reset(code: 2, processed: true)]),
        ScenarioRule("refuse", match: .every(4), actions: [.refuse]),
        ScenarioRule("fail", match: .every(5), actions: [.answer(.apns(.internalServerError))]),
      ]))
    var configuration = LaneRun.quick
    configuration.policy.maximumAttempts = 100
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(tokens), configuration: configuration)
    run.run()
    #expect(run.lane?.counters.accepted == 60)
    let arrivals = parties.suite.snapshot().recent
    #expect(arrivals.count > 100)
    var ids: [String: Set<String>] = [:]
    for arrival in arrivals {
      let path = try #require(arrival.token)
      ids[path, default: []].insert(try #require(arrival.header("apns-id")))
    }
    // Masked tokens differ in their last digits only.
    #expect(ids.count == 60 && ids.values.allSatisfy { $0.count == 1 })
    #expect(Set(ids.values.flatMap { $0 }).count == 60)
    // The id in the answer is the one that was sent.
    #expect(Set(run.ledger.ids.values) == Set(ids.values.flatMap { $0 }))
    // Nor does another attempt carry another expiration.
    let ends = Dictionary(grouping: arrivals) { $0.token ?? "" }.mapValues {
      Set($0.map { $0.header("apns-expiration") ?? "" })
    }
    #expect(ends.values.allSatisfy { $0.count == 1 })
  }

  /// One bad device is one bad device.
  @Test func outcomesAreOfEachNotification() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(8)
    parties.suite.set(.unregistered(at: 1_690_000_000_000), token: tokens[1])
    parties.suite.set(APNsDevice.State.throttled(until: .max), token: tokens[3])
    parties.suite.register(APNsDevice(token: tokens[5], environment: .sandbox, topic: "com.example.other"))
    var targets = tokens
    targets[6] = Parties.hex(9999)
    targets[7] = "has/slash"
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(targets))
    run.run()
    #expect(
      (0..<7).map { run.ledger.last($0)?.status } == [
        .accepted, .rejected, .accepted, .failed, .accepted, .rejected, .rejected,
      ])
    #expect(run.ledger.refusals.map(\.reference) == [7])
    #expect(run.ledger.refusals.first?.why.contains("cut or pasted badly") == true)
    let counters = try #require(run.lane?.counters)
    #expect(counters.accepted == 3 && counters.rejected == 3 && counters.failed == 1)
    #expect(counters.refused == 1 && counters.ended == 8)
    // Nobody else was tried twice because of the one that was.
    #expect(counters.attempts == 3 + 3 + 5)
    #expect(run.ledger.endedTwice.isEmpty)
  }

  /// A failed fetch of an access token is forgotten: the next one may succeed.
  @Test func aFailedFetchIsNeverReplayed() throws {
    let parties = try Parties()
    parties.answer(ScenarioAnswer(status: 503, body: "busy"), on: .oauth, times: 1)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(50)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 50 && run.lane?.counters.attempts == 50)
    #expect(parties.suite.issuedAccessTokens == 1)
    #expect(parties.suite.snapshot().outcomes[.oauth] == ["scripted 503": 1, "accepted": 1])
  }

  /// Tokens of the wrong environment: the alarm, long before they are all gone.
  @Test func aJumpOfBadTokensBrakes() throws {
    let parties = try Parties()
    let good = parties.apnsTokens(200)
    let foreign = (1000..<1300).map(Parties.hex)
    let run = try LaneRun(parties.suite)
    var endedAtTheBrake: Int?
    run.onEvent = { event in
      if case .braked = event { endedAtTheBrake = run.lane?.counters.rejected }
    }
    try run.apns(parties.token, source: ListSource(good + foreign))
    run.run()
    #expect(run.lane?.counters.rejected == 300)
    #expect(run.lane?.brake.isBraked == true)
    // At most one in five of the last 200 answers.
    #expect(try #require(endedAtTheBrake) <= 41)
    #expect(
      run.events.count { if case .braked = $0 { true } else { false } } == 1)
    let few = try LaneRun(parties.suite)
    try few.apns(parties.token, source: ListSource(good + foreign.prefix(5)))
    few.run()
    #expect(few.lane?.brake.isBraked == false)
  }

  /// The name of a header comes in any case; the pause is kept.
  @Test(arguments: ["Retry-After", "retry-after", "RETRY-AFTER"])
  func retryAfterIsHonouredInAnyCase(_ name: String) throws {
    let parties = try Parties()
    var answer = ScenarioAnswer.apns(.serviceUnavailable)
    answer.headers[name] = "1"
    parties.answer(answer, times: 1)
    let run = try LaneRun(parties.suite)
    var waits: [UInt64] = []
    run.ledger.onRecord = { _ in waits.append(run.loop.now) }
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1)))
    run.run()
    #expect(run.ledger.records.map(\.status) == [.queued, .accepted])
    #expect(run.ledger.records.first?.verdict.retryAfter == 1)
    // On the loop's own clock, which no load can shorten.
    #expect(waits.count == 2 && waits[1] - waits[0] >= 1000)
    #expect(RetryAfter.isHeader(name))
  }

  /// What the emulated FCM took never left the status that a 200 stands for.
  @Test func a200OfFCMIsAcceptedAndNothingMore() throws {
    let parties = try Parties()
    let token = parties.fcmTokens(1)[0]
    // The device is away: FCM keeps the message, and nobody has seen it.
    parties.suite.set(isOnline: false, token: token)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource([token]))
    run.run()
    #expect(run.ledger.last()?.status == .accepted)
    #expect(parties.suite.fcmInbox(of: token).arrived.isEmpty)
    #expect(run.ledger.ids[0]?.hasPrefix("projects/") == true)
  }

  /// Requeued with a time before which it does not go out, while others do.
  @Test func aThrottledDeviceWaitsAloneAndTheOthersGoOn() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(100)
    var match = ScenarioMatch()
    match.token = tokens[0]
    match.times = 1
    var answer = ScenarioAnswer.apns(.tooManyRequests)
    answer.headers["retry-after"] = "1"
    parties.suite.script(Scenario(rules: [ScenarioRule("wait", match: match, actions: [.answer(answer)])]))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(tokens))
    run.run()
    #expect(run.lane?.counters.accepted == 100)
    #expect(run.ledger.records.last?.reference == 0)
    #expect(!run.events.contains { if case .paused = $0 { true } else { false } })
  }
}
