internal import Store

/// Counts installations and what waits for those who ask, at most every few seconds, and keeps one count a
/// day in the store.
final class FleetJournal: Sendable {
  /// A count of all installations reads them all.
  static let fleetMilliseconds = 15_000
  static let depthMilliseconds = 1_000

  private struct State {
    var fleet: (at: Int, counts: [FleetCount])?
    var depths: (at: Int, counts: [OutboxDepth])?
    var today: (at: Int, counts: [(key: RollupKey, count: Int)])?
    var campaigns: (at: Int, views: [CampaignView])?
    var alarms: (day: Int, on: [(platform: String, measure: FleetWatch.Measure)])?
    var recordedDay: Int?
  }
  private let state = Guarded(State())
  private let store: any PushStore
  private let writer: StoreWriter
  private let staleAfter: Int
  private let rule: DecayAlarm

  init(store: any PushStore, writer: StoreWriter, staleAfter: Int, minimum: Int) {
    self.store = store
    self.writer = writer
    self.staleAfter = staleAfter
    var rule = DecayAlarm()
    rule.minimum = max(rule.minimum, minimum)
    self.rule = rule
  }

  func fleet(now: Int) -> [FleetCount] {
    state.withLock { state in
      if let known = state.fleet, now - known.at < Self.fleetMilliseconds { return known.counts }
      let staleAfter = staleAfter
      let counts = try? store.read { (reader) throws(StoreError) in
        try reader.fleet(now: now, staleAfter: staleAfter)
      }
      if let counts { state.fleet = (now, counts) }
      return state.fleet?.counts ?? []
    }
  }

  func depths(now: Int) -> [OutboxDepth] {
    state.withLock { state in
      if let known = state.depths, now - known.at < Self.depthMilliseconds { return known.counts }
      let counts = try? store.read { (reader) throws(StoreError) in try reader.depths(now: now) }
      if let counts { state.depths = (now, counts) }
      return state.depths?.counts ?? []
    }
  }

  /// Counters since midnight UTC.
  func today(now: Int) -> [(key: RollupKey, count: Int)] {
    state.withLock { state in
      if let known = state.today, now - known.at < Self.fleetMilliseconds { return known.counts }
      let day = now / 86_400_000
      let counts = try? store.read { (reader) throws(StoreError) in
        try reader.rollups(fromDay: day, toDay: day)
      }
      if let counts { state.today = (now, counts) }
      return state.today?.counts ?? []
    }
  }

  /// The newest campaigns.
  func campaigns(now: Int) -> [CampaignView] {
    state.withLock { state in
      if let known = state.campaigns, now - known.at < Self.depthMilliseconds { return known.views }
      let views = try? store.read { (reader) throws(StoreError) in
        try reader.campaigns(tenant: nil, before: nil, limit: 100)
      }
      if let views { state.campaigns = (now, views) }
      return state.campaigns?.views ?? []
    }
  }

  func alarms(now: Int) -> [(platform: String, measure: FleetWatch.Measure)] {
    let day = now / 86_400_000
    return state.withLock { state in
      if let known = state.alarms, known.day == day { return known.on }
      let rollups = try? store.read { (reader) throws(StoreError) in
        try reader.rollups(fromDay: day - 14, toDay: day)
      }
      guard let rollups else { return [] }
      let on = FleetWatch.alarms(rollups, today: day, rule: rule)
      state.alarms = (day, on)
      return on
    }
  }

  /// Once a day.
  func record(now: Int) {
    let day = now / 86_400_000
    guard state.withLock({ $0.recordedDay != day }) else { return }
    let isKept = try? store.read { (reader) throws(StoreError) in
      try reader.rollups(fromDay: day, toDay: day).contains { $0.key.metric == FleetWatch.total }
    }
    guard let isKept else { return }
    if !isKept {
      let counters = FleetWatch.counters(fleet(now: now), day: day)
      guard
        (try? writer.run({ (session, _) throws(StoreError) in
          for (key, count) in counters { try session.count(key, by: count) }
          return true
        })) != nil
      else { return }
    }
    state.withLock {
      $0.recordedDay = day
      $0.alarms = nil
    }
  }
}
