import AppFacts

enum SIG006: AuditRule {
  static let page = RulePage(
    "SIG006", .signature, .error,
    summary: "Bundle id, team and application identifier do not agree",
    why: """
      APNs takes the topic from the signed application identifier, and the device installs the app only where \
      the profile is for it. An app re-signed with another team's profile, or renamed without its entitlements, \
      is refused, or its tokens answer DeviceTokenNotForTopic to the topic that the server uses.
      """,
    check: """
      Compare CFBundleIdentifier of Info.plist with application-identifier and the team of \
      `codesign -dv --entitlements - Parcel.app` and `security cms -D -i Parcel.app/embedded.mobileprovision`.
      """,
    fix: "Use one bundle id and one team in all three: sign with the profile that is for this bundle id.",
    references: [.profiles],
    silentOn: [
      "an App ID prefix that is not the team id (older App IDs)", "a wildcard that covers the bundle id",
      "macOS apps without an application identifier",
    ],
    bad: RuleExample(
      .init("Parcel.ipa", "profile application-identifier = ABCDE12345.dev.pushwire.courier")),
    good: RuleExample(.init("Parcel.ipa", "profile application-identifier = ABCDE12345.dev.pushwire.parcel")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts {
        identifiers(part, app, &report)
        teams(part, app, &report)
      }
    }
  }

  /// Info.plist's bundle id, the signed identifier, and the profile's.
  private static func identifiers(_ part: SignedPart, _ app: AppleApp, _ report: inout RuleReport) {
    let signed = part.entitlements.flatMap(Entitlements.applicationIdentifier)?.sourcedString
    let allowed = part.profile?.rights.flatMap(Entitlements.applicationIdentifier)?.sourcedString
    if let id = part.bundleID, let signed, signed.value.withoutPrefix != id.value {
      add(
        "the bundle id of \(part.name) is \(id.value), and it is signed as \(signed.value)",
        Exhibit(signed.place, quote: signed.value, "signed application-identifier"),
        Exhibit(id.place, quote: id.value, "CFBundleIdentifier"), app, &report)
    }
    // The signature where it says an identifier, else the bundle id, must be the profile's.
    if let allowed, let own = signed ?? part.bundleID {
      let pattern = allowed.value.withoutPrefix
      let fits =
        pattern.hasSuffix("*")
        ? own.value.withoutPrefix.hasPrefix(pattern.dropLast()) : own.value.withoutPrefix == pattern
      let hasOtherPrefix =
        signed != nil && allowed.value.prefix(10) != own.value.prefix(10) && allowed.value != pattern
      if !fits || hasOtherPrefix {
        add(
          "the profile of \(part.name) is for \(allowed.value), and the app is \(own.value)",
          Exhibit(allowed.place, quote: allowed.value, "application-identifier of the profile"),
          Exhibit(
            own.place, quote: own.value,
            signed == nil ? "CFBundleIdentifier" : "signed application-identifier"),
          app, &report)
      }
    }
  }

  private static func teams(_ part: SignedPart, _ app: AppleApp, _ report: inout RuleReport) {
    let signed = part.entitlements?[Entitlements.teamIdentifier]?.sourcedString
    let directory = part.signatures.flatMap(\.directories).lazy
      .compactMap { found in found.team.map { Sourced($0, found.place) } }.first
    let allowed = part.profile?.team
    guard let own = directory ?? signed else { return }
    let others = [(signed, "signed team identifier"), (allowed, "team of the profile")]
    for case (let other?, let what) in others where other.value != own.value {
      add(
        "\(part.name) is signed by the team \(own.value), and its \(what) is \(other.value)",
        Exhibit(
          own.place, quote: own.value, directory == nil ? "signed team identifier" : "team of the signature"),
        Exhibit(other.place, quote: other.value, what), app, &report)
    }
  }

  private static func add(
    _ message: String, _ evidence: Exhibit, _ counterpart: Exhibit, _ app: AppleApp,
    _ report: inout RuleReport
  ) {
    report.add(
      AuditFinding(
        id, .error, .proved, message, evidence: [evidence], counterpart: [counterpart],
        fix: "Sign with the certificate and the profile of the team and App ID that the app is of",
        about: [app.about]))
  }
}
