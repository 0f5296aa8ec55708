extension SQLiteSession {
  func sweep(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome {
    switch sweep {
    case .prune, .liftQuarantine, .tombstones: try sweepRegistrations(sweep, limit: limit, now: now)
    case .notifications, .receipts, .inbox, .rollups, .parameters, .attempts, .overdue:
      try sweepOutbox(sweep, limit: limit, now: now)
    }
  }
}
