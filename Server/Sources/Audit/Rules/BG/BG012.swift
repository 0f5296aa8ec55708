import AppFacts

enum BG012: AuditRule {
  static let page = RulePage(
    "BG012", .tasks, .warning,
    summary: "A refresh is requested only by its own handler",
    why:
      "Nothing requests the first refresh, so the handler, which would request the next one, is never called.",
    check: "Look for a call of the scheduling function outside the task's handler.",
    fix: "Submit the first request at launch, or when the app goes to the background.",
    references: [.taskGuide, .taskSubmit], rootCauses: ["BG003"],
    silentOn: ["requests in helpers that anything else calls"],
    bad: RuleExample(
      BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        schedule: """
              let request = BGAppRefreshTaskRequest(identifier: "dev.pushwire.parcel.refresh") // <- BG012
              do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          """, background: "    parcels.save()")),
    good: BGExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.usesTasks && !code.hasGaps && code.wrappers.isEmpty {
      let requests = code.taskRequests.filter { $0.kind == .refresh }
      let registrations = code.taskRegistrations
      guard let first = requests.first, !registrations.isEmpty, registrations.allSatisfy(\.id.isComplete),
        requests.allSatisfy(\.id.isComplete)
      else { continue }
      let reaches = registrations.map { code.handlerReach($0).functions }
      let inside = { (function: Int) in reaches.contains { $0.contains(function) } }
      // Every request stands in a function that handlers reach, and nothing else calls one of them.
      guard requests.allSatisfy({ $0.site.function.map(inside) ?? false }) else { continue }
      let submitting = Set(requests.compactMap(\.site.function))
      let chain = code.index.leading(
        to: submitting, among: Set(reaches.flatMap { $0.steps.keys }), files: code.files)
      let names = Set(
        chain.flatMap { number -> [String] in
          let function = code.index.functions[number].declaration
          return [function.name, function.signature]
        })
      let isCalledElsewhere =
        code.index.calls.contains { site in
          guard code.files.contains(site.unit), !(site.function.map(inside) ?? false) else { return false }
          guard !isHandler(site, registrations) else { return false }
          let first = String(site.call.name.prefix { $0 != ":" })
          return SourceIndex.swiftNames(ofSelector: first).contains(where: names.contains)
            || names.contains(site.call.name)
        }
        || code.index.functions.indices.contains { number in
          code.files.contains(code.index.functions[number].unit) && !inside(number)
            && !code.index.functions[number].mentions.isDisjoint(with: names)
            && !registrations.contains { $0.site.function == number }
        }
      if isCalledElsewhere || chain.contains(where: code.launchFunctions.contains) { continue }
      let id = first.id.values.first?.value ?? "this task"
      report.addOnce(
        AuditFinding(
          "BG012", .warning, .likely, "The refresh \(id) is requested only by its own handler",
          evidence: [
            Exhibit(first.site.place, quote: id, "requested here, and reached from the handler alone")
          ],
          counterpart: registrations.map { Exhibit($0.site.place, "the handler") },
          fix: "Submit the first request at launch, or when the app goes to the background",
          about: [code.about, "task:\(id)"]))
    }
  }

  /// The call stands in the closure of a registration.
  private static func isHandler(_ site: SourceIndex.CallSite, _ registrations: [TaskRegistration]) -> Bool {
    site.frames.contains {
      if case .closure(let call, _, _) = $0 {
        return registrations.contains { $0.site.place == call.place }
      }
      return false
    }
  }
}
