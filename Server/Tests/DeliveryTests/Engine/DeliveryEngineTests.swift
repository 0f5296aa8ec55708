import Emulators
import Foundation
import Providers
import Store
import Testing
import Transport

@testable import Delivery

@Suite struct DeliveryEngineTests {
  @Test func whatIsBornLeasedAndWhatIsClaimedGoesOutOnce() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    let tokens = parties.apnsTokens(1500)
    run.store.add(Array(tokens[..<700]), lane: .iosSandbox)
    try run.engine.start([run.apns(), run.fcm(parties.account())])
    run.store.accept(Array(tokens[700...]), lane: .iosSandbox)
    run.store.accept(parties.fcmTokens(300), lane: .android, band: .urgent)
    run.eventually("all accepted") { run.store.count(.accepted) == 1800 }
    #expect(parties.suite.snapshot().count("accepted", on: .apnsSandbox) == 1500)
    let message = run.store.message(0)
    #expect(message.attempts == 1 && message.ends == 1 && message.providerID.count == 36)
    #expect(run.store.message(1600).providerID.hasPrefix("projects/"))
    run.eventually("shown") { run.engine.snapshot().lane(.iosSandbox)?.counters.accepted == 1500 }
    let lane = try #require(run.engine.snapshot().lane(.iosSandbox))
    #expect(lane.provider == "APNs sandbox" && lane.connections > 0 && lane.heldBy == nil)
    run.finish()
    // Many verdicts went over together.
    #expect(run.store.state.withLock { $0.batches } < 1800)
  }

  @Test func parametersAreReadAsTheyWereStored() throws {
    var options = EmulatorOptions()
    options.logsPayloads = true
    let parties = try Parties(options)
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let rows = run.store.accept(Array(parties.apnsTokens(1)), lane: .iosSandbox) { message in
      message.notificationClass = 2
      message.parameters = #"{ "n":"-7", "gone":["x",{"y":1}], "text":"a \"q\" \u00e4\n\ud83d\ude00" }"#
    }
    run.eventually("accepted") { run.store.ended == 1 }
    #expect(run.store.message(rows.lowerBound).state == .accepted)
    let body = try #require(parties.suite.snapshot().recent.first?.payload)
    let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    let alert = (object?["aps"] as? [String: Any])?["alert"] as? [String: Any]
    #expect(alert?["title"] as? String == "a \"q\" ä\n😀" && alert?["body"] as? String == "-7")
    run.finish()
  }

  @Test func whatCannotBeRenderedEndsWithItsReason() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let tokens = parties.apnsTokens(5)
    let unknown = run.store.accept([tokens[0]], lane: .iosSandbox) { $0.notificationClass = 77 }
    let missing = run.store.accept([tokens[1]], lane: .iosSandbox) { $0.parameters = "{}" }
    let broken = run.store.accept([tokens[2]], lane: .iosSandbox) { $0.parameters = #"{"order":"# }
    let bad = run.store.accept([tokens[3]], lane: .iosSandbox) { $0.parameters = #"{"order":"not an id"}"# }
    let good = run.store.accept([tokens[4]], lane: .iosSandbox)
    run.eventually("ended") { run.store.ended == 5 }
    #expect(run.store.message(unknown.lowerBound).reason.contains("no such class"))
    #expect(run.store.message(missing.lowerBound).reason.contains("needs a value for order"))
    #expect(run.store.message(broken.lowerBound).reason.contains("cannot be read"))
    #expect(run.store.message(bad.lowerBound).reason.contains("order"))
    #expect(!run.store.message(bad.lowerBound).reason.contains("not an id"))
    for row in [unknown, missing, broken, bad] {
      #expect(run.store.message(row.lowerBound).state == .failed)
      #expect(run.store.message(row.lowerBound).verdict == "messageInvalid")
    }
    #expect(run.store.message(good.lowerBound).state == .accepted)
    run.finish()
  }

  /// 200,000 bulk messages wait; an urgent one passes them all.
  @Test func urgentPassesTwoHundredThousandBulk() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    options.logCapacity = 0
    let parties = try Parties(options)
    let run = EngineRun(parties)
    run.store.add((0..<200_000).map { Parties.hex($0) }, lane: .iosSandbox, band: .bulk)
    try run.engine.start([run.apns()])
    run.eventually("under way") { run.store.ended > 3000 }
    // How many bulk messages ended while an urgent one was on its way: those that were under way before it,
    // and never the queue.
    let underWay = EngineRun.tight.client.window
    var slowest = 0
    var most = 0
    for round in 0..<20 {
      let began = FakeStore.now()
      let rows = run.store.accept([Parties.hex(300_000 + round)], lane: .iosSandbox, band: .urgent)
      #expect(run.store.message(rows.lowerBound).state == .leased, "urgent found no room")
      run.eventually("the urgent one") { run.store.message(rows.lowerBound).state == .accepted }
      let urgent = run.store.message(rows.lowerBound)
      most = max(most, urgent.bulkAtEnd - urgent.bulkBefore)
      slowest = max(slowest, run.store.message(rows.lowerBound).endedAt - began)
    }
    let bulk = run.store.state.withLock { $0.endedByBand[2] }
    print(
      "urgent beside 200,000 bulk: the slowest of 20 took \(slowest) ms, and \(most) bulk messages; "
        + "\(bulk) had gone out")
    #expect(most <= 2 * underWay && bulk < 200_000)
    run.finish(within: 20_000)
  }

  /// A small tenant's campaign beside a large one's is done while the large one's goes on.
  @Test func tenantsAreServedInTurn() throws {
    var options = EmulatorOptions()
    options.apnsRules.acceptsAnyToken = true
    options.logCapacity = 0
    let parties = try Parties(options)
    var configuration = DeliveryEngine.Configuration()
    configuration.places = 1000
    configuration.claimLimit = 200
    let run = EngineRun(parties, configuration: configuration)
    var lane = EngineRun.tight
    lane.client.window = 100
    run.store.add((0..<20_000).map { Parties.hex($0) }, lane: .iosSandbox, band: .bulk, tenant: 1)
    let small = run.store.add(
      (0..<300).map { Parties.hex(50_000 + $0) }, lane: .iosSandbox, band: .bulk, tenant: 2)
    try run.engine.start([run.apns(configuration: lane)])
    run.eventually("the small tenant") { small.allSatisfy { run.store.message($0).state == .accepted } }
    #expect(run.store.state.withLock { $0.ended } < 3000)
    run.finish(within: 20_000)
  }

  @Test func aHeldLaneHandsBackAndStarvesNobody() throws {
    let parties = try Parties()
    parties.answer(.apns(.topicDisallowed))
    let run = EngineRun(parties)
    let tokens = parties.apnsTokens(2000)
    run.store.add(tokens, lane: .iosSandbox)
    run.store.add(parties.fcmTokens(1000), lane: .android)
    try run.engine.start([run.apns(), run.fcm(parties.account())])
    run.eventually("android is done, ios is held") {
      run.store.count(.accepted) == 1000 && run.engine.snapshot().lane(.iosSandbox)?.heldBy != nil
    }
    run.eventually("all went back") { run.store.leased == 0 }
    #expect(run.store.count(.queued) == 2000 && !run.room.reserve(.iosSandbox, .urgent))
    #expect(run.events.contains { if case .lane(.iosSandbox, .held) = $0 { true } else { false } })
    #expect(run.store.state.withLock { $0.messages.allSatisfy { $0.attempts <= 1 } })
    // What is stored meanwhile is not born leased; repaired, everything goes.
    run.store.accept([tokens[0]], lane: .iosSandbox)
    #expect(run.store.leased == 0)
    parties.suite.script(Scenario())
    run.engine.release(.iosSandbox)
    run.eventually("all is accepted") { run.store.count(.accepted) == 3001 }
    #expect(run.engine.snapshot().lane(.iosSandbox)?.heldBy == nil)
    run.finish()
  }

  @Test func aLaneThatIsNotThereGivesBack() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    #expect(!run.room.exists(.android) && run.room.exists(.iosSandbox))
    #expect(!run.room.reserve(.android, .urgent))
    let rows = run.store.add(["t"], lane: .android, born: 1)
    run.eventually("back") { run.store.leased == 0 }
    #expect(
      run.store.message(rows.lowerBound).handBacks == 1 && run.store.message(rows.lowerBound).attempts == 0)
    run.finish()
  }

  /// Scheduled ones go when they are due, without anybody asking.
  @Test func whatIsDueLaterGoesLater() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let began = FakeStore.now()
    run.store.add(parties.apnsTokens(3), lane: .iosSandbox, dueIn: 700)
    run.engine.noticed(.iosSandbox, .normal, dueAt: began + 700)
    run.eventually("accepted") { run.store.count(.accepted) == 3 }
    let took = FakeStore.now() - began
    #expect(took >= 690 && took < 2500)
    run.finish()
  }

  /// A retry that must wait long is the store's, with what was learnt.
  @Test func longPausesLiveInTheStore() throws {
    let parties = try Parties()
    var answer = ScenarioAnswer.apns(.tooManyRequests)
    answer.headers["retry-after"] = "120"
    parties.answer(answer, times: 1)
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let rows = run.store.accept([parties.apnsTokens(1)[0]], lane: .iosSandbox)
    run.eventually("back") { run.store.message(rows.lowerBound).handBacks == 1 }
    let message = run.store.message(rows.lowerBound)
    #expect(message.attempts == 1 && message.reason == "TooManyRequests" && message.verdict == "throttled")
    #expect(message.dueAt > FakeStore.now() + 110_000)
    run.store.hurry()
    run.engine.noticed(.iosSandbox, .normal, dueAt: 0)
    run.eventually("accepted") { run.store.message(rows.lowerBound).state == .accepted }
    #expect(run.store.message(rows.lowerBound).attempts == 2)
    run.finish()
  }

  @Test func deadAndForeignTokensAreNamedUntilTheBrakeGrips() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    try run.engine.start([run.apns()])
    let tokens = parties.apnsTokens(300)
    parties.suite.set(.unregistered(at: 1_690_000_000_000), token: tokens[0])
    let dead = run.store.accept([tokens[0]], lane: .iosSandbox)
    let foreign = run.store.accept([Parties.hex(9_000_000)], lane: .iosSandbox)
    run.eventually("ended") { run.store.ended == 2 }
    #expect(run.store.message(dead.lowerBound).action == .delete)
    #expect(run.store.message(dead.lowerBound).actedOn == tokens[0])
    #expect(run.store.message(dead.lowerBound).reason == "Unregistered")
    #expect(run.store.message(foreign.lowerBound).action == .quarantine)
    // Half of the lane's tokens are foreign: it is the environment, and no more of them are touched.
    let many = run.store.accept((0..<300).map { Parties.hex(9_000_100 + $0) }, lane: .iosSandbox)
    run.eventually("ended") { run.store.ended == 302 }
    let braked = many.count { run.store.message($0).action == .braked }
    #expect(braked > 200 && many.allSatisfy { run.store.message($0).state == .rejected })
    #expect(
      many.allSatisfy { (run.store.message($0).action == .braked) == run.store.message($0).actedOn.isEmpty })
    run.eventually("shown") { run.engine.snapshot().lane(.iosSandbox)?.isBraked == true }
    #expect(run.events.contains { if case .lane(_, .braked) = $0 { true } else { false } })
    run.finish()
  }

  /// A store that cannot answer is asked again, and its places are not lost.
  @Test func aStoreThatFailsForAWhile() throws {
    let parties = try Parties()
    let run = EngineRun(parties)
    run.store.state.withLock { $0.isBroken = true }
    run.store.add(parties.apnsTokens(50), lane: .iosSandbox)
    try run.engine.start([run.apns()])
    run.eventually("asked") { run.store.state.withLock { $0.claims } >= 3 }
    run.eventually("places are free") { Band.allCases.allSatisfy { run.room.used(.iosSandbox, $0) == 0 } }
    run.store.state.withLock { $0.isBroken = false }
    run.eventually("accepted") { run.store.count(.accepted) == 50 }
    run.finish()
  }
}
