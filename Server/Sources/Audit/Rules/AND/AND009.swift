import AppFacts

/// A new token stays on the device.
enum AND009: AuditRule {
  static let page = RulePage(
    "AND009", .android, .warning, summary: "The messaging service does not take new tokens",
    why: """
      FCM changes an installation's token after a restore, a reinstall, a reset of the app's data, and at times by \
      itself. The new one is handed to onNewToken only. A service without it leaves the server with the old token, \
      which answers UNREGISTERED from then on.
      """,
    check: "Does a class that extends FirebaseMessagingService override onNewToken?",
    fix: "Override onNewToken, and send the token to the server from there too.",
    references: [.fcmClient],
    silentOn: [
      "a class whose parent is another SDK's or overrides onNewToken", "an app that uses topics only",
    ],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      .init(
        "app/src/main/java/dev/pushwire/parcel/ParcelMessaging.kt",
        ANDExample.messagingText.replacing("onNewToken", with: "storeToken")
          .replacing("override fun storeToken", with: "fun storeToken")
          .replacing("FirebaseMessagingService() {", with: "FirebaseMessagingService() {  // <- AND009"))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.manifest(), ANDExample.activity,
      ANDExample.messaging))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps {
      let classes = MessagingClass.all(app, scope)
      let bases = Set(classes.flatMap(\.ancestors))
      guard !usesTopicsOnly(app, scope) else { continue }
      for type in classes where type.isDirect && !bases.contains(type.name) && !type.isAbstract {
        let family = Set([type.name] + type.ancestors)
        let takes = scope.index.functions("onNewToken", in: Set(app.sources)).contains {
          $0.owner.map(family.contains) ?? false
        }
        guard !takes else { continue }
        report.add(
          AuditFinding(
            page.id, .warning, .likely, "\(type.name) does not override onNewToken",
            evidence: [Exhibit(type.place, quote: type.name, "extends FirebaseMessagingService")],
            fix: page.fix,
            about: [app.about, "class:" + type.name]))
      }
    }
  }

  private static func usesTopicsOnly(_ app: AndroidApp, _ scope: AuditScope) -> Bool {
    let files = Set(app.sources)
    guard !scope.index.calls("subscribeToTopic", in: files).isEmpty else { return false }
    return scope.index.calls("getToken", in: files).isEmpty && !app.names("token", scope)
  }
}
