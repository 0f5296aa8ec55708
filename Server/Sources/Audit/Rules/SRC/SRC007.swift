import AppFacts

enum SRC007: AuditRule {
  static let page = RulePage(
    "SRC007", .source, .warning,
    summary: "The device token is expected to have a fixed length, or sent only when it changed",
    why: """
      Tokens have no promised length. A token that is compared with a stored copy and not sent again leaves the server \
      without it after its record was deleted, after a restore, or after another account signed in.
      """,
    check:
      "Look for comparisons of the token, or of its count, in didRegisterForRemoteNotificationsWithDeviceToken.",
    fix: "Send every token to the server, at every launch; let the server find out what changed.",
    references: [.registering],
    silentOn: ["comparisons that only log"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        received: SRCExample.registering(
          """
              let token = deviceToken.map { String(format: "%02x", $0) }.joined()
              guard token.count == 64 else { return } // <- SRC007
              server.register(token)
          """))),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) {
      var bodies: [(body: [Statement], names: Set<String>)] = []
      TokenFlow(code: code, visit: { _, _, _, _ in }, enterBody: { bodies.append(($0, $1)) }).run()
      for entered in bodies {
        var tokens = entered.names
        look(entered.body, &tokens, code, &report)
      }
    }
  }

  private static func look(
    _ body: [Statement], _ tokens: inout Set<String>, _ code: AppleCode, _ report: inout RuleReport
  ) {
    for statement in body {
      if case .variable(let variable) = statement, let value = variable.value {
        var words: Set<String> = []
        value.walk { if case .name(let name, _) = $0 { words.insert(name) } }
        if !words.isDisjoint(with: tokens) { tokens.insert(variable.name) }
      }
      if case .branch(let branch) = statement, !branch.isConditionalCompilation,
        leaves(branch)
      {
        for condition in branch.conditions {
          if let (place, what) = fault(condition, tokens) {
            report.addOnce(
              AuditFinding(
                "SRC007", .warning, .likely, what, evidence: [Exhibit(place, "the token is held back here")],
                fix: "Send every token, whatever its length and whether or not it changed",
                about: [code.about, "token"]))
          }
        }
      }
      for expression in statement.expressions {
        expression.walk(intoClosures: false) { part in
          if case .call(let call) = part, ["assert", "precondition"].contains(call.name),
            let first = call.arguments.first?.value, let (place, what) = fault(first, tokens),
            what.contains("long")
          {
            report.addOnce(
              AuditFinding(
                "SRC007", .warning, .likely, what, evidence: [Exhibit(place, "asserted here")],
                fix: "Accept tokens of any length", about: [code.about, "token"]))
          }
        }
      }
      for block in statement.blocks { look(block, &tokens, code, &report) }
    }
  }

  /// One side of the branch does nothing more with the token.
  private static func leaves(_ branch: Statement.Branch) -> Bool {
    if branch.isGuard { return true }
    return branch.then.leaves || branch.otherwise == nil
  }

  private static func fault(_ condition: Expression, _ tokens: Set<String>) -> (Place, String)? {
    let atoms = PathAtom.all(condition)
    for atom in atoms {
      guard case .composed("==", let parts, let place) = atom.expression, parts.count == 2 else { continue }
      let isToken = parts.map { part in part.plainName.map(tokens.contains) ?? false }
      let isCount = parts.map { part in
        if case .member(let base?, let name, _) = part, ["count", "length"].contains(name) {
          return base.plainName.map(tokens.contains) ?? false
        }
        if case .call(let call) = part, call.name == "length", let base = call.base {
          return base.plainName.map(tokens.contains) ?? false
        }
        return false
      }
      let number = parts.compactMap { part -> String? in
        if case .number(let text, _) = part { text } else { nil }
      }.first
      if isCount.contains(true), let number, number == "64" || number == "32" {
        return (place, "The token is taken only where it is \(number) long")
      }
      // With another question beside it, as `|| isOld`, the token is sent again some time.
      if isToken.contains(true), number == nil, atoms.count == 1,
        !parts.contains(where: { $0.isNull || $0.text != nil })
      {
        return (place, "The token is sent only where it differs from a stored one")
      }
    }
    return nil
  }
}
