import AppFacts

enum SRC018: AuditRule {
  static let page = RulePage(
    "SRC018", .source, .warning,
    summary: "An app with scenes looks for the launching tap only in the launch options",
    why: """
      In an app with scenes the tap that launches it stands in the scene's connection options and goes to the \
      notification centre's delegate. The launch options have no remote notification then.
      """,
    check: "Launch the app by a tap, and print launchOptions[.remoteNotification].",
    fix:
      "Read connectionOptions.notificationResponse, or implement userNotificationCenter(_:didReceive:withCompletionHandler:).",
    references: [.sceneConnection],
    silentOn: ["apps that also implement didReceive", "apps without scenes"],
    bad: RuleExample(
      SRCExample.plist,
      RuleExample.File(
        "Parcel/SceneDelegate.swift",
        """
        import UIKit

        final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
          var window: UIWindow?
        }
        """),
      SRCExample.app(
        launch: """
              UNUserNotificationCenter.current().delegate = self
              application.registerForRemoteNotifications()
              if let push = launchOptions?[.remoteNotification] { // <- SRC018
                router.open(push)
              }
          """, response: "")),
    good: SRCExample.good)

  static func check(_ scope: AuditScope, _ report: inout RuleReport) {
    for code in AppleCode.all(scope)
    where !code.isMac && code.responseHandlers.isEmpty && code.wrappers.isEmpty {
      let hasScenes =
        !code.appTypes.isEmpty
        || code.index.types.contains {
          code.files.contains($0.unit)
            && $0.declaration.inherits.contains { ["UIWindowSceneDelegate", "UISceneDelegate"].contains($0) }
        }
      let readsResponse = code.index.functions.contains {
        code.files.contains($0.unit) && $0.mentions.contains("notificationResponse")
      }
      guard hasScenes, !readsResponse, !code.hasGaps else { continue }
      for number in code.launchFunctions {
        let body = code.index.functions[number].declaration.body ?? []
        var place: Place?
        for statement in body {
          statement.walk { part in
            guard place == nil, case .composed("[]", let parts, let found) = part, parts.count == 2 else {
              return
            }
            let words = parts[1].words
            if words.contains("remoteNotification")
              || words.contains("UIApplicationLaunchOptionsRemoteNotificationKey")
            {
              place = found
            }
          }
        }
        guard let place else { continue }
        report.addOnce(
          AuditFinding(
            "SRC018", .warning, .likely, "The launching tap is looked for in the launch options only",
            evidence: [Exhibit(place, quote: "remoteNotification", "not set in an app with scenes")],
            fix: "Read the scene's connectionOptions.notificationResponse", about: [code.about, "tap"]))
      }
    }
  }
}
