import AppFacts

enum SIG013: AuditRule {
  static let page = RulePage(
    "SIG013", .signature, .info,
    summary: "An extension is signed with an aps-environment that it does not need",
    why: """
      Pushes are for the app: it registers, and the system hands them to its service extension. An extension needs \
      no aps-environment of its own; with one, its profile has to allow pushes too, and one more value can go wrong.
      """,
    check: "`codesign -d --entitlements - Parcel.app/PlugIns/Service.appex`.",
    fix: "Take the Push Notifications capability off the extension's target, unless it registers on its own.",
    references: [.serviceExtension],
    silentOn: [
      "an extension or widget without aps-environment",
      "watch apps and app clips, which may register on their own",
    ],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        extension Service.appex
          signed aps-environment = production
          profile aps-environment = production
        """)),
    good: RuleExample(.init("Parcel.ipa", "extension Service.appex")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        guard let role = part.bundle?.role, role == .notificationService || role == .notificationContent,
          let environment = part.environment
        else { continue }
        report.add(
          AuditFinding(
            id, .info, .proved, "the extension \(part.name) is signed with an aps-environment of its own",
            evidence: [Exhibit(environment.place, quote: environment.string, "signed aps-environment")],
            fix: "Nothing, if it is meant; else take the capability off the extension's target",
            about: [app.about]))
      }
    }
  }
}
