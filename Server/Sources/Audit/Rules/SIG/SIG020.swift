import AppFacts

enum SIG020: AuditRule {
  static let page = RulePage(
    "SIG020", .signature, .warning,
    summary: "A notification entitlement of the sources is lost in the signed app",
    why: """
      Time-sensitive and critical notifications need their entitlement in the signature. Where it is lost on the way, \
      the same notification is shown as an ordinary one: Focus and the mute switch hold it back, without any error.
      """,
    check: "`codesign -d --entitlements - Parcel.app` beside the .entitlements file of the target.",
    fix: "Export with a profile that allows it, and give the entitlements to every step that signs.",
    references: [.timeSensitive, .criticalAlerts], rootCauses: ["SIG014", "SIG011"],
    silentOn: ["a configuration for debugging that declares it alone", "a value of false"],
    bad: RuleExample(
      .init("Parcel.ipa", "# signed without it"), .init("Parcel.entitlements", entitlements)),
    good: RuleExample(
      .init("Parcel.ipa", "signed com.apple.developer.usernotifications.time-sensitive = true"),
      .init("Parcel.entitlements", entitlements)))

  private static let entitlements = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>aps-environment</key>
      <string>development</string>
      <key>com.apple.developer.usernotifications.time-sensitive</key>
      <true/>
    </dict>
    </plist>
    """

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      let files = app.declaredEntitlements(scope.facts)
      for key in Entitlements.ofNotifications {
        guard
          let declared = files.lazy.compactMap({ $0.tree.member(key) }).first(where: {
            $0.value.bool != false
          })
        else { continue }
        let isSure = files.allSatisfy { $0.tree[key] != nil }
        for part in app.mainParts where !part.signatures.isEmpty && part.entitlements?[key] == nil {
          report.add(
            AuditFinding(
              id, .warning, isSure ? .proved : .likely,
              "the sources declare \(key), and \(part.name) is signed without it",
              evidence: [
                Exhibit(
                  part.entitlements?.place ?? part.signaturePlace, "the signed entitlements, without it")
              ],
              counterpart: [Exhibit(declared.place, quote: key, "entitlement in the sources")],
              fix: "Sign with these entitlements and a profile that allows them", about: [app.about]))
        }
      }
    }
  }
}
