import AppFacts

enum PLIST005: AuditRule {
  static let page = RulePage(
    "PLIST005", .plist, .error,
    summary: "Firebase's swizzling is off, and the device token is not handed to it",
    why: """
      With FirebaseAppDelegateProxyEnabled set to NO, Firebase Messaging does not see the device token by itself. \
      Where the app does not set `Messaging.messaging().apnsToken`, its FCM token is tied to no device token, and \
      messages to Apple devices are accepted and never arrive.
      """,
    check: "Search the code for `apnsToken` and `setAPNSToken`.",
    fix: """
      Set `Messaging.messaging().apnsToken = deviceToken` in \
      `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`, or take the key out of Info.plist.
      """,
    references: [.firebase],
    silentOn: [
      "apps that do not use Firebase Messaging", "the token set in a helper in another file",
      "apps built on a framework that hands it over (React Native, Flutter)",
    ],
    bad: RuleExample(
      PLISTExample.plist("  <key>FirebaseAppDelegateProxyEnabled</key><false/> <!-- <- PLIST005 -->"),
      PLISTExample.delegate(imports: "import FirebaseMessaging", launch: "    FirebaseApp.configure()")),
    good: RuleExample(
      PLISTExample.plist("  <key>FirebaseAppDelegateProxyEnabled</key><false/>"),
      PLISTExample.delegate(
        imports: "import FirebaseMessaging", launch: "    FirebaseApp.configure()",
        token: "    Messaging.messaging().apnsToken = deviceToken")))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let codes = AppleCode.all(scope)
    for app in scope.appleApps {
      guard let code = codes.first(where: { $0.about == app.about }), !code.hasGaps,
        code.usesFirebaseMessaging,
        !code.setsAPNsToken, code.wrappers.allSatisfy({ $0.hasPrefix("Firebase") })
      else { continue }
      for plist in app.infoPlists(scope.facts) {
        guard let proxy = plist.tree.member("FirebaseAppDelegateProxyEnabled"), isOff(proxy.value) else {
          continue
        }
        report.add(
          AuditFinding(
            id, .error, .likely,
            "Firebase's swizzling is off, and nothing in \(app.name) hands the device token to Firebase Messaging",
            evidence: [Exhibit(proxy.place, quote: "NO", "FirebaseAppDelegateProxyEnabled")],
            counterpart: code.functions(KnownAPI.didRegister).map {
              code.exhibit($0, "where the token comes in")
            },
            fix: "Set Messaging.messaging().apnsToken where the token comes in", about: [app.about]))
      }
    }
  }

  private static func isOff(_ value: Located) -> Bool {
    value.bool == false || value.integer == 0 || ["NO", "FALSE", "0"].contains(value.string?.uppercased())
  }
}

extension AppleCode {
  /// Firebase Messaging itself, not another product of Firebase.
  var usesFirebaseMessaging: Bool {
    imports("FirebaseMessaging")
      || files.contains { file in
        index.units[file].imports.contains {
          $0.value.hasSuffix("FirebaseMessaging.h") || $0.value.hasSuffix("FIRMessaging.h")
        }
      }
      || index.calls("messaging", in: files).contains { $0.call.base?.path?.hasSuffix("Messaging") ?? false }
  }

  /// Somewhere in the app.
  var setsAPNsToken: Bool {
    if !index.calls(named: ["setAPNSToken", "setAPNSToken:type:", "setAPNSToken:"], in: files).isEmpty {
      return true
    }
    return index.assignments.contains { assignment in
      guard files.contains(assignment.unit) else { return false }
      guard case .member(_, let name, _) = assignment.target else { return false }
      return name == "apnsToken" || name == "APNSToken"
    }
  }
}
