import AppFacts

/// A payload over the provider's limit.
enum PAY002: AuditRule {
  static let page = RulePage(
    "PAY002", .payload, .error, summary: "The payload is larger than APNs takes",
    why: """
      APNs answers 413 PayloadTooLarge above 4096 bytes, for VoIP above 5120. Bytes of UTF-8 count, not characters: a \
      letter outside ASCII takes two to four.
      """,
    check: "`wc -c order.json`, after white space that is not sent is taken out.",
    fix: "Send an id, and let the app fetch the content.",
    references: [.apnsPayload, .apnsAnswers],
    silentOn: ["a file whose white space alone makes it too large", "bodies that variables still fill in"],
    bad: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": ""# + String(repeating: "On its way. ", count: 440) + #""}}"#)),
    good: RuleExample(
      PAYExample.payload(#"{"aps": {"alert": ""# + String(repeating: "On its way. ", count: 300) + #""}}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for message in scope.apnsMessages {
      guard let payload = message.payload, let tree = message.tree, !payload.holdsUnknown else { continue }
      // What a request carried is as it was sent; a file may be sent without its white space.
      let size = message.isRequest ? payload.size : min(payload.size, tree.compactSize)
      let type = message.pushType?.value
      let isVoIP = type == "voip" || message.topic?.value.hasSuffix(".voip") == true
      let limit = isVoIP ? 5120 : 4096
      guard size > limit else { continue }
      // A file alone may be meant for VoIP.
      let isSure = type != nil || size > 5120 || message.isVisible || message.isRequest
      report.add(
        page, isSure ? .proved : .likely,
        "\(size) bytes, \(size - limit) over APNs' limit of \(limit)",
        at: Exhibit(payload.place, quote: "\(size) bytes", "the payload"),
        about: message.about(explaining: "PayloadTooLarge"))
    }
  }
}
