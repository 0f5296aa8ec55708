import AppFacts

enum BG002: AuditRule {
  static let page = RulePage(
    "BG002", .tasks, .warning,
    summary: "Info.plist permits a background task that nothing registers",
    why: """
      The system may launch the app for a permitted identifier; without a handler for it nothing happens, and the \
      entry says that something should.
      """,
    check: "Search the sources for the identifier: no register(forTaskWithIdentifier:) uses it.",
    fix: "Register a handler for it before launching ends, or remove it from Info.plist.",
    references: [.taskIdentifiers, .taskRegister], rootCauses: ["BG001"],
    silentOn: [
      "apps of which one registered identifier cannot be told",
      "plug-ins that register (Flutter, React Native)",
      "entries with a wildcard, which belong to continued processing",
    ],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh", "dev.pushwire.parcel.cleanup"), BGExample.app()),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks && !code.hasGaps && code.wrappers.isEmpty {
      let registrations = code.taskRegistrations
      let registered = registrations.flatMap(\.id.values).map(\.value)
      guard registrations.allSatisfy(\.id.isComplete) else {
        report.undecided(
          "BG002", "Is every permitted background task of \(code.name) registered?",
          decidedBy: "running the app: an identifier is computed in its code")
        continue
      }
      var seen: Set<String> = []
      for entry in code.permittedTasks where !entry.value.hasSuffix("*") && seen.insert(entry.value).inserted
      {
        if registered.contains(where: { code.permits(entry.value, $0) }) || passes(entry.value, code) {
          continue
        }
        report.addOnce(
          AuditFinding(
            "BG002", .warning, .likely,
            "Info.plist permits the task \(entry.value), and nothing registers it",
            evidence: [Exhibit(entry.place, quote: entry.value, "permitted here")],
            counterpart: registrations.map {
              Exhibit(
                $0.site.place, quote: $0.id.values.map(\.value).joined(separator: ", "), "what is registered")
            },
            fix: "Register a handler for \(entry.value) at launch, or remove the entry",
            about: [code.about, "task:\(entry.value)"]))
      }
    }
  }

  /// Some other function takes the identifier, and may register it.
  private static func passes(_ id: String, _ code: AppleCode) -> Bool {
    code.index.calls.contains { site in
      guard code.files.contains(site.unit), !KnownAPI.taskRequests.contains(site.call.name) else {
        return false
      }
      let name = site.call.name.lowercased()
      guard name.contains("register") || name.contains("backgroundtask") || name.contains("handler") else {
        return false
      }
      return site.call.arguments.contains {
        code.resolver.texts($0.value, in: site.function).values.contains { $0.value == id }
      }
    }
  }
}
