import AppFacts

enum PLIST002: AuditRule {
  static let page = RulePage(
    "PLIST002", .plist, .warning,
    summary: "Info.plist has the remote-notification mode, and nothing handles silent pushes",
    why: """
      The app is woken for a push with content-available and does nothing with it: the time counts against its \
      budget, and what the push should have brought is missing. App Review asks for modes that are used.
      """,
    check: """
      Search the app's delegate for \
      `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)` or its async form.
      """,
    fix: "Implement the handler and answer with what it fetched, or take the mode out of Info.plist.",
    references: [.backgroundUpdates],
    silentOn: [
      "apps whose pushes CloudKit handles (NSPersistentCloudKitContainer, CKSyncEngine, SwiftData)",
      "SDKs that take the delegate's callbacks, and delegates that inherit from a framework's",
      "apps whose sources were given only in part",
    ],
    bad: RuleExample(
      PLISTExample.plist(
        """
          <key>UIBackgroundModes</key>
          <array>
            <string>remote-notification</string> <!-- <- PLIST002 -->
          </array>
        """), PLISTExample.delegate()),
    good: RuleExample(
      PLISTExample.plist("  <key>UIBackgroundModes</key><array><string>remote-notification</string></array>"),
      PLISTExample.delegate(more: PLISTExample.fetchHandler)))

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    let codes = AppleCode.all(scope)
    for app in scope.appleApps where !app.isMac && !app.usesCloudKit(scope.facts) {
      guard let code = codes.first(where: { $0.about == app.about }), !code.hasGaps, code.hasApp,
        code.ownsItsDelegate, code.fetchHandlers.isEmpty, code.functions(KnownAPI.legacyReceive).isEmpty,
        !code.mentionsCloudKit
      else { continue }
      for plist in app.infoPlists(scope.facts) {
        guard let mode = plist.backgroundModes.first(where: { $0.value == "remote-notification" }) else {
          continue
        }
        report.add(
          AuditFinding(
            id, .warning, .likely,
            "\(app.name) has the remote-notification mode, and no handler of silent pushes",
            evidence: [Exhibit(mode.place, quote: mode.value, "background mode")],
            counterpart: code.appPlace.map { [Exhibit($0, "the app, without the handler")] } ?? [],
            fix: "Implement the handler of silent pushes, or take the mode out", about: [app.about]))
      }
    }
  }
}

extension AppleCode {
  /// The delegate's callbacks are the app's own: no framework's class or method stands in between.
  var ownsItsDelegate: Bool {
    guard wrappers.isEmpty else { return false }
    let main = index.types.filter { type in
      files.contains(type.unit) && type.declaration.kind == .class
        && !Set(type.declaration.attributes).isDisjoint(with: ["main", "UIApplicationMain"])
    }.map { SourceIndex.lastName($0.declaration.name) }
    let classes = Set(delegateTypes + main)
    guard !classes.isEmpty || !appTypes.isEmpty else { return false }
    return classes.allSatisfy { name in
      index.types(named: name, in: files).allSatisfy { type in
        guard type.declaration.kind == .class, let parent = type.declaration.inherits.first else {
          return true
        }
        let last = SourceIndex.lastName(parent)
        return ["UIResponder", "NSObject", "UIApplicationDelegate"].contains(last)
          || !index.types(named: last).isEmpty
      }
    }
  }

  /// Frameworks that handle CloudKit's pushes themselves.
  var mentionsCloudKit: Bool {
    imports("CloudKit") || imports("SwiftData")
      || !index.calls(named: ["NSPersistentCloudKitContainer", "CKSyncEngine"], in: files).isEmpty
  }
}
