import AppFacts

/// A service extension that cannot run.
enum PAY013: AuditRule {
  static let page = RulePage(
    "PAY013", .payload, .warning, summary: "mutable-content without an alert, or without an extension",
    why: """
      A notification service extension runs only for a push with mutable-content 1 and an alert with text. Where the \
      app has no such extension the flag does nothing: images and decrypted text never appear.
      """,
    check:
      "Look for alert beside mutable-content, and for an extension of the type usernotifications.service.",
    fix:
      "Give the push an alert, and the app a notification service extension; or leave mutable-content out.",
    references: [.serviceExtension],
    silentOn: ["a source tree whose extensions cannot be told apart", "Live Activities"],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"mutable-content": 1, "badge": 3}}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"mutable-content": 1, "alert": "On its way"}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where !message.isLiveActivity {
      guard let flag = message.aps?.member("mutable-content"), flag.value.integer == 1 else { continue }
      let evidence = Exhibit(flag.place, quote: "mutable-content: 1", "in aps")
      if message.aps?["alert"] == nil {
        // Firebase adds the alert of `notification`.
        if case .fcm(let body) = message.origin, body.message?["notification"] != nil { continue }
        report.add(
          page, .proved, "mutable-content without an alert: the service extension does not run", at: evidence,
          about: message.about)
      } else if let app = message.app, let place = lacksExtension(app, scope) {
        report.add(
          page, .likely, "mutable-content, and \(app.name) has no notification service extension",
          at: evidence,
          counterpart: [Exhibit(place, "an app without such an extension")], about: message.aboutBoth)
      }
    }
  }

  /// The app's place where it surely has none.
  private static func lacksExtension(_ app: AppleApp, _ scope: AuditScope) -> Place? {
    guard app.serviceExtensionSources.isEmpty, app.looseExtensions.isEmpty else { return nil }
    if let bundle = app.bundles.first {
      return app.bundles.allSatisfy { $0.children.allSatisfy { $0.role != .notificationService } }
        ? bundle.place : nil
    }
    let targets = app.appTargets(scope.facts)
    return app.targets.contains(where: \.isExtension) ? nil : targets.first?.place
  }
}
