import AppFacts

enum BG010: AuditRule {
  static let page = RulePage(
    "BG010", .tasks, .warning,
    summary: "More than one refresh task is scheduled",
    why: """
      One refresh request may be pending at a time. The next one is refused with tooManyPendingTaskRequests, so one of \
      the two tasks does not run.
      """,
    check: "Count the identifiers given to BGAppRefreshTaskRequest.",
    fix: "Do all refreshing under one identifier; use a processing task for long work.",
    references: [.taskSubmit, .taskScheduler],
    silentOn: ["identifiers that cannot be told", "processing tasks, of which ten may be pending"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh", "dev.pushwire.parcel.badge"),
      BGExample.app(
        register: """
          \(BGExample.register)
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.badge", using: nil) { task in
                self.refresh(task)
              }
          """,
        schedule: """
          \(BGExample.schedule)
              let badge = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.badge") // <- BG010
              do { try BGTaskScheduler.shared.submit(badge) } catch { print(error) }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      let requests = code.taskRequests.filter {
        $0.kind == .refresh && $0.id.isComplete && $0.id.values.count == 1
      }
      guard let first = requests.first, let id = first.id.values.first?.value else { continue }
      for request in requests.dropFirst() {
        guard let other = request.id.values.first?.value, other != id else { continue }
        report.addOnce(
          AuditFinding(
            "BG010", .warning, .likely, "Two refresh tasks are scheduled, \(id) and \(other)",
            evidence: [Exhibit(request.site.place, quote: other, "the second one")],
            counterpart: [Exhibit(first.site.place, quote: id, "the first one")],
            fix: "Do the work of both under one identifier", about: [code.about, "task:\(other)"]))
      }
    }
  }
}
