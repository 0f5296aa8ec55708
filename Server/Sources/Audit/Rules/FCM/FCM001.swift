import AppFacts

/// The target.
enum FCM001: AuditRule {
  static let page = RulePage(
    "FCM001", .fcm, .error, summary: "An FCM message does not name exactly one target",
    why: "FCM takes exactly one of fid, token, topic and condition, and answers INVALID_ARGUMENT otherwise.",
    check: "Count these keys in message.", fix: "Leave one of them.", references: [.fcmSend],
    silentOn: ["a message of a file that the sender adds its target to"],
    bad: RuleExample(
      FCMExample.message(
        #"{"message": {"topic": "news", "condition": "'a' in topics", "notification": {"title": "On its way"}}}"#
      )),
    good: RuleExample(
      FCMExample.message(#"{"message": {"topic": "news", "notification": {"title": "On its way"}}}"#)))

  static let targets = ["fid", "token", "topic", "condition"]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for body in scope.facts.fcmBodies {
      guard let message = body.message, message.isObject else {
        lacksMessage(body, scope, &report)
        continue
      }
      let found = targets.compactMap(message.member)
      if found.count > 1 {
        let names = found.map(\.key).joined(separator: ", ")
        report.add(
          page, .proved, "the message names \(found.count) targets: \(names)",
          at: Exhibit(found[1].place, quote: names, "in message"), about: body.about(scope))
      } else if found.isEmpty, body.capture != nil || body.tree?["validate_only"] != nil {
        report.add(
          page, .proved, "the message names no target", at: Exhibit(message.place, "message"),
          fix: "Add one of \(targets.joined(separator: ", ")).", about: body.about(scope))
      }
    }
  }

  /// A request to HTTP v1 whose body is not the request's form.
  private static func lacksMessage(_ body: FCMBody, _ scope: AuditScope, _ report: inout RuleReport) {
    guard let tree = body.tree, tree.isObject, let index = body.capture,
      scope.facts.captures.indices.contains(index),
      scope.facts.captures[index].path?.value.hasSuffix("/messages:send") == true
    else { return }
    report.add(
      page, .proved, "the body has no message object", at: Exhibit(tree.place, "the body"),
      fix: "Put the message into {\"message\": {…}}.", about: body.about(scope))
  }
}
