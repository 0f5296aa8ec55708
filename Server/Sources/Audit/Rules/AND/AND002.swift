import AppFacts

/// The app may ask for the notification permission, and never does.
enum AND002: AuditRule {
  static let page = RulePage(
    "AND002", .android, .warning, summary: "POST_NOTIFICATIONS is declared and never asked for",
    why: """
      An app for Android 13 and later starts with notifications off. Nothing asks the person but the app itself, by a \
      request for POST_NOTIFICATIONS: without it every notification is dropped after a fresh install, although FCM \
      accepts and delivers the message.
      """,
    check:
      "Search the code for POST_NOTIFICATIONS; on a device: `adb shell dumpsys package PACKAGE | grep POST_NOTIF`.",
    fix: "Request POST_NOTIFICATIONS at a moment of value, with an explanation before the dialog.",
    references: [.androidPermission], rootCauses: ["AND001"],
    silentOn: [
      "a target below API 33, where the system asks by itself",
      "apps of Flutter, React Native and their like",
      "an SDK's own function that asks", "a library's manifest",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.messaging,
      .init(
        "app/src/main/java/dev/pushwire/parcel/MainActivity.kt",
        ANDExample.activityText.replacing(
          "ask.launch(Manifest.permission.POST_NOTIFICATIONS)",
          with: "checkSelfPermission(Manifest.permission.POST_NOTIFICATIONS)"
        )
        .replacing(
          "  private val ask = registerForActivityResult(ActivityResultContracts.RequestPermission()) { }\n\n",
          with: ""))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.messaging,
      ANDExample.activity))

  private static let looking: Set<String> = [
    "checkSelfPermission", "checkPermission", "checkCallingOrSelfPermission",
    "shouldShowRequestPermissionRationale", "isPermissionGranted",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      guard let target = app.targetSDK(scope), target.value >= 33, app.hasSources(scope),
        !app.isOtherFramework(scope)
      else { continue }
      let own = app.packages(scope) + app.sourceManifests(scope)
      guard let declared = own.lazy.compactMap(\.postNotifications).first,
        !app.names("POST_NOTIFICATIONS", scope, besides: looking), !isAskedByOthers(app, scope)
      else { continue }
      report.add(
        AuditFinding(
          page.id, .warning, .likely, "no code of the app asks for POST_NOTIFICATIONS",
          evidence: [Exhibit(declared.place, quote: declared.value, "declared here")],
          counterpart: [Exhibit(target.place, quote: "\(target.value)", "the target: the app has to ask")],
          fix: page.fix, about: [app.about, "permission:" + app.about]))
    }
  }

  /// SDKs and helpers that ask are called like that.
  private static func isAskedByOthers(_ app: AndroidApp, _ scope: AuditScope) -> Bool {
    let files = Set(app.sources)
    return scope.index.calls.contains { site in
      guard files.contains(site.unit), !looking.contains(site.call.name) else { return false }
      let name = site.call.name.lowercased()
      return (name.contains("request") || name.contains("prompt") || name.contains("ask"))
        && (name.contains("notification") || name.contains("permission") || name.contains("push"))
    }
  }
}
