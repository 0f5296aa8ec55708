import AppFacts

/// Keys that are almost Apple's.
enum PAY005: AuditRule {
  static let page = RulePage(
    "PAY005", .payload, .error, summary: "A key of aps is misspelt",
    why: """
      Keys have hyphens: content-available, mutable-content, thread-id. A key in another spelling is passed over \
      without a word, so the push arrives and does not do what it should.
      """,
    check: "Compare the keys with Apple's page.",
    fix: "Write the key as Apple's page has it.",
    references: [.apnsPayload],
    silentOn: [
      "content_available of FCM's legacy messages, which is spelt so there", "the app's own keys beside aps",
    ],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"content_available": 1}}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"content-available": 1}, "content_available": "own"}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let aps = message.aps else { continue }
      judge(aps, ApsKeys.aps, "aps", message, &report)
      if let alert = aps["alert"] { judge(alert, ApsKeys.alert, "aps.alert", message, &report) }
      if let sound = aps["sound"] { judge(sound, ApsKeys.sound, "aps.sound", message, &report) }
    }
  }

  private static func judge(
    _ object: Located, _ known: Set<String>, _ path: String, _ message: APNsMessage,
    _ report: inout RuleReport
  ) {
    for member in object.members {
      guard let meant = ApsKeys.meant(member.key, among: known) else { continue }
      let isSame = ApsKeys.plain(meant) == ApsKeys.plain(member.key)
      report.add(
        page, isSame ? .proved : .likely, "\(member.key.shown) is read by nobody; the key is \(meant)",
        at: Exhibit(member.place, quote: member.key.shown, "in \(path)"), fix: "Write \(meant).",
        about: message.about)
    }
  }
}
