import AppFacts

enum FLOW004: AuditRule {
  static let page = RulePage(
    "FLOW004", .flow, .error,
    summary: "Signing out leaves the push registration on the server",
    why: """
      The server goes on sending the account's notifications to this device. Whoever holds it next, or signs in next, \
      reads them.
      """,
    check: "Sign out, send a notification to the account, and look at the device.",
    fix:
      "Delete the registration on the server before the session ends, and keep the request for later when offline.",
    references: [.fcmTokens, .registering],
    silentOn: [
      "sign-outs that tell others by a notification, a delegate or a callback",
      "sign-outs that call anything whose code is not in the files",
      "apps that send no token",
    ],
    bad: RuleExample(
      SRCExample.plist, SRCExample.app(),
      RuleExample.File(
        "Parcel/Session.swift",
        """
        import Foundation

        final class Session {
          let defaults = UserDefaults.standard

          func logout() { // <- FLOW004
            defaults.removeObject(forKey: "account")
          }
        }
        """)),
    good: RuleExample(
      SRCExample.plist, SRCExample.app(),
      RuleExample.File(
        "Parcel/Session.swift",
        """
        import Foundation

        final class Session {
          let defaults = UserDefaults.standard
          let server = ParcelServer()

          func logout() {
            server.unregister()
            defaults.removeObject(forKey: "account")
          }
        }
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppCode.all(scope) where SessionChange.sendsTokens(code) {
      for number in code.functions(named: AccountWords.signOut) {
        guard SessionChange.changesAccount(number, code, stores: false), SessionChange.isPlain(number, code)
        else {
          continue
        }
        let (_, words) = code.reachable(number)
        if words.contains(where: AccountWords.endsRegistration)
          || words.contains(where: AccountWords.announces)
          || callersDo(number, code)
        {
          continue
        }
        report.addOnce(
          AuditFinding(
            "FLOW004", .error, .likely, "Signing out does not delete the push registration",
            evidence: [code.exhibit(number, "ends the session, and leaves the registration")],
            fix: "Delete the registration on the server before the session ends",
            about: [code.about, "account"]))
      }
    }
  }

  /// Whoever calls it takes the registration away.
  private static func callersDo(_ number: Int, _ code: AppCode) -> Bool {
    let name = code.index.functions[number].declaration.name
    return code.index.calls(named: [name], in: code.files).contains { site in
      guard let caller = site.function, caller != number else { return false }
      return code.reachable(caller).words.contains {
        AccountWords.endsRegistration($0) || AccountWords.announces($0)
      }
    }
  }
}
