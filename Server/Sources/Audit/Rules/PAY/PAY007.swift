import AppFacts

/// No push type.
enum PAY007: AuditRule {
  static let page = RulePage(
    "PAY007", .payload, .warning, summary: "The request does not say apns-push-type",
    why: """
      The header is required for watchOS 6 and later and recommended for all others. Without it APNs guesses from the \
      payload: a background push may be delayed or dropped, and a Live Activity or widget is not reached at all.
      """,
    check: "Print the request (`curl -v`) and look for apns-push-type.",
    fix: "Send apns-push-type: alert for what people see or hear, background for content-available alone.",
    references: [.apnsRequest],
    silentOn: [
      "a header whose value a variable fills in", "messages that Firebase sends on: it adds the header",
    ],
    bad: RuleExample(PAYExample.request(type: nil)), good: RuleExample(PAYExample.request()))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where message.isRequest && !message.has("apns-push-type") {
      // A request of which no header of APNs was kept may have lost this one as well.
      let isWhole = message.capture?.headers.contains { $0.name.hasPrefix("apns-") } ?? false
      report.add(
        page, isWhole ? .proved : .likely, "apns-push-type is not among the headers",
        at: message.exhibit(missing: "no apns-push-type"), about: message.about)
    }
  }
}
