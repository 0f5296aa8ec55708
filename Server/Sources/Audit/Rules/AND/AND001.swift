import AppFacts

/// An app for Android 13 and later that never asks for the notification permission in its manifest.
enum AND001: AuditRule {
  static let page = RulePage(
    "AND001", .android, .error, summary: "The package lacks POST_NOTIFICATIONS",
    why: """
      Since Android 13 (API 33) an app shows notifications only where the person granted POST_NOTIFICATIONS. A package \
      that does not declare it cannot ask: its notifications are off after a fresh install, and FCM's arrive and are \
      not shown. Current versions of firebase-messaging declare it, so it is missing where an old one is used, or \
      where merging was told to remove it.
      """,
    check: "`aapt dump permissions Parcel.apk` lists what the package declares.",
    fix:
      "Declare android.permission.POST_NOTIFICATIONS in the manifest, and ask for it at a moment of value.",
    references: [.androidPermission],
    silentOn: [
      "a source manifest: the permission may come by merging", "a target below API 33",
      "an app without FCM",
    ],
    bad: RuleExample(.init("Parcel.apk", ANDExample.package(permissions: ""))),
    good: RuleExample(.init("Parcel.apk", ANDExample.package())))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      guard let fcm = app.usesFCM(scope) else { continue }
      let packages = app.packages(scope)
      for package in packages {
        guard let target = package.targetSDK, target.value >= 33, package.postNotifications == nil else {
          continue
        }
        report.add(
          AuditFinding(
            page.id, .error, .proved,
            "the package is for API \(target.value) and does not declare POST_NOTIFICATIONS",
            evidence: [
              Exhibit(package.start, "no uses-permission for android.permission.POST_NOTIFICATIONS"),
              Exhibit(target.place, quote: "\(target.value)", "targetSdkVersion"),
            ], counterpart: [fcm], fix: page.fix, about: [app.about]))
      }
      if packages.isEmpty { checkSources(app, fcm, scope, &report) }
    }
  }

  /// In sources only what merging is told to remove decides; and even then only where the app shows something.
  private static func checkSources(
    _ app: AndroidApp, _ fcm: Exhibit, _ scope: AuditScope, _ report: inout RuleReport
  ) {
    let manifests = app.sourceManifests(scope)
    let declared = (manifests + app.libraryManifests(scope)).contains { $0.postNotifications != nil }
    guard !declared, !manifests.isEmpty, (app.targetSDK(scope)?.value ?? 33) >= 33 else { return }
    let removed = manifests.lazy.flatMap(\.removedPermissions)
      .first { $0.value == AndroidNames.postNotifications }
    guard let removed, let shown = scope.index.calls("notify", in: Set(app.sources)).first else {
      return report.undecided(
        page.id, "Does \(app.name) declare POST_NOTIFICATIONS once manifests are merged?",
        decidedBy: "the .apk or .aab")
    }
    report.add(
      AuditFinding(
        page.id, .error, .likely,
        "merging is told to remove POST_NOTIFICATIONS, and the app shows notifications",
        evidence: [Exhibit(removed.place, quote: removed.value, "removed by tools:node")],
        counterpart: [Exhibit(shown.call.place, quote: "notify", "a notification is shown here"), fcm],
        fix: "Take the removal out of the manifest.", about: [app.about]))
  }
}
