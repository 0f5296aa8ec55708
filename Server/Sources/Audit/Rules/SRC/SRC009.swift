import AppFacts

enum SRC009: AuditRule {
  static let page = RulePage(
    "SRC009", .source, .error,
    summary: "A path through the background handler ends without the completion handler",
    why: """
      Each push comes with a completion handler of its own. Where a path does not call it the app is suspended after 30 \
      seconds, and the system gives it fewer background pushes from then on.
      """,
    check: "Follow each early return, error and callback to a call of the completion handler.",
    fix: "Call the completion handler on this path too, with .noData or .failed.",
    references: [.fetchHandler, .backgroundUpdates],
    silentOn: [
      "a completion that is passed on, stored or wrapped to run once", "defer",
      "callbacks of which a weak self is gone",
      "conditions on variables that change meanwhile", "code under #if DEBUG",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        fetch: SRCExample.fetching(
          """
              guard let order = userInfo["order"] as? String else {
                return // <- SRC009
              }
              server.sync(order) { completionHandler(.newData) }
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      for handler in code.backgroundHandlers where handler.paths.completes {
        guard let lost = handler.paths.lost.first else { continue }
        let place = code.index.functions[handler.function].declaration.place
        report.addOnce(
          AuditFinding(
            "SRC009", .error, .likely, "The background handler can end without its completion handler",
            evidence: lost.evidence(or: place, "no call on this path", isWhole: false),
            counterpart: [code.exhibit(handler.function, "the handler")],
            fix: "Call the completion handler on this path too",
            about: [code.about, "handler:\(place.text)"]))
      }
    }
  }
}
