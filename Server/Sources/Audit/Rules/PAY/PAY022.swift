import AppFacts

/// The same key twice.
enum PAY022: AuditRule {
  static let page = RulePage(
    "PAY022", .payload, .warning, summary: "A key stands twice in one object of the payload",
    why:
      "JSON readers differ in which of the two counts: the provider may check one, and the device show the other.",
    check: "Search the object for the key.", fix: "Leave one of them out.",
    references: [
      Reference(
        "RFC 8259, section 4: names within an object should be unique",
        "https://www.rfc-editor.org/rfc/rfc8259#section-4", reviewed: "2026-11-30")
    ],
    bad: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way", "badge": 1, "alert": "Here"}}"#)),
    good: RuleExample(PAYExample.payload(#"{"aps": {"alert": "On its way", "badge": 1}, "badge": 1}"#)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let trees =
      scope.facts.payloads.map { ($0.tree, $0.place) } + scope.facts.fcmBodies.map { ($0.tree, $0.place) }
    for (tree, place) in trees {
      var rest = tree.map { [$0] } ?? []
      var found = 0
      while let node = rest.popLast(), found < 5 {
        var seen: [String: Place] = [:]
        for member in node.members {
          if let first = seen[member.key] {
            found += 1
            report.add(
              page, .proved, "\(member.key.shown) stands twice",
              at: Exhibit(member.place, quote: member.key.shown, "the second time"),
              counterpart: [Exhibit(first, quote: member.key.shown, "the first time")],
              about: ["message:" + place.text])
          } else {
            seen[member.key] = member.place
          }
          rest.append(member.value)
        }
        rest += node.items
      }
    }
  }
}
