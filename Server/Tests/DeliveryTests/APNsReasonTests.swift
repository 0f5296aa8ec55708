import Compose
import Emulators
import Foundation
import Providers
import Testing

@testable import Delivery

/// Every answer of APNs, sent by the emulator.
@Suite struct APNsReasonTests {
  @Test(arguments: ReasonCase.apnsTable + ReasonCase.apnsOddBodies)
  func whatAPNsAnswers(_ reason: ReasonCase) throws {
    let parties = try Parties()
    parties.script(reason.actions)
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1)))
    run.run()
    try reason.check(run, on: .apnsSandbox)
    if reason.code.hasPrefix("apns."), reason.kind == .tokenDead {
      #expect(run.ledger.last()?.verdict.asOf == 1_700_000_000_000)
    }
  }

  @Test(arguments: ReasonCase.wayCases)
  func whatHappensOnTheWay(_ reason: ReasonCase) throws {
    let parties = try Parties()
    parties.script(reason.actions)
    var configuration = LaneRun.quick
    configuration.client.deadline = 100
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1)), configuration: configuration)
    run.run()
    try reason.check(run, on: .apnsSandbox)
  }

  /// Apple's table and ours have the same words under the same statuses.
  @Test func theTableIsTheEmulators() {
    let scripted = ReasonCase.apnsTable.map { reason -> String in
      guard case .answer(let answer) = reason.actions.first else { return "" }
      return "\(answer.status) \(answer.outcome)"
    }
    #expect(Set(scripted) == Set(APNsReason.table.map { "\($0.status) \($0.reason.rawValue)" }))
    #expect(scripted.count == APNsReason.table.count)
  }

  // MARK: Natural causes

  /// What a lane of one message ends with, where nothing is scripted.
  private func end(
    _ parties: Parties, content: APNsRawContent? = nil, token: String? = nil,
    register: Bool = true, clock: @escaping () -> Int = LaneRun.now
  ) throws -> String {
    let target = token ?? Parties.hex(0)
    if register { parties.apnsTokens(1) }
    let run = try LaneRun(parties.suite)
    try run.apns(
      parties.token, source: ListSource([target]), content: content.map(APNsContent.raw), clock: clock)
    run.run()
    #expect(!run.timedOut)
    let last = try #require(run.ledger.last())
    #expect(last.verdict.status >= 400)
    return "\(last.verdict.status) \(last.verdict.reasonCode ?? "") \(last.status)"
  }

  private func raw(_ change: (inout APNsRawContent) -> Void = { _ in }) -> APNsRawContent {
    var content = APNsRawContent(
      payload: Array(#"{"aps":{"alert":"hello"}}"#.utf8), topic: LaneRun.topic, pushType: .alert,
      priority: 10,
      timeToLive: 3600)
    change(&content)
    return content
  }

  @Test func whatIsWrongWithTheMessage() throws {
    let parties = try Parties()
    func end(_ change: (inout APNsRawContent) -> Void) throws -> String {
      try self.end(parties, content: raw(change))
    }
    #expect(
      try end { $0.collapseID = String(repeating: "ü", count: 33) } == "400 apns.BadCollapseId rejected")
    #expect(try end { $0.priority = 7 } == "400 apns.BadPriority rejected")
    #expect(
      try end {
        $0.pushType = .background
        $0.payload = Array(#"{"aps":{"content-available":1}}"#.utf8)
      } == "400 apns.BadPriority rejected")
    #expect(try end { $0.pushType = .voip } == "400 apns.InvalidPushType rejected")
    #expect(try end { $0.payload = [] } == "400 apns.PayloadEmpty rejected")
    #expect(
      try end {
        $0.payload = Array((#"{"aps":{"alert":""# + String(repeating: "x", count: 4096) + #""}}"#).utf8)
      }
        == "413 apns.PayloadTooLarge rejected")
    #expect(try end { $0.topic = "" } == "400 apns.MissingTopic queued")
    #expect(try end { $0.topic = "com..example" } == "400 apns.BadTopic queued")
  }

  @Test func whatIsWrongWithTheToken() throws {
    let parties = try Parties()
    #expect(try end(parties, token: Parties.hex(9)) == "400 apns.BadDeviceToken rejected")
    #expect(try end(parties, token: "not-hexadecimal") == "400 apns.BadDeviceToken rejected")
    #expect(
      try end(parties, content: raw { $0.topic = "com.example.other" })
        == "400 apns.DeviceTokenNotForTopic rejected")
    let dead = 1_690_000_000_000 as Int64
    for (state, expected) in [
      (APNsDevice.State.unregistered(at: dead), "410 apns.Unregistered rejected"),
      (.expired(at: dead), "410 apns.ExpiredToken rejected"),
      (.throttled(until: .max), "429 apns.TooManyRequests failed"),
    ] {
      parties.apnsTokens(1)
      parties.suite.set(state, token: Parties.hex(0))
      #expect(try end(parties, register: false) == expected)
    }
    // Weeks pass before APNs says that an app is gone: until then it takes the push.
    let later = Int64(LaneRun.now() + 86_400) * 1000
    parties.suite.set(.unregistered(at: dead, reported: later), token: Parties.hex(0))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource([Parties.hex(0)]))
    run.run()
    #expect(run.ledger.last()?.status == .accepted)
  }

  @Test func whatIsWrongWithTheKey() throws {
    let limited = try Parties(topics: ["com.example.other"])
    #expect(try end(limited) == "400 apns.TopicDisallowed queued")
    let production = try Parties(environments: [.production])
    #expect(try end(production) == "403 apns.BadEnvironmentKeyIdInToken queued")
    let revoked = try Parties()
    revoked.suite.revoke(keyID: Parties.keyID)
    #expect(try end(revoked) == "403 apns.InvalidProviderToken queued")
  }

  /// Our clock is an hour and a half behind that of APNs, or ahead of it.
  @Test func aWrongClockHoldsAndMintsNothing() throws {
    let parties = try Parties()
    let behind = LaneRun.now() - 5400
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(3)), clock: { behind })
    run.run()
    let held = try #require(run.lane?.heldBy)
    #expect(held.reasonCode == "apns.ExpiredProviderToken.wrongClock")
    #expect(held.sentence.contains("our clock is wrong"))
    #expect(held.advice?.contains("NTP") == true)
    #expect(run.lane?.waiting == 3 && run.lane?.counters.ended == 0)
    #expect(try parties.token.current(now: behind).issuedAt == behind)
    let ahead = try Parties()
    let future = LaneRun.now() + 5400
    #expect(try end(ahead, clock: { future }) == "403 apns.InvalidProviderToken queued")
  }

  /// Two processes with one key: the second one's token comes too soon. It is kept, and sent again.
  @Test func aSecondTokenOfTheSameKeyIsTooSoon() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(2)
    let first = try LaneRun(parties.suite)
    try first.apns(parties.token, source: ListSource([tokens[0]]))
    first.run()
    let own = ProviderToken(key: parties.key, environment: .sandbox)
    let mine = try own.current(now: LaneRun.now() + 1)
    let second = try LaneRun(parties.suite)
    try second.apns(own, source: ListSource([tokens[1]]), clock: { LaneRun.now() + 1 })
    second.run()
    let last = try #require(second.ledger.last())
    #expect(last.verdict.reasonCode == "apns.TooManyProviderTokenUpdates" && last.status == .failed)
    #expect(try own.current(now: LaneRun.now() + 2) == mine)
    #expect(second.lane?.heldBy == nil)
  }

  @Test func aTokenTooOldIsRenewedOnceForAll() throws {
    let clock = TestClock(LaneRun.now() - 3100)
    let parties = try Parties()
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(50)), clock: { clock.now })
    // The requests are on their way; their answers come when the token is 51 minutes old.
    clock.now = LaneRun.now()
    parties.answer(.apns(.expiredProviderToken), times: 1)
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 50 && run.lane?.counters.attempts == 51)
    #expect(run.events.filter { $0 == .renewed }.count == 1)
    #expect(run.ledger.finals.values.allSatisfy { $0.attempts == 1 })
    #expect(run.ledger.records.count { $0.verdict.reasonCode == "apns.ExpiredProviderToken" } == 1)
    #expect(parties.suite.snapshot().count("TooManyProviderTokenUpdates", on: .apnsSandbox) == 0)
  }

  /// A renewed token that is called too old again is nothing that a third one would mend.
  @Test func expiredAgainAfterTheRenewalHolds() throws {
    let parties = try Parties()
    let clock = TestClock(LaneRun.now() - 6200)
    parties.answer(.apns(.expiredProviderToken))
    let run = try LaneRun(parties.suite)
    // Time leaps while an answer is on its way: each token is old when it comes.
    run.onEvent = { if $0 == .renewed { clock.now += 3100 } }
    try run.apns(
      parties.token, source: ListSource(parties.apnsTokens(1)), class: LaneRun.alert(ttl: .seconds(86_400)),
      clock: { clock.now })
    clock.now += 3100
    run.run()
    #expect(run.lane?.heldBy?.reasonCode == "apns.ExpiredProviderToken")
    #expect(run.lane?.waiting == 1)
    #expect(run.ledger.last()?.attempts == 0)
    #expect(parties.suite.snapshot().count("ExpiredProviderToken", on: .apnsSandbox) == 2)
  }
}
