import AppFacts

enum SIG003: AuditRule {
  static let page = RulePage(
    "SIG003", .signature, .error,
    summary: "aps-environment is neither development nor production",
    why: """
      The value is compared letter by letter. `Production`, `prod` or `sandbox` is no environment: registration \
      fails, or signing refuses the value because the profile does not allow it.
      """,
    check: "`codesign -d --entitlements - Parcel.app`, and the .entitlements file of the target.",
    fix: "Write `development` or `production`, or let the Push Notifications capability of Xcode write it.",
    references: [.apsEnvironment],
    silentOn: ["a value from a build setting, `$(APS_ENVIRONMENT)`, that is resolved when signing"],
    bad: RuleExample(
      .init(
        "Parcel.entitlements",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>aps-environment</key>
          <string>prod</string> <!-- <- SIG003 -->
        </dict>
        </plist>
        """)),
    good: RuleExample(
      .init(
        "Parcel.entitlements",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
          <key>aps-environment</key>
          <string>development</string>
        </dict>
        </plist>
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      let declared = app.declaredEntitlements(scope.facts).compactMap(\.apsEnvironment)
      let signed = app.parts.compactMap(\.environment)
      for (value, isSigned) in declared.map({ ($0, false) }) + signed.map({ ($0, true) }) {
        let text = value.string
        if let text, text.contains("$") || ["development", "production"].contains(text) { continue }
        report.add(
          AuditFinding(
            id, isSigned ? .error : .warning, .proved,
            text.map { "aps-environment is \"\($0)\", which is no environment" }
              ?? "aps-environment is no text",
            evidence: [
              Exhibit(value.place, quote: text, isSigned ? "signed aps-environment" : "aps-environment")
            ],
            fix: "Write development or production", about: [app.about]))
      }
    }
  }
}
