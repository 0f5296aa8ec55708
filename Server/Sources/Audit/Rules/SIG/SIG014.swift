import AppFacts

enum SIG014: AuditRule {
  static let page = RulePage(
    "SIG014", .signature, .error,
    summary: "The app's executable is not signed, or without a certificate",
    why: """
      A device installs no app without a signature, and an ad hoc signature (`codesign -s -`) carries no \
      entitlement that the system would grant: no device token, no pushes.
      """,
    check: "`codesign -dv Parcel.app` says \"code object is not signed at all\" or \"Signature=adhoc\".",
    fix: "Sign the app with a certificate and a profile: in Xcode, or by `xcodebuild -exportArchive`.",
    references: [.profiles],
    silentOn: [
      "simulator builds", "an archive built with CODE_SIGNING_ALLOWED=NO and signed later is a warning only",
      "macOS apps that are signed to run locally and show no sign of pushes",
    ],
    bad: RuleExample(.init("Parcel.ipa", "unsigned")),
    good: RuleExample(.init("Parcel.ipa", "# signed, as it should be")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.mainParts where !part.slices.isEmpty {
        let place = part.binary.place
        let isUnsigned = part.signatures.isEmpty
        let isAdHoc = !isUnsigned && part.signatures.allSatisfy { !$0.hasCMS }
        guard isUnsigned || isAdHoc else { continue }
        if part.isMac, part.environment == nil, app.pushUse(scope) == nil { continue }
        let isArchive = part.bundle?.container == .xcarchive
        report.add(
          AuditFinding(
            id, isArchive ? .warning : .error, .proved,
            isUnsigned
              ? "\(part.name) is not signed" : "\(part.name) is signed ad hoc, without a certificate",
            evidence: [
              Exhibit(
                isUnsigned ? place : part.signaturePlace,
                isUnsigned ? "no LC_CODE_SIGNATURE in any slice" : "a signature without a certificate")
            ],
            fix: "Sign it with a certificate and a profile for this bundle id", about: [app.about]))
      }
    }
  }
}
