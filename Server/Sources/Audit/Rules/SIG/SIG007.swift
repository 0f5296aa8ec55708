import AppFacts
import PushContract

enum SIG007: AuditRule {
  static let page = RulePage(
    "SIG007", .signature, .error,
    summary: "The provisioning profile has expired, or will within 30 days",
    why: """
      An app with an expired development, ad hoc or enterprise profile does not start any more, so nothing arrives \
      either. A build for the store cannot be uploaded with it; copies from the store run on.
      """,
    check: "`security cms -D -i Parcel.app/embedded.mobileprovision | grep -A1 ExpirationDate`.",
    fix:
      "Renew the profile (and its certificate, where that has expired), sign again and hand the app out again.",
    references: [.profiles],
    silentOn: [
      "a copy from the store, which has no profile",
      "an old profile beside a newer one for the same app and kind",
    ],
    bad: RuleExample(.init("Parcel.ipa", "build adhoc\nprofile-info ExpirationDate = 2026-10-01")),
    good: RuleExample(.init("Parcel.ipa", "build adhoc\nprofile-info ExpirationDate = 2027-10-01")))

  private static let day = 86_400_000

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for profile in app.allProfiles {
        guard let end = profile.expiration, !isSuperseded(profile, app) else { continue }
        let isPast = end.value <= scope.now
        // A date may be any number.
        let (left, isFar) = end.value.subtractingReportingOverflow(scope.now)
        guard isPast || (!isFar && left < 30 * day) else { continue }
        let date = UTCTime.day(end.value)
        let days = left / day
        let name = profile.name ?? profile.place.lastName
        report.add(
          AuditFinding(
            id, isPast && profile.distribution != .store ? .error : .warning, .proved,
            isPast
              ? "the profile \(name) expired on \(date)"
              : "the profile \(name) expires on \(date), in \(days) days",
            evidence: [Exhibit(end.place, quote: date, "ExpirationDate")],
            fix: "Renew the profile, sign again and hand the app out again", about: [app.about]))
      }
    }
  }

  /// A profile that lies beside a later one for the same: an old download.
  private static func isSuperseded(_ profile: ProvisioningProfile, _ app: AppleApp) -> Bool {
    guard app.profiles.contains(profile) else { return false }
    return app.allProfiles.contains { other in
      other.distribution == profile.distribution && other.bundleIDPattern == profile.bundleIDPattern
        && (other.expiration?.value ?? 0) > (profile.expiration?.value ?? 0)
    }
  }
}
