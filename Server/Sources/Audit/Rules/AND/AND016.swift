import AppFacts

/// Building the notification crashes.
enum AND016: AuditRule {
  static let page = RulePage(
    "AND016", .android, .error, summary: "A notification's PendingIntent says neither mutable nor immutable",
    why: """
      In an app for Android 12 (API 31) and later, making a PendingIntent without FLAG_IMMUTABLE or FLAG_MUTABLE throws \
      IllegalArgumentException. In onMessageReceived that ends the app's process: the message arrives, and nothing is \
      shown.
      """,
    check:
      "`adb logcat` while a message arrives: \"Targeting S+ … requires that one of FLAG_IMMUTABLE or FLAG_MUTABLE\".",
    fix: "Add PendingIntent.FLAG_IMMUTABLE (FLAG_MUTABLE only where a reply is typed into the notification).",
    references: [.android12],
    silentOn: [
      "flags that are computed or come from elsewhere", "code that asks for the version of Android first",
      "a target below API 31", "intents that are no notification's",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      .init(
        "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt",
        ANDExample.messagingText.replacing(
          "PendingIntent.FLAG_IMMUTABLE)", with: "PendingIntent.FLAG_UPDATE_CURRENT)  // <- AND016"))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      ANDExample.messaging))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps where (app.targetSDK(scope)?.value ?? 31) >= 31 {
      let files = Set(app.sources)
      let showing = Set(
        scope.index.calls("setContentIntent", "addAction", "setDeleteIntent", in: files).map(\.unit))
      for made in NotificationIntent.all(app, scope) where showing.contains(made.site.unit) {
        guard let flags = made.flags,
          let names = NotificationIntent.flagNames(flags, in: made.site.function, scope),
          !names.contains("FLAG_IMMUTABLE"), !names.contains("FLAG_MUTABLE"),
          !scope.words(of: made.site.function).contains("SDK_INT")
        else { continue }
        report.add(
          AuditFinding(
            page.id, .error, .likely, "this PendingIntent has neither FLAG_IMMUTABLE nor FLAG_MUTABLE",
            evidence: [
              Exhibit(
                flags.place, quote: names.isEmpty ? "0" : names.sorted().joined(separator: " | "),
                "the flags of \(made.site.call.name)")
            ],
            counterpart: app.targetSDK(scope).map { [Exhibit($0.place, quote: "\($0.value)", "the target")] }
              ?? [], fix: page.fix, about: [app.about]))
      }
    }
  }
}
