import AppFacts

enum BG001: AuditRule {
  static let page = RulePage(
    "BG001", .tasks, .error,
    summary: "A background task is registered, and Info.plist does not permit its identifier",
    why: """
      The scheduler knows only the identifiers in BGTaskSchedulerPermittedIdentifiers. Registering another one fails \
      (register returns false), and submitting it throws notPermitted: the task never runs.
      """,
    check:
      "Compare the identifier in the code with the array in the built app's Info.plist, letter by letter.",
    fix: "Add the identifier to BGTaskSchedulerPermittedIdentifiers in the app's Info.plist.",
    references: [.taskIdentifiers, .taskRegister],
    silentOn: [
      "identifiers in constants, raw values and other files, which are followed",
      "identifiers that are computed, or an Info.plist that was not given",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.sync"),
      BGExample.app(
        register: """
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG001
                self.refresh(task)
              }
          """), alsoFinds: ["BG002"]),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      let registrations = code.taskRegistrations
      guard !registrations.isEmpty else { continue }
      guard !code.infoPlists.isEmpty else {
        report.undecided(
          "BG001", "Does Info.plist permit the background tasks that \(code.name) registers?",
          decidedBy: "the app's Info.plist")
        continue
      }
      for registration in registrations {
        let ids = registration.id.values
        guard registration.id.isComplete, let id = ids.first,
          !ids.contains(where: { id in code.permittedTasks.contains { code.permits($0.value, id.value) } })
        else { continue }
        report.addOnce(
          AuditFinding(
            "BG001", .error, .likely, "The task \(id.value) is registered, and no Info.plist permits it",
            evidence: [Exhibit(registration.site.place, quote: id.value, "registered here")],
            counterpart: code.infoPlists.map {
              Exhibit(
                $0.tree["BGTaskSchedulerPermittedIdentifiers"]?.place ?? $0.place,
                quote: $0.permittedTasks.map(\.value).joined(separator: ", "), "permitted identifiers")
            },
            fix: "Add \(id.value) to BGTaskSchedulerPermittedIdentifiers",
            about: [code.about, "task:\(id.value)"]))
      }
    }
  }
}
