import PushContract
import Store

/// `pushwire stats` for people.
struct StatsPage {
  let report: StatsReport
  let style: Styler
  let width: Int
  private static let barWidth = 24

  func text() -> String {
    let total = report.total
    var page = heading("The last \(report.days == 1 ? "day" : "\(report.days) days")")
    page += section("Asking for permission", funnel() + outcomes(total))
    page += section("Tokens now", tokens())
    page += section("Pushes", pushes(total))
    page += section("Classes", classes())
    if report.grouping != nil { page += section("By \(groupingName)", groups()) }
    return page
  }

  private var groupingName: String {
    switch report.grouping {
    case .os: "system version"
    case .app: "app version"
    case .platform, nil: "platform"
    }
  }

  private func heading(_ text: String) -> String { style.apply(text, .bold) + "\n" }

  private func section(_ title: String, _ body: String) -> String {
    "\n" + style.apply(title, .bold, .cyan) + "\n" + body
  }

  // MARK: Parts

  /// Explainer → prompt → granted, a line each.
  func funnel() -> String {
    let counts = report.total
    let steps: [(String, Int)] = [
      ("explainer shown", counts.event(.explainerShown)),
      ("explainer accepted", counts.event(.explainerAccepted)),
      ("prompt shown", counts.event(.promptShown)),
      ("granted", counts.event(.permissionGranted)),
    ]
    let widest = steps.map(\.1).max() ?? 0
    guard widest > 0 else { return "  No device has reported yet that it asked.\n" }
    let first = steps[0].1
    return steps.map { name, count in
      line(name, count, of: widest, share: count == first ? nil : share(count, of: first))
    }.joined()
  }

  private func outcomes(_ counts: StatsCounts) -> String {
    let others: [(String, ClientEvent.Kind)] = [
      ("declined the explainer", .explainerDeclined), ("denied", .permissionDenied),
      ("provisional", .permissionProvisional), ("went to the settings", .settingsOpened),
    ]
    let words = others.map { ($0, counts.event($1)) }.filter { $1 > 0 }.map { "\(grouped($1)) \($0)" }
    var text = words.isEmpty ? "" : "  " + words.joined(separator: ", ") + "\n"
    guard let now = StatsReport.optIn(report.thisWeek) else { return text }
    text += "  said yes when asked, the last 7 days: \(percent(now))"
    if let before = StatsReport.optIn(report.lastWeek) {
      text += ", the 7 before: \(percent(before))"
      if now < before - 0.1 { text += style.apply(" (falling)", .yellow) }
    }
    return text + "\n"
  }

  private func tokens() -> String {
    guard !report.fleet.isEmpty else { return "  No installation is registered.\n" }
    var table = Table(
      "  PLATFORM", ">TOKENS", ">SEEN 1 D", ">7 D", ">STALE", ">HELD", ">AMBIGUOUS", ">ALERTS OK", "FRESH")
    for item in report.fleet {
      let fresh = share(item.confirmedWithinWeek, of: item.withToken)
      table.add(
        .init("  \(item.platform.name) \(item.platform == .android ? "" : item.environment.name)"),
        .init(grouped(item.withToken)), .init(grouped(item.confirmedWithinDay)),
        .init(grouped(item.confirmedWithinWeek)), .init(grouped(item.stale)), .init(grouped(item.held)),
        .init(grouped(item.ambiguous)), .init(grouped(item.permitted)),
        .init(fresh.map { bar($0, 10) + " " + percent($0) } ?? ""))
    }
    return table.text(style, width: nil)
  }

  private func pushes(_ counts: StatsCounts) -> String {
    guard counts.answered + counts.suppressed + counts.count(RollupMetric.messages) > 0 else {
      return "  None.\n"
    }
    let answered = counts.answered
    var text = line(
      "accepted by providers", counts.accepted, of: answered, share: share(counts.accepted, of: answered))
    for (name, count) in [
      ("rejected", counts.rejected), ("unconfirmed", counts.count(RollupMetric.unconfirmed)),
      ("failed", counts.count(RollupMetric.failed)), ("expired", counts.count(RollupMetric.expired)),
      ("set aside (dead)", counts.count(RollupMetric.dead)), ("not sent, with a reason", counts.suppressed),
    ] where count > 0 { text += line(name, count, of: nil, share: nil) }
    for (reason, count) in counts.parts(RollupMetric.suppressedPrefix) {
      text += line("  " + printable(reason), count, of: counts.suppressed, share: nil)
    }
    let invalid = counts.invalidTokens
    if invalid > 0 {
      text += line("invalid tokens", invalid, of: answered, share: share(invalid, of: answered))
    }
    let taps = counts.receipt(.routed) + counts.receipt(.fellBack)
    if taps > 0 {
      let routed = counts.receipt(.routed)
      text += line("taps that reached their place", routed, of: taps, share: share(routed, of: taps))
    }
    return text
  }

  private func classes() -> String {
    guard !report.classes.isEmpty else { return "  None was sent.\n" }
    var table = Table(
      "  CLASS", ">ACCEPTED", ">REJECTED", ">RECEIVED", ">DISPLAYED", ">OPENED", ">ROUTED", ">FELL BACK",
      ">DUPLICATE", ">TO PROVIDER P50/P95", ">TO DEVICE P50/P95")
    var hidden = 0
    for group in report.classes {
      let counts = group.counts
      let isShown = report.shows(group)
      if !isShown { hidden += 1 }
      func receipts(_ kind: Receipt.Kind) -> Table.Cell {
        isShown ? .init(grouped(counts.receipt(kind))) : .init("·", .dim)
      }
      table.add(
        .init("  " + group.name), .init(grouped(counts.accepted)), .init(grouped(counts.rejected)),
        receipts(.received), receipts(.displayed),
        receipts(.opened), receipts(.routed), receipts(.fellBack), receipts(.duplicate),
        .init(latencies(counts, "accepted")),
        isShown ? .init(latencies(counts, "received")) : .init("·", .dim))
    }
    return table.text(style, width: nil) + note(hidden, "class", "classes", "What devices report of")
  }

  private func groups() -> String {
    guard report.analytics.segments || report.grouping == .platform else {
      return "  Switched off: `analytics.segments` of the profile.\n"
    }
    let shown = report.groups.filter(report.shows)
    var table = Table("  GROUP", ">ASKED", ">GRANTED", ">RECEIVED", ">OPENED", "SAID YES")
    for group in shown {
      let counts = group.counts
      let optIn = StatsReport.optIn(counts)
      table.add(
        .init("  " + group.name), .init(grouped(counts.event(.promptShown))),
        .init(grouped(counts.event(.permissionGranted))), .init(grouped(counts.receipt(.received))),
        .init(grouped(counts.receipt(.opened))), .init(optIn.map { bar($0, 10) + " " + percent($0) } ?? ""))
    }
    let text = shown.isEmpty ? "" : table.text(style, width: nil)
    let hidden = report.groups.count - shown.count
    if report.groups.isEmpty { return "  Nothing was counted.\n" }
    return text + note(hidden, "group", "groups", "Nothing is shown of")
  }

  /// That something is held back, and why.
  private func note(_ count: Int, _ one: String, _ many: String, _ what: String) -> String {
    guard count > 0 else { return "" }
    return wrap(
      "  \(what) \(count) \(count == 1 ? one : many) with fewer than \(report.analytics.minimumCohort) is held "
        + "back (analytics.minimum_cohort).", width: width)
  }

  // MARK: Pieces

  private func line(_ name: String, _ count: Int, of whole: Int?, share: Double?) -> String {
    let padding = String(repeating: " ", count: max(1, 30 - columns(name)))
    let number = grouped(count)
    let indent = String(repeating: " ", count: max(0, 9 - number.count))
    var text = "  " + name + padding + indent + number
    if let whole, whole > 0 { text += "  " + bar(Double(count) / Double(whole), Self.barWidth) }
    if let share { text += " " + percent(share) }
    return text + "\n"
  }

  private func bar(_ share: Double, _ width: Int) -> String {
    let filled = min(width, max(share > 0 ? 1 : 0, Int((share * Double(width)).rounded())))
    return style.apply(String(repeating: "█", count: filled), .green)
      + style.apply(String(repeating: "·", count: width - filled), .dim)
  }

  private func percent(_ share: Double) -> String {
    share > 0 && share < 0.01 ? "<1 %" : "\(Int((share * 100).rounded(.down))) %"
  }

  private func latencies(_ counts: StatsCounts, _ name: String) -> String {
    guard let middle = counts.latency(name, share: 0.5), let late = counts.latency(name, share: 0.95) else {
      return ""
    }
    return "≤ \(milliseconds(middle)) / \(milliseconds(late))"
  }

  private func milliseconds(_ number: Int) -> String {
    switch number {
    case Int.max: "longer"
    case ..<1000: "\(number) ms"
    case ..<60_000 where number % 1000 == 0: "\(number / 1000) s"
    case ..<60_000: "\(Double(number) / 1000) s"
    case ..<3_600_000: "\(number / 60_000) min"
    default: "\(number / 3_600_000) h"
    }
  }
}
