@testable import Audit

/// Tokens, permission, and what is done at launch, in other ways.
extension QuietCases {
  static let tokens: [SourceCase] = [
    SourceCase(
      "a token that is sent when it changed and again after a while", plist,
      SRCExample.app(
        received: SRCExample.registering(
          """
              let token = deviceToken.map { String(format: "%02x", $0) }.joined()
              guard token != saved || Date() > renewAfter else { return }
              server.register(token)
          """))),
    SourceCase(
      "a token that is only logged", plist,
      SRCExample.app(
        received: SRCExample.registering(
          """
              print("token: \\(deviceToken)")
              logger.debug("token: \\(deviceToken.description)")
              let token = deviceToken.reduce("") { $0 + String(format: "%02X", $1) }
              server.register(token)
          """))),
    SourceCase(
      "a token that is compared for a log and sent anyway", plist,
      SRCExample.app(
        received: SRCExample.registering(
          """
              let token = deviceToken.map { String(format: "%02x", $0) }.joined()
              if token.isEmpty { print("empty") }
              server.register(token)
          """))),
  ]

  static let launches: [SourceCase] = [
    SourceCase(
      "options that are made provisional further on", plist,
      SRCExample.app(
        launch: SRCExample.launch + """

              var options: UNAuthorizationOptions = [.alert, .sound]
              if #available(iOS 12.0, *) {
                options = UNAuthorizationOptions(
                  rawValue: options.rawValue | UNAuthorizationOptions.provisional.rawValue)
              }
              UNUserNotificationCenter.current().requestAuthorization(options: options) { _, _ in }
          """)),
    SourceCase(
      "registers in the answer, whatever it is", plist,
      SRCExample.app(
        launch: "    UNUserNotificationCenter.current().delegate = self",
        more: """

            func sceneDidBecomeActive() {
              UNUserNotificationCenter.current().getNotificationSettings { settings in
                print(settings.authorizationStatus == .authorized)
                DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
              }
            }

          """)),
    SourceCase(
      "also registers at a tap", plist,
      SRCExample.app(
        more: """

            @IBAction func retryTapped(_ sender: UIButton) {
              UIApplication.shared.registerForRemoteNotifications()
            }

          """)),
    SourceCase(
      "a quiet request at launch", plist,
      SRCExample.app(
        launch: """
          \(SRCExample.launch)
              UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .provisional]) { _, _ in }
          """)),
    SourceCase(
      "a request that only repeats what was granted", plist,
      SRCExample.app(
        launch: """
          \(SRCExample.launch)
              UNUserNotificationCenter.current().getNotificationSettings { settings in
                guard settings.authorizationStatus == .authorized else { return }
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
              }
          """)),
    SourceCase(
      "a request behind the app's own condition", plist,
      SRCExample.app(
        launch: """
          \(SRCExample.launch)
              if Settings.shared.wantsNotifications {
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
              }
          """)),
    SourceCase(
      "an app that shows local notifications only",
      .swift(
        "AppDelegate",
        """
        import UIKit
        import UserNotifications

        @main
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func remind() {
            UNUserNotificationCenter.current().add(UNNotificationRequest(identifier: "a", content: .init(), trigger: nil))
          }
        }
        """)),
    SourceCase(
      "CloudKit only", plist,
      .swift(
        "AppDelegate",
        """
        import CloudKit
        import UIKit

        @main
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            Records.fetch { completionHandler(.newData) }
          }
        }
        """)),
    SourceCase(
      "an SDK that registers", plist,
      .swift(
        "AppDelegate",
        """
        import OneSignalFramework
        import UIKit

        @main
        final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            completionHandler(.noData)
          }
        }
        """)),
  ]
}
