import AppFacts

/// The app's own keys inside aps.
enum PAY019: AuditRule {
  static let page = RulePage(
    "PAY019", .payload, .warning, summary: "A key of the app's own stands inside aps",
    why: """
      aps is Apple's: keys in it that Apple does not know may be dropped, and may mean something in a later system. The \
      app's own values belong beside it.
      """,
    check: "Compare the keys with Apple's page.",
    fix: "Move the key out of aps, to the top of the payload.", references: [.apnsPayload],
    silentOn: [
      "keys of Live Activities and widgets", "content-state and attributes, which are the app's own",
    ],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way", "order": "8123"}}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way"}, "order": "8123"}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      for member in message.aps?.members ?? [] {
        guard !ApsKeys.aps.contains(member.key), ApsKeys.meant(member.key, among: ApsKeys.aps) == nil else {
          continue
        }
        let isAlerts = ApsKeys.alert.contains(member.key)
        report.add(
          page, .likely,
          isAlerts
            ? "\(member.key) belongs into aps.alert"
            : "\(member.key.shown) is no key of aps that is known here",
          at: Exhibit(member.place, quote: member.key.shown, "in aps"),
          fix: isAlerts ? "Write alert as an object, and put \(member.key) into it." : nil,
          about: message.about)
      }
      for member in message.aps?["alert"]?.members ?? [] {
        guard !ApsKeys.alert.contains(member.key), ApsKeys.meant(member.key, among: ApsKeys.alert) == nil
        else { continue }
        report.add(
          page, .likely, "\(member.key.shown) is no key of alert that is known here",
          at: Exhibit(member.place, quote: member.key.shown, "in aps.alert"),
          fix: "Move the key out of aps, or write it as Apple's page has it.", about: message.about)
      }
    }
  }
}
