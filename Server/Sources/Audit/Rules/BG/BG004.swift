import AppFacts

enum BG004: AuditRule {
  static let page = RulePage(
    "BG004", .tasks, .error,
    summary: "One background task is registered twice",
    why: "The scheduler terminates the app when a second handler is registered for an identifier.",
    check: "Search for the identifier: it is registered in two places that both run.",
    fix: "Register each identifier once, before launching ends.",
    references: [.taskRegister],
    silentOn: ["registrations under a condition, of which one runs", "identifiers that cannot be told"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        register: """
          \(BGExample.register)
              BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG004
                self.refresh(task)
              }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      var first: [String: TaskRegistration] = [:]
      for registration in code.taskRegistrations where isUnconditional(registration.site.frames) {
        guard registration.id.isComplete, registration.id.values.count == 1,
          let id = registration.id.values.first?.value
        else { continue }
        guard let earlier = first[id] else {
          first[id] = registration
          continue
        }
        report.addOnce(
          AuditFinding(
            "BG004", .error, .likely, "The task \(id) is registered twice",
            evidence: [
              Exhibit(registration.site.place, quote: id, "registered again here"),
              Exhibit(earlier.site.place, quote: id, "and here"),
            ], fix: "Keep one of the two registrations of \(id)", about: [code.about, "task:\(id)"]))
      }
    }
  }

  private static func isUnconditional(_ frames: [SiteFrame]) -> Bool {
    frames.allSatisfy {
      switch $0 {
      case .condition, .choice, .rescue, .localFunction: false
      case .closure, .looseClosure, .loop: true
      }
    }
  }
}
