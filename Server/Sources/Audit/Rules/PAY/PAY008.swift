import AppFacts

/// The push type says one thing, the payload another.
enum PAY008: AuditRule {
  static let page = RulePage(
    "PAY008", .payload, .error, summary: "The push type and the payload contradict each other",
    why: """
      APNs treats a push by its type, the device by its payload. Where they differ the push may be delayed or dropped, \
      and the answer is 200 all the same.
      """,
    check: "Compare apns-push-type with the keys of aps.",
    fix: "Use alert for what people see or hear, background for content-available alone.",
    references: [.apnsRequest, .backgroundUpdates], rootCauses: ["PAY003", "PAY005"],
    silentOn: [
      "content-available beside an alert", "an alert that a service extension fills in (mutable-content)",
    ],
    bad: RuleExample(PAYExample.request(body: #"{"aps": {"content-available": 1}}"#)),
    good: RuleExample(
      PAYExample.request(type: "background", priority: "5", body: #"{"aps": {"content-available": 1}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let type = message.pushType, let aps = message.aps, aps.isObject else { continue }
      guard let (what, fix) = contradiction(type.value, aps, message) else { continue }
      report.add(
        page, .proved, what, at: message.exhibit(type, "apns-push-type"),
        counterpart: [Exhibit(aps.place, "aps")], fix: fix, about: message.about)
    }
  }

  private static func contradiction(
    _ type: String, _ aps: Located, _ message: APNsMessage
  ) -> (String, String)? {
    switch type {
    case "alert":
      if message.isSilent {
        return (
          "type alert, and the payload only wakes the app",
          "Send apns-push-type: background with apns-priority: 5."
        )
      }
      if aps["content-state"] != nil, aps["event"] != nil {
        return ("type alert, and the payload is of a Live Activity", "Send apns-push-type: liveactivity.")
      }
      // Firebase puts an alert of `notification` in; an extension needs one itself (PAY013).
      if message.isThroughFCM || message.isVisible || aps["mutable-content"] != nil { return nil }
      return ("type alert, and the payload has no alert, sound or badge", "Put an alert into aps.")
    case "background":
      if message.isVisible { return nil }  // PAY004
      if aps.members.contains(where: { ApsKeys.plain($0.key) == "contentavailable" }) {
        guard aps["content-available"]?.integer == 0 else { return nil }
        return ("type background, and content-available is 0", "Write content-available: 1.")
      }
      return (
        "type background, and the payload has no content-available", "Put content-available: 1 into aps."
      )
    default: return nil
    }
  }
}
