import AppFacts

enum SRC002: AuditRule {
  static let page = RulePage(
    "SRC002", .source, .warning,
    summary: "The app registers only when the person allows alerts",
    why: """
      Registering needs no permission, and background pushes are delivered without it. An app that registers only in the \
      granted branch has no token for people who said no, and loses it where the callback comes late.
      """,
    check: "Look at the conditions around each call of registerForRemoteNotifications.",
    fix: "Call registerForRemoteNotifications() at every launch, outside the permission's answer.",
    references: [.registering, .backgroundUpdates],
    silentOn: ["apps that also register elsewhere", "registering in the callback, whatever the answer is"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        launch: "    UNUserNotificationCenter.current().delegate = self",
        more: """

            @IBAction func enableTapped(_ sender: UIButton) {
              UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { granted, _ in
                guard granted else { return }
                DispatchQueue.main.async {
                  UIApplication.shared.registerForRemoteNotifications() // <- SRC002
                }
              }
            }

          """), alsoFinds: ["SRC003"]),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp && !code.hasGaps {
      let sites = code.registerSites
      guard let first = sites.first,
        sites.allSatisfy({ site in
          code.everyWay(to: site) { code.isBehindConsent($0.frames, in: $0.function) }
        })
      else { continue }
      report.addOnce(
        AuditFinding(
          "SRC002", .warning, .likely, "The app registers only where notifications are allowed",
          evidence: [Exhibit(first.place, "called behind the permission's answer")]
            + sites.dropFirst().map { Exhibit($0.place, "and here, likewise") },
          fix: "Call registerForRemoteNotifications() at every launch, whatever the answer is",
          about: [code.about, "registration"]))
    }
  }
}
