import Emulators
import Providers
import PushContract
import Testing
import Transport

@testable import Delivery

/// What went wrong in other senders, as the behaviour that is right. Connections, credentials, limits.
@Suite struct FieldReportTests {
  private func rule(_ match: ScenarioMatch, _ actions: ScenarioAction...) -> Scenario {
    Scenario(rules: [ScenarioRule("fault", match: match, actions: actions)])
  }

  /// With one connection and a pause of ten minutes after failures: had a GOAWAY been taken for a failure,
  /// the run would not end.
  @Test func aConnectionIsReplacedAtOnceAfterGoaway() throws {
    let parties = try Parties()
    parties.suite.script(rule(.every(100), .goaway(includesThis: true, debugData: "")))
    var configuration = LaneRun.quick
    configuration.client.pool.connections = 1
    configuration.client.pool.backoffFloor = 600_000
    configuration.client.pool.backoffCeiling = 600_000
    configuration.client.deadline = 600_000
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(1000)), configuration: configuration)
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 1000 && run.lane?.counters.attempts == 1000)
    #expect((parties.suite.snapshot().connections[.apnsSandbox] ?? 0) > 5)
  }

  @Test func streamsAboveTheLastIDAreSentAgainAndTheCauseIsTold() throws {
    let parties = try Parties()
    parties.suite.script(
      rule(.nth(50, 300), .goaway(includesThis: false, debugData: #"{"reason":"Shutdown"}"#)))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(500)))
    run.run()
    #expect(run.lane?.counters.accepted == 500 && run.lane?.counters.attempts == 500)
    #expect((run.lane?.resends ?? 0) >= 2)
    #expect(run.ledger.endedTwice.isEmpty && run.ledger.records.allSatisfy { $0.status == .accepted })
    let reasons = run.events.compactMap { event -> String? in
      guard case .connection(.goaway(_, _, let reason)) = event else { return nil }
      return reason
    }
    #expect(reasons.contains(#"{"reason":"Shutdown"}"#))
  }

  /// A reason in GOAWAY's debug data that means our credential holds the lane like any other.
  @Test func aRefusalInGoawayHoldsTheLane() throws {
    let parties = try Parties()
    parties.suite.script(
      rule(.nth(1), .goaway(includesThis: false, debugData: #"{"reason":"InvalidProviderToken"}"#)))
    var configuration = LaneRun.quick
    configuration.client.pool.connections = 1
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(20)), configuration: configuration)
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.heldBy?.reasonCode == "apns.InvalidProviderToken")
    #expect(run.lane?.waiting == 20 && run.lane?.counters.ended == 0)
  }

  /// The emulator is as strict as APNs: a second token within 20 minutes would be refused.
  @Test func oneProviderTokenForAllLanesAndConnections() throws {
    let parties = try Parties()
    let tokens = parties.apnsTokens(400)
    let shared = ProviderTokens()
    let runs = try (0..<3).map { _ in try LaneRun(parties.suite, loop: nil) }
    for (index, run) in runs.enumerated() {
      var configuration = LaneRun.quick
      configuration.client.pool.connections = 4
      try run.apns(
        shared.token(key: parties.key, environment: .sandbox),
        source: ListSource(Array(tokens[(index * 100)..<(index * 100 + 100)])), configuration: configuration)
      run.run()
      #expect(run.lane?.counters.accepted == 100)
    }
    let log = parties.suite.snapshot()
    #expect(log.outcomes[.apnsSandbox] == ["accepted": 300])
    #expect((log.connections[.apnsSandbox] ?? 0) >= 3)
    #expect(
      shared.token(key: parties.key, environment: .production)
        !== shared.token(key: parties.key, environment: .sandbox))
  }

  /// Two lanes with one key, side by side on one loop: each stays with its own environment.
  @Test func theEnvironmentOfALaneNeverChanges() throws {
    let parties = try Parties()
    let development = parties.apnsTokens(100)
    let released = (500..<600).map { index in
      parties.suite.register(
        APNsDevice(token: Parties.hex(index), environment: .production, topic: LaneRun.topic))
      return Parties.hex(index)
    }
    let sandbox = try LaneRun(parties.suite)
    let production = try LaneRun(parties.suite, loop: sandbox.loop)
    var idle = 0
    for run in [sandbox, production] {
      run.onIdle = { _ in
        idle += 1
        if idle == 2 { run.loop.stop() }
      }
    }
    try sandbox.apns(parties.token(.sandbox), source: ListSource(development))
    try production.apns(parties.token(.production), source: ListSource(released))
    sandbox.run()
    #expect(sandbox.lane?.counters.accepted == 100 && production.lane?.counters.accepted == 100)
    let log = parties.suite.snapshot()
    #expect(log.outcomes[.apnsSandbox] == ["accepted": 100])
    #expect(log.outcomes[.apnsProduction] == ["accepted": 100])
    #expect(sandbox.lane?.provider.endpoint.port == parties.suite.apnsSandbox.port)
    #expect(APNsProvider.endpoint(.production).host == "api.push.apple.com")
    #expect(APNsProvider.endpoint(.sandbox).host == "api.sandbox.push.apple.com")
  }

  @Test func zeroOfAnythingIsRefusedAtStart() throws {
    let parties = try Parties()
    for change in [
      { (configuration: inout PushLane.Configuration) in configuration.client.window = 0 },
      { $0.client.pool.connections = 0 }, { $0.client.pool.maximumStreams = 0 },
      { $0.client.window = -1 }, { $0.maximumWaiting = 0 }, { $0.policy.maximumAttempts = 0 },
    ] {
      var configuration = LaneRun.quick
      change(&configuration)
      let run = try LaneRun(parties.suite)
      let error = #expect(throws: TransportError.self) {
        try run.apns(parties.token, source: ListSource([]), configuration: configuration)
      }
      #expect(error?.code == .configuration)
    }
  }

  /// Four streams on one connection, and every fifth request is never answered: without a deadline the
  /// silent ones would soon hold all four.
  @Test func silenceDoesNotBlockThePool() throws {
    var options = EmulatorOptions()
    options.streamsAfterAuthentication = 4
    let parties = try Parties(options)
    var match = ScenarioMatch.every(5)
    match.times = 10
    parties.suite.script(rule(match, .silence(processed: false)))
    var configuration = LaneRun.quick
    configuration.client.pool.connections = 1
    configuration.client.deadline = 50
    configuration.policy.maximumAttempts = 100
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: ListSource(parties.apnsTokens(100)), configuration: configuration)
    run.run()
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == 100)
    #expect(run.ledger.records.count { $0.verdict.reasonCode == "transport.deadline" } >= 10)
    #expect(run.ledger.endedTwice.isEmpty)
  }

  /// One provider says nothing at all; the other's lane on the same loop does not notice.
  @Test func aSilentProviderStarvesNobody() throws {
    let parties = try Parties()
    var match = ScenarioMatch()
    match.server = .apnsSandbox
    parties.suite.script(rule(match, .silence(processed: false)))
    let silent = try LaneRun(parties.suite)
    try silent.apns(parties.token, source: ListSource(parties.apnsTokens(100)))
    let fcm = try LaneRun(parties.suite, loop: silent.loop)
    try fcm.fcm(parties.account(), source: ListSource(parties.fcmTokens(500)))
    silent.onIdle = { _ in Issue.record("the silent lane cannot have ended") }
    fcm.run()
    #expect(!fcm.timedOut)
    #expect(fcm.lane?.counters.accepted == 500)
    #expect(silent.lane?.counters == PushLane.Counters() && silent.lane?.underWay == 100)
  }

  /// Nothing gets better: exactly as many are taken from the source as may wait.
  @Test func admissionEndsWhereTheLimitIs() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    let parties = try Parties(options)
    parties.answer(.apns(.serviceUnavailable))
    var configuration = LaneRun.quick
    configuration.client.window = 200
    configuration.maximumWaiting = 1000
    configuration.policy.backoff = Backoff(base: 3_600_000, cap: 3_600_000)
    configuration.policy.targetBackoff = Backoff(base: 3_600_000, cap: 3_600_000)
    let source = CountingSource(100_000)
    let run = try LaneRun(parties.suite)
    run.ledger.onRecord = { _ in
      guard let lane = run.lane else { return }
      #expect(lane.underWay <= 200 && lane.waiting <= 1000)
      if lane.waiting + lane.counters.ended == 1000 { run.loop.stop() }
    }
    try run.apns(
      parties.token, source: source, class: LaneRun.alert(ttl: .seconds(86_400)), configuration: configuration
    )
    run.run()
    #expect(!run.timedOut)
    #expect(source.taken == 1000 && run.lane?.waiting == 1000 && run.lane?.underWay == 0)
  }

  /// What is under way and what waits is bounded, however many messages there are.
  @Test func admissionIsBounded() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    options.logCapacity = 0
    let parties = try Parties(options)
    var match = ScenarioMatch()
    match.times = 5000
    parties.suite.script(rule(match, .answer(.apns(.serviceUnavailable))))
    var configuration = LaneRun.quick
    configuration.client.window = 200
    configuration.maximumWaiting = 1000
    configuration.policy.maximumAttempts = 200
    configuration.policy.backoff = Backoff(base: 50, cap: 200)
    configuration.policy.targetBackoff = Backoff(base: 50, cap: 200)
    let source = CountingSource(min(JudgedRunTests.pushes, 100_000))
    let run = try LaneRun(parties.suite)
    run.ledger.keepsAll = false
    var most = 0
    run.ledger.onRecord = { _ in
      guard let lane = run.lane else { return }
      most = max(most, source.taken - lane.counters.ended)
      #expect(lane.underWay <= 200 && lane.waiting <= 1000)
    }
    try run.apns(parties.token, source: source, configuration: configuration)
    run.run(limit: 300_000)
    #expect(!run.timedOut)
    #expect(run.lane?.counters.accepted == source.count)
    #expect(run.ledger.endedTwice.isEmpty)
    #expect(most <= 1000 + 200)
  }

  /// More streams than allowed would be refused, and sent again.
  @Test func theLimitOfStreamsIsObeyedByOpeningConnections() throws {
    let parties = try Parties()
    var match = ScenarioMatch()
    match.server = .fcm
    parties.suite.script(rule(match, .delay(milliseconds: 2)))
    var configuration = LaneRun.quick
    configuration.client.pool.connections = 3
    let run = try LaneRun(parties.suite)
    try run.fcm(parties.account(), source: ListSource(parties.fcmTokens(1500)), configuration: configuration)
    run.run()
    #expect(run.lane?.counters.accepted == 1500 && run.lane?.resends == 0)
    // OAuth's own connection comes on top.
    #expect(parties.suite.snapshot().connections[.fcm] == 4)
  }
}
