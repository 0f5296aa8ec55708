import AppFacts

enum SRC001: AuditRule {
  static let page = RulePage(
    "SRC001", .source, .error,
    summary: "The app never calls registerForRemoteNotifications",
    why: "Without that call APNs gives no device token, and nothing can be sent to the app.",
    check: "Search the sources for registerForRemoteNotifications.",
    fix: "Call UIApplication.shared.registerForRemoteNotifications() at every launch.",
    references: [.registering],
    silentOn: [
      "apps that show local notifications only", "CloudKit subscriptions", "libraries without an app",
      "SDKs that register themselves (undecided then)",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: "    UNUserNotificationCenter.current().delegate = self",
        received: """

            func application( // <- SRC001
              _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
            ) {
          \(SRCExample.register)
            }
          """)),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && code.registerSites.isEmpty {
      // Our own client registers by itself.
      guard code.handlesPushes, !code.wrappers.contains(where: { $0.hasPrefix("PushClient") }) else {
        continue
      }
      guard code.wrappers.isEmpty, !code.hasGaps else {
        report.undecided(
          "SRC001", "Does \(code.name) register for remote notifications at each launch?",
          decidedBy: "running it: \(code.wrappers.first ?? "code that was not given") may do so")
        continue
      }
      let handlers =
        code.functions(KnownAPI.didRegister) + code.functions(KnownAPI.didFail)
        + code.fetchHandlers + code.legacyHandlers
      report.addOnce(
        AuditFinding(
          "SRC001", .error, .likely, "registerForRemoteNotifications is never called",
          evidence: handlers.prefix(2).map { code.exhibit($0, "waits for what registering brings") },
          fix: "Call registerForRemoteNotifications() at every launch", about: [code.about, "registration"]))
    }
  }
}
