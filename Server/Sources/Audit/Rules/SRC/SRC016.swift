import AppFacts

enum SRC016: AuditRule {
  static let page = RulePage(
    "SRC016", .source, .warning,
    summary: "A path of a notification centre's handler ends without its completion handler",
    why: """
      Until willPresent calls its completion handler the alert is not shown in the foreground. Until didReceive does, the \
      system keeps the app running for the tap and warns about it.
      """,
    check: "Follow each early return and callback in the two functions to a call of the completion handler.",
    fix: "Call the completion handler exactly once on every path.",
    references: [.centerDelegate],
    silentOn: ["the async forms", "a completion that is passed on, stored or wrapped"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              guard response.actionIdentifier == UNNotificationDefaultActionIdentifier else {
                return // <- SRC016
              }
              router.open(response.notification)
              completionHandler()
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      for handler in code.centerHandlers {
        let declaration = code.index.functions[handler.function].declaration
        let about: Set<String> = [code.about, "handler:\(declaration.place.text)"]
        if let lost = handler.paths.lost.first {
          report.addOnce(
            AuditFinding(
              "SRC016", .warning, .likely,
              handler.paths.completes
                ? "\(declaration.signature) can end without its completion handler"
                : "\(declaration.signature) never calls its completion handler",
              evidence: lost.evidence(
                or: declaration.place, "no call on this path", isWhole: !handler.paths.completes),
              counterpart: [code.exhibit(handler.function, "the handler")],
              fix: "Call the completion handler on this path too", about: about))
        } else if let doubled = handler.paths.doubled.first {
          report.addOnce(
            AuditFinding(
              "SRC016", .warning, .likely, "\(declaration.signature) may call its completion handler twice",
              evidence: doubled.doubleEvidence(or: declaration.place),
              counterpart: [code.exhibit(handler.function, "the handler")],
              fix: "Leave after the first call of the completion handler", about: about))
        }
      }
    }
  }
}
