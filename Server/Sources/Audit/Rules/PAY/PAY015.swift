import AppFacts

/// Interruption that the app is not entitled to.
enum PAY015: AuditRule {
  static let page = RulePage(
    "PAY015", .payload, .warning, summary: "A critical or time-sensitive alert without its entitlement",
    why: """
      Without the entitlement the system treats a time-sensitive alert as an ordinary one, and mutes a critical one \
      like any other: it does not break through a Focus.
      """,
    check: "`codesign -d --entitlements - Parcel.app` shows what the app was signed with.",
    fix: "Add the capability Time Sensitive Notifications; critical alerts are granted by Apple on request.",
    references: [.apnsPayload],
    silentOn: ["apps whose entitlements were not given"],
    bad: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "At the door", "interruption-level": "time-sensitive"}}"#),
      .init("Parcel.ipa", "build store\n")),
    good: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "At the door", "interruption-level": "time-sensitive"}}"#),
      .init(
        "Parcel.ipa",
        """
        build store
        signed com.apple.developer.usernotifications.time-sensitive = true
        profile com.apple.developer.usernotifications.time-sensitive = true
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let app = message.app else { continue }
      let level = message.aps?["interruption-level"]
      let critical = message.aps?["sound"]?["critical"]
      if let level, level.string == "time-sensitive" {
        judge(level, "time-sensitive", app, message, scope, &report)
      } else if let level, level.string == "critical" {
        judge(level, "critical-alerts", app, message, scope, &report)
      } else if let critical, critical.integer == 1 {
        judge(critical, "critical-alerts", app, message, scope, &report)
      }
    }
  }

  private static func judge(
    _ value: Located, _ name: String, _ app: AppleApp, _ message: APNsMessage, _ scope: AuditScope,
    _ report: inout RuleReport
  ) {
    let key = "com.apple.developer.usernotifications." + name
    let signed = app.bundles.compactMap { $0.binary?.entitlements }
    let written =
      app.entitlements.map(\.tree)
      + app.appTargets(scope.facts).flatMap(\.configurations).compactMap { $0.entitlements?.tree }
    let trees = signed.isEmpty ? written : signed
    guard let first = trees.first, trees.allSatisfy({ $0[key] == nil }) else { return }
    report.add(
      page, signed.isEmpty ? .likely : .proved,
      "\(name == "time-sensitive" ? "a time-sensitive" : "a critical") alert, and \(app.name) lacks the entitlement",
      at: Exhibit(value.place, quote: value.shownValue, "in the payload"),
      counterpart: [Exhibit(first.place, "entitlements without \(key)")], about: message.aboutBoth)
  }
}
