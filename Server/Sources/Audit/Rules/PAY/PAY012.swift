import AppFacts

/// The collapse id's length.
enum PAY012: AuditRule {
  static let page = RulePage(
    "PAY012", .payload, .error, summary: "apns-collapse-id has more than 64 bytes",
    why: "APNs answers BadCollapseId. Bytes count, not characters: a letter outside ASCII takes two to four.",
    check: "`printf %s ID | wc -c`",
    fix: "Use a shorter key, or a hash of it.", references: [.apnsRequest, .apnsAnswers],
    silentOn: ["an id that a variable fills in"],
    bad: RuleExample(
      PAYExample.request("apns-collapse-id: order-8123-" + String(repeating: "lakeside-books-", count: 4))),
    good: RuleExample(PAYExample.request("apns-collapse-id: order-8123")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let id = message.header("apns-collapse-id"), id.value.utf8.count > 64 else { continue }
      report.add(
        page, .proved, "apns-collapse-id has \(id.value.utf8.count) bytes",
        at: message.exhibit(id, "apns-collapse-id"), about: message.about(explaining: "BadCollapseId"))
    }
  }
}
