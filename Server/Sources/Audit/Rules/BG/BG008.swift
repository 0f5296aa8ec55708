import AppFacts

enum BG008: AuditRule {
  static let page = RulePage(
    "BG008", .tasks, .warning,
    summary: "A background task may be completed twice",
    why:
      "A task is over with the first setTaskCompleted; a second one is a programming error that can end the app.",
    check: "Look for a path on which two calls of setTaskCompleted run one after the other.",
    fix: "Return after the first call, or let one place complete the task.",
    references: [.taskCompleted], rootCauses: [],
    silentOn: ["the expiration handler's own call", "flags that guard the call"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        refresh: """
              schedule()
              task.expirationHandler = { self.parcels.cancel() }
              if parcels.isFresh {
                task.setTaskCompleted(success: true)
              }
              parcels.refreshNow()
              task.setTaskCompleted(success: true) // <- BG008
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      for registration in code.taskRegistrations {
        guard let doubled = code.taskPaths(registration)?.doubled.first else { continue }
        let id = registration.id.values.first?.value ?? "this task"
        report.addOnce(
          AuditFinding(
            "BG008", .warning, .likely, "The handler of \(id) may call setTaskCompleted twice",
            evidence: doubled.doubleEvidence(or: registration.site.place),
            counterpart: [Exhibit(registration.site.place, quote: id, "the handler is registered here")],
            fix: "Leave the handler after the first setTaskCompleted", about: [code.about, "task:\(id)"]))
      }
    }
  }
}
