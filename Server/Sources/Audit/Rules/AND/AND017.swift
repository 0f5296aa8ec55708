import AppFacts

/// A notification without its small icon is refused.
enum AND017: AuditRule {
  static let page = RulePage(
    "AND017", .android, .error, summary: "Notifications are built without a small icon",
    why: """
      A notification needs a small icon: notify() throws IllegalArgumentException ("Invalid notification (no valid \
      small icon)") without one, which ends the app's process in onMessageReceived.
      """,
    check: "Search the code for setSmallIcon.",
    fix: "Call setSmallIcon on the builder.",
    references: [
      Reference(
        "Create a notification",
        "https://developer.android.com/develop/ui/views/notifications/build-notification",
        reviewed: "2026-11-30")
    ],
    silentOn: ["an app in whose code setSmallIcon stands anywhere: a helper may set it"],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      .init(
        "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt",
        ANDExample.messagingText.replacing("\n      .setSmallIcon(R.drawable.parcel)", with: "")
          .replacing("this, CHANNEL)", with: "this, CHANNEL)  // <- AND017"))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      ANDExample.messaging))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps where !app.isOtherFramework(scope) {
      let files = Set(app.sources)
      guard !scope.index.calls("notify", in: files).isEmpty, !app.names("setSmallIcon", scope),
        !app.names("smallIcon", scope)
      else { continue }
      for site in scope.index.calls where files.contains(site.unit) && site.call.isNotificationBuilder {
        report.add(
          AuditFinding(
            page.id, .error, .likely, "no code of the app sets a small icon",
            evidence: [Exhibit(site.place, quote: site.call.constructed, "a notification is built here")],
            fix: page.fix, about: [app.about]))
      }
    }
  }
}
