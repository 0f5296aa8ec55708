import AppFacts

/// A background push that shows something.
enum PAY004: AuditRule {
  static let page = RulePage(
    "PAY004", .payload, .error, summary: "A background push carries an alert, a sound or a badge",
    why: """
      With apns-push-type background, aps may hold content-available and nothing that people see or hear. APNs may \
      delay or drop such a push without an answer that says so.
      """,
    check: "Compare apns-push-type with the keys of aps.",
    fix: "Send an alert as type alert, and the wake-up as a background push of its own.",
    references: [.backgroundUpdates, .apnsRequest],
    silentOn: ["content-available beside an alert in a push of type alert"],
    bad: RuleExample(
      PAYExample.request(
        type: "background", priority: "5",
        body: #"{"aps": {"content-available": 1, "alert": "On its way", "sound": "default"}}"#)),
    good: RuleExample(
      PAYExample.request(
        body: #"{"aps": {"content-available": 1, "alert": "On its way", "sound": "default"}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let type = message.pushType, type.value == "background", let aps = message.aps else { continue }
      let visible = aps.members.filter { ["alert", "sound", "badge"].contains($0.key) }
      guard let first = visible.first else { continue }
      let names = visible.map(\.key).joined(separator: ", ")
      report.add(
        page, .proved, "a background push carries \(names)",
        at: Exhibit(first.place, quote: names, "in aps"),
        counterpart: [message.exhibit(type, "apns-push-type")], about: message.about)
    }
  }
}
