import AppFacts

enum BG009: AuditRule {
  static let page = RulePage(
    "BG009", .tasks, .warning,
    summary: "A background task sets no expirationHandler",
    why: """
      When time runs out the system calls the expiration handler. Without one the task counts as failed, the app is \
      suspended in the middle of its work, and gets less background time from then on.
      """,
    check: "Look for task.expirationHandler in the handler and the functions that it gives the task to.",
    fix: "Set task.expirationHandler first, cancel the work in it and complete the task with success: false.",
    references: [.taskExpiration],
    silentOn: [
      "a task that is passed on to code that is not in the files", "SwiftUI's backgroundTask, which cancels",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG009
                self.refresh(task)
              }
          """,
        refresh: """
              schedule()
              Task {
                await parcels.refresh()
                task.setTaskCompleted(success: true)
              }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      for registration in code.taskRegistrations {
        guard let paths = code.taskPaths(registration), !paths.setsExpiration, !paths.isUnknown else {
          continue
        }
        let id = registration.id.values.first?.value ?? "this task"
        report.addOnce(
          AuditFinding(
            "BG009", .warning, .likely, "The handler of \(id) sets no expirationHandler",
            evidence: [Exhibit(registration.site.place, quote: id, "no expirationHandler in this handler")],
            fix: "Set task.expirationHandler before the work starts", about: [code.about, "task:\(id)"]))
      }
    }
  }
}
