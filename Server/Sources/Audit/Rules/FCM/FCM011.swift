import AppFacts

/// Values of Android's options.
enum FCM011: AuditRule {
  static let page = RulePage(
    "FCM011", .fcm, .error, summary: "An option for Android has a value that FCM does not take",
    why: """
      android.ttl is a string of seconds with an s, at most 28 days; android.priority is normal or high. A number, \
      milliseconds or another word is answered INVALID_ARGUMENT.
      """,
    check: "Compare android.ttl and android.priority with Firebase's page.",
    fix: "Write \"ttl\": \"3600s\", and \"priority\": \"high\" or \"normal\".",
    references: [.fcmSend, .fcmErrors],
    silentOn: ["values that a variable fills in", "HIGH and NORMAL in capitals"],
    bad: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "notification": {"title": "News"}, "android": {"ttl": 3600}}}"#)),
    good: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "notification": {"title": "News"}, "android": {"ttl": "3600s"}}}"#)))

  private static let longest = 2_419_200.0

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies where body.isV1 {
      let android = body.message?["android"]
      if let ttl = android?["ttl"], ttl.string?.contains("${") != true, !isDuration(ttl) {
        report.add(
          page, .proved, "android.ttl is \(ttl.shownValue), not seconds with an s",
          at: Exhibit(ttl.place, quote: ttl.shownValue, "android.ttl"), fix: "Write it as \"3600s\".",
          about: body.about(scope))
      }
      if let priority = android?["priority"], priority.string?.contains("${") != true,
        !["high", "normal"].contains(priority.string?.lowercased() ?? "")
      {
        report.add(
          page, .proved, "android.priority is \(priority.shownValue), not normal or high",
          at: Exhibit(priority.place, quote: priority.shownValue, "android.priority"),
          fix: "Write normal or high.",
          about: body.about(scope))
      }
    }
  }

  private static func isDuration(_ value: Located) -> Bool {
    guard let text = value.string, text.hasSuffix("s"), let seconds = Double(text.dropLast()) else {
      return false
    }
    return seconds >= 0 && seconds <= longest
      && text.utf8.allSatisfy { $0 == 0x2E || $0 == 0x73 || ($0 >= 0x30 && $0 <= 0x39) }
  }
}
