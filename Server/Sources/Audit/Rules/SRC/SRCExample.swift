/// The app that examples of Apple's side are written with: each shows the part that it is about.
enum SRCExample {
  static let plist = RuleExample.File(
    "Parcel/Info.plist",
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key><string>dev.pushwire.parcel</string>
      <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
    </dict>
    </plist>
    """)

  static let launch = """
        UNUserNotificationCenter.current().delegate = self
        application.registerForRemoteNotifications()
    """
  static let register = """
        let token = deviceToken.map { String(format: "%02x", $0) }.joined()
        server.register(token)
    """
  static let fail = """

      func application(
        _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
      ) {
        print("registration failed: \\(error)")
      }
    """
  static let fetch = "    server.sync { completionHandler(.newData) }"
  static let present = """

      func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
      ) {
        completionHandler([.banner, .list, .sound])
      }
    """
  static let response = """
        router.open(response.notification)
        completionHandler()
    """
  static let received = """

      func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
      ) {
    \(register)
      }
    """

  static func fetching(_ body: String = fetch, marker: String = "") -> String {
    """

      func application(\(marker)
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
      ) {
    \(body)
      }
    """
  }

  static func registering(_ body: String) -> String {
    """

      func application(
        _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
      ) {
    \(body)
      }
    """
  }

  static func responding(_ body: String = response, marker: String = "") -> String {
    """

      func userNotificationCenter(\(marker)
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
      ) {
    \(body)
      }
    """
  }

  static func app(
    launch: String = launch, received: String = received, fail: String = fail, fetch: String = fetching(),
    present: String = present, response: String = responding(), imports: String = "", more: String = "",
    attribute: String = "@main", delegate: String = ""
  ) -> RuleExample.File {
    RuleExample.File(
      "Parcel/AppDelegate.swift",
      """
      \(imports)import UIKit
      import UserNotifications

      \(attribute)
      final class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {\(delegate)
        let server = ParcelServer()
        let router = ParcelRouter()

        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
      \(launch)
          return true
        }
      \(received)\(fail)\(fetch)\(present)\(response)\(more)
      }
      """)
  }

  static let good = RuleExample(plist, app())
}
