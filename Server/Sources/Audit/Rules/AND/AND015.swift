import AppFacts

/// A tap goes to a receiver or service, which may not open the app any more.
enum AND015: AuditRule {
  static let page = RulePage(
    "AND015", .android, .error, summary: "A tap on the notification opens the app by a receiver or service",
    why: """
      In an app for Android 12 (API 31) and later, a receiver or service that a notification started may not start an \
      activity: the tap does nothing, and the log says "Indirect notification activity start (trampoline) blocked".
      """,
    check: "`adb logcat -s NotificationService`, then tap: does it say that a trampoline is blocked?",
    fix: "Give the notification PendingIntent.getActivity, and let the activity do what the receiver did.",
    references: [.android12],
    silentOn: [
      "a receiver or service that starts no activity", "a button's intent that does work in the background",
      "a target below API 31",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      .init(
        "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt",
        ANDExample.messagingText.replacing("getActivity", with: "getBroadcast")
          .replacing("MainActivity::class", with: "TapReceiver::class")
          .replacing(".setContentIntent(tap)", with: ".setContentIntent(tap)  // <- AND015")),
      .init(
        "app/src/main/java/dev/pushwire/parcel/TapReceiver.kt",
        """
        package dev.pushwire.parcel

        import android.content.BroadcastReceiver
        import android.content.Context
        import android.content.Intent

        class TapReceiver : BroadcastReceiver() {
          override fun onReceive(context: Context, intent: Intent) {
            context.startActivity(Intent(context, MainActivity::class.java))
          }
        }
        """)),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      ANDExample.messaging))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps where (app.targetSDK(scope)?.value ?? 31) >= 31 {
      let files = Set(app.sources)
      for site in scope.index.calls("setContentIntent", in: files) {
        guard let argument = site.call.arguments.first?.value,
          let made = pending(argument, site.function, scope),
          made.name != "getActivity", made.name != "getActivities", made.arguments.count >= 3,
          let target = NotificationIntent.target(
            made.argument("intent") ?? made.arguments[2].value, in: site.function, scope),
          let start = scope.index.calls("startActivity", in: files).first(where: { start in
            start.function.map { scope.index.functions[$0].owner == target } ?? false
          })
        else { continue }
        report.add(
          AuditFinding(
            page.id, .error, .likely,
            "a tap starts \(target), which then starts an activity: Android 12 blocks it",
            evidence: [Exhibit(site.place, quote: made.name, "the notification's tap")],
            counterpart: [Exhibit(start.place, quote: "startActivity", "blocked here")], fix: page.fix,
            about: [app.about, "class:" + target]))
      }
    }
  }

  private static func pending(
    _ expression: Expression, _ function: Int?, _ scope: AuditScope
  ) -> Expression.Call? {
    var current = expression.bare
    for _ in 0..<4 {
      if let call = current.asCall {
        let isMaker = NotificationIntent.makers.contains(call.name)
        return isMaker && call.base?.path?.lastName == "PendingIntent" ? call : nil
      }
      guard let name = current.plainName, let function,
        let value = KnownText.localValue(name, in: function, scope)
      else { return nil }
      current = value.bare
    }
    return nil
  }
}
