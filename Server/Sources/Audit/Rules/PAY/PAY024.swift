import AppFacts

/// Header values that APNs refuses.
enum PAY024: AuditRule {
  static let page = RulePage(
    "PAY024", .payload, .error, summary: "A header has a value that APNs does not take",
    why: """
      apns-push-type is one of Apple's words, apns-priority 10, 5 or 1, apns-id a UUID. Other values are answered \
      InvalidPushType, BadPriority and BadMessageId.
      """,
    check: "Print the request (`curl -v`) and compare with Apple's page.",
    fix: "Send a value of Apple's page, or leave the header out.", references: [.apnsRequest, .apnsAnswers],
    silentOn: ["values that a variable fills in", "push types newer than this list are warnings at most"],
    bad: RuleExample(PAYExample.request("apns-id: order-8123")),
    good: RuleExample(PAYExample.request("apns-id: 123e4567-e89b-12d3-a456-4266554400a0")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      if let type = message.pushType, !PushType.isKnown(type.value) {
        let known = PushType.suffixes.map(\.type)
        let isSlip = known.contains {
          ApsKeys.plain($0) == ApsKeys.plain(type.value) || ApsKeys.isSlip($0, type.value)
        }
        report.add(
          page, isSlip ? .error : .warning, isSlip ? .proved : .likely,
          "push type \(type.value.shown) is not among Apple's", at: message.exhibit(type, "apns-push-type"),
          fix: "Send one of \(known.joined(separator: ", ")).",
          about: message.about(explaining: "InvalidPushType", "BadPriority", "BadMessageId"))
      }
      if let priority = message.header("apns-priority"), !["10", "5", "1"].contains(priority.value),
        message.pushType?.value != "background"
      {
        report.add(
          page, .proved, "apns-priority is \(priority.value.shown), not 10, 5 or 1",
          at: message.exhibit(priority, "apns-priority"),
          about: message.about(explaining: "InvalidPushType", "BadPriority", "BadMessageId"))
      }
      if let id = message.header("apns-id"), !isUUID(id.value) {
        report.add(
          page, .proved, "apns-id is no UUID", at: message.exhibit(id, "apns-id"),
          about: message.about(explaining: "InvalidPushType", "BadPriority", "BadMessageId"))
      }
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      && parts.joined().allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66) }
  }
}
