import AppFacts

enum SIG002: AuditRule {
  static let page = RulePage(
    "SIG002", .signature, .error,
    summary: "The signed aps-environment is not the profile's",
    why: """
      The profile says which APNs environment the app may use; iOS refuses to install an app that claims another \
      value. Where a tool signs around this check, the token belongs to another environment than the one that the \
      profile, and whoever reads it, says: pushes are then answered with BadDeviceToken.
      """,
    check: """
      `codesign -d --entitlements - Parcel.app` beside `security cms -D -i Parcel.app/embedded.mobileprovision`: \
      aps-environment must be the same in both.
      """,
    fix: """
      Sign again with a profile for the kind of build it is, and let Xcode or `xcodebuild -exportArchive` take the \
      value from the profile.
      """,
    references: [.apsEnvironment, .profiles],
    rootCauses: ["SIG003", "SIG008", "SIG010", "SIG017"],
    silentOn: [
      "development in a source entitlements file: signing replaces it", "a store copy without a profile",
    ],
    bad: RuleExample(
      .init("Parcel.ipa", "signed aps-environment = development\nprofile aps-environment = production"),
      alsoFinds: ["SIG012"]),
    good: RuleExample(
      .init("Parcel.ipa", "signed aps-environment = production\nprofile aps-environment = production")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        guard let signed = part.environment, let value = signed.string, let profile = part.profile,
          let allowed = profile.environment, let limit = allowed.string, value != limit, limit != "*"
        else { continue }
        report.add(
          AuditFinding(
            id, .error, .proved,
            "\(part.name) is signed for the \(value) environment, and its profile is for \(limit)",
            evidence: [Exhibit(signed.place, quote: value, "signed aps-environment")],
            counterpart: [
              Exhibit(allowed.place, quote: limit, "aps-environment of the profile \(profile.name ?? "")")
            ],
            fix: "Sign again with a profile that is for \(value), or take the value from this profile",
            about: [app.about]))
      }
    }
  }
}
