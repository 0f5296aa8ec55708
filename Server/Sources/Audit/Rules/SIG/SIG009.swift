import AppFacts

enum SIG009: AuditRule {
  static let page = RulePage(
    "SIG009", .signature, .warning,
    summary: "The signature has no DER entitlements, which iOS 15 and later ask for",
    why: """
      Since iOS 15 the system reads entitlements in DER from slot 7 of the signature, and does not start an app \
      that has them as XML only. Old signing tools and scripts write XML alone. App Store Connect signs anew, so \
      that builds for the store are not concerned.
      """,
    check: "`codesign -d --entitlements - --der Parcel.app` must list the entitlements.",
    fix: "Sign again on macOS 11 or later, or with `codesign --generate-entitlement-der`.",
    references: [.signatureFormat],
    silentOn: [
      "builds for the store and copies from it", "macOS apps", "an executable without entitlements",
    ],
    bad: RuleExample(.init("Parcel.ipa", "build adhoc\nno-der")),
    good: RuleExample(.init("Parcel.ipa", "build adhoc")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts where !part.isMac && !part.isEncrypted && part.profile?.distribution != .store {
        // Without a profile nothing says that it does not come from the store.
        guard part.profile != nil else { continue }
        for slice in part.slices {
          guard let signature = slice.signature, let xml = signature.xmlEntitlements, !xml.members.isEmpty,
            !signature.slots.contains(7)
          else { continue }
          let minimum = part.bundle?.info?.minimumOS
          report.add(
            AuditFinding(
              id, .warning, .proved,
              "\(part.name) (\(slice.architecture)) is signed without DER entitlements; iOS 15 and later do not start it",
              evidence: [Exhibit(signature.place, "slots \(signature.slots), without 7")],
              counterpart: minimum.map { [Exhibit($0.place, quote: $0.value, "minimum system")] } ?? [],
              fix: "Sign again with a current codesign", about: [app.about]))
        }
      }
    }
  }
}
