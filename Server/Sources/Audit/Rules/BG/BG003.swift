import AppFacts

enum BG003: AuditRule {
  static let page = RulePage(
    "BG003", .tasks, .error,
    summary: "A background task is requested, and no handler is registered for its identifier",
    why: """
      When the system launches the app for a task without a handler, the app is terminated or the task counts as failed. \
      Its work is never done.
      """,
    check: "Compare the identifiers given to register(forTaskWithIdentifier:) and to the task request.",
    fix: "Register a handler under the same identifier before launching ends.",
    references: [.taskRegister, .taskSubmit],
    silentOn: ["identifiers that cannot be told from the code", "libraries without an app"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refrehs") // <- BG003
              do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks && !code.hasGaps && code.wrappers.isEmpty {
      let registrations = code.taskRegistrations
      guard registrations.allSatisfy(\.id.isComplete) else { continue }
      let registered = registrations.flatMap(\.id.values).map(\.value)
      for request in code.taskRequests where request.id.isComplete && request.kind != .other {
        guard let id = request.id.values.first,
          !request.id.values.contains(where: { registered.contains($0.value) }),
          !registered.contains(where: { $0.hasSuffix("*") && id.value.hasPrefix($0.dropLast()) })
        else { continue }
        report.addOnce(
          AuditFinding(
            "BG003", .error, .likely,
            "The task \(id.value) is requested, and no handler is registered for it",
            evidence: [Exhibit(request.site.place, quote: id.value, "requested here")],
            counterpart: registrations.map {
              Exhibit(
                $0.site.place, quote: $0.id.values.map(\.value).joined(separator: ", "), "what is registered")
            },
            fix: "Register a handler for \(id.value) before launching ends",
            about: [code.about, "task:\(id.value)"]))
      }
    }
  }
}
