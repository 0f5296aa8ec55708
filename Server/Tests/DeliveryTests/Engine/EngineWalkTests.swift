import Emulators
import Foundation
import Providers
import Store
import TestSupport
import Testing

@testable import Delivery

/// Whatever the providers do and whoever holds, releases, reloads or ends: each message ends exactly once or
/// is back in the store, and none is left under a lease.
@Suite struct EngineWalkTests {
  @Test func eachMessageEndsOnceOrIsBackInTheStore() throws {
    var random = Fuzz.random("engine walk")
    for round in 0..<8 { try walk(&random, "seed \(Fuzz.seed), round \(round)") }
  }

  private func walk(_ random: inout SeededRandom, _ place: Comment) throws {
    let parties = try Parties()
    var configuration = DeliveryEngine.Configuration()
    configuration.places = Int.random(in: 20...2000, using: &random)
    configuration.claimLimit = Int.random(in: 1...300, using: &random)
    configuration.replaceWithin = Int.random(in: 0...300, using: &random)
    var lane = EngineRun.tight
    lane.client.window = Int.random(in: 2...300, using: &random)
    lane.client.deadline = UInt64.random(in: 60...300, using: &random)
    lane.handsBackAfter = Int.random(in: 0...300, using: &random)
    lane.policy.maximumAttempts = Int.random(in: 2...6, using: &random)
    let run = EngineRun(parties, configuration: configuration)
    parties.suite.script(scenario(&random))
    let apns = parties.apnsTokens(400)
    let fcm = parties.fcmTokens(200)
    let setups = [run.apns(configuration: lane), run.fcm(try parties.account(), configuration: lane)]
    try run.engine.start(setups)
    var total = 0
    for _ in 0..<Int.random(in: 5...25, using: &random) {
      let band = Band.allCases.randomElement(using: &random) ?? .normal
      let tenant = Int32.random(in: 1...4, using: &random)
      let tokens = Bool.random(using: &random) ? apns : fcm
      let code: LaneCode = tokens == apns ? .iosSandbox : .android
      let some = Array(tokens.shuffled(using: &random).prefix(Int.random(in: 1...150, using: &random)))
      switch Int.random(in: 0..<10, using: &random) {
      case 0: run.engine.hold(code)
      case 1: run.engine.release()
      case 2: run.engine.reload(setups)
      case 3:
        run.store.add(
          some, lane: code, band: band, tenant: tenant, dueIn: Int.random(in: 1...300, using: &random))
        total += some.count
      case 4...6:
        run.store.add(some, lane: code, band: band, tenant: tenant)
        total += some.count
      default:
        run.store.accept(some, lane: code, band: band, tenant: tenant)
        total += some.count
      }
      usleep(UInt32.random(in: 0...20_000, using: &random))
    }
    if Bool.random(using: &random) {
      // Repaired and released, all of it ends.
      parties.suite.script(Scenario())
      let end = Date().addingTimeInterval(60)
      while run.store.ended < total, Date() < end {
        run.engine.release()
        run.store.hurry()
        usleep(20_000)
      }
      #expect(run.store.ended == total, place)
    }
    run.finish(within: Int.random(in: 0...1000, using: &random))
    #expect(run.store.problems.isEmpty, place)
    let counts = MessageState.allCases.map { run.store.count($0) }
    #expect(counts.reduce(0, +) == total, place)
    #expect(run.store.ended + run.store.count(.queued) == total, place)
  }

  private func scenario(_ random: inout SeededRandom) -> Scenario {
    let actions: [(ScenarioAction, EmulatedServer?)] = [
      (.refuse, nil), (.reset(code: 2, processed: true), nil), (.silence(processed: true), nil),
      (.close, nil), (.goaway(includesThis: true, debugData: ""), nil),
      (.goaway(includesThis: false, debugData: ""), nil), (.delay(milliseconds: 5), nil),
      (.answer(.apns(.serviceUnavailable)), .apnsSandbox), (.answer(.apns(.tooManyRequests)), .apnsSandbox),
      (.answer(.apns(.badTopic)), .apnsSandbox), (.answer(.apns(.unregistered, status: 410)), .apnsSandbox),
      (.answer(.apns(.tooManyProviderTokenUpdates)), .apnsSandbox), (.answer(.html(502)), nil),
      (.answer(.fcm(429, "RESOURCE_EXHAUSTED", errorCode: "QUOTA_EXCEEDED")), .fcm),
      (.answer(.fcm(503, "UNAVAILABLE", errorCode: "UNAVAILABLE")), .fcm),
      (.answer(.fcm(404, "NOT_FOUND", errorCode: "UNREGISTERED")), .fcm),
    ]
    return Scenario(
      rules: (0..<Int.random(in: 1...15, using: &random)).map { index in
        var match = ScenarioMatch.every(Int.random(in: 7...90, using: &random))
        match.times = Int.random(in: 1...60, using: &random)
        let (action, server) = actions.randomElement(using: &random) ?? (.refuse, nil)
        match.server = server
        return ScenarioRule("\(index)", match: match, actions: [action])
      })
  }
}
