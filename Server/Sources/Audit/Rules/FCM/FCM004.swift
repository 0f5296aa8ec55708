import AppFacts

/// Data alone for Apple's devices.
enum FCM004: AuditRule {
  static let page = RulePage(
    "FCM004", .fcm, .error, summary: "A data message asks APNs for priority 10",
    why: """
      To Apple's devices a message without anything to show is a background push: it takes apns-priority 5, and APNs \
      drops it with 10.
      """,
    check: "Look at apns.headers beside content-available.", fix: "Write \"apns-priority\": \"5\".",
    references: [.fcmTypes, .backgroundUpdates], silentOn: ["messages with a notification or an alert"],
    bad: RuleExample(
      FCMExample.message(
        """
        {"message": {"topic": "news", "data": {"order": "8123"}, "apns": {
          "headers": {"apns-priority": "10"}, "payload": {"aps": {"content-available": 1}}}}}
        """)),
    good: RuleExample(
      FCMExample.message(
        """
        {"message": {"topic": "news", "data": {"order": "8123"}, "apns": {
          "headers": {"apns-priority": "5"}, "payload": {"aps": {"content-available": 1}}}}}
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard case .fcm(let body) = message.origin, body.message?["notification"] == nil, message.isSilent,
        let priority = message.header("apns-priority"), priority.value != "5"
      else { continue }
      report.add(
        page, .proved, "content-available alone, with apns-priority \(priority.value.shown)",
        at: Exhibit(priority.place, quote: "apns-priority: \(priority.value.shown)", "in apns.headers"),
        counterpart: (message.aps?.place).map { [Exhibit($0, "aps without an alert")] } ?? [],
        about: body.about(scope))
    }
  }
}
