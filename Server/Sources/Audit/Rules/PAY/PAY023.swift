import AppFacts

/// Keys of aps beside it.
enum PAY023: AuditRule {
  static let page = RulePage(
    "PAY023", .payload, .error, summary: "A key of aps stands beside it",
    why:
      "content-available, mutable-content and their like count inside aps alone; beside it nobody reads them.",
    check: "Look at which object the key stands in.", fix: "Move the key into aps.",
    references: [.apnsPayload],
    silentOn: ["alert, badge, sound, category and timestamp, which an app may use for itself"],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way"}, "mutable-content": 1}"#)),
    good: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": "On its way", "mutable-content": 1}, "alert": "own"}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let aps = message.aps, aps.isObject else { continue }
      for member in message.tree?.members ?? [] where ApsKeys.onlyInAps.contains(member.key) {
        let isDouble = aps[member.key] != nil
        report.add(
          page, isDouble ? .warning : .error, .proved,
          "\(member.key) stands beside aps, where nobody reads it",
          at: Exhibit(member.place, quote: member.key, "at the top of the payload"),
          fix: isDouble ? "Leave it out: it stands in aps already." : nil, about: message.about)
      }
    }
  }
}
