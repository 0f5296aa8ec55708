import AppFacts

enum BG006: AuditRule {
  static let page = RulePage(
    "BG006", .tasks, .warning,
    summary: "A refresh handler does not request the next refresh",
    why: """
      A request is good for one launch. A handler that does not submit the next one ends the chain: the task runs once, \
      and then not before the app is opened again.
      """,
    check: "Look for a submit in the handler or in a function that it calls.",
    fix: "Submit the next request first thing in the handler, so that it is done even if the task expires.",
    references: [.taskGuide, .taskSubmit],
    silentOn: ["handlers that submit in a helper", "processing tasks, which may be meant to run once"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG006
                self.refresh(task)
              }
          """,
        refresh: """
              let work = Task {
                await parcels.refresh()
                task.setTaskCompleted(success: true)
              }
              task.expirationHandler = { work.cancel() }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks && !code.hasGaps {
      let refreshes = code.taskRequests.filter { $0.kind == .refresh }
      let submitting = Set(
        code.taskSubmissions.compactMap(\.function) + refreshes.compactMap(\.site.function))
      guard !submitting.isEmpty else { continue }
      for registration in code.taskRegistrations where registration.id.isComplete {
        let ids = registration.id.values.map(\.value)
        guard let id = ids.first,
          registration.isSwiftUI
            || refreshes.contains(where: {
              $0.id.isComplete && $0.id.values.contains { ids.contains($0.value) }
            })
        else { continue }
        guard registration.handler != nil, registration.isSwiftUI || code.handlerBody(registration) != nil
        else {
          continue
        }
        let (reach, calls) = code.handlerReach(registration)
        if calls.contains(where: {
          ["submit", "submitTaskRequest", "submitTaskRequest:error:"].contains($0.name)
        })
          || submitting.contains(where: reach.contains)
        {
          continue
        }
        report.addOnce(
          AuditFinding(
            "BG006", .warning, .likely, "The handler of \(id) does not request the next refresh",
            evidence: [Exhibit(registration.site.place, quote: id, "no submit in this handler")],
            counterpart: refreshes.map { Exhibit($0.site.place, quote: id, "where it is requested") },
            fix: "Submit the next request first thing in the handler of \(id)",
            about: [code.about, "task:\(id)"]))
      }
    }
  }
}
