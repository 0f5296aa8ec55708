import PushContract
import Store

/// What `pushwire stats` tells, added up. Pure: counters in, numbers out.
struct StatsReport {
  /// By what counters are told apart.
  enum Grouping: String, CaseIterable, Sendable { case platform, os, app }

  struct Group: Equatable {
    var name: String
    var counts = StatsCounts()
  }

  var days: Int
  var today: Int
  var analytics: Analytics
  var total = StatsCounts()
  /// Of the last seven days, and of the seven before.
  var thisWeek = StatsCounts()
  var lastWeek = StatsCounts()
  var classes: [Group] = []
  var groups: [Group] = []
  var grouping: Grouping?
  var fleet: [FleetCount]

  /// - Parameter rollups: of the days that are told, and of the last two weeks at least.
  init(
    _ rollups: [(key: RollupKey, count: Int)], fleet: [FleetCount], days: Int, today: Int,
    grouping: Grouping?, analytics: Analytics
  ) {
    self.days = days
    self.today = today
    self.fleet = fleet
    self.grouping = grouping
    self.analytics = analytics
    var byClass: [String: StatsCounts] = [:]
    var byGroup: [String: StatsCounts] = [:]
    for (key, count) in rollups {
      let age = today - key.day
      guard age >= 0 else { continue }
      if age < 7 { thisWeek.add(key.metric, count) } else if age < 14 { lastWeek.add(key.metric, count) }
      guard age < days else { continue }
      total.add(key.metric, count)
      if !key.className.isEmpty { byClass[key.className, default: .init()].add(key.metric, count) }
      if let name = Self.name(key, grouping) { byGroup[name, default: .init()].add(key.metric, count) }
    }
    classes = Self.sorted(byClass)
    groups = Self.sorted(byGroup)
  }

  private static func sorted(_ groups: [String: StatsCounts]) -> [Group] {
    groups.map { Group(name: $0.key, counts: $0.value) }.sorted { $0.name < $1.name }
  }

  private static func name(_ key: RollupKey, _ grouping: Grouping?) -> String? {
    let name: String
    switch grouping {
    case nil: return nil
    case .platform: name = key.platform
    case .os: name = key.osMajor.isEmpty ? "" : "\(key.platform) \(key.osMajor)"
    case .app: name = key.appVersion.isEmpty ? "" : "\(key.platform) \(key.appVersion)"
    }
    return name.isEmpty ? "not known" : name
  }

  /// Whether a group is large enough to be told of by itself.
  func shows(_ group: Group) -> Bool { group.counts.cohort >= analytics.minimumCohort }

  /// The share of prompts that ended in a grant; nil: nobody was asked.
  static func optIn(_ counts: StatsCounts) -> Double? {
    let granted = counts.event(.permissionGranted)
    let asked = granted + counts.event(.permissionDenied)
    return asked > 0 ? Double(granted) / Double(asked) : nil
  }
}

/// A part of a whole; nil where the whole is nothing.
func share(_ part: Int, of whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
