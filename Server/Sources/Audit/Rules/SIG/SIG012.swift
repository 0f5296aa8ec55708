import AppFacts

enum SIG012: AuditRule {
  static let page = RulePage(
    "SIG012", .signature, .error,
    summary: "The APNs environment does not fit the kind of build",
    why: """
      Apps from the store, TestFlight, ad hoc and enterprise builds talk to the production environment; builds from \
      Xcode with a development profile talk to the sandbox. An app for testers that is signed for development \
      gets sandbox tokens, and a server that sends to production is answered BadDeviceToken.
      """,
    check: """
      `codesign -d --entitlements - Parcel.app` says the environment; \
      `security cms -D -i Parcel.app/embedded.mobileprovision` says the kind: ProvisionedDevices and get-task-allow.
      """,
    fix: """
      Sign with a distribution profile and let it set the value, or keep one entitlements file per configuration.
      """,
    references: [.apsEnvironment, .profiles],
    rootCauses: ["SIG003", "SIG002", "SIG008", "SIG010"],
    silentOn: [
      "an archive that is signed for development: the export signs it again",
      "a copy from the store or TestFlight",
      "development in a source entitlements file",
    ],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        build adhoc
        signed aps-environment = development
        profile aps-environment = development
        """)),
    good: RuleExample(.init("Parcel.ipa", "build adhoc\nsigned aps-environment = production")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.mainParts {
        guard let environment = part.environment, let value = environment.string, let profile = part.profile,
          ["development", "production"].contains(value)
        else { continue }
        let wanted = profile.distribution == .development ? "development" : "production"
        guard value != wanted else { continue }
        let devices = profile.tree["ProvisionedDevices"] ?? profile.tree["ProvisionsAllDevices"]
        let kind = profile.distribution.rawValue
        report.add(
          AuditFinding(
            id, .error, .proved,
            "\(part.name) is signed for the \(value) environment, and its profile makes it a build for \(kind)",
            evidence: [Exhibit(environment.place, quote: value, "signed aps-environment")],
            counterpart: [
              Exhibit(
                devices?.place ?? profile.place, quote: kind, "kind of the profile \(profile.name ?? "")")
            ],
            fix: "Sign for \(wanted), or use a profile for the kind of build that it is", about: [app.about]))
      }
    }
  }
}
