import Foundation
import Providers
import Store
import TestSupport
import Testing

@testable import Delivery

@Suite struct QuotaTests {
  @Test func aPortionIsAskedForBeforeTheLastIsSpent() {
    var meter = QuotaMeter(LaneQuota(bucket: "b", rate: BucketRate(perMinute: 60_000, burst: 1000)))
    #expect(meter.quota.portion == 100 && meter.left == 0)
    #expect(meter.wants(now: 0) == 100)
    // One question at a time.
    #expect(meter.wants(now: 0) == 0)
    meter.answered(QuotaGrant(granted: 100), now: 10)
    #expect(meter.wants(now: 10) == 0)
    for _ in 0..<50 { meter.spend() }
    #expect(meter.wants(now: 11) == 100)
    // Fewer than asked for: it waits as long as it was told.
    meter.answered(QuotaGrant(granted: 30, retryAfter: 500), now: 20)
    for _ in 0..<80 { meter.spend() }
    #expect(meter.left == 0 && meter.wants(now: 519) == 0 && meter.wants(now: 520) == 100)
    meter.answered(QuotaGrant(granted: 0, retryAfter: 100), now: 520)
    meter.spend()
    #expect(meter.left == 0)
  }

  @Test func noMinuteHasMoreThanTheQuota() {
    for perMinute in [1, 7, 600, 600_000, 100_000_000] {
      let quota = LaneQuota(bucket: "b", perMinute: perMinute)
      #expect(quota.rate.perMinute + quota.rate.burst <= max(perMinute, 2))
      #expect((1...1000).contains(quota.portion) && quota.portion <= quota.rate.burst)
    }
  }

  /// Grants what a test puts in, and counts.
  private final class Portions: QuotaSource {
    private struct State {
      var left: Int
      var granted = 0
      var short = 0
      weak var engine: DeliveryEngine?
    }
    private let state: Guarded<State>

    init(_ left: Int) { state = Guarded(State(left: left)) }
    func serve(_ engine: DeliveryEngine) { state.withLock { $0.engine = engine } }
    func add(_ count: Int) { state.withLock { $0.left += count } }
    var granted: Int { state.withLock { $0.granted } }
    var short: Int { state.withLock { $0.short } }

    func take(_ lane: LaneCode, _ quota: LaneQuota, wanted: Int) {
      let (engine, grant) = state.withLock { state -> (DeliveryEngine?, QuotaGrant) in
        let count = min(wanted, state.left)
        state.left -= count
        state.granted += count
        if count < wanted { state.short += 1 }
        return (state.engine, QuotaGrant(granted: count, retryAfter: count < wanted ? 5 : 0))
      }
      engine?.granted(lane, grant)
    }
  }

  @Test func aLaneSlowsDownAndLosesNothing() throws {
    let parties = try Parties()
    let portions = Portions(40)
    let run = EngineRun(parties, quotas: portions)
    portions.serve(run.engine)
    var setup = run.fcm(try parties.account())
    setup.quota = LaneQuota(bucket: "fcm", rate: BucketRate(perMinute: 6000, burst: 1000))
    run.store.add(parties.fcmTokens(300), lane: .android)
    try run.engine.start([setup, run.apns()])
    run.eventually("the first portions are spent") { run.store.count(.accepted) == 40 && portions.short > 3 }
    // Another lane has no such limit.
    run.store.accept(parties.apnsTokens(50), lane: .iosSandbox)
    run.eventually("the other lane is done") { run.store.count(.accepted) == 90 }
    #expect(parties.suite.snapshot().count("accepted", on: .fcm) == 40)
    portions.add(100)
    run.eventually("a hundred more") { run.store.count(.accepted) == 190 }
    portions.add(1000)
    run.eventually("all") { run.store.count(.accepted) == 350 }
    #expect(portions.granted >= 300)
    // Nobody paid for the wait.
    #expect(run.store.state.withLock { $0.messages.allSatisfy { $0.attempts == 1 && $0.ends == 1 } })
    run.finish()
  }

  @Test func whatWaitsForTheQuotaGoesBackAtTheEnd() throws {
    let parties = try Parties()
    let portions = Portions(10)
    let run = EngineRun(parties, quotas: portions)
    portions.serve(run.engine)
    var setup = run.fcm(try parties.account())
    setup.quota = LaneQuota(bucket: "fcm", rate: BucketRate(perMinute: 6000, burst: 1000))
    run.store.add(parties.fcmTokens(30), lane: .android)
    try run.engine.start([setup])
    run.eventually("the first") { run.store.count(.accepted) == 10 && portions.short > 0 }
    run.finish()
    #expect(run.store.count(.accepted) == 10 && run.store.count(.queued) == 20)
    #expect(run.store.state.withLock { $0.messages.allSatisfy { $0.attempts <= 1 } })
  }
}
