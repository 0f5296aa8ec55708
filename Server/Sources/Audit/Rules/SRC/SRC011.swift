import AppFacts

enum SRC011: AuditRule {
  static let page = RulePage(
    "SRC011", .source, .error,
    summary: "The app has only the old handler, which background pushes do not call",
    why: """
      application(_:didReceiveRemoteNotification:) is called in the foreground only, and is deprecated. A background push \
      wakes the app through the form with a fetchCompletionHandler, or its async form.
      """,
    check: "Search the delegate for fetchCompletionHandler.",
    fix: "Implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:) instead.",
    references: [.legacyHandler, .fetchHandler],
    silentOn: ["the Mac, where the old form is the only one", "the async form, which has the same name"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        fetch: """

            func application( // <- SRC011
              _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
            ) {
              server.sync {}
            }
          """)),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where !code.isMac && code.fetchHandlers.isEmpty && !code.hasGaps {
      for legacy in code.legacyHandlers where !code.isMacFile(code.index.functions[legacy].unit) {
        report.addOnce(
          AuditFinding(
            "SRC011", .error, .likely,
            "Only application(_:didReceiveRemoteNotification:) is implemented, which background pushes do not call",
            evidence: [code.exhibit(legacy, "called in the foreground only")],
            fix: "Implement the form with fetchCompletionHandler", about: [code.about, "handler"]))
      }
    }
  }
}
