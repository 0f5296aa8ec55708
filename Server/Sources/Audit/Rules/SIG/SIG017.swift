import AppFacts

enum SIG017: AuditRule {
  static let page = RulePage(
    "SIG017", .signature, .error,
    summary: "The two forms of a profile do not allow the same",
    why: """
      A profile carries its content twice: as a property list, and as DER in DER-Encoded-Profile. Since iOS 15 the \
      device goes by DER, while tools show the property list. A profile whose property list was edited shows an \
      aps-environment that the device does not see.
      """,
    check: """
      `security cms -D -i Parcel.mobileprovision -o p.plist`, then \
      `plutil -extract DER-Encoded-Profile raw p.plist | base64 -d | openssl asn1parse -inform DER -i`.
      """,
    fix: "Download the profile from Apple again; edit no profile.",
    references: [.profiles],
    silentOn: ["profiles without a DER form, made before it was introduced"],
    bad: RuleExample(.init("Parcel.mobileprovision", "profile-der aps-environment = development")),
    good: RuleExample(.init("Parcel.mobileprovision", "profile aps-environment = production")))

  private static let keys = [
    Entitlements.apsEnvironment, Entitlements.macAPSEnvironment, Entitlements.applicationIdentifier,
    Entitlements.macApplicationIdentifier, Entitlements.teamIdentifier,
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for profile in app.allProfiles {
        guard let xml = profile.entitlements, let der = profile.derEntitlements else { continue }
        for key in keys {
          let (shown, real) = (xml[key], der[key])
          if shown == nil, real == nil { continue }
          if let shown, let real, shown.isSame(as: real) { continue }
          report.add(
            AuditFinding(
              id, .error, .proved,
              "the profile \(profile.name ?? profile.place.lastName) has \(key) \(shown?.short ?? "absent") in its "
                + "property list and \(real?.short ?? "absent") in DER, which counts",
              evidence: [
                Exhibit(shown?.place ?? xml.place, quote: shown?.short, "\(key) in the property list")
              ],
              counterpart: [
                Exhibit(real?.place ?? der.place, quote: real?.short, "\(key) in DER-Encoded-Profile")
              ],
              fix: "Download the profile again", about: [app.about]))
        }
      }
    }
  }
}
