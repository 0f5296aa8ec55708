import PushContract
import Store
import Testing

@testable import Service

struct SweepPlanTests {
  @Test func theProfilesTimesDecide() {
    var profile = Profile()
    profile.lifecycle.pruneAfter = 86_400
    profile.lifecycle.quarantine = 3_600
    profile.server.retention.inbox = 60
    profile.analytics.retention = 2 * 86_400
    let now = 20_000 * 86_400_000
    let sweeps = SweepPlan(profile).sweeps(now: now)
    #expect(sweeps.contains(.prune(unseenSince: now - 86_400_000)))
    #expect(sweeps.contains(.liftQuarantine(before: now - 3_600_000)))
    #expect(sweeps.contains(.inbox(before: now - 60_000)))
    #expect(sweeps.contains(.rollups(beforeDay: 19_998)))
    #expect(Set(sweeps.map(\.name)).count == sweeps.count)
    #expect(sweeps.count == 10)
  }
}
