import AppFacts

enum SIG001: AuditRule {
  static let page = RulePage(
    "SIG001", .signature, .error,
    summary: "The app means to receive pushes, and its signature has no aps-environment",
    why: """
      The system gives a device token only to an app whose signature carries the aps-environment entitlement. \
      Without it, `application(_:didFailToRegisterForRemoteNotificationsWithError:)` is called with "no valid \
      aps-environment entitlement string found", and no push can ever reach the app. Nothing else fails: the app \
      builds, installs and runs.
      """,
    check: """
      `codesign -d --entitlements - Parcel.app` lists what the app is signed with; aps-environment must stand \
      there. In Xcode: target > Signing & Capabilities > Push Notifications.
      """,
    fix: """
      Add the Push Notifications capability to the app's target, enable it on the App ID, let the profile be made \
      anew, and build and sign again.
      """,
    references: [.apsEnvironment, .registering],
    rootCauses: ["SIG014", "SIG005", "SIG004", "SIG019", "SIG011"],
    silentOn: [
      "an app that shows no sign of pushes",
      "a notification service extension or widget without aps-environment",
      "selectors of the app delegate protocol in the executable: every app has them", "simulator builds",
    ],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        info UIBackgroundModes = [remote-notification]
        signed aps-environment = none
        """)),
    good: RuleExample(
      .init(
        "Parcel.ipa",
        """
        info UIBackgroundModes = [remote-notification]
        signed aps-environment = production
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      let lacking = app.mainParts.filter { !$0.signatures.isEmpty && $0.environment == nil }
      guard !lacking.isEmpty, let use = app.pushUse(scope) else { continue }
      for part in lacking {
        let evidence = Exhibit(
          part.entitlements?.place ?? part.signaturePlace, "the signed entitlements, without aps-environment")
        report.add(
          AuditFinding(
            id, use.isWeak ? .warning : .error, use.confidence,
            "\(part.name) means to receive pushes, and is signed without aps-environment",
            evidence: [evidence],
            counterpart: use.exhibits,
            fix: "Add the Push Notifications capability to the target, make the profile anew and sign again",
            about: [app.about]))
      }
    }
  }
}
