import AppFacts

/// The environment guessed from the build configuration.
enum HOST006: AuditRule {
  static let page = RulePage(
    "HOST006", .host, .warning, summary: "The APNs environment is taken from the build configuration",
    why: """
      #if DEBUG says how the code was compiled, not how the app was signed. A Release build run from Xcode is in the \
      sandbox, a Debug build through TestFlight in production; their tokens then go to the wrong host.
      """,
    check:
      "Archive with the Debug configuration, or run Release on a device, and compare what the app reports.",
    fix:
      "Read aps-environment at run time from the embedded profile; no profile means the App Store: production.",
    references: [.apnsRequest, .registering],
    silentOn: [
      "#if DEBUG around logging, servers of one's own and other environments", "#if targetEnvironment",
    ],
    bad: RuleExample(
      .init(
        "PushEnvironment.swift",
        """
        enum PushEnvironment {
          static var apnsEnvironment: String {
            #if DEBUG  // <- HOST006
              return "sandbox"
            #else
              return "production"
            #endif
          }
        }

        """)),
    good: RuleExample(
      .init(
        "PushEnvironment.swift",
        """
        enum PushEnvironment {
          static var apnsEnvironment: String {
            EmbeddedProfile.apsEnvironment ?? "production"
          }
          static var server: String {
            #if DEBUG
              return "sandbox"
            #else
              return "production"
            #endif
          }
        }

        """)))

  private static let words: Set = ["sandbox", "development", "production"]
  private static let hosts: Set = [PushHosts.sandbox, PushHosts.oldSandbox, PushHosts.production]

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for function in scope.index.functions where !scope.index.units[function.unit].isTest {
      let unit = scope.index.units[function.unit]
      guard unit.language == .swift || unit.language == .objectiveC else { continue }
      // What the type is called says it only where the name itself says nothing.
      let isPlain = ["current", "environment", "value", "mode", "name", "default"]
        .contains(function.declaration.name)
      let name = isPlain ? function.declaration.owner ?? "" : function.declaration.name
      for branch in Self.branches(function.declaration.body ?? [], depth: 0) {
        guard branch.isConditionalCompilation,
          branch.conditions.contains(where: { $0.names.contains("DEBUG") || $0.text == "DEBUG" }),
          let value = environment(branch, isPush: isPush(name))
        else { continue }
        report.add(
          page, .likely, "#if DEBUG decides that the environment is \(value)",
          at: Exhibit(branch.place, quote: "#if DEBUG", "decides on \(value)"),
          about: ["environment:" + unit.file])
      }
    }
    checkVariables(scope, &report)
  }

  /// Two constants of one name, one for each side of an `#if`.
  private static func checkVariables(_ scope: AuditScope, _ report: inout RuleReport) {
    for variable in scope.index.variables {
      guard isPush(variable.declaration.name), let text = variable.declaration.value.flatMap(word),
        text != "production", words.contains(text)
      else { continue }
      let twin = scope.index.variables(named: variable.declaration.name, in: [variable.unit]).first {
        $0.declaration.owner == variable.declaration.owner
          && $0.declaration.value.flatMap(word) == "production"
      }
      guard let twin else { continue }
      report.add(
        page, .likely,
        "\(variable.declaration.name) is \(text) or production, as the build configuration says",
        at: Exhibit(variable.declaration.place, quote: text, "one of two values"),
        counterpart: [Exhibit(twin.declaration.place, quote: "production", "the other")],
        about: ["environment:" + scope.index.units[variable.unit].file])
    }
  }

  private static func isPush(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["apns", "apsenv", "aps_env", "push"].contains { name.contains($0) }
  }

  /// What one side says: a word for the environment where the rest is about push, or a host of APNs.
  private static func environment(_ branch: Statement.Branch, isPush: Bool) -> String? {
    for statement in branch.then + (branch.otherwise ?? []) {
      var found: String?
      var isAboutPush = isPush
      if case .assign(let target, _, _) = statement { isAboutPush = isAboutPush || Self.isPush(target.key) }
      if case .variable(let variable) = statement { isAboutPush = isAboutPush || Self.isPush(variable.name) }
      statement.walk { part in
        if case .call(let call) = part, call.name.lowercased().contains("apnstoken") { isAboutPush = true }
        if let text = part.text, hosts.contains(where: text.contains) { found = text.shown }
      }
      if found != nil { return found }
      guard isAboutPush else { continue }
      statement.walk { if let word = word($0) { found = found ?? word } }
      if found != nil { return found }
    }
    return nil
  }

  /// `"sandbox"`, `.sandbox`, `APNSEnvironment.sandbox`
  private static func word(_ expression: Expression) -> String? {
    let text: String? =
      switch expression {
      case .string(let text, _): text
      case .member(_, let name, _): name
      default: nil
      }
    return text.map { $0.lowercased() }.flatMap { words.contains($0) ? $0 : nil }
  }

  private static func branches(_ body: [Statement], depth: Int) -> [Statement.Branch] {
    guard depth < 40 else { return [] }
    return body.flatMap { statement -> [Statement.Branch] in
      switch statement {
      case .branch(let branch):
        [branch] + branches(branch.then + (branch.otherwise ?? []), depth: depth + 1)
      case .block(let inner), .deferred(let inner, _): branches(inner, depth: depth + 1)
      case .loop(let loop): branches(loop.body, depth: depth + 1)
      case .attempt(let attempt): branches(attempt.body + attempt.catches.flatMap { $0 }, depth: depth + 1)
      case .select(let select): branches(select.cases.flatMap(\.body), depth: depth + 1)
      default: []
      }
    }
  }
}
