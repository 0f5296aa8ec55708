import AppFacts

/// When APNs gives up.
enum PAY010: AuditRule {
  static let page = RulePage(
    "PAY010", .payload, .warning, summary: "apns-expiration is past, in milliseconds, or no number",
    why: """
      The header is a time in UNIX seconds until which APNs stores the push. In the past it means one attempt, as 0 \
      does: a device that is off at that moment never gets it. Milliseconds lie thousands of years ahead, or are \
      answered BadExpirationDate.
      """,
    check: "`date -d @SECONDS` shows the time.",
    fix: "Send UNIX seconds that lie ahead, or leave the header out to store it as long as APNs does.",
    references: [.apnsRequest, .apnsAnswers],
    silentOn: [
      "a time that lay ahead when the request was sent, as its answer's date or provider token tells"
    ],
    bad: RuleExample(PAYExample.request("apns-expiration: 1796043600000")),
    good: RuleExample(PAYExample.request("apns-expiration: 1796130000")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let header = message.header("apns-expiration") else { continue }
      let exhibit = message.exhibit(header, "apns-expiration")
      guard let seconds = Int(header.value) else {
        report.add(
          page, .proved, "apns-expiration is no number of seconds", at: exhibit,
          about: message.about(explaining: "BadExpirationDate"))
        continue
      }
      if seconds == 0 {
        report.add(
          page, .info, .proved, "APNs tries once and does not store it", at: exhibit,
          fix: "Leave it so where a late push is of no use; else say until when it is.",
          about: message.about(explaining: "BadExpirationDate"))
      } else if seconds > 100_000_000_000 {
        report.add(
          page, .proved, "apns-expiration is in milliseconds", at: exhibit, fix: "Divide it by 1000.",
          about: message.about(explaining: "BadExpirationDate"))
      } else {
        past(seconds, message, exhibit, scope, &report)
      }
    }
  }

  private static func past(
    _ seconds: Int, _ message: APNsMessage, _ exhibit: Exhibit, _ scope: AuditScope,
    _ report: inout RuleReport
  ) {
    let answered = message.capture?.answer?.date.map { $0 / 1000 }
    let signed = message.capture?.providerToken?.issuedAt.flatMap { $0 < 100_000_000_000 ? $0 : nil }
    if let sent = answered ?? signed {
      guard seconds < sent else { return }
      report.add(
        page, .proved, "apns-expiration lay in the past when the request was sent", at: exhibit,
        about: message.about(explaining: "BadExpirationDate"))
    } else if seconds < scope.now / 1000 {
      report.add(
        page, .likely,
        "apns-expiration lies in the past now; sent again, APNs tries once and does not store it",
        at: exhibit, about: message.about(explaining: "BadExpirationDate"))
    }
  }
}
