import AppFacts

enum SIG005: AuditRule {
  static let page = RulePage(
    "SIG005", .signature, .error,
    summary: "A profile for a wildcard App ID is used by an app that receives pushes",
    why: """
      Push Notifications can be enabled on an explicit App ID only. A profile for `ABCDE12345.*` never has \
      aps-environment, so an app signed with it gets no device token.
      """,
    check: """
      `security cms -D -i Parcel.app/embedded.mobileprovision`: application-identifier below Entitlements must end \
      in the app's bundle id, not in `*`.
      """,
    fix: """
      Register an explicit App ID for the bundle id, enable Push Notifications on it, make a profile for it and \
      sign again.
      """,
    references: [.profiles, .capabilities],
    silentOn: ["a wildcard profile of an extension", "an app that shows no sign of pushes"],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        info UIBackgroundModes = [remote-notification]
        signed aps-environment = none
        profile aps-environment = none
        profile application-identifier = ABCDE12345.*
        """), alsoFinds: ["SIG001", "SIG004"]),
    good: RuleExample(
      .init("Parcel.ipa", "profile application-identifier = ABCDE12345.dev.pushwire.parcel")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      guard let use = app.signedOrSaidPushUse(scope), !use.isWeak else { continue }
      for profile in app.mainProfiles {
        guard let identifier = profile.rights.flatMap(Entitlements.applicationIdentifier),
          let text = identifier.string, text.hasSuffix("*")
        else { continue }
        report.add(
          AuditFinding(
            id, .error, use.confidence,
            "the profile \(profile.name ?? profile.place.lastName) is for the wildcard App ID \(text), and those "
              + "have no pushes",
            evidence: [Exhibit(identifier.place, quote: text, "application-identifier of the profile")],
            counterpart: use.exhibits,
            fix: "Make an explicit App ID with Push Notifications and a profile for it, and sign again",
            about: [app.about]))
      }
    }
  }
}
