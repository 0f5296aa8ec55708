import AppFacts

enum SIG018: AuditRule {
  static let page = RulePage(
    "SIG018", .signature, .error,
    summary: "The app claims a notification entitlement that its profile does not allow",
    why: """
      An app may claim what its profile lists, and no more: the device refuses to install it otherwise. Time-sensitive \
      notifications are a capability of the App ID; critical alerts and the filtering of notifications are granted \
      by Apple on request, and come into a profile only when it is made after that.
      """,
    check: """
      `codesign -d --entitlements - Parcel.app` beside `security cms -D -i Parcel.app/embedded.mobileprovision`.
      """,
    fix: "Enable the capability on the App ID (or ask Apple for it), make the profile anew and sign again.",
    references: [
      .profiles, .timeSensitive, .criticalAlerts,
    ],
    silentOn: ["macOS apps", "entitlements that have nothing to do with notifications"],
    bad: RuleExample(
      .init(
        "Parcel.ipa",
        """
        signed com.apple.developer.usernotifications.critical-alerts = true
        profile com.apple.developer.usernotifications.critical-alerts = none
        """)),
    good: RuleExample(
      .init(
        "Parcel.ipa",
        """
        signed com.apple.developer.usernotifications.time-sensitive = true
        profile com.apple.developer.usernotifications.time-sensitive = true
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.appleApps {
      for part in app.parts where !part.isMac {
        guard let profile = part.profile, let rights = profile.rights else { continue }
        for member in part.entitlements?.members ?? []
        where Entitlements.ofNotifications.contains(member.key) && member.value.bool != false
          && rights[member.key] == nil
        {
          report.add(
            AuditFinding(
              id, .error, .proved,
              "\(part.name) claims \(member.key), and its profile does not allow it",
              evidence: [Exhibit(member.place, quote: member.key, "signed entitlement")],
              counterpart: [Exhibit(rights.place, "entitlements of the profile \(profile.name ?? "")")],
              fix: "Enable it on the App ID, make the profile anew and sign again", about: [app.about]))
        }
      }
    }
  }
}

extension Entitlements {
  static let criticalAlerts = "com.apple.developer.usernotifications.critical-alerts"
  static let timeSensitive = "com.apple.developer.usernotifications.time-sensitive"
  /// Those that change what a notification may do, beside aps-environment.
  static let ofNotifications = [
    criticalAlerts, timeSensitive, "com.apple.developer.usernotifications.communication",
    "com.apple.developer.usernotifications.filtering", "com.apple.developer.push-to-talk",
  ]
}
