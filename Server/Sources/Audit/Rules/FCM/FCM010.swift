import AppFacts

/// An FCM message over the limit.
enum FCM010: AuditRule {
  static let page = RulePage(
    "FCM010", .fcm, .error, summary: "The message is larger than FCM takes",
    why: """
      FCM refuses messages whose data and notification have more than 4096 bytes, 2048 where they go to a topic or a \
      condition, and answers INVALID_ARGUMENT, often without saying why.
      """,
    check: "Count the bytes of data and notification in UTF-8.",
    fix: "Send an id, and let the app fetch the content.", references: [.fcmTypes, .fcmErrors],
    silentOn: ["white space that is not sent", "bodies that variables still fill in"],
    bad: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "data": {"text_1": ""# + String(repeating: "On its way. ", count: 180)
          + #""}, "notification": {"title": "News"}}}"#)),
    good: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "data": {"text_1": ""# + String(repeating: "On its way. ", count: 120)
          + #""}, "notification": {"title": "News"}}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies where body.isV1 && !body.holdsUnknown {
      guard let message = body.message else { continue }
      let parts = [
        message["data"], message["notification"], message[path: ["android", "data"]],
        message[path: ["android", "notification"]],
      ].compactMap { $0 }
      let size = parts.reduce(0) { $0 + $1.compactSize }
      let isBroadcast = message["topic"] != nil || message["condition"] != nil
      let limit = isBroadcast ? 2048 : 4096
      // FCM does not say of what it counts: some bytes over may be let through.
      guard size > limit + 64 else { continue }
      report.add(
        page, .likely, "data and notification have \(size) bytes, over FCM's limit of \(limit)",
        at: Exhibit(message.place, quote: "\(size) bytes", "message"), about: body.about(scope))
    }
  }
}
