import AppFacts

/// A background push with another priority than 5.
enum PAY009: AuditRule {
  static let page = RulePage(
    "PAY009", .payload, .error, summary: "A background push is not sent with priority 5",
    why: """
      Background pushes take apns-priority 5. Absent means 10, and with 10 APNs answers BadPriority or drops the push.
      """,
    check: "Print the request (`curl -v`) and look at apns-priority.",
    fix: "Send apns-priority: 5.", references: [.backgroundUpdates, .apnsRequest],
    silentOn: ["a priority that a variable fills in"],
    bad: RuleExample(
      PAYExample.request(type: "background", priority: "10", body: #"{"aps": {"content-available": 1}}"#)),
    good: RuleExample(
      PAYExample.request(type: "background", priority: "5", body: #"{"aps": {"content-available": 1}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where message.isRequest {
      guard let type = message.pushType, type.value == "background" else { continue }
      let counterpart = [message.exhibit(type, "apns-push-type")]
      if let priority = message.header("apns-priority") {
        guard priority.value != "5" else { continue }
        report.add(
          page, .proved, "a background push with priority \(priority.value.shown)",
          at: message.exhibit(priority, "apns-priority"), counterpart: counterpart,
          about: message.about(explaining: "BadPriority"))
      } else if !message.has("apns-priority") {
        report.add(
          page, .proved, "a background push without apns-priority, which means 10",
          at: message.exhibit(missing: "no apns-priority"), counterpart: counterpart,
          about: message.about(explaining: "BadPriority"))
      }
    }
  }
}
