import AppFacts

enum SIG011: AuditRule {
  static let page = RulePage(
    "SIG011", .signature, .error,
    summary: "The sources declare aps-environment, and the built app is signed without it",
    why: """
      Something on the way from the project to the app lost the entitlement: an export with a profile that lacks it, \
      a script that signs again without `--entitlements`, a configuration without CODE_SIGN_ENTITLEMENTS. The \
      project looks right, and the app gets no device token.
      """,
    check: """
      `codesign -d --entitlements - Parcel.app` beside the .entitlements file of the target; the log of the export \
      names the profile that it used.
      """,
    fix: """
      Give the entitlements to every step that signs (`codesign --entitlements`), set CODE_SIGN_ENTITLEMENTS in the \
      configuration that is shipped, and export with a profile that has aps-environment.
      """,
    references: [.apsEnvironment, .profiles],
    rootCauses: ["SIG014", "SIG005", "SIG004", "SIG019"],
    silentOn: [
      "another value in the signature than in the sources: signing takes it from the profile",
      "a configuration for debugging that declares it alone",
    ],
    bad: RuleExample(
      .init("Parcel.ipa", "signed aps-environment = none"),
      .init("Parcel.entitlements", entitlements), alsoFinds: ["SIG001"]),
    good: RuleExample(
      .init("Parcel.ipa", "signed aps-environment = production"),
      .init("Parcel.entitlements", entitlements)))

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>aps-environment</key>
      <string>development</string>
    </dict>
    </plist>
    """

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      let files = app.declaredEntitlements(scope.facts)
      guard let declared = files.lazy.compactMap(\.apsEnvironment).first else { continue }
      // Of several configurations, nobody knows which one was built.
      let isSure = files.allSatisfy { $0.apsEnvironment != nil }
      for part in app.mainParts where !part.signatures.isEmpty && part.environment == nil {
        report.add(
          AuditFinding(
            id, .error, isSure ? .proved : .likely,
            "the sources declare aps-environment, and \(part.name) is signed without it",
            evidence: [
              Exhibit(
                part.entitlements?.place ?? part.signaturePlace,
                "the signed entitlements, without aps-environment")
            ],
            counterpart: [Exhibit(declared.place, quote: declared.string, "aps-environment in the sources")],
            fix: "Sign with these entitlements and a profile that allows them; check the export's options",
            about: [app.about]))
      }
    }
  }
}
