import AppFacts

enum SRC005: AuditRule {
  static let page = RulePage(
    "SRC005", .source, .warning,
    summary: "A failed registration goes unnoticed",
    why: """
      Registering fails without the entitlement (code 3000), on simulators that cannot register (3010), or without a \
      network. Only application(_:didFailToRegisterForRemoteNotificationsWithError:) says so.
      """,
    check: "Search the sources for didFailToRegisterForRemoteNotificationsWithError, and look into it.",
    fix: "Implement it and log the error's code.",
    references: [.registering], rootCauses: ["SRC015"],
    silentOn: ["SDKs that take the delegate's callbacks"],
    bad: RuleExample(
      SRCExample.plist,
      SRCExample.app(
        fail: """

            func application( // <- SRC005
              _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
            ) {
            }
          """)),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope) where code.hasApp {
      guard let received = code.functions(KnownAPI.didRegister).first else { continue }
      let failures = code.functions(KnownAPI.didFail)
      if failures.isEmpty, code.wrappers.isEmpty, !code.hasGaps {
        report.addOnce(
          AuditFinding(
            "SRC005", .warning, .likely,
            "The app takes the token, and has no didFailToRegisterForRemoteNotificationsWithError",
            evidence: [code.exhibit(received, "only success is handled")],
            fix:
              "Implement application(_:didFailToRegisterForRemoteNotificationsWithError:) and log the error",
            about: [code.about, "registration"]))
      }
      for failure in failures
      where failures.count == 1 && code.index.functions[failure].declaration.body?.isEmpty == true {
        report.addOnce(
          AuditFinding(
            "SRC005", .warning, .likely, "The error of a failed registration is thrown away",
            evidence: [code.exhibit(failure, "this does nothing")], fix: "Log the error's code",
            about: [code.about, "registration"]))
      }
    }
  }
}
