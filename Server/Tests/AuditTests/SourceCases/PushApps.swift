@testable import Audit

/// The app of the push rules' examples in Objective-C.
enum ObjectiveCPush {
  static let launch = """
      [UNUserNotificationCenter currentNotificationCenter].delegate = self;
      [application registerForRemoteNotifications];
    """
  static let token = """
      const unsigned char *bytes = deviceToken.bytes;
      NSMutableString *token = [NSMutableString string];
      for (NSUInteger i = 0; i < deviceToken.length; i++) {
        [token appendFormat:@"%02x", bytes[i]];
      }
      [self.server registerToken:token];
    """
  static let received = receiving(token)
  static func receiving(_ body: String, marker: String = "") -> String {
    """
    - (void)application:(UIApplication *)application\(marker)
        didRegisterForRemoteNotificationsWithDeviceToken:(NSData *)deviceToken {
    \(body)
    }
    """
  }
  static let fail = failing("  NSLog(@\"registration failed: %@\", error);")
  static func failing(_ body: String, marker: String = "") -> String {
    """
    - (void)application:(UIApplication *)application\(marker)
        didFailToRegisterForRemoteNotificationsWithError:(NSError *)error {
    \(body)
    }
    """
  }
  static let fetch = fetching(
    """
      [self.server syncWithCompletion:^{
        completionHandler(UIBackgroundFetchResultNewData);
      }];
    """)
  static func fetching(_ body: String, marker: String = "") -> String {
    """
    - (void)application:(UIApplication *)application\(marker)
        didReceiveRemoteNotification:(NSDictionary *)userInfo
              fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
    \(body)
    }
    """
  }
  static let present = """
    - (void)userNotificationCenter:(UNUserNotificationCenter *)center
           willPresentNotification:(UNNotification *)notification
             withCompletionHandler:(void (^)(UNNotificationPresentationOptions))completionHandler {
      completionHandler(UNNotificationPresentationOptionBanner | UNNotificationPresentationOptionList);
    }
    """
  static let response = responding("  [self.router open:response.notification];\n  completionHandler();")
  static func responding(_ body: String, marker: String = "") -> String {
    """
    - (void)userNotificationCenter:(UNUserNotificationCenter *)center\(marker)
        didReceiveNotificationResponse:(UNNotificationResponse *)response
                 withCompletionHandler:(void (^)(void))completionHandler {
    \(body)
    }
    """
  }

  static func app(
    launch: String = launch, received: String = received, fail: String = fail, fetch: String = fetch,
    present: String = present, response: String = response, imports: String = "", more: String = "",
    interface: String =
      "@interface AppDelegate : UIResponder <UIApplicationDelegate, UNUserNotificationCenterDelegate>"
  ) -> RuleExample.File {
    .objectiveC(
      "AppDelegate",
      """
      #import <UIKit/UIKit.h>
      #import <UserNotifications/UserNotifications.h>
      \(imports)
      \(interface)
      @property (nonatomic) ParcelServer *server;
      @property (nonatomic) ParcelRouter *router;
      @property (nonatomic) UINavigationController *navigation;
      @end

      @implementation AppDelegate

      - (BOOL)application:(UIApplication *)application
          didFinishLaunchingWithOptions:(NSDictionary *)launchOptions {
      \(launch)
        return YES;
      }

      \(received)

      \(fail)

      \(fetch)

      \(present)

      \(response)

      \(more)
      @end
      """)
  }
}

/// The same as a SwiftUI app: an App, a first screen, and the delegate of the examples behind an adaptor.
enum SwiftUIPush {
  static func app(
    adaptor: String = "@UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate",
    marker: String = "",
    initializer: String = "", view: String = #"    Text("Parcel")"#, more: String = ""
  ) -> RuleExample.File {
    .swift(
      "ParcelApp",
      """
      import SwiftUI
      import UserNotifications

      @main
      struct ParcelApp: App {\(marker)
        \(adaptor)
      \(initializer)
        var body: some Scene {
          WindowGroup { HomeView() }
        }
      }

      struct HomeView: View {
        @State private var shown = false
        var body: some View {
      \(view)
        }
      }
      \(more)
      """)
  }

  static func delegate(
    launch: String = SRCExample.launch, received: String = SRCExample.received,
    fail: String = SRCExample.fail,
    fetch: String = SRCExample.fetching(), present: String = SRCExample.present,
    response: String = SRCExample.responding(), imports: String = "", more: String = ""
  ) -> RuleExample.File {
    SRCExample.app(
      launch: launch, received: received, fail: fail, fetch: fetch, present: present, response: response,
      imports: imports, more: more, attribute: "")
  }
}

/// The same with the delegate calling a service in a file of its own.
enum HelperPush {
  static let start = """
        UNUserNotificationCenter.current().delegate = self
        UIApplication.shared.registerForRemoteNotifications()
    """
  static let send = """
        let text = token.map { String(format: "%02x", $0) }.joined()
        server.register(text)
    """
  static let sync = """
        server.sync { done(.newData) }
    """

  static func service(
    start: String = start, send: String = send, sync: String = sync, more: String = "",
    center: String = SRCExample.present + SRCExample.responding()
  ) -> RuleExample.File {
    .swift(
      "PushService",
      """
      import UIKit
      import UserNotifications

      final class PushService: NSObject, UNUserNotificationCenterDelegate {
        static let shared = PushService()
        let server = ParcelServer()
        let router = ParcelRouter()

        func start() {
      \(start)
        }

        func send(_ token: Data) {
      \(send)
        }

        func sync(_ userInfo: [AnyHashable: Any], done: @escaping (UIBackgroundFetchResult) -> Void) {
      \(sync)
        }
      \(center)\(more)}
      """)
  }

  static func delegate(
    launch: String = "    PushService.shared.start()",
    received: String = "    PushService.shared.send(deviceToken)",
    fetch: String = "    PushService.shared.sync(userInfo, done: completionHandler)", more: String = ""
  ) -> RuleExample.File {
    .swift(
      "AppDelegate",
      """
      import UIKit

      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
      \(launch)
          return true
        }
      \(SRCExample.registering(received))\(SRCExample.fail)\(SRCExample.fetching(fetch))\(more)}
      """)
  }
}
