import AppFacts

enum SRC004: AuditRule {
  static let page = RulePage(
    "SRC004", .source, .error,
    summary: "The app registers, and nothing takes the device token",
    why: """
      The token arrives in application(_:didRegisterForRemoteNotificationsWithDeviceToken:). Where the delegate has no \
      such method the token is lost, and the server never learns it.
      """,
    check: "Search the sources for didRegisterForRemoteNotificationsWithDeviceToken.",
    fix: "Implement it in the application's delegate and send the token to the server.",
    references: [.registering], rootCauses: ["SRC015"],
    silentOn: ["SDKs that take the delegate's callbacks (undecided then)", "libraries without an app"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: """
              UNUserNotificationCenter.current().delegate = self
              application.registerForRemoteNotifications() // <- SRC004
          """, received: "")),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp {
      guard let site = code.registerSites.first, code.functions(KnownAPI.didRegister).isEmpty else {
        continue
      }
      guard !code.wrappers.contains(where: { $0.hasPrefix("PushClient") }) else { continue }
      guard code.wrappers.isEmpty, !code.hasGaps else {
        report.undecided(
          "SRC004", "Does anything in \(code.name) take the device token?",
          decidedBy: "running it: \(code.wrappers.first ?? "code that was not given") may do so")
        continue
      }
      report.addOnce(
        AuditFinding(
          "SRC004", .error, .likely,
          "The app registers, and has no didRegisterForRemoteNotificationsWithDeviceToken",
          evidence: [Exhibit(site.place, "registered here")],
          counterpart: code.appPlace.map { [Exhibit($0, "the app")] } ?? [],
          fix: "Implement application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
          about: [code.about, "registration"]))
    }
  }
}
