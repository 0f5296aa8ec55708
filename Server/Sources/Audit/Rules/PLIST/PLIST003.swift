import AppFacts

enum PLIST003: AuditRule {
  static let page = RulePage(
    "PLIST003", .plist, .warning,
    summary: "The background modes do not fit the background tasks that are requested",
    why: """
      A refresh task needs the mode fetch, a processing task the mode processing; without it, submitting the request \
      throws notPermitted and the task never runs. A mode without a request has no effect.
      """,
    check: "Compare UIBackgroundModes of the built Info.plist with the requests that the code submits.",
    fix: "Add the mode to UIBackgroundModes, or take out the one that nothing uses.",
    references: [.taskGuide, .backgroundModes],
    silentOn: [
      "the older background fetch, which uses the mode fetch without a request",
      "requests that an SDK or a framework submits",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh", modes: []),
      BGExample.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh") // <- PLIST003
              do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          """)),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let codes = AppleCode.all(scope)
    for app in scope.appleApps where !app.isMac {
      guard let code = codes.first(where: { $0.about == app.about }) else { continue }
      let plists = app.infoPlists(scope.facts)
      let requests = code.taskRequests
      for (mode, kind, name) in [
        ("fetch", TaskRequest.Kind.refresh, "refresh"), ("processing", .processing, "processing"),
      ] {
        let site = requests.first { $0.kind == kind }?.site
        for plist in plists where !plist.backgroundModes.contains(where: { $0.value.contains("$") }) {
          let declared = plist.backgroundModes.first { $0.value == mode }
          if let site, declared == nil {
            report.addOnce(
              AuditFinding(
                id, .warning, .likely,
                "A \(name) task is requested, and Info.plist lacks the background mode \(mode)",
                evidence: [Exhibit(site.call.place, quote: site.call.name, "the request")],
                counterpart: [
                  Exhibit(
                    plist.tree.member("UIBackgroundModes")?.place ?? plist.place, "Info.plist without \(mode)"
                  )
                ],
                fix: "Add \(mode) to UIBackgroundModes", about: [app.about]))
          }
          if site == nil, let declared, isUnused(mode, code) {
            report.addOnce(
              AuditFinding(
                id, .warning, .likely,
                "Info.plist has the background mode \(mode), and nothing requests such a task",
                evidence: [Exhibit(declared.place, quote: mode, "background mode")],
                fix: "Request a \(name) task, or take the mode out", about: [app.about]))
          }
        }
      }
    }
  }

  private static func isUnused(_ mode: String, _ code: AppleCode) -> Bool {
    guard !code.hasGaps, code.hasApp, code.ownsItsDelegate, !code.importsTaskLibrary else { return false }
    if mode == "processing" { return true }
    let older = ["setMinimumBackgroundFetchInterval", "setMinimumBackgroundFetchInterval:", "backgroundTask"]
    return code.functions(KnownAPI.performFetch).isEmpty
      && code.index.calls(named: older, in: code.files).isEmpty
      && !code.index.functions.contains {
        code.files.contains($0.unit) && $0.declaration.signature == "application(_:performFetch:)"
      }
  }
}

extension AppleCode {
  /// A library that requests tasks for the app.
  var importsTaskLibrary: Bool {
    files.contains { file in
      index.units[file].imports.contains { module in
        let name = module.value.lowercased()
        return !name.hasPrefix("backgroundtasks")
          && ["backgroundfetch", "backgroundtask", "workmanager"].contains { name.contains($0) }
      }
    }
  }
}
