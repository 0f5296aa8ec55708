import Testing

@testable import Audit

/// What looks like a fault and is none: every source rule stays silent.
@Suite struct QuietCases {
  private static let plist = SRCExample.plist
  private static func fetch(_ name: String, _ body: String, more: String = "") -> SourceCase {
    SourceCase(name, plist, SRCExample.app(fetch: SRCExample.fetching(body), more: more))
  }

  static let cases: [SourceCase] = completions + tokens + launches + libraries + accounts

  private static let completions: [SourceCase] = [
    SourceCase(
      "handlers given to what is not here, but for a preview's empty stand-in", plist,
      SRCExample.app(
        fetch: SRCExample.fetching(
          """
              let parcels: Parcels = Parcels.make()
              if userInfo["sync"] == nil { parcels.refresh(then: completionHandler) } else { completionHandler(.noData) }
          """),
        response: SRCExample.responding(
          """
              if chat.takes(response, completionHandler) { return }
              let handled = Orders.open(response) { completionHandler() }
              if !handled { completionHandler() }
          """)),
      .swift(
        "Parcels",
        """
        protocol Parcels { func refresh(then done: @escaping (UIBackgroundFetchResult) -> Void) }
        struct PreviewParcels: Parcels {
          func refresh(then done: @escaping (UIBackgroundFetchResult) -> Void) {}
        }
        enum Orders {
          static func open(_ response: UNNotificationResponse, _ done: @escaping () -> Void) -> Bool {
            guard response.notification.request.content.threadIdentifier == "orders" else { return false }
            done()
            return true
          }
        }
        """)),
    SourceCase(
      "blocks copied, and called where they are there", plist,
      .objectiveC(
        "AppDelegate",
        """
        #import <UIKit/UIKit.h>
        #import <UserNotifications/UserNotifications.h>
        typedef void (^ParcelFetch)(UIBackgroundFetchResult);

        @interface AppDelegate : UIResponder <UIApplicationDelegate, UNUserNotificationCenterDelegate>
        @end

        @implementation AppDelegate

        - (BOOL)application:(UIApplication *)application
            didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
          UNUserNotificationCenter.currentNotificationCenter.delegate = self;
          [application registerForRemoteNotifications];
          return YES;
        }

        - (void)application:(UIApplication *)application
            didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)deviceToken {
          [self.server register:deviceToken];
        }

        - (void)application:(UIApplication *)application
            didFailToRegisterForRemoteNotificationsWithError:(NSError *)error {
          NSLog(@"%@", error);
        }

        - (void)application:(UIApplication *)application
            didReceiveRemoteNotification:(NSDictionary *)userInfo
                  fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
          ParcelFetch handler = [completionHandler copy];
          if (!userInfo[@"sync"]) {
            if (handler) { handler(UIBackgroundFetchResultNoData); }
            return;
          }
          [self sync:^(NSError *error) {
            if (error != nil) {
              handler(UIBackgroundFetchResultFailed);
              return;
            }
            handler(UIBackgroundFetchResultNewData);
          }];
        }

        - (void)sync:(void (^)(NSError *))done {
          dispatch_async(dispatch_get_main_queue(), ^{
            !done ?: done(nil);
          });
        }

        - (void)userNotificationCenter:(UNUserNotificationCenter *)center
               willPresentNotification:(UNNotification *)notification
                 withCompletionHandler:(void (^)(UNNotificationPresentationOptions))completionHandler {
          UNNotificationPresentationOptions options = UNNotificationPresentationOptionSound;
          if (@available(iOS 14, *)) { options |= UNNotificationPresentationOptionBanner; }
          !completionHandler ?: completionHandler(options);
        }

        - (void)userNotificationCenter:(UNUserNotificationCenter *)center
            didReceiveNotificationResponse:(UNNotificationResponse *)response
                     withCompletionHandler:(void (^)(void))completionHandler {
          [[Router shared] route:response.notification.request.content.userInfo];
          completionHandler && (completionHandler(), 1);
        }
        @end
        """)),
    SourceCase(
      "the async form of the fetch handler", plist,
      SRCExample.app(
        fetch: """

            func application(
              _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
            ) async -> UIBackgroundFetchResult {
              await server.sync() ? .newData : .noData
            }
          """)),
    SourceCase(
      "the async forms of the centre's handlers", plist,
      SRCExample.app(
        present: """

            func userNotificationCenter(
              _ center: UNUserNotificationCenter, willPresent notification: UNNotification
            ) async -> UNNotificationPresentationOptions {
              [.banner, .list]
            }
          """,
        response: """

            func userNotificationCenter(
              _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
            ) async {
              await router.open(response)
            }

          """)),
    SourceCase(
      "a task under its own name again", BGExample.plist("dev.pushwire.parcel.refresh"),
      BGExample.app(
        refresh: """
              schedule()
              let task = Handed(task)
              task.value.expirationHandler = { self.parcels.cancel() }
              onMain { self.run(task.value) }
          """)),
    fetch("a completion passed on as a value", "    server.sync(userInfo, completion: completionHandler)"),
    fetch(
      "a completion wrapped to run once",
      """
          let once = CallOnce(completionHandler)
          server.sync { once(.newData) }
          DispatchQueue.main.asyncAfter(deadline: .now() + 25) { once(.failed) }
      """),
    fetch(
      "a flag that lets one call through",
      """
          var called = false
          let finish: (UIBackgroundFetchResult) -> Void = { result in
            guard !called else { return }
            called = true
            completionHandler(result)
          }
          server.sync { finish(.newData) }
          DispatchQueue.main.asyncAfter(deadline: .now() + 25) { finish(.failed) }
      """),
    fetch(
      "a completion that is stored",
      """
          pending.append(completionHandler)
          server.sync()
      """),
    fetch(
      "an SDK that may take it",
      """
          if Braze.shared.handleBackgroundNotification(userInfo: userInfo, fetchCompletionHandler: completionHandler) {
            return
          }
          completionHandler(.noData)
      """),
    fetch(
      "one answer for each case",
      """
          switch userInfo["kind"] as? String {
          case "order": server.sync { completionHandler(.newData) }
          case "chat":
            Task {
              do {
                try await server.load()
                completionHandler(.newData)
              } catch {
                completionHandler(.failed)
              }
            }
          default: completionHandler(.noData)
          }
      """),
    fetch(
      "a result that is assigned on each path, and one call",
      """
          var result = UIBackgroundFetchResult.noData
          defer { completionHandler(result) }
          guard userInfo["order"] != nil else { return }
          result = .newData
      """),
    fetch(
      "debug builds leave early",
      """
          #if DEBUG
          if ProcessInfo.processInfo.arguments.contains("-quiet") { return }
          #endif
          completionHandler(.newData)
      """),
    fetch(
      "a weak self that is gone",
      """
          server.sync { [weak self] in
            guard let self else { return }
            self.router.reload()
            completionHandler(.newData)
          }
      """),
    fetch(
      "a dispatch group",
      """
          let group = DispatchGroup()
          group.enter()
          server.sync { group.leave() }
          group.notify(queue: .main) { completionHandler(.newData) }
      """),
    fetch(
      "a continuation",
      """
          Task {
            let result = await withCheckedContinuation { continuation in
              server.sync { continuation.resume(returning: UIBackgroundFetchResult.newData) }
            }
            completionHandler(result)
          }
      """),
    fetch(
      "an optional completion that is asked for first",
      """
          let handler: ((UIBackgroundFetchResult) -> Void)? = completionHandler
          if let handler { handler(.newData) }
      """),
    SourceCase(
      "a delegate that forwards to another object", plist,
      SRCExample.app(
        received: SRCExample.registering(
          "    push.application(application, didRegisterForRemoteNotificationsWithDeviceToken: deviceToken)"),
        fetch: SRCExample.fetching(
          "    push.application(application, didReceiveRemoteNotification: userInfo, fetchCompletionHandler: completionHandler)"
        )),
      .swift(
        "PushPlugin",
        """
        import UIKit

        final class PushPlugin: NSObject, UIApplicationDelegate {
          let server = ParcelServer()
          func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
          ) {
            server.register(deviceToken.base64EncodedString())
          }
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            completionHandler(.noData)
          }
        }
        """)),
    SourceCase(
      "a protocol's default implementation", plist, SRCExample.app(),
      .swift(
        "PushHandling",
        """
        import UIKit

        protocol PushHandling {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
        }

        extension PushHandling {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {}
        }
        """)),
  ]

  private static let tokens: [SourceCase] = [
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

  private static let launches: [SourceCase] = [
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

  private static let libraries: [SourceCase] = [
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

  private static let accounts: [SourceCase] = [
    SourceCase(
      "a session that tells others", plist, SRCExample.app(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          var account: String?
          func login(_ name: String) {
            account = name
            NotificationCenter.default.post(name: .sessionChanged, object: self)
          }
          func logout() {
            account = nil
            NotificationCenter.default.post(name: .sessionChanged, object: self)
          }
        }
        """)),
    SourceCase(
      "a session that a service ends, of which the code is not there", plist, SRCExample.app(),
      .swift(
        "LoginModel",
        """
        import Foundation

        final class LoginModel {
          let auth: Auth
          init(auth: Auth) { self.auth = auth }
          func login(name: String) async throws {
            let session = try await auth.open(name)
            UserDefaults.standard.set(session.id, forKey: "session")
          }
          func logout() async {
            await auth.close()
            UserDefaults.standard.removeObject(forKey: "session")
          }
        }
        """)),
    SourceCase(
      "a session whose caller deletes the registration", plist, SRCExample.app(),
      .swift(
        "Session",
        """
        import Foundation

        final class Session {
          var account: String?
          func logout() {
            account = nil
          }
        }

        final class SettingsModel {
          let session = Session()
          let server = ParcelServer()
          func leave() {
            server.unregisterDevice()
            session.logout()
          }
        }
        """)),
    SourceCase(
      "a URL whose host is looked at", plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              let userInfo = response.notification.request.content.userInfo
              if let text = userInfo["url"] as? String, let url = URL(string: text), url.host == "parcel.example" {
                UIApplication.shared.open(url)
              }
              completionHandler()
          """))),
    SourceCase(
      "a tap that goes through the router of links", plist,
      SRCExample.app(
        response: SRCExample.responding(
          """
              LinkRouter.shared.route(response.notification.request.content.userInfo)
              completionHandler()
          """),
        more: """

            func application(_ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]) -> Bool {
              LinkRouter.shared.route(["url": url])
            }

          """),
      .swift(
        "LinkRouter",
        """
        final class LinkRouter {
          static let shared = LinkRouter()
          func route(_ values: [AnyHashable: Any]) -> Bool { values.isEmpty }
        }
        """)),
  ]

  @Test(arguments: cases) func nothingIsFound(_ source: SourceCase) throws { try source.check() }

  /// A file given by itself is no whole app: what is not in it may stand elsewhere.
  @Test func aLoneFileIsNotAskedForWhatItLacks() throws {
    let app = SRCExample.app(launch: "    print(1)", fail: "", present: "")
    let run = try ExampleRun([.init(name: "AppDelegate.swift", text: app.text)])
    #expect(run.facts.sources.count == 1)
    #expect(run.result.all.filter { $0.rule.hasPrefix("SRC") || $0.rule.hasPrefix("FLOW") }.isEmpty)
  }
}
