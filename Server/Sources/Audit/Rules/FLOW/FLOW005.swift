import AppFacts

enum FLOW005: AuditRule {
  static let page = RulePage(
    "FLOW005", .flow, .error,
    summary: "A URL out of the payload is opened as it is",
    why: """
      Whoever can send a push, or change what the backend sends, chooses what opens on every device: another app, a \
      phone call, a page that looks like the app's own.
      """,
    check: "Send a notification whose URL is tel:112, and tap it.",
    fix:
      "Send a key of a destination and opaque ids; let the app build the place from them and check what may be opened.",
    references: [.universalLinks, .androidLinks],
    silentOn: ["URLs whose scheme or host is looked at first", "values that the app's own router takes"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              if let text = response.notification.request.content.userInfo["url"] as? String, let url = URL(string: text) {
                UIApplication.shared.open(url) // <- FLOW005
              }
              completionHandler()
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppCode.all(scope) {
      var flow = PayloadFlow(code: code)
      flow.run(code.notificationHandlers)
      for found in flow.opened {
        report.addOnce(
          AuditFinding(
            "FLOW005", .error, .likely, "A URL out of the payload is opened without a look at it",
            evidence: [Exhibit(found.place, "opened here")],
            counterpart: [code.exhibit(found.handler, "where the payload comes in")],
            fix: "Resolve a typed destination, and open only what the app knows", about: [code.about, "tap"]))
      }
    }
  }
}
