import AppFacts

enum FLOW003: AuditRule {
  static let page = RulePage(
    "FLOW003", .flow, .warning,
    summary: "The token is not sent again when another account signs in",
    why: """
      The server knows the token under the account that was signed in when it was sent. After a change of account, pushes \
      for the new one go nowhere, or the old account's keep coming.
      """,
    check: "Sign in as another person, and look at the account of this device's registration on the server.",
    fix: "Send the registration again after each sign-in, with the account that is signed in now.",
    references: [.registering, .fcmTokens],
    silentOn: [
      "sign-ins that tell others by a notification, a delegate or a callback", "apps without sign-in code",
      "sign-ins that call anything whose code is not in the files",
    ],
    bad: RuleExample(
      SRCExample.plist, SRCExample.app(),
      RuleExample.File(
        "Parcel/Session.swift",
        """
        import Foundation

        final class Session {
          let defaults = UserDefaults.standard
          let server = ParcelServer()

          func login(account: String) { // <- FLOW003
            defaults.set(account, forKey: "account")
          }

          func logout() {
            server.unregister()
            defaults.removeObject(forKey: "account")
          }
        }
        """)),
    good: RuleExample(
      SRCExample.plist, SRCExample.app(),
      RuleExample.File(
        "Parcel/Session.swift",
        """
        import UIKit

        final class Session {
          let defaults = UserDefaults.standard
          let server = ParcelServer()

          func login(account: String) {
            defaults.set(account, forKey: "account")
            UIApplication.shared.registerForRemoteNotifications()
          }

          func logout() {
            server.unregister()
            defaults.removeObject(forKey: "account")
          }
        }
        """)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppCode.all(scope) where SessionChange.sendsTokens(code) {
      for number in code.functions(named: AccountWords.signIn) {
        guard SessionChange.changesAccount(number, code, stores: true), SessionChange.isPlain(number, code)
        else {
          continue
        }
        let (_, words) = code.reachable(number)
        if words.contains(where: AccountWords.registers) || words.contains(where: AccountWords.announces) {
          continue
        }
        report.addOnce(
          AuditFinding(
            "FLOW003", .warning, .likely, "Signing in does not send the push registration again",
            evidence: [code.exhibit(number, "stores the account, and nothing more")],
            fix: "Send the registration again at the end of the sign-in", about: [code.about, "account"]))
      }
    }
  }
}

/// What a sign-in or sign-out does itself, as far as it is to be seen.
enum SessionChange {
  /// The app sends device tokens somewhere, by itself.
  static func sendsTokens(_ code: AppCode) -> Bool {
    let index = code.index
    let received =
      index.functionNumbers(signature: KnownAPI.didRegister.swift, in: code.files)
      + index.functionNumbers(signature: KnownAPI.didRegister.objectiveC, in: code.files)
      + index.functionNumbers(named: "onNewToken", in: code.files)
    return received.contains { !index.functions[$0].calls.isEmpty }
  }

  /// All that it does is to be seen: no call goes where the files do not show what happens.
  static func isPlain(_ number: Int, _ code: AppCode) -> Bool {
    let index = code.index
    let reach = index.reach(from: [number], files: code.files, loose: true)
    return reach.steps.keys.allSatisfy { function in
      index.functions[function].calls.allSatisfy { position in
        let call = index.calls[position].call
        let first = String(call.name.prefix { $0 != ":" })
        if let letter = first.first, letter.isUppercase { return true }
        return plainCalls.contains(first) || KnownAPI.isLog(call)
          || SourceIndex.swiftNames(ofSelector: first).contains {
            !index.functionNumbers(named: $0, in: code.files).isEmpty
          }
      }
    }
  }

  /// Stores, text and queues: nothing that reaches a server.
  private static let plainCalls: Set<String> = [
    "set", "setObject", "setString", "setBool", "setValue", "save", "store", "putString", "putBoolean",
    "edit", "apply",
    "commit", "clear", "remove", "removeObject", "removeItem", "removeAll", "removeObjectForKey",
    "synchronize",
    "standardUserDefaults", "removePersistentDomain", "async", "sync", "dispatch_async", "alloc", "init",
    "new",
    "string", "bool", "integer", "object", "objectForKey", "stringForKey", "getString", "append",
    "lowercased",
    "trimmingCharacters", "format", "joined", "encode", "decode", "getSharedPreferences", "sharedInstance",
    "popToRoot", "popToRootViewController", "dismiss", "present", "finish", "startActivity", "reloadData",
  ]

  private static let sessionWords = ["account", "user", "session", "token", "credential"]

  private static func namesSession(_ value: Expression) -> Bool {
    var found = false
    value.walk { part in
      let text = part.text?.lowercased() ?? ""
      found = found || sessionWords.contains(where: text.contains)
    }
    return found || value.words.contains { word in sessionWords.contains(where: word.lowercased().contains) }
  }

  /// It writes, or takes away, who is signed in: by itself, not through a service that is not to be seen.
  static func changesAccount(_ number: Int, _ code: AppCode, stores: Bool) -> Bool {
    let index = code.index
    let function = index.functions[number]
    if let owner = function.owner, index.isInterface(owner) { return false }
    // A button's method or a screen does it by calling something else.
    if function.declaration.modifiers.contains(where: { $0.hasPrefix("IBAction") }) { return false }
    let writes =
      stores
      ? ["set", "setObject:forKey:", "setString:forKey:", "save", "store", "putString", "setValue"]
      : [
        "removeObject", "removeObjectForKey:", "removeItem", "clear", "remove", "removeAll", "signOut",
        "delete",
        "removePersistentDomain", "SecItemDelete", "edit",
      ]
    let calls = function.calls.map { index.calls[$0].call }
    if calls.contains(where: { writes.contains($0.name) && $0.base != nil }) { return true }
    // A helper does it for this function, and says that it is about the account.
    let helpers = index.reach(from: [number], files: code.files, loose: false).steps.keys
    let helped = helpers.contains { helper in
      helper != number
        && index.functions[helper].calls.contains { position in
          let call = index.calls[position].call
          return writes.contains(call.name) && call.base != nil
            && call.arguments.contains { namesSession($0.value) }
        }
    }
    if helped { return true }
    return index.assignments.contains { site in
      guard site.function == number, let path = site.target.path?.lowercased() else { return false }
      let isSession = sessionWords.contains { path.hasSuffix($0) }
      return isSession && site.value.isNull == !stores
    }
  }
}
