@testable import Audit

/// Completion handlers and tasks that are called, passed on or kept in other ways.
extension QuietCases {
  static let completions: [SourceCase] = [
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
}
