import Emulators
import Store
import TestSupport
import Testing

@testable import Service

@Suite(.serialized) struct CampaignServerTests {
  @Test func aCampaignReachesEveryDeviceOnce() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 50_000))
    let fleet = try CampaignFleet(whole, devices: 20_000)
    try fleet.create(CampaignFleet.request("spring"))
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.total == 20_000)
    #expect(view.ended == 20_000, "\(view.counts)")
    #expect(view.count(CampaignCount.suppressed, "permission_denied") == fleet.denied)
    #expect(view.count(CampaignCount.rejected, "Unregistered") == fleet.gone)
    #expect(view.count(CampaignCount.accepted) == 20_000 - fleet.denied - fleet.gone)
    #expect(view.count(CampaignCount.repeated) == 0)
    let arrivals = fleet.arrivals()
    #expect(arrivals.taken == view.count(CampaignCount.accepted))
    #expect(arrivals.ids == arrivals.taken)
    let reached = fleet.reached()
    #expect(reached.devices == arrivals.taken)
    #expect(reached.twice == 0)
    // The dead ones are gone for whoever comes next.
    try fleet.create(CampaignFleet.request("autumn") { $0.audience.platforms = [.ios] })
    let second = try fleet.waitFor("autumn", "the end") { $0.state == .done }
    #expect(second.count(CampaignCount.suppressed, "no_token") == fleet.gone, "\(second.counts)")
    #expect(second.count(CampaignCount.accepted) == fleet.phones.count - fleet.gone)
    #expect(second.ended == second.total)
  }

  @Test func pausedItStopsAndResumedItGoesOn() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 10_000))
    let fleet = try CampaignFleet(whole, devices: 3_000, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring") { $0.ratePerSecond = 1_500 })
    try fleet.waitFor("spring", "some") { $0.count(CampaignCount.accepted) > 100 }
    #expect(try fleet.set("spring", .paused) == .paused)
    // Two looks at the provider with nothing between them.
    var last = -1
    var same = 0
    _ = try whole.waitFor("the pause") {
      let taken = fleet.arrivals().taken
      same = taken == last ? same + 1 : 0
      last = taken
      return same > 200 ? true : nil
    }
    let paused = try fleet.waitFor("spring", "what came back") {
      $0.count(CampaignCount.accepted) == fleet.arrivals().taken
    }
    #expect(paused.state == .paused)
    #expect(paused.looked < paused.total)
    #expect(try fleet.set("spring", .running) == .running)
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.ended == 3_000)
    #expect(view.count(CampaignCount.accepted) == 3_000 - fleet.denied)
    #expect(fleet.arrivals().taken == 3_000 - fleet.denied)
    #expect(fleet.reached().twice == 0)
  }

  @Test func cancelledItEndsAndItsCountsAreWhole() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 10_000))
    let fleet = try CampaignFleet(whole, devices: 3_000, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring") { $0.ratePerSecond = 1_000 })
    try fleet.waitFor("spring", "some") { $0.count(CampaignCount.accepted) > 100 }
    #expect(try fleet.set("spring", .cancelled) == .cancelled)
    let view = try fleet.waitFor("spring", "what came back") {
      $0.count(CampaignCount.accepted) == fleet.arrivals().taken
    }
    #expect(view.ended == 3_000)
    #expect(view.count(CampaignCount.suppressed, "cancelled") > 0)
    #expect(view.count(CampaignCount.accepted) < 3_000 - fleet.denied)
  }

  @Test func aRestartLosesAndDoublesNothing() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 20_000))
    let fleet = try CampaignFleet(whole, devices: 4_000, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring") { $0.ratePerSecond = 4_000 })
    for part in 1...3 {
      try fleet.waitFor("spring", "a part") { $0.count(CampaignCount.accepted) > part * 500 }
      try whole.restart()
    }
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.ended == 4_000, "\(view.counts)")
    #expect(view.count(CampaignCount.accepted) == 4_000 - fleet.denied, "\(view.counts)")
    #expect(view.count(CampaignCount.repeated) == 0)
    #expect(fleet.arrivals().taken == 4_000 - fleet.denied)
    #expect(fleet.reached().devices == 4_000 - fleet.denied)
  }

  @Test func aCrashGoesOnInsideTheSegment() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 30_000))
    let fleet = try CampaignFleet(whole, devices: 5_000, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring"))
    for part in 1...4 {
      try fleet.waitFor("spring", "a part") { $0.count(CampaignCount.accepted) > part * 900 }
      whole.server.parts.campaigns.stopGiving()
      try whole.crash()
      #expect(try fleet.view("spring").state == .running)
    }
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.ended == 5_000, "\(view.counts)")
    #expect(view.count(CampaignCount.accepted) == 5_000 - fleet.denied, "\(view.counts)")
    #expect(fleet.reached().devices == 5_000 - fleet.denied)
    // What went out again had the id that it had before, and was counted.
    let phones = whole.suite.snapshot().recent.filter { $0.status == 200 && $0.server == .apnsSandbox }
    let times = Dictionary(grouping: phones.compactMap(\.id), by: { $0 }).mapValues(\.count)
    #expect(times.count == fleet.phones.count)
    #expect(times.count { $0.value > 1 } <= view.count(CampaignCount.repeated))
  }

  @Test func campaignsTakeTurns() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 20_000))
    let fleet = try CampaignFleet(whole, devices: 3_000, someAreGone: false)
    try fleet.create(CampaignFleet.request("one"))
    try fleet.create(CampaignFleet.request("two"))
    let one = try fleet.waitFor("one", "the end") { $0.state == .done }
    let two = try fleet.waitFor("two", "the end") { $0.state == .done }
    // Neither waited for the other's end.
    #expect(one.count(CampaignCount.accepted) == 2_940 && two.count(CampaignCount.accepted) == 2_940)
    #expect(try #require(one.startedAt) < #require(two.endedAt))
    #expect(try #require(two.startedAt) < #require(one.endedAt))
  }

  @Test func aTopicIsOneMessage() throws {
    let whole = try WholeServer()
    let fleet = try CampaignFleet(whole, devices: 10, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring") { $0.audience.topic = "news" })
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.way == .topic)
    #expect(view.total == 1)
    #expect(view.ended == 1, "\(view.counts)")
    #expect(whole.suite.snapshot().count("accepted", on: .fcm) == view.count(CampaignCount.accepted))
    #expect(view.count(CampaignCount.accepted) == 1, "\(view.counts)")
  }

  @Test func aRateIsKeptAndATimeAwaited() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 5_000))
    let fleet = try CampaignFleet(whole, devices: 1_000, someAreGone: false)
    let startsAt = PushServer.systemClock() + 700
    try fleet.create(
      CampaignFleet.request("spring") {
        $0.startsAt = startsAt
        $0.ratePerSecond = 500
      })
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.ended == 1_000)
    let arrivals = whole.suite.snapshot().recent.filter { $0.status == 200 && $0.server != .oauth }
    let times = arrivals.map { Int($0.time) }
    #expect(try #require(times.min()) >= startsAt)
    // In no second more than its rate, and what had grown before it.
    let most = times.map { time in times.count { $0 >= time && $0 < time + 1_000 } }.max() ?? 0
    #expect(most <= 500 + 100 + 128, "\(most)")
  }

  @Test func aDeviceShowsTheCampaignsItBelongsTo() throws {
    let whole = try WholeServer()
    let fleet = try CampaignFleet(whole, devices: 100, someAreGone: false)
    try fleet.create(CampaignFleet.request("spring"))
    try fleet.waitFor("spring", "the end") { $0.state == .done }
    let answer = try whole.asBackend("GET", "/v1/installations/" + CampaignFleet.name(3))
    let shown = (answer.json["campaigns"] as? [[String: Any]])?.first
    #expect(shown?["campaign"] as? String == "spring", "\(answer.text)")
    #expect(shown?["outcome"] as? String == "passed")
    let denied = try whole.asBackend("GET", "/v1/installations/" + CampaignFleet.name(99))
    let other = (denied.json["campaigns"] as? [[String: Any]])?.first
    #expect(other?["suppressed_now"] as? String == "permission_denied", "\(denied.text)")
  }

  @Test func whatTimeHasEndedIsNotSent() throws {
    let whole = try WholeServer(suite: CampaignFleet.suite(requests: 5_000))
    let fleet = try CampaignFleet(whole, devices: 1_000, someAreGone: false)
    try fleet.create(
      CampaignFleet.request("spring") {
        $0.ratePerSecond = 100
        $0.timeToLive = 1
      })
    let view = try fleet.waitFor("spring", "the end") { $0.state == .done }
    #expect(view.ended == 1_000)
    #expect(view.count(CampaignCount.expired) > 700, "\(view.counts)")
    #expect(view.count(CampaignCount.accepted) == fleet.arrivals().taken)
  }
}
