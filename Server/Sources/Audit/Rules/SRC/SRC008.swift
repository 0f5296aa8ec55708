import AppFacts

enum SRC008: AuditRule {
  static let page = RulePage(
    "SRC008", .source, .error,
    summary: "The background handler never calls its completion handler",
    why: """
      The system measures the time until the completion handler is called. An app that never calls it is suspended after \
      30 seconds, and gets fewer background pushes from then on.
      """,
    check: "Follow the completion handler through the function: nothing calls it or keeps it.",
    fix: "Call the completion handler exactly once, when the work is done.",
    references: [.fetchHandler, .backgroundUpdates],
    silentOn: [
      "the async form", "a completion that is passed on, stored or wrapped",
      "default implementations of protocols",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(fetch: SRCExample.fetching("    server.sync {}", marker: " // <- SRC008"))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      for handler in code.backgroundHandlers where !handler.paths.completes && !handler.paths.lost.isEmpty {
        report.addOnce(
          AuditFinding(
            "SRC008", .error, .likely, "The background handler never calls its completion handler",
            evidence: [code.exhibit(handler.function, "no path calls it")],
            fix: "Call the completion handler once the work is done",
            about: [code.about, "handler:\(code.index.functions[handler.function].declaration.place.text)"]))
      }
    }
  }
}
