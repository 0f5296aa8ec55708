import AppFacts

enum SIG004: AuditRule {
  static let page = RulePage(
    "SIG004", .signature, .error,
    summary: "The profile does not allow pushes: it has no aps-environment",
    why: """
      A profile lists what an app may claim. Without aps-environment in it, signing drops the entitlement or the \
      device refuses to install the app. Profiles made before Push Notifications was enabled on the App ID stay \
      as they were.
      """,
    check: """
      `security cms -D -i Parcel.app/embedded.mobileprovision`: aps-environment must stand below Entitlements.
      """,
    fix: """
      Enable Push Notifications on the App ID (Certificates, Identifiers & Profiles > Identifiers), then make the \
      profile anew, download it and sign again.
      """,
    references: [.profiles, .apsEnvironment], rootCauses: ["SIG005"],
    silentOn: [
      "profiles of extensions and widgets", "an app that shows no sign of pushes",
      "a store copy, which has no profile",
    ],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        info UIBackgroundModes = [remote-notification]
        signed aps-environment = none
        profile aps-environment = none
        """), alsoFinds: ["SIG001"]),
    good: RuleExample(.init("Parcel.ipa", "info UIBackgroundModes = [remote-notification]")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      guard let use = app.signedOrSaidPushUse(scope), !use.isWeak else { continue }
      for profile in app.mainProfiles where profile.rights != nil && profile.environment == nil {
        let place = profile.rights?.place ?? profile.place
        report.add(
          AuditFinding(
            id, .error, use.confidence,
            "the profile \(profile.name ?? profile.place.lastName) does not allow pushes",
            evidence: [Exhibit(place, "the profile's entitlements, without aps-environment")],
            counterpart: use.exhibits,
            fix: "Enable Push Notifications on the App ID, make the profile anew and sign again",
            about: [app.about]))
      }
    }
  }
}
