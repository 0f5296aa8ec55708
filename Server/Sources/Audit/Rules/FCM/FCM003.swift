import AppFacts

/// Names that FCM keeps for itself.
enum FCM003: AuditRule {
  static let page = RulePage(
    "FCM003", .fcm, .error, summary: "A key of data is reserved by FCM",
    why:
      "from, message_type and every key that starts with google or gcm are FCM's own: it answers INVALID_ARGUMENT.",
    check: "Compare the keys of data with Firebase's page.", fix: "Give the key another name.",
    references: [.fcmSend],
    bad: RuleExample(
      FCMExample.message(#"{"message": {"topic": "news", "data": {"from": "Lakeside Books"}}}"#)),
    good: RuleExample(
      FCMExample.message(#"{"message": {"topic": "news", "data": {"shop": "Lakeside Books"}}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies {
      for data in [body.message?["data"], body.message?[path: ["android", "data"]]] {
        for member in data?.members ?? [] {
          let key = member.key
          guard ["from", "message_type"].contains(key) || key.hasPrefix("google") || key.hasPrefix("gcm")
          else {
            continue
          }
          report.add(
            page, .proved, "\(key.shown) is FCM's own key",
            at: Exhibit(member.place, quote: key.shown, "in data"),
            about: body.about(scope))
        }
      }
    }
  }
}
