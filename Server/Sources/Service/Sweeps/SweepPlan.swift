public import PushContract
public import Store

/// Which upkeep is due, from the times of the profile. Pure.
public struct SweepPlan: Sendable, Equatable {
  public var lifecycle = PushContract.Lifecycle()
  public var retention = ServerSettings.Retention()
  /// Days for which daily counts are kept.
  public var statisticsDays = 90

  public init(_ profile: Profile) {
    lifecycle = profile.lifecycle
    retention = profile.server.retention
    statisticsDays = profile.analytics.retention / 86_400
  }

  /// `now`: milliseconds since 1970.
  public func sweeps(now: Int) -> [Sweep] {
    func before(_ seconds: Int) -> Int { now - seconds * 1000 }
    return [
      .liftQuarantine(before: before(lifecycle.quarantine)),
      .overdue, .parameters,
      .prune(unseenSince: before(lifecycle.pruneAfter)),
      .receipts(before: before(retention.receipts)),
      .notifications(before: before(retention.notifications)),
      .inbox(before: before(retention.inbox)),
      .attempts(before: before(retention.attempts)),
      .tombstones(before: before(retention.removals)),
      .rollups(beforeDay: now / 86_400_000 - statisticsDays),
    ]
  }
}

extension Sweep {
  /// For logs and metrics.
  public var name: String {
    switch self {
    case .prune: "prune"
    case .liftQuarantine: "lift_quarantine"
    case .notifications: "notifications"
    case .receipts: "receipts"
    case .inbox: "inbox"
    case .tombstones: "removals"
    case .rollups: "statistics"
    case .parameters: "parameters"
    case .overdue: "overdue"
    case .attempts: "attempts"
    }
  }
}
