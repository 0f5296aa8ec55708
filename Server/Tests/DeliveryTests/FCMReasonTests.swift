import Emulators
import Providers
import Testing

@testable import Delivery

/// Every answer of FCM and of its token service, sent by the emulators.
@Suite struct FCMReasonTests {
  @Test(arguments: ReasonCase.fcmTable + ReasonCase.fcmOddBodies)
  func whatFCMAnswers(_ reason: ReasonCase) throws {
    let parties = try Parties()
    parties.script(reason.actions, on: .fcm)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(1)))
    run.run()
    try reason.check(run, on: .fcm)
  }

  @Test func apnsOwnWordIsKeptBesideFCMs() throws {
    let parties = try Parties()
    parties.answer(
      .fcm(
        401, "UNAUTHENTICATED", errorCode: "THIRD_PARTY_AUTH_ERROR", apnsStatus: 403,
        apnsReason: "InvalidProviderToken"), on: .fcm)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(1, platform: .ios)))
    run.run()
    #expect(run.ledger.last()?.verdict.carried.text == "InvalidProviderToken")
    #expect(run.ledger.last()?.verdict.sentence.contains("APNs itself says InvalidProviderToken.") == true)
  }

  /// No message is taken from the source, so none is burnt: the queue stays as it is.
  @Test(arguments: ReasonCase.oauthTable)
  func whatTheTokenServiceAnswers(_ reason: ReasonCase) throws {
    let parties = try Parties()
    parties.script(reason.actions, on: .oauth)
    var configuration = LaneRun.quick
    configuration.givesUpAfter = 2
    let source = ListSource(parties.fcmTokens(3))
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: source, configuration: configuration)
    run.run()
    #expect(!run.timedOut)
    let held = try #require(run.lane?.heldBy)
    #expect(held.reasonCode == reason.code && held.kind == reason.kind)
    #expect(run.ledger.records.isEmpty && !source.isExhausted)
    let log = parties.suite.snapshot()
    #expect(log.outcomes[.fcm] == nil)
    // What waiting can mend is asked for again; what it cannot mend is not.
    #expect(log.outcomes[.oauth]?.values.reduce(0, +) == (reason.kind == .credentialRefused ? 1 : 2))
    if case .answer(let answer) = reason.actions.first, answer.body.contains("own words") {
      #expect((run.lane?.provider as? FCMProvider)?.oauthWords == "In the service's own words.")
    }
    // Repaired: everything goes out.
    parties.suite.script(Scenario())
    run.lane?.release()
    run.run()
    #expect(run.lane?.counters.accepted == 3)
  }

  // MARK: Natural causes

  private func end(_ parties: Parties, _ account: ServiceAccount? = nil, _ item: ListSource.Item) throws
    -> String
  {
    let run = try LaneRun(parties.suite)
    try run.fcm(account ?? parties.account(), source: ListSource([item]))
    run.run()
    #expect(!run.timedOut)
    let last = try #require(run.ledger.last())
    return "\(last.verdict.status) \(last.verdict.reasonCode ?? "") \(last.status)"
  }

  @Test func whatIsWrongWithTheTarget() throws {
    let parties = try Parties()
    let account = try parties.account()
    let token = parties.fcmTokens(1)[0]
    #expect(
      try end(parties, account, .init(target: "short")) == "400 fcm.INVALID_ARGUMENT.token rejected")
    // A token sent as an installation id.
    #expect(
      try end(parties, account, .init(target: token, kind: .fid)) == "400 fcm.INVALID_ARGUMENT.token rejected"
    )
    var rules = FCMRules()
    for (details, expected) in [
      (FCMRules.Details.badRequest, "400 fcm.INVALID_ARGUMENT.token rejected"),
      (.fcmError, "400 fcm.INVALID_ARGUMENT.bare failed"), (.none, "400 fcm.INVALID_ARGUMENT.bare failed"),
    ] {
      rules.tokenDetails = details
      parties.suite.setRules(fcm: rules)
      #expect(try end(parties, account, .init(target: "short")) == expected)
    }
    parties.suite.set(.unregistered, token: token)
    #expect(try end(parties, account, .init(target: token)) == "404 fcm.UNREGISTERED rejected")
    let foreign = "foreign" + String(repeating: "y", count: 100)
    parties.suite.register(FCMDevice(token: foreign, project: "other"))
    #expect(try end(parties, account, .init(target: foreign)) == "403 fcm.SENDER_ID_MISMATCH rejected")
  }

  @Test func whatIsWrongWithTheProject() throws {
    let parties = try Parties()
    let token = parties.fcmTokens(1)[0]
    let json = try parties.suite.issueServiceAccount(project: "elsewhere")
    let moved = json.replacing(#""project_id":"elsewhere""#, with: #""project_id":"parcel-example""#)
    parties.suite.register(FCMProject(id: "parcel-example"))
    let stranger = try ServiceAccount.check(json: Array(moved.utf8), file: "moved.json")
    #expect(try end(parties, stranger, .init(target: token)) == "403 fcm.PERMISSION_DENIED queued")
    let nowhere = json.replacing(#""project_id":"elsewhere""#, with: #""project_id":"no-such-project""#)
    #expect(
      try end(
        parties, try ServiceAccount.check(json: Array(nowhere.utf8), file: "nowhere.json"),
        .init(target: token))
        == "404 fcm.NOT_FOUND queued")
  }

  @Test func aClockTwoHoursBehindGetsNoToken() throws {
    let parties = try Parties()
    let behind = LaneRun.now() - 7200
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(1)), clock: { behind })
    run.run()
    #expect(run.lane?.heldBy?.reasonCode == "oauth.invalid_grant")
    #expect(run.lane?.heldBy?.advice?.contains("clock") == true)
    #expect((run.lane?.provider as? FCMProvider)?.oauthWords?.contains("reasonable timeframe") == true)
  }

  /// The project's quota: the whole lane waits as long as it is asked to, and goes on.
  @Test func theProjectsQuotaPausesTheLane() throws {
    let parties = try Parties()
    parties.answer(
      .fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED", retryAfter: "1"), on: .fcm, times: 20)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(100)))
    run.run()
    let pauses = run.events.compactMap {
      if case .paused(_, let milliseconds) = $0 { milliseconds } else { nil }
    }
    #expect(pauses.count == 1 && pauses.allSatisfy { $0 >= 1000 })
    #expect(run.lane?.counters.accepted == 100)
    #expect(run.ledger.records.count { $0.verdict.retryAfter == 1 } == 20)
  }

  /// FCM's own access token runs out while 500 messages are on their way.
  @Test func anExpiredAccessTokenIsFetchedOnceForAll() throws {
    var options = EmulatorOptions()
    options.fcmStreams = 1000
    let parties = try Parties(options)
    let tokens = parties.fcmTokens(501)
    let clock = TestClock()
    let source = ListSource([tokens[0]])
    source.isOpen = true
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { record in
      guard record.reference == 0 else { return }
      run.loop.stop()
    }
    try run.fcm(parties.account(), source: source, clock: { clock.now })
    run.run()
    #expect(parties.suite.issuedAccessTokens == 1)
    parties.suite.expireAccessTokens()
    clock.now += 120
    source.append(Array(tokens.dropFirst()))
    source.isOpen = false
    run.lane?.wake()
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.heldBy == nil)
    #expect(parties.suite.issuedAccessTokens == 2)
    #expect(run.lane?.counters.accepted == 501)
    #expect(run.events.count { $0 == .renewed } == 1)
    let expired = parties.suite.snapshot().count("ACCESS_TOKEN_EXPIRED", on: .fcm)
    #expect(expired >= 1 && run.lane?.counters.attempts == 501 + expired)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 1 })
  }

  /// Renewed once, refused again: the lane holds rather than fetch for ever.
  @Test func aTokenThatIsRefusedAgainHolds() throws {
    let parties = try Parties()
    parties.answer(.fcm(401, "UNAUTHENTICATED", info: "ACCESS_TOKEN_EXPIRED"), on: .fcm)
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(3)))
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.heldBy?.reasonCode == "fcm.ACCESS_TOKEN_EXPIRED")
    #expect(run.lane?.waiting == 3 && run.lane?.counters.ended == 0)
    #expect(parties.suite.issuedAccessTokens == 2)
    #expect(run.ledger.records.allSatisfy { $0.attempts == 0 })
  }
}
