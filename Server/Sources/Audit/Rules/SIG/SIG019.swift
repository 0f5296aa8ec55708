import AppFacts

enum SIG019: AuditRule {
  static let page = RulePage(
    "SIG019", .signature, .error,
    summary: "aps-environment is signed under the other platform's key",
    why: """
      On iOS the key is `aps-environment`, on macOS and Mac Catalyst `com.apple.developer.aps-environment`. The \
      system looks for its own key only, so an app that has the other one gets no device token.
      """,
    check: "`codesign -d --entitlements - Parcel.app`.",
    fix: "Write the entitlement under the key of the platform, or let the capability of Xcode write it.",
    references: [.apsEnvironment, .macAPSEnvironment],
    silentOn: ["both keys in one signature", "both keys in a source file that several platforms share"],
    bad: RuleExample(
      .init(
        "Parcel.app",
        """
        platform macos
        signed com.apple.developer.aps-environment = none
        signed aps-environment = production
        """)),
    good: RuleExample(
      .init("Parcel.app", "platform macos\nsigned com.apple.developer.aps-environment = production")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.mainParts {
        guard let entitlements = part.entitlements else { continue }
        let isMac = part.slices.contains { $0.platform == 1 || $0.platform == 6 }
        let isKnown = part.slices.contains { $0.platform != nil }
        guard isKnown else { continue }
        let (own, other) =
          isMac
          ? (Entitlements.macAPSEnvironment, Entitlements.apsEnvironment)
          : (Entitlements.apsEnvironment, Entitlements.macAPSEnvironment)
        guard entitlements[own] == nil, let wrong = entitlements.member(other) else { continue }
        report.add(
          AuditFinding(
            id, .error, .proved,
            "\(part.name) has \(other), and \(isMac ? "macOS" : "iOS") looks for \(own)",
            evidence: [Exhibit(wrong.place, quote: other, "signed entitlement")],
            fix: "Write the environment under \(own)", about: [app.about]))
      }
    }
  }
}
