import PushContract
import Store

/// `pushwire stats`: how push is doing, from the daily counts.
struct StatsCommand: Command {
  let name = "stats"
  let summary = "Show how push is doing: permission funnel, token freshness, acceptance, taps, latencies"
  let syntax = Syntax(
    options: [
      .init(
        name: "days", short: "d", value: "N", summary: "The last N days, today among them; 30 where absent"),
      .init(name: "by", value: "WHAT", summary: "Tell groups apart, too: by platform, os or app"),
    ] + StoreInput.options)
  let discussion = """
    From counts by day (UTC), class, platform, system and app version; no account and no token is in them. A \
    latency is the bound of its bucket: so long, or less. Groups smaller than the profile's \
    analytics.minimum_cohort are held back where they would tell of single people.
    """
  let examples = [
    Example("pushwire stats", "The last month"),
    Example("pushwire stats --days 7 --by os", "A week, by system version"),
    Example("pushwire stats --json", "For a program"),
  ]

  func run(_ arguments: Arguments, _ context: Context) throws -> Exit {
    let days = try arguments.integer("days", in: 1...3650) ?? 30
    let grouping = try arguments.choice("by", StatsReport.Grouping.self)
    let profile = try ProfileInput.optional(arguments)
    let report = try StoreInput.with(arguments) { store in
      try Self.read(
        store, days: days, grouping: grouping, analytics: profile?.analytics ?? Analytics(),
        lifecycle: profile?.lifecycle ?? Lifecycle(), now: Instant.now())
    }
    if context.json {
      context.print(report.json)
    } else {
      context.output.write(
        StatsPage(report: report, style: context.output.style, width: context.output.width).text())
    }
    return .yes
  }

  static func read(
    _ store: any PushStore, days: Int, grouping: StatsReport.Grouping?, analytics: Analytics,
    lifecycle: PushContract.Lifecycle, now: Int
  ) throws(StoreError) -> StatsReport {
    let today = Instant.day(now)
    return try store.read { reader throws(StoreError) in
      // Two weeks at least, since this week is held against the one before.
      let rollups = try reader.rollups(fromDay: today - max(days, 14) + 1, toDay: today)
      let fleet = try reader.fleet(now: now, staleAfter: lifecycle.staleAfter * 1000)
      return StatsReport(
        rollups, fleet: fleet, days: days, today: today, grouping: grouping, analytics: analytics)
    }
  }
}
