import Emulators
import Providers
import TestSupport
import Testing

@testable import Delivery

/// Whatever a provider does, each message ends once or is still there.
@Suite struct PushLaneWalkTests {
  @Test func eachMessageEndsOnceOrIsStillQueued() throws {
    var random = Fuzz.random("lane walk")
    for round in 0..<12 {
      try walk(&random, "seed \(Fuzz.seed), round \(round)")
    }
  }

  /// A lane that hands back: each message ends once or is handed back once, and none is left inside.
  @Test func eachMessageEndsOnceOrIsHandedBackOnce() throws {
    var random = Fuzz.random("lane walk, handing back")
    for round in 0..<12 {
      try walkHandingBack(&random, "seed \(Fuzz.seed), round \(round)")
    }
  }

  private func walkHandingBack(_ random: inout SeededRandom, _ place: Comment) throws {
    let count = Int.random(in: 50...400, using: &random)
    var options = EmulatorOptions()
    options.streamsAfterAuthentication = [1, 3, 100, 1000].randomElement(using: &random) ?? 1
    let parties = try Parties(options)
    parties.suite.script(scenario(requests: count * 2, &random))
    var configuration = LaneRun.quick
    configuration.client.window = Int.random(in: 1...300, using: &random)
    configuration.client.deadline = UInt64.random(in: 60...200, using: &random)
    configuration.client.pool.connections = Int.random(in: 1...4, using: &random)
    configuration.policy.maximumAttempts = Int.random(in: 1...6, using: &random)
    configuration.policy.laneBackoff = Backoff(base: 1, cap: Int.random(in: 1...200, using: &random))
    configuration.countsLaneFailuresApart = Bool.random(using: &random)
    configuration.probes = Int.random(in: 1...8, using: &random)
    configuration.handsBackAfter = Int.random(in: 0...50, using: &random)
    configuration.maximumWaiting = Int.random(in: 1...500, using: &random)
    let source = ListSource(parties.apnsTokens(count))
    let run = try LaneRun(parties.suite)
    try run.apns(parties.token, source: source, configuration: configuration)
    let lane = try #require(run.lane)
    // A hold, a drain or a close at a random moment, perhaps.
    let turn = Int.random(in: 1...count, using: &random)
    let what = Int.random(in: 0..<5, using: &random)
    var left = { run.ledger.ends.count + run.ledger.handedBack.count }
    let act: () -> Void = {
      guard left() >= turn else { return }
      left = { -1 }
      switch what {
      case 0: lane.hold(TransportAnswer.closed)
      case 1: lane.drain()
      case 2: lane.close()
      default: break
      }
    }
    run.ledger.onRecord = { _ in act() }
    run.ledger.onHandBack = { _, _ in act() }
    run.run()
    #expect(!run.timedOut, place)
    #expect(run.ledger.endedTwice.isEmpty && run.ledger.handBacks.values.allSatisfy { $0 == 1 }, place)
    #expect(Set(run.ledger.ends.keys).isDisjoint(with: run.ledger.handBacks.keys), place)
    #expect(lane.waiting == 0 && lane.underWay == 0, place)
    #expect(run.ledger.ends.count + run.ledger.handBacks.count == source.taken, place)
    #expect(lane.counters.handedBack == run.ledger.handedBack.count, place)
    #expect(lane.counters.ended == run.ledger.ends.count, place)
    for (record, dueIn) in run.ledger.handedBack {
      #expect(record.status == .queued && dueIn >= 0, place)
      let before = run.ledger.of(record.reference)
      // Sent and not answered is never forgotten on the way back.
      #expect(record.wasUnanswered == before.contains { $0.verdict.isUnanswered }, place)
      #expect(record.attempts == before.last?.attempts ?? 0, place)
    }
    if lane.heldBy == nil, !(0...2).contains(what) {
      #expect(source.taken == count, place)
    }
  }

  private func walk(_ random: inout SeededRandom, _ place: Comment) throws {
    let count = Int.random(in: 50...400, using: &random)
    var options = EmulatorOptions()
    options.streamsAfterAuthentication = [1, 3, 100, 1000].randomElement(using: &random) ?? 1
    let parties = try Parties(options)
    parties.suite.script(scenario(requests: count * 2, &random))
    var configuration = LaneRun.quick
    configuration.client.window = Int.random(in: 1...300, using: &random)
    configuration.client.deadline = UInt64.random(in: 60...200, using: &random)
    configuration.client.pool.connections = Int.random(in: 1...4, using: &random)
    configuration.policy.maximumAttempts = Int.random(in: 1...6, using: &random)
    configuration.maximumWaiting = Int.random(in: 1...500, using: &random)
    let ttl = Int.random(in: 0...2, using: &random) == 0 ? 0 : 3600
    let source = ListSource(parties.apnsTokens(count))
    let run = try LaneRun(parties.suite)
    try run.apns(
      parties.token, source: source,
      class: LaneRun.alert(ttl: ttl == 0 ? .none : .seconds(ttl)), configuration: configuration)
    let lane = try #require(run.lane)
    let closes = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 1...count, using: &random) : nil
    if let closes { run.ledger.onRecord = { _ in if run.ledger.ends.count == closes { lane.close() } } }
    run.run()
    #expect(!run.timedOut, place)
    check(run, count, source, configuration, place)
    // Repaired, everything that is still there goes out.
    if lane.heldBy != nil, run.ledger.ends.count < closes ?? .max {
      parties.suite.script(Scenario())
      // The close that was drawn for the first run is not meant for this one.
      run.ledger.onRecord = { _ in }
      lane.release()
      run.run()
      check(run, count, source, configuration, place)
      #expect(lane.heldBy == nil && lane.waiting == 0 && run.ledger.ends.count == count, place)
    } else if run.ledger.ends.count < closes ?? .max {
      #expect(lane.waiting == 0 && run.ledger.ends.count == count, place)
    }
  }

  private func check(
    _ run: LaneRun, _ count: Int, _ source: ListSource, _ configuration: PushLane.Configuration,
    _ place: Comment
  ) {
    guard let lane = run.lane else { return }
    #expect(run.ledger.endedTwice.isEmpty, place)
    #expect(lane.underWay == 0 && lane.counters.ended == run.ledger.ends.count, place)
    #expect(lane.waiting <= configuration.maximumWaiting, place)
    // Taken from the source: ended, or waiting here.
    #expect(lane.counters.ended + lane.waiting == source.taken, place)
    var records = 0
    for record in run.ledger.records {
      records += 1
      #expect(Int(record.attempts) <= configuration.policy.maximumAttempts, place)
      if record.status == .accepted { #expect(record.verdict.kind == .accepted, place) }
    }
    for (reference, last) in run.ledger.finals {
      let before = run.ledger.of(reference).dropLast()
      #expect(before.allSatisfy { $0.status == .queued }, place)
      // Never sent without an answer and then called failed.
      if before.contains(where: { $0.verdict.isUnanswered }) {
        #expect(last.status != .failed && last.status != .expired, place)
      }
    }
    // What the provider says it took, we know of, or we say that we do not know.
    let accepted = run.ledger.ended(.accepted)
    #expect(lane.counters.accepted == accepted, place)
  }

  private func scenario(requests: Int, _ random: inout SeededRandom) -> Scenario {
    let actions: [ScenarioAction] = [
      .refuse, .reset(code: 2, processed: true), .reset(code: 8, processed: false),
      .silence(processed: true), .close, .goaway(includesThis: true, debugData: ""),
      .goaway(includesThis: false, debugData: "whatever"), .delay(milliseconds: 5),
      .maxConcurrentStreams(1), .maxConcurrentStreams(50), .answer(.html(502)),
      .answer(.apns(.serviceUnavailable)), .answer(.apns(.tooManyRequests)), .answer(.apns(.badDeviceToken)),
      .answer(.apns(APNsReason(rawValue: "Odd"), status: 418)), .answer(.apns(.idleTimeout)),
      .answer(.apns(.tooManyProviderTokenUpdates)), .pauseReading(milliseconds: 20),
    ]
    var rules = (0..<Int.random(in: 1...25, using: &random)).map { index -> ScenarioRule in
      var match = ScenarioMatch.nth(Int.random(in: 1...requests, using: &random))
      if Int.random(in: 0..<4, using: &random) == 0 {
        match = .every(Int.random(in: 5...60, using: &random))
        match.times = 20
      }
      return ScenarioRule(
        "\(index)", match: match, actions: [actions.randomElement(using: &random) ?? .refuse])
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      let match = ScenarioMatch.nth(Int.random(in: 1...requests, using: &random))
      rules.insert(ScenarioRule("hold", match: match, actions: [.answer(.apns(.badTopic))]), at: 0)
    }
    return Scenario(rules: rules)
  }
}
