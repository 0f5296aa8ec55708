import AppFacts

/// Android's priority.
enum FCM005: AuditRule {
  static let page = RulePage(
    "FCM005", .fcm, .warning, summary: "The Android priority does not fit what the message does",
    why: """
      In Doze only messages of high priority are delivered at once. A data message that shows something waits without \
      it, for hours at night. High priority for messages that show nothing makes FCM lower the app's messages.
      """,
    check: "Put the device into Doze (`adb shell dumpsys deviceidle force-idle`) and send.",
    fix: "android.priority high where the app shows something at once, normal where it does not.",
    references: [.fcmPriority],
    silentOn: ["messages with a notification", "messages for Apple's devices alone"],
    bad: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "data": {"title": "At the door", "order": "8123"}}}"#)),
    good: RuleExample(
      FCMExample.message(
        """
        {"message": {"topic": "news", "data": {"title": "At the door", "order": "8123"}, \
        "android": {"priority": "high"}}}
        """)))

  private static let content: Set = [
    "title", "body", "message", "alert", "text", "subtitle", "notificationtitle", "notificationbody",
    "callername",
  ]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies where body.isV1 && !body.showsNotification {
      guard let message = body.message, let data = message["data"], !data.members.isEmpty else { continue }
      // Only for Apple's devices: FCM's own alert is in apns.
      if message["apns"] != nil, message["android"] == nil { continue }
      let shown = data.members.first { content.contains(ApsKeys.plain($0.key)) }
      let priority = message[path: ["android", "priority"]]
      let isHigh = priority?.string?.lowercased() == "high"
      if let shown, !isHigh {
        report.add(
          page, .likely,
          "\(shown.key) looks like text to show, and android.priority is \(priority?.string ?? "not high")",
          at: Exhibit(shown.place, quote: shown.key, "in data"), about: body.about(scope))
      } else if shown == nil, isHigh, let priority {
        report.add(
          page, .likely, "android.priority is high, and nothing in data looks like text to show",
          at: Exhibit(priority.place, quote: priority.shownValue, "in android"), about: body.about(scope))
      }
    }
  }
}
