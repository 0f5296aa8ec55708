import Testing

@testable import Audit

/// Rules of Apple's push code in Objective-C, in SwiftUI, and with helpers in other files. The rules' own examples are
/// UIKit.
@Suite struct PushCases {
  private static let plist = SRCExample.plist
  private typealias C = ObjectiveCPush
  private typealias S = SwiftUIPush
  private typealias H = HelperPush

  static let cases: [SourceCase] = objectiveC + swiftUI + helpers

  private static let objectiveC: [SourceCase] = [
    SourceCase("healthy, Objective-C", plist, C.app()),
    SourceCase(
      "SRC001, Objective-C", plist,
      C.app(
        launch: "  [UNUserNotificationCenter currentNotificationCenter].delegate = self;",
        received: C.receiving(C.token, marker: " // <- SRC001"))),
    SourceCase(
      "SRC002, SRC003, Objective-C", plist,
      C.app(
        launch: "  [[UNUserNotificationCenter currentNotificationCenter] setDelegate:self];",
        more: """
          - (IBAction)enable:(id)sender {
            [[UNUserNotificationCenter currentNotificationCenter] requestAuthorizationWithOptions:UNAuthorizationOptionAlert completionHandler:^(BOOL granted, NSError *error) {
              if (granted) {
                dispatch_async(dispatch_get_main_queue(), ^{
                  [[UIApplication sharedApplication] registerForRemoteNotifications]; // <- SRC002, SRC003
                });
              }
            }];
          }
          """)),
    SourceCase(
      "SRC003, Objective-C", plist,
      C.app(
        launch: """
            [UNUserNotificationCenter currentNotificationCenter].delegate = self;
            if (![[NSUserDefaults standardUserDefaults] boolForKey:@"hasRegistered"]) {
              [application registerForRemoteNotifications]; // <- SRC003
            }
          """)),
    SourceCase(
      "SRC004, Objective-C", plist,
      C.app(
        launch: """
            [UNUserNotificationCenter currentNotificationCenter].delegate = self;
            [application registerForRemoteNotifications]; // <- SRC004
          """, received: "")),
    SourceCase(
      "SRC005, Objective-C: missing", plist,
      C.app(received: C.receiving(C.token, marker: " // <- SRC005"), fail: "")),
    SourceCase(
      "SRC005, Objective-C: empty", plist, C.app(fail: C.failing("", marker: " // <- SRC005"))),
    SourceCase(
      "SRC006, Objective-C", plist,
      C.app(
        received: C.receiving(
          """
            NSString *token = [[deviceToken description] stringByReplacingOccurrencesOfString:@" " withString:@""]; // <- SRC006
            [self.server registerToken:token];
          """))),
    SourceCase(
      "SRC006, Objective-C: format", plist,
      C.app(
        received: C.receiving(
          """
            NSString *token = [NSString stringWithFormat:@"%@", deviceToken]; // <- SRC006
            [self.server registerToken:token];
          """))),
    SourceCase(
      "SRC007, Objective-C", plist,
      C.app(
        received: C.receiving(
          """
            if (deviceToken.length == 32) { // <- SRC007
              [self.server registerData:deviceToken];
            }
          """))),
    SourceCase(
      "SRC008, Objective-C", plist,
      C.app(fetch: C.fetching("  [self.server sync];", marker: " // <- SRC008"))),
    SourceCase(
      "SRC009, Objective-C", plist,
      C.app(
        fetch: C.fetching(
          """
            if (userInfo[@"order"] == nil) {
              return; // <- SRC009
            }
            [self.server syncWithCompletion:^{
              completionHandler(UIBackgroundFetchResultNewData);
            }];
          """))),
    SourceCase(
      "SRC010, Objective-C", plist,
      C.app(
        fetch: C.fetching(
          """
            if (userInfo[@"order"] == nil) {
              completionHandler(UIBackgroundFetchResultNoData);
            }
            completionHandler(UIBackgroundFetchResultNewData); // <- SRC010
          """))),
    SourceCase(
      "SRC011, Objective-C", plist,
      C.app(
        fetch: """
          - (void)application:(UIApplication *)application didReceiveRemoteNotification:(NSDictionary *)userInfo { // <- SRC011
            [self.server sync];
          }
          """)),
    SourceCase(
      "SRC012, FLOW002, Objective-C: never set", plist,
      C.app(
        launch: "  [application registerForRemoteNotifications];",
        interface:
          "@interface AppDelegate : UIResponder <UIApplicationDelegate, UNUserNotificationCenterDelegate> // <- SRC012"
      )),
    SourceCase(
      "SRC013, Objective-C", plist,
      .init(
        "ParcelService/NotificationService.m",
        """
        #import <UserNotifications/UserNotifications.h>

        @interface NotificationService : UNNotificationServiceExtension
        @end

        @implementation NotificationService

        - (void)didReceiveNotificationRequest:(UNNotificationRequest *)request
                           withContentHandler:(void (^)(UNNotificationContent *))contentHandler {
          UNMutableNotificationContent *content = [request.content mutableCopy];
          if (!content) {
            return; // <- SRC013
          }
          contentHandler(content);
        }
        @end
        """)),
    SourceCase(
      "SRC014, Objective-C", plist,
      C.app(
        imports:
          "#import <FirebaseMessaging/FirebaseMessaging.h>\n#import <OneSignalFramework/OneSignalFramework.h> // <- SRC014"
      )),
    SourceCase(
      "SRC016, Objective-C", plist,
      C.app(response: C.responding("  [self.router open:response.notification];", marker: " // <- SRC016"))),
    SourceCase(
      "SRC017, Objective-C", plist,
      C.app(
        more: """
          - (IBAction)enable:(id)sender {
            [[UNUserNotificationCenter currentNotificationCenter] requestAuthorizationWithOptions:UNAuthorizationOptionAlert | UNAuthorizationOptionProvisional completionHandler:^(BOOL granted, NSError *error) { // <- SRC017
              NSLog(@"%d", granted);
            }];
          }
          """)),
    SourceCase(
      "SRC018, Objective-C", plist,
      C.app(
        launch: """
            [UNUserNotificationCenter currentNotificationCenter].delegate = self;
            [application registerForRemoteNotifications];
            [self.router openPush:launchOptions[UIApplicationLaunchOptionsRemoteNotificationKey]]; // <- SRC018
          """, response: ""),
      .objectiveC(
        "SceneDelegate",
        """
        #import <UIKit/UIKit.h>

        @interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
        @end

        @implementation SceneDelegate
        @end
        """)),
    SourceCase(
      "FLOW001, Objective-C", plist,
      C.app(
        launch: """
            [UNUserNotificationCenter currentNotificationCenter].delegate = self;
            [application registerForRemoteNotifications];
            [[UNUserNotificationCenter currentNotificationCenter] requestAuthorizationWithOptions:UNAuthorizationOptionAlert completionHandler:^(BOOL granted, NSError *error) { // <- FLOW001
              NSLog(@"%d", granted);
            }];
          """)),
    SourceCase(
      "FLOW002, Objective-C", plist,
      C.app(
        launch: """
            [UNUserNotificationCenter currentNotificationCenter].delegate = self; // <- FLOW002
            [application registerForRemoteNotifications];
          """, present: "")),
    SourceCase(
      "FLOW003, FLOW004, Objective-C", plist, C.app(),
      .objectiveC(
        "Session",
        """
        #import <Foundation/Foundation.h>

        @implementation Session

        - (void)loginWithAccount:(NSString *)account { // <- FLOW003
          [self.defaults setObject:account forKey:@"account"];
        }

        - (void)logout { // <- FLOW004
          [self.defaults removeObjectForKey:@"account"];
        }
        @end
        """)),
    SourceCase(
      "FLOW005, Objective-C", plist,
      C.app(
        response: C.responding(
          """
            NSDictionary *userInfo = response.notification.request.content.userInfo;
            NSURL *url = [NSURL URLWithString:userInfo[@"url"]];
            [[UIApplication sharedApplication] openURL:url options:@{} completionHandler:nil]; // <- FLOW005
            completionHandler();
          """))),
    SourceCase(
      "FLOW006, Objective-C", plist,
      C.app(
        response: C.responding(
          """
            [self.navigation pushViewController:[OrdersViewController new] animated:YES]; // <- FLOW006
            completionHandler();
          """),
        more: """
          - (BOOL)application:(UIApplication *)application
              continueUserActivity:(NSUserActivity *)userActivity
                restorationHandler:(void (^)(NSArray *))restorationHandler {
            return [self route:userActivity.webpageURL];
          }

          - (BOOL)route:(NSURL *)url {
            return [url.path isEqualToString:@"/orders"];
          }
          """)),
  ]

  private static let swiftUI: [SourceCase] = [
    SourceCase("healthy, SwiftUI", plist, S.app(), S.delegate()),
    SourceCase(
      "SRC002, SRC003, SwiftUI", plist,
      S.app(
        view: """
              Button("Turn on") {
                Task {
                  let granted = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert])
                  if granted == true {
                    UIApplication.shared.registerForRemoteNotifications() // <- SRC002, SRC003
                  }
                }
              }
          """), S.delegate(launch: "    UNUserNotificationCenter.current().delegate = self")),
    SourceCase(
      "SRC002, SwiftUI", plist,
      S.app(
        view: """
              Text("Parcel").task {
                let granted = try? await UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) // <- FLOW001
                if let granted, granted {
                  UIApplication.shared.registerForRemoteNotifications() // <- SRC002
                }
              }
          """), S.delegate(launch: "    UNUserNotificationCenter.current().delegate = self")),
    SourceCase(
      "SRC012, SwiftUI", plist,
      S.app(
        view: """
              Text("Parcel").onAppear {
                UNUserNotificationCenter.current().delegate = AppDelegate.shared // <- SRC012
              }
          """), S.delegate(launch: "    application.registerForRemoteNotifications()")),
    SourceCase(
      "SRC015, SwiftUI, and what follows from it", plist, S.app(adaptor: "", marker: " // <- SRC015"),
      S.delegate()),
    SourceCase(
      "SRC017, SwiftUI", plist,
      S.app(
        view: """
              Button("Turn on") {
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .provisional]) { _, _ in } // <- SRC017
              }
          """), S.delegate()),
    SourceCase(
      "FLOW001, SwiftUI", plist,
      S.app(
        view: """
              Text("Parcel").onAppear {
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in } // <- FLOW001
              }
          """), S.delegate()),
    SourceCase(
      "FLOW001, SwiftUI: the App's initializer", plist,
      S.app(
        initializer: """
            init() {
              UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in } // <- FLOW001
            }
          """), S.delegate()),
    SourceCase(
      "asked by a button, SwiftUI", plist,
      S.app(
        view: """
              Button("Turn on") {
                UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
              }
          """), S.delegate()),
    SourceCase(
      "FLOW006, SwiftUI", plist,
      S.app(
        view: """
              Text("Parcel").onOpenURL { url in LinkRouter.shared.route(url) }
          """,
        more: """
          final class LinkRouter {
            static let shared = LinkRouter()
            func route(_ url: URL) { print(url) }
          }
          """),
      S.delegate(
        response: SRCExample.responding(
          """
              navigation.present(OrdersViewController(), animated: true) // <- FLOW006
              completionHandler()
          """))),
  ]

  private static let helpers: [SourceCase] = [
    SourceCase("healthy, helpers", plist, H.delegate(), H.service()),
    SourceCase(
      "SRC001, helpers", plist,
      H.delegate(launch: "    PushService.shared.start()"),
      H.service(start: "    UNUserNotificationCenter.current().delegate = self"),
      .init("marks.txt", "SRC001 Parcel/AppDelegate.swift")),
    SourceCase(
      "SRC002, helpers", plist, H.delegate(),
      H.service(
        start: """
              UNUserNotificationCenter.current().delegate = self
              UNUserNotificationCenter.current().getNotificationSettings { settings in
                guard settings.authorizationStatus == .authorized else { return }
                self.register()
              }
          """,
        more: """

            func register() {
              DispatchQueue.main.async(execute: UIApplication.shared.registerForRemoteNotifications) // <- SRC002
            }

          """)),
    SourceCase(
      "SRC003, helpers", plist,
      H.delegate(
        launch: "    PushService.shared.start()\n    if isFirstLaunch { PushService.shared.register() }"),
      H.service(
        start: "    UNUserNotificationCenter.current().delegate = self",
        more: """

            func register() {
              UIApplication.shared.registerForRemoteNotifications() // <- SRC003
            }

          """)),
    SourceCase(
      "SRC006, helpers", plist, H.delegate(),
      H.service(
        send: """
              server.register(token.pushText)
          """),
      .swift(
        "Data+Token",
        """
        import Foundation

        extension Data {
          var pushText: String {
            String(describing: self) // <- SRC006
          }
        }
        """)),
    SourceCase(
      "SRC006, helpers: interpolated", plist, H.delegate(),
      H.service(
        send: """
              print("got \\(token)")
              server.register("\\(token)") // <- SRC006
          """)),
    SourceCase(
      "SRC008, helpers", plist,
      H.delegate(fetch: "    PushService.shared.sync(userInfo, done: completionHandler)"),
      H.service(sync: "    server.sync {}"), .init("marks.txt", "SRC008 Parcel/AppDelegate.swift")),
    SourceCase(
      "SRC009, helpers", plist, H.delegate(),
      H.service(
        sync: """
              guard let order = userInfo["order"] else {
                return // <- SRC009
              }
              server.sync(order) { done(.newData) }
          """)),
    SourceCase(
      "SRC009, helpers: a callback that gives up", plist, H.delegate(),
      H.service(
        sync: """
              server.sync { error in
                if error != nil {
                  return // <- SRC009
                }
                done(.newData)
              }
          """)),
    SourceCase(
      "SRC010, helpers", plist,
      H.delegate(
        fetch: """
              PushService.shared.sync(userInfo, done: completionHandler)
              completionHandler(.noData) // <- SRC010
          """),
      H.service(sync: "    done(.newData)")),
    SourceCase(
      "SRC012, helpers: never set", plist, H.delegate(),
      H.service(start: "    UIApplication.shared.registerForRemoteNotifications()"),
      .init("marks.txt", "SRC012 Parcel/PushService.swift")),
    SourceCase(
      "SRC016, helpers", plist, H.delegate(),
      H.service(
        more: """

            func open(_ response: UNNotificationResponse, then: @escaping () -> Void) {
              guard response.actionIdentifier != "later" else { return } // <- SRC016
              then()
            }

          """,
        center: SRCExample.present + SRCExample.responding("    open(response, then: completionHandler)"))),
    SourceCase(
      "FLOW001, helpers", plist,
      H.delegate(launch: "    PushService.shared.start()\n    Permission.ask()"), H.service(),
      .swift(
        "Permission",
        """
        import UserNotifications

        enum Permission {
          static func ask() {
            let center = UNUserNotificationCenter.current()
            center.getNotificationSettings { settings in
              guard settings.authorizationStatus == .notDetermined else { return }
              center.requestAuthorization(options: [.alert, .badge]) { _, _ in } // <- FLOW001
            }
          }
        }
        """)),
    SourceCase(
      "FLOW002, helpers", plist, H.delegate(),
      H.service(
        start: """
              UNUserNotificationCenter.current().delegate = self // <- FLOW002
              UIApplication.shared.registerForRemoteNotifications()
          """, center: SRCExample.responding())),
    SourceCase(
      "FLOW005, helpers", plist, H.delegate(),
      H.service(
        center: SRCExample.present
          + SRCExample.responding(
            """
                let userInfo = response.notification.request.content.userInfo
                Links.open(userInfo["link"] as? String)
                completionHandler()
            """)),
      .swift(
        "Links",
        """
        import UIKit

        enum Links {
          static func open(_ text: String?) {
            guard let text, let url = URL(string: text) else { return }
            UIApplication.shared.open(url) // <- FLOW005
          }
        }
        """)),
  ]

  @Test(arguments: cases) func thisIsFoundAndNothingElse(_ source: SourceCase) throws { try source.check() }
}
