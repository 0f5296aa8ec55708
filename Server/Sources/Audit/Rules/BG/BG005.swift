import AppFacts

enum BG005: AuditRule {
  static let page = RulePage(
    "BG005", .tasks, .error,
    summary: "A background task is registered too late, or never at launch",
    why: """
      Handlers must be registered before launching ends. A later registration terminates the app, and where the \
      system launches the app in the background only for the task, a view that registers is never shown.
      """,
    check: """
      Follow the calls from application(_:didFinishLaunchingWithOptions:), or from the App's initializer, to the \
      registration: it must be reached without a task, queue or callback between.
      """,
    fix: "Call the registration directly in application(_:didFinishLaunchingWithOptions:).",
    references: [.taskRegister, .taskGuide],
    silentOn: [
      "registrations in helpers of other files that launching calls", "closures that may run at once",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        register: """
              DispatchQueue.main.async {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: "dev.pushwire.parcel.refresh", using: nil) { task in // <- BG005
                  self.refresh(task)
                }
              }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks && !code.hasGaps {
      let registrations = code.taskRegistrations.filter { !$0.isSwiftUI && $0.site.function != nil }
      let roots = code.launchFunctions
      guard !registrations.isEmpty, !roots.isEmpty, code.wrappers.isEmpty else { continue }
      let reach = code.index.reach(from: roots + others(code), files: code.files, loose: true)
      for registration in registrations {
        guard let function = registration.site.function else { continue }
        let timing = reach.timing(function).map { max($0, KnownAPI.timing(registration.site.frames)) }
        let id = registration.id.values.first?.value
        let task = id.map { "The task \($0)" } ?? "A background task"
        let message: String
        switch timing {
        case .inPlace, .perhaps: continue
        case .later: message = "\(task) is registered in something that runs after launching"
        case nil: message = "\(task) is registered in code that launching does not reach"
        }
        report.addOnce(
          AuditFinding(
            "BG005", .error, .likely, message,
            evidence: [Exhibit(registration.site.place, quote: id, "registered here")]
              + reach.path(to: function, code.index),
            counterpart: roots.prefix(3).map { code.exhibit($0, "where launching starts") },
            fix: "Register directly in application(_:didFinishLaunchingWithOptions:)",
            about: [code.about, "task:\(id ?? registration.site.place.text)"]))
      }
    }
  }

  /// What may run at launch beside the delegate: initial values, main, +load, connecting scenes.
  private static func others(_ code: AppleCode) -> [Int] {
    let index = code.index
    var found = ["load", "initialize", "main"].flatMap { index.functionNumbers(named: $0, in: code.files) }
    found += index.functionNumbers(signature: "scene(_:willConnectTo:options:)", in: code.files)
    found += index.functionNumbers(
      signature: "scene:willConnectToSession:options:", in: code.files)
    for site in index.calls where site.function == nil && code.files.contains(site.unit) {
      found += index.functionNumbers(named: site.call.name, in: code.files)
      found += index.functionNumbers(owner: site.call.name, in: code.files)
        .filter { index.functions[$0].declaration.name == "init" }
    }
    return found
  }
}
