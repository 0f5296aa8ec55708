/// The app that examples of Info.plist are written with: each shows the part that it is about.
enum PLISTExample {
  /// Parcel/Info.plist with these lines beside the bundle id.
  static func plist(_ lines: String) -> RuleExample.File {
    RuleExample.File(
      "Parcel/Info.plist",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
        <key>CFBundleIdentifier</key><string>dev.pushwire.parcel</string>
      \(lines)
      </dict>
      </plist>
      """)
  }

  static let silentPush = RuleExample.File(
    "refresh.apns",
    """
    {
      "Simulator Target Bundle": "dev.pushwire.parcel",
      "aps": { "content-available": 1 },
      "parcel": "p-1"
    }
    """)

  static let fetchHandler = """
      func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
      ) async -> UIBackgroundFetchResult {
        await parcels.refresh() ? .newData : .noData
      }
    """

  /// A delegate that does all that an app needs for pushes, but for the handler of silent ones.
  static func delegate(imports: String = "", launch: String = "", token: String = "", more: String = "")
    -> RuleExample.File
  {
    RuleExample.File(
      "Parcel/AppDelegate.swift",
      """
      import UIKit
      import UserNotifications
      \(imports)
      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
        let parcels = Parcels()

        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          UNUserNotificationCenter.current().delegate = self
      \(launch)
          application.registerForRemoteNotifications()
          return true
        }

        func application(
          _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
      \(token)
          parcels.send(token: deviceToken.map { String(format: "%02x", $0) }.joined())
        }

        func application(
          _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
        ) {
          parcels.log("not registered: \\(error)")
        }

        func userNotificationCenter(
          _ center: UNUserNotificationCenter, willPresent notification: UNNotification
        ) async -> UNNotificationPresentationOptions {
          [.banner, .sound]
        }
      \(more)
      }
      """)
  }
}
