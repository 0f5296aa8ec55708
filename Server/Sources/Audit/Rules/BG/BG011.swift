import AppFacts

enum BG011: AuditRule {
  static let page = RulePage(
    "BG011", .tasks, .error,
    summary: "A refresh or processing task is permitted by a wildcard only",
    why: """
      Identifiers that end in .* are for continued processing tasks alone. For refresh and processing tasks the \
      scheduler wants the whole identifier; the request is refused with notPermitted.
      """,
    check: "Look for the exact identifier in BGTaskSchedulerPermittedIdentifiers.",
    fix: "Add the exact identifier beside the wildcard.",
    references: [.continuedTasks, .taskIdentifiers],
    silentOn: ["continued processing tasks"],
    bad: RuleExample(BGExample.plist("dev.pushwire.parcel.*"), BGExample.app()),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      let permitted = code.permittedTasks
      let wildcards = permitted.filter { $0.value.hasSuffix(".*") }
      guard !wildcards.isEmpty else { continue }
      for request in code.taskRequests where request.kind == .refresh || request.kind == .processing {
        guard request.id.isComplete, request.id.values.count == 1, let id = request.id.values.first?.value,
          let wildcard = wildcards.first(where: { code.permits($0.value, id) }),
          !permitted.contains(where: { !$0.value.hasSuffix(".*") && code.permits($0.value, id) })
        else { continue }
        report.addOnce(
          AuditFinding(
            "BG011", .error, .likely, "The task \(id) is permitted by the wildcard \(wildcard.value) only",
            evidence: [
              Exhibit(wildcard.place, quote: wildcard.value, "a wildcard, for continued processing")
            ],
            counterpart: [Exhibit(request.site.place, quote: id, "requested here")],
            fix: "Add \(id) to BGTaskSchedulerPermittedIdentifiers", about: [code.about, "task:\(id)"]))
      }
    }
  }
}
