import AppFacts

/// Values of the wrong type.
enum PAY006: AuditRule {
  static let page = RulePage(
    "PAY006", .payload, .warning, summary: "A value of aps has the wrong type",
    why: """
      content-available, mutable-content and badge are numbers. "1", true or a number in quotes works on some systems \
      and is passed over on others.
      """,
    check: "Look whether the value stands in quotes, or is true.",
    fix: "Write the number 1, or the number itself, without quotes.",
    references: [.apnsPayload], silentOn: ["values that a template still fills in"],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"content-available": "1"}}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"content-available": 1}}"#)))

  private static let numbers: Set = [
    "content-available", "mutable-content", "badge", "relevance-score", "timestamp", "stale-date",
    "dismissal-date",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      for member in message.aps?.members ?? [] {
        if numbers.contains(member.key) {
          judge(member, message, "a number", &report) { $0.isNumber }
        } else if member.key == "alert" {
          judge(member, message, "a string or an object", &report) { $0.isText || $0.isObject }
        } else if member.key == "sound" {
          judge(member, message, "a string or an object", &report) { $0.isText || $0.isObject }
        } else if ["thread-id", "category", "interruption-level", "target-content-id"].contains(member.key) {
          judge(member, message, "a string", &report) { $0.isText }
        }
      }
      if let critical = message.aps?["sound"]?.member("critical") {
        judge(critical, message, "a number", &report) { $0.isNumber }
      }
    }
  }

  private static func judge(
    _ member: Located.Member, _ message: APNsMessage, _ wanted: String, _ report: inout RuleReport,
    _ fits: (Located) -> Bool
  ) {
    if fits(member.value) || member.value.string?.contains("${") == true { return }
    report.add(
      page, .proved,
      "\(member.key) is \(member.value.bool == nil ? member.value.typeName : member.value.shownValue), not \(wanted)",
      at: Exhibit(
        member.value.place, quote: "\(member.key): \(member.value.shownValue)", "in the payload"),
      fix: "Write \(wanted).", about: message.about)
  }
}

extension Located {
  var isNumber: Bool {
    switch kind {
    case .integer, .real: true
    default: false
    }
  }
  var isText: Bool { string != nil }
}
