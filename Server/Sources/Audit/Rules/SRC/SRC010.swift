import AppFacts

enum SRC010: AuditRule {
  static let page = RulePage(
    "SRC010", .source, .warning,
    summary: "The background handler may call its completion handler twice",
    why:
      "The completion handler is good for one call. A second one is a programming error that can end the app.",
    check:
      "Look for a path on which two calls run one after the other: often a return is missing between them.",
    fix: "Leave after the first call, or let one place call it.",
    references: [.fetchHandler],
    silentOn: [
      "a completion that is wrapped to run once", "callbacks on expiry", "conditions that exclude each other",
    ],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        fetch: SRCExample.fetching(
          """
              if userInfo["order"] == nil {
                completionHandler(.noData)
              }
              server.sync { completionHandler(.newData) } // <- SRC010
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      for handler in code.backgroundHandlers {
        guard let doubled = handler.paths.doubled.first else { continue }
        let place = code.index.functions[handler.function].declaration.place
        report.addOnce(
          AuditFinding(
            "SRC010", .warning, .likely, "The background handler may call its completion handler twice",
            evidence: doubled.doubleEvidence(or: place),
            counterpart: [code.exhibit(handler.function, "the handler")],
            fix: "Leave after the first call of the completion handler",
            about: [code.about, "handler:\(place.text)"]))
      }
    }
  }
}
