import AppFacts

/// Values of data.
enum FCM002: AuditRule {
  static let page = RulePage(
    "FCM002", .fcm, .error, summary: "A value of data is not a string",
    why: "data maps strings to strings. A number, true, null or an object is answered INVALID_ARGUMENT.",
    check: "Look for values without quotes in data.", fix: "Write the value as a string.",
    references: [.fcmSend],
    silentOn: ["numbers in apns.payload, which are right there"],
    bad: RuleExample(FCMExample.message(#"{"message": {"topic": "news", "data": {"order": 8123}}}"#)),
    good: RuleExample(FCMExample.message(#"{"message": {"topic": "news", "data": {"order": "8123"}}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies where body.isV1 {
      let parts = [
        ("data", body.message?["data"]), ("android.data", body.message?[path: ["android", "data"]]),
      ]
      for (name, data) in parts {
        guard let data else { continue }
        if !data.isObject {
          report.add(
            page, .proved, "\(name) is \(data.typeName), not an object", at: Exhibit(data.place, name),
            about: body.about(scope))
        }
        for member in data.members.prefix(200) where member.value.string == nil {
          report.add(
            page, .proved, "\(name).\(member.key.shown) is \(member.value.typeName), not a string",
            at: Exhibit(member.value.place, quote: member.value.shownValue, "in \(name)"),
            about: body.about(scope))
        }
      }
    }
  }
}
