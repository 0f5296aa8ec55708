import AppFacts

enum FLOW002: AuditRule {
  static let page = RulePage(
    "FLOW002", .flow, .warning,
    summary: "Alerts that arrive while the app is open are not shown",
    why: """
      While the app is in the foreground the system asks the notification centre's delegate how to present an alert. \
      Without userNotificationCenter(_:willPresent:withCompletionHandler:) it shows nothing.
      """,
    check: "Open the app and send an alert to it.",
    fix: "Implement willPresent, and decide for each class of notification what to show.",
    references: [.centerDelegate, .handlingResponses], rootCauses: ["SRC015"],
    silentOn: ["SDKs that are the delegate", "apps that show no alerts"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: """
              UNUserNotificationCenter.current().delegate = self // <- FLOW002
              application.registerForRemoteNotifications()
          """, present: "")),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && !code.hasGaps && code.wrappers.isEmpty {
      guard code.presentHandlers.isEmpty, !code.registerSites.isEmpty else { continue }
      let place: Place
      if let assignment = code.centerDelegateAssignments.first {
        place = assignment.place
      } else if let delegate = code.centerDelegates.first {
        place = delegate.place
      } else if let site = code.authorizationSites.first {
        place = site.place
      } else {
        continue
      }
      report.addOnce(
        AuditFinding(
          "FLOW002", .warning, .likely, "Nothing implements willPresent: alerts vanish while the app is open",
          evidence: [Exhibit(place, "the app shows alerts")],
          fix: "Implement userNotificationCenter(_:willPresent:withCompletionHandler:)",
          about: [code.about, "center-delegate"]))
    }
  }
}
