import AppFacts

enum BG007: AuditRule {
  static let page = RulePage(
    "BG007", .tasks, .error,
    summary: "A path through a task's handler ends without setTaskCompleted",
    why: """
      The system waits for setTaskCompleted(success:). A task that never says so runs into its expiration, counts as \
      failed, and the app gets less background time from then on.
      """,
    check: "Follow each early return, error and callback in the handler to a setTaskCompleted.",
    fix: "Call setTaskCompleted(success:) on every path, also where the handler gives up early.",
    references: [.taskCompleted, .taskGuide],
    silentOn: [
      "a task that is passed on, stored or completed in a callback", "defer", "SwiftUI's backgroundTask",
      "paths that cannot be judged",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        refresh: """
              schedule()
              task.expirationHandler = { self.parcels.cancel() }
              guard parcels.isSignedIn else {
                return // <- BG007
              }
              parcels.refresh { task.setTaskCompleted(success: true) }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      for registration in code.taskRegistrations {
        guard let paths = code.taskPaths(registration), let lost = paths.lost.first else { continue }
        let id = registration.id.values.first?.value ?? "this task"
        let severity: Severity = paths.completes ? .warning : .error
        let message =
          paths.completes
          ? "The handler of \(id) can end without setTaskCompleted"
          : "The handler of \(id) never calls setTaskCompleted"
        report.addOnce(
          AuditFinding(
            "BG007", severity, .likely, message,
            evidence: lost.evidence(
              or: registration.site.place, "no setTaskCompleted on this path", isWhole: !paths.completes),
            counterpart: [Exhibit(registration.site.place, quote: id, "the handler is registered here")],
            fix: "Call setTaskCompleted(success:) before this path ends", about: [code.about, "task:\(id)"]))
      }
    }
  }
}
