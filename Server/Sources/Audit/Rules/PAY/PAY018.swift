import AppFacts

/// A simulator's file without an app.
enum PAY018: AuditRule {
  static let page = RulePage(
    "PAY018", .payload, .info, summary: "A payload for the simulator does not name its app",
    why: """
      Dropped onto a simulator, an .apns file needs "Simulator Target Bundle". `xcrun simctl push` takes the bundle id \
      as an argument instead, which wins over the file's.
      """,
    check: "Drop the file onto a simulator: it says that the bundle is missing.",
    fix: "Add \"Simulator Target Bundle\" with the bundle id, or give it to simctl push.",
    references: [
      Reference(
        "Testing notifications using the Push Notification Console",
        "https://developer.apple.com/documentation/usernotifications/"
          + "testing-notifications-using-the-push-notification-console", reviewed: "2026-11-30")
    ], rootCauses: ["PAY001"],
    bad: RuleExample(.init("order.apns", "{\"aps\": {\"alert\": \"On its way\"}}\n")),
    good: RuleExample(
      .init(
        "order.apns",
        """
        {
          "Simulator Target Bundle": "dev.pushwire.parcel",
          "aps": {"alert": "On its way"}
        }

        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for payload in scope.facts.payloads where payload.isForSimulator && payload.capture == nil {
      guard let tree = payload.tree, tree.isObject, tree["Simulator Target Bundle"] == nil else { continue }
      report.add(
        page, .proved, "the file does not say for which app it is", at: Exhibit(tree.place, "the payload"),
        about: ["message:" + payload.place.text])
    }
  }
}
