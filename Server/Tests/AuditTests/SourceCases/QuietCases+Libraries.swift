@testable import Audit

/// What is no app of its own: libraries, the Mac, a watch, tests, service extensions.
extension QuietCases {
  static let libraries: [SourceCase] = [
    SourceCase(
      "a library without an app",
      .swift(
        "PushKit",
        """
        import UIKit
        import UserNotifications

        public final class PushCenter: NSObject, UNUserNotificationCenterDelegate {
          public func handle(_ deviceToken: Data) {}
          public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
          ) {
            completionHandler()
          }
        }
        """)),
    SourceCase(
      "the Mac",
      .swift(
        "AppDelegate",
        """
        import AppKit
        import UserNotifications

        @main
        final class AppDelegate: NSObject, NSApplicationDelegate, UNUserNotificationCenterDelegate {
          let server = ParcelServer()

          func applicationDidFinishLaunching(_ notification: Notification) {
            UNUserNotificationCenter.current().delegate = self
            NSApplication.shared.registerForRemoteNotifications()
          }
          func application(_ application: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
            server.register(deviceToken.map { String(format: "%02x", $0) }.joined())
          }
          func application(_ application: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
            print(error)
          }
          func application(_ application: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]) {
            server.sync {}
          }
          func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
            withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
          ) {
            completionHandler(.banner)
          }
        }
        """)),
    SourceCase(
      "a framework with a delegate of its own",
      .swift(
        "PushPlugin",
        """
        import UIKit
        import UserNotifications

        open class PushPlugin: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
          public func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
          ) {}
          public func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
            withCompletionHandler completionHandler: @escaping () -> Void
          ) {
            completionHandler()
          }
        }
        """)),
    SourceCase(
      "a watch, whose delegate has other methods",
      .swift(
        "WatchApp",
        """
        import SwiftUI
        import WatchKit

        @main
        struct WatchApp: App {
          @WKApplicationDelegateAdaptor(WatchDelegate.self) private var delegate
          var body: some Scene { WindowGroup { Text("Parcel") } }
        }

        final class WatchDelegate: NSObject, WKApplicationDelegate {
          let server = ParcelServer()
          func applicationDidFinishLaunching() {
            WKApplication.shared().registerForRemoteNotifications()
          }
          func didRegisterForRemoteNotifications(withDeviceToken deviceToken: Data) {
            server.register(deviceToken.map { String(format: "%02x", $0) }.joined())
          }
        }
        """)),
    SourceCase(
      "code of tests", plist, SRCExample.app(),
      .init(
        "ParcelTests/PushTests.swift",
        """
        import UIKit
        import XCTest

        final class FakeDelegate: NSObject, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {}
        }
        """)),
    SourceCase(
      "a service extension that stores its handler",
      .init(
        "ParcelService/NotificationService.swift",
        """
        import UserNotifications

        class NotificationService: UNNotificationServiceExtension {
          var contentHandler: ((UNNotificationContent) -> Void)?
          var bestAttemptContent: UNMutableNotificationContent?

          override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            self.contentHandler = contentHandler
            bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
            if let bestAttemptContent = bestAttemptContent {
              bestAttemptContent.title = "\\(bestAttemptContent.title) [modified]"
              contentHandler(bestAttemptContent)
            }
          }

          override func serviceExtensionTimeWillExpire() {
            if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent {
              contentHandler(bestAttemptContent)
            }
          }
        }
        """)),
    SourceCase(
      "a service extension that answers at once",
      .init(
        "ParcelService/NotificationService.swift",
        """
        import UserNotifications

        class NotificationService: UNNotificationServiceExtension {
          override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
          ) {
            contentHandler(request.content)
          }
        }
        """)),
  ]
}
