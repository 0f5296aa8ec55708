import AppFacts

enum BG013: AuditRule {
  static let page = RulePage(
    "BG013", .tasks, .info,
    summary: "The error of submitting a background task is thrown away",
    why: """
      submit says why a task will not run: unavailable (simulator, or Background App Refresh off), too many pending, not \
      permitted. Without a look at the error, a wrong identifier and a switched-off setting look the same.
      """,
    check: "Look at the catch, or the try?, around submit.",
    fix: "Log the error's code where submit fails.",
    references: [.taskSubmit], rootCauses: ["BG001"],
    silentOn: ["a catch that does anything with the error"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh")
              try? BGTaskScheduler.shared.submit(request) // <- BG013
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks {
      for function in code.index.functions where code.files.contains(function.unit) {
        for statement in function.declaration.body ?? [] {
          look(statement, code, &report)
        }
      }
      for site in code.taskSubmissions where site.call.name == "submitTaskRequest:error:" {
        guard let error = site.call.arguments.last?.value,
          error.isNull || ["nil", "NULL"].contains(error.plainName ?? "")
        else { continue }
        add(site.place, code, &report)
      }
    }
  }

  private static func look(_ statement: Statement, _ code: AppleCode, _ report: inout RuleReport) {
    var places: [Place] = []
    if case .attempt(let attempt) = statement, !attempt.catches.isEmpty,
      attempt.catches.allSatisfy({ $0.isEmpty })
    {
      for inner in attempt.body { inner.walk { if let place = submission($0) { places.append(place) } } }
    }
    statement.walk { part in
      if case .composed("try?", let parts, _) = part, let inner = parts.first, let place = submission(inner) {
        places.append(place)
      }
    }
    for block in statement.blocks { for inner in block { look(inner, code, &report) } }
    for place in places { add(place, code, &report) }
  }

  private static func submission(_ expression: Expression) -> Place? {
    guard let call = expression.asCall, call.name == "submit",
      call.base?.path?.contains("BGTaskScheduler") == true
    else { return nil }
    return call.place
  }

  private static func add(_ place: Place, _ code: AppleCode, _ report: inout RuleReport) {
    report.addOnce(
      AuditFinding(
        "BG013", .info, .likely, "Nobody looks at the error of submitting a background task",
        evidence: [Exhibit(place, "the error is thrown away here")],
        fix: "Log the error's code where submit fails", about: [code.about]))
  }
}
