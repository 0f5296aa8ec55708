import AppFacts

/// A payload that is no JSON object.
enum PAY001: AuditRule {
  static let page = RulePage(
    "PAY001", .payload, .error, summary: "The payload is not a JSON object",
    why: """
      APNs and FCM take one JSON object in UTF-8. A comma too many, single quotes, a comment or a byte-order mark make \
      it something else: APNs accepts the request or answers without naming the payload, and the device shows nothing.
      """,
    check: "`python3 -m json.tool order.apns` names the first wrong place.",
    fix: "Mend the JSON at the place that is named.",
    references: [.apnsPayload],
    silentOn: ["bodies that a shell or template still fills in (`$NAME`, `{{name}}`)"],
    bad: RuleExample(PAYExample.payload("{\n  \"aps\": {\"alert\": \"On its way\",}\n}")),
    good: RuleExample(PAYExample.payload("{\n  \"aps\": {\"alert\": \"On its way\"}\n}")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for payload in scope.facts.payloads {
      judge(payload.problem, payload.tree, payload.place, payload.holdsUnknown, payload.size, &report)
    }
    for body in scope.facts.fcmBodies {
      judge(body.problem, body.tree, body.place, body.holdsUnknown, body.size, &report)
    }
  }

  private static func judge(
    _ problem: Sourced<String>?, _ tree: Located?, _ place: Place, _ isOpen: Bool, _ size: Int,
    _ report: inout RuleReport
  ) {
    let about: Set = ["message:" + place.text]
    if let problem {
      if isOpen {
        return report.undecided(
          id, "Is the body at \(place.text) JSON once its variables are filled in?",
          decidedBy: "the request as it was sent (`curl -v --trace-ascii -`)")
      }
      let what = size == 0 ? "the payload is empty" : "not JSON: \(problem.value)"
      report.add(page, .proved, what, at: Exhibit(problem.place, "here it stops being JSON"), about: about)
    } else if let tree, !tree.isObject {
      report.add(
        page, .proved, "the payload is \(tree.typeName), not an object",
        at: Exhibit(tree.place, "the payload"), about: about)
    }
  }
}
