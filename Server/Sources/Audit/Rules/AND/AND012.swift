import AppFacts

/// FCM is switched off at launch, and nothing switches it on.
enum AND012: AuditRule {
  static let page = RulePage(
    "AND012", .android, .warning, summary: "FCM's auto-init is disabled and never enabled",
    why: """
      With firebase_messaging_auto_init_enabled=false the SDK makes no token until the app asks for one or enables \
      auto-init. Where no code does so, the app has no token, and the server nothing to send to.
      """,
    check: "Search the code for isAutoInitEnabled, setAutoInitEnabled and getToken.",
    fix: "Set FirebaseMessaging.getInstance().isAutoInitEnabled = true once the person has agreed.",
    references: [.fcmClient],
    silentOn: ["an app that asks for a token itself", "apps of Flutter, React Native and their like"],
    bad: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.messaging, ANDExample.activity,
      ANDExample.manifest(more: autoInit.replacing("/>", with: "/> <!-- <- AND012 -->"))),
    good: RuleExample(
      ANDExample.gradle, ANDExample.googleServices(), ANDExample.messaging,
      ANDExample.manifest(more: autoInit),
      .init(
        "app/src/main/java/dev/pushwire/parcel/MainActivity.kt",
        ANDExample.activityText.replacing(
          "if (agreed) {",
          with: "if (agreed) {\n      FirebaseMessaging.getInstance().isAutoInitEnabled = true"))))

  private static let autoInit =
    "<meta-data android:name=\"firebase_messaging_auto_init_enabled\" android:value=\"false\"/>"

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for app in scope.androidApps where !app.isOtherFramework(scope) {
      let manifests = app.packages(scope) + app.sourceManifests(scope)
      let disabled = manifests.lazy.compactMap { manifest in
        manifest.metaData(AndroidNames.autoInit).flatMap { $0.flag("value") == false ? $0 : nil }
      }.first
      guard let disabled else { continue }
      guard app.hasSources(scope) else {
        report.undecided(
          page.id, "Does \(app.name) enable FCM's auto-init, or ask for a token, once the person has agreed?",
          decidedBy: "the app's sources")
        continue
      }
      let words = ["isAutoInitEnabled", "setAutoInitEnabled", "getToken"]
      guard !words.contains(where: { app.names($0, scope) }), !asksForToken(app, scope) else { continue }
      report.add(
        AuditFinding(
          page.id, .warning, .likely, "auto-init is off, and no code enables it or asks for a token",
          evidence: [Exhibit(disabled.place, quote: "false", "firebase_messaging_auto_init_enabled")],
          fix: page.fix, about: [app.about]))
    }
  }

  /// Kotlin: `FirebaseMessaging.getInstance().token`, `Firebase.messaging.token`.
  private static func asksForToken(_ app: AndroidApp, _ scope: AuditScope) -> Bool {
    app.units(scope).contains { unit in
      var found = false
      func search(_ expression: Expression) {
        if case .member(let base?, "token", _) = expression,
          let path = base.path?.lowercased(), path.contains("messaging")
        {
          found = true
        }
      }
      for function in unit.functions { function.body?.forEach { $0.walk(search) } }
      for variable in unit.variables { variable.value?.walk(search) }
      return found
    }
  }
}
