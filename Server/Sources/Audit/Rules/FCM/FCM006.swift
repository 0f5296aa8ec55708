import AppFacts

/// The API before HTTP v1.
enum FCM006: AuditRule {
  static let page = RulePage(
    "FCM006", .fcm, .error, summary: "The message is for FCM's legacy API, which was switched off",
    why: """
      Google has switched off /fcm/send, registration_ids and server keys; messages go to HTTP v1 with an OAuth token. \
      Fields of the old form inside message are answered INVALID_ARGUMENT.
      """,
    check: "`curl -i https://fcm.googleapis.com/fcm/send` answers 404.",
    fix: "Send {\"message\": {…}} to HTTP v1 (messages:send of the project), with an OAuth token.",
    references: [.fcmMigrate], silentOn: ["topics management on iid.googleapis.com"],
    bad: RuleExample(FCMExample.message(#"{"to": "/topics/news", "notification": {"title": "On its way"}}"#)),
    good: RuleExample(
      FCMExample.message(#"{"message": {"topic": "news", "notification": {"title": "On its way"}}}"#)))

  /// Of the old form, and not of v1's message.
  private static let fields: Set = [
    "to", "registration_ids", "collapse_key", "priority", "content_available", "mutable_content",
    "time_to_live", "delay_while_idle", "dry_run", "restricted_package_name",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies {
      guard let tree = body.tree else { continue }
      if !body.isV1, let member = tree.members.first(where: { ["to", "registration_ids"].contains($0.key) }) {
        report.add(
          page, .proved, "\(member.key) is of the legacy API",
          at: Exhibit(member.place, quote: member.key, "at the top"), about: body.about(scope))
      }
      for member in body.message?.members ?? [] where fields.contains(member.key) {
        report.add(
          page, .proved, "\(member.key) is of the legacy API, and stands in message",
          at: Exhibit(member.place, quote: member.key, "in message"),
          fix: "Write it in v1's form: see Firebase's page.", about: body.about(scope))
      }
    }
    for capture in scope.facts.captures where capture.service == .fcm {
      guard let path = capture.path, path.value == "/fcm/send" || path.value == "/gcm/send" else { continue }
      report.add(
        page, .proved, "\(path.value) was switched off",
        at: Exhibit(path.place, quote: path.value, "the path"),
        about: capture.about)
    }
  }
}
