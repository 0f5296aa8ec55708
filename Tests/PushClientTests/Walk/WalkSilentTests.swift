import PushClient
import Testing

@Suite struct WalkSilentTests {
  /// Silent pushes may be lost, late, replaced by newer ones, doubled and in any order, their work may fail, the
  /// process may be killed during it: after the next launch the device has what the server has. What the device
  /// has comes from the core's commands alone (`run_work`, `reconcile`).
  @Test func lostLateCoalescedAndReorderedSilentPushesLeaveNoGapAfterTheNextLaunch() throws {
    var random = WalkRandom(seed: WalkSettings.seed)
    print("silent pushes: seed \(WalkSettings.seed) (PUSHWIRE_WALK_SEED)")
    var tally: [String: Int] = [:]
    for _ in 0..<40 {
      var setup = WalkSetup.random(&random)
      setup.isMostlySilent = true
      let walk = Walk(WalkRandom(seed: random.next()), setup)
      try walk.walk(events: 120)
      tally.merge(walk.tally, uniquingKeysWith: +)
    }
    let counts = ["sent", "lost", "reordered", "coalesced", "run_work", "reconcile", "fetched", "killed"]
    print("silent pushes: " + counts.map { "\($0) \(tally[$0, default: 0])" }.joined(separator: ", "))
    for what in counts { #expect(tally[what, default: 0] > 0, "no \(what)") }
  }
}
