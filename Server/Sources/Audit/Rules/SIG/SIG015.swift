import AppFacts

enum SIG015: AuditRule {
  static let page = RulePage(
    "SIG015", .signature, .info,
    summary: "The app has no embedded profile",
    why: """
      A copy from the App Store or TestFlight has none, and that is normal: its environment is production. In a build \
      of one's own, a missing profile means that the environment can be compared with nothing, and that a device \
      does not install the app.
      """,
    check: "`ls Parcel.app/embedded.mobileprovision`.",
    fix: "Nothing for a copy from the store; else export again with a profile.",
    references: [.profiles],
    silentOn: [
      "an executable that the store encrypted", "simulator builds",
      "macOS apps, which need a profile for some rights only",
    ],
    bad: RuleExample(.init("Parcel.ipa", "profile none")),
    good: RuleExample(.init("Parcel.ipa", "encrypted\nprofile none")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.mainParts {
        guard let bundle = part.bundle, part.profile == nil, !part.isMac, !part.isEncrypted,
          !part.signatures.isEmpty
        else { continue }
        report.add(
          AuditFinding(
            id, .info, .proved,
            "\(part.name) has no embedded profile: a copy from the store, or not for devices",
            evidence: [Exhibit(bundle.place, "no embedded.mobileprovision")],
            fix: "Nothing for a copy from the store; else export again with a profile", about: [app.about]))
      }
    }
  }
}
