import AppFacts

/// No `aps` object.
enum PAY003: AuditRule {
  static let page = RulePage(
    "PAY003", .payload, .error, summary: "aps is missing, or no object",
    why: """
      The system reads what to show, play or wake from `aps` alone. Without it an alert has nothing to show and a \
      background push wakes nothing, though APNs answers 200.
      """,
    check: "Look whether the payload has \"aps\" at its top, and an object behind it.",
    fix: "Put alert, sound, badge or content-available into an aps object.",
    references: [.apnsPayload], rootCauses: ["PAY001"],
    silentOn: ["mdm", "push types whose payload is the app's own: voip, pushtotalk, location, fileprovider"],
    bad: RuleExample(PAYExample.payload(#"{"alert": "On its way", "order": "8123"}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way"}, "order": "8123"}"#)))

  private static let withAps: Set = ["alert", "background", "liveactivity", "widgets", "controls"]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages where !message.isThroughFCM {
      guard let tree = message.tree, tree.isObject, tree["mdm"] == nil else { continue }
      let type = message.pushType?.value
      if let type, !withAps.contains(type) { continue }
      if message.topic?.value.hasSuffix(".voip") == true { continue }
      if let aps = message.aps, aps.isObject { continue }
      let found = message.aps.map { "aps is \($0.typeName), not an object" } ?? "the payload has no aps"
      report.add(
        page, type == nil && message.aps == nil ? .likely : .proved, found,
        at: Exhibit(message.aps?.place ?? tree.place, message.aps == nil ? "the payload" : "aps"),
        about: message.about)
    }
  }
}
