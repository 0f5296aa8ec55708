import Foundation
import TestSupport
import Testing

@testable import Audit

/// Info.plist against code, payloads and extensions: what is found, and what looks wrong and is right.
struct PropertyListRulesTests {
  /// `RULE confidence` of all findings of this layer.
  private func findings(_ files: [(String, String)]) throws -> [String] {
    let run = try ExampleRun(files.map { .init(name: $0.0, text: $0.1) })
    for input in run.facts.unreadable { Issue.record("unreadable: \(input.place.text): \(input.state)") }
    return run.result.all.filter { $0.rule.hasPrefix("PLIST") }
      .map { "\($0.rule) \($0.confidence.rawValue)" }.sorted()
  }

  private func plist(_ lines: String) -> (String, String) {
    ("Parcel/Info.plist", PLISTExample.plist(lines).text)
  }

  private func modes(_ modes: String...) -> (String, String) {
    plist(
      "<key>UIBackgroundModes</key><array>" + modes.map { "<string>\($0)</string>" }.joined() + "</array>")
  }

  private let silent = ("refresh.apns", PLISTExample.silentPush.text)

  private func delegate(imports: String = "", token: String = "", more: String = "") -> (String, String) {
    ("Parcel/AppDelegate.swift", PLISTExample.delegate(imports: imports, token: token, more: more).text)
  }

  private let objectiveC = (
    "Parcel/AppDelegate.m",
    """
    #import <UIKit/UIKit.h>

    @interface AppDelegate : UIResponder <UIApplicationDelegate>
    @end

    @implementation AppDelegate
    - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
      [application registerForRemoteNotifications];
      return YES;
    }
    - (void)application:(UIApplication *)application
        didReceiveRemoteNotification:(NSDictionary *)userInfo
              fetchCompletionHandler:(void (^)(UIBackgroundFetchResult))completionHandler {
      completionHandler(UIBackgroundFetchResultNewData);
    }
    @end
    """
  )

  private func swiftUI(_ handler: String) -> (String, String) {
    (
      "Parcel/ParcelApp.swift",
      """
      import SwiftUI
      import UIKit

      @main
      struct ParcelApp: App {
        @UIApplicationDelegateAdaptor(AppDelegate.self) var delegate
        var body: some Scene { WindowGroup { Text("Parcel") } }
      }

      final class AppDelegate: NSObject, UIApplicationDelegate {
      \(handler)
      }
      """
    )
  }

  private let completion = """
      func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
        fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
      ) { done(.newData) }
    """

  // MARK: PLIST001

  @Test func silentPushesNeedTheirMode() throws {
    #expect(try findings([plist(""), silent]) == ["PLIST001 likely"])
    #expect(try findings([modes("fetch"), silent]) == ["PLIST001 likely"])
    #expect(try findings([modes("remote-notification"), silent]) == [])
    // A built app leaves nothing open.
    #expect(
      try findings([("Parcel.ipa", "info UIBackgroundModes = [fetch]"), silent]) == ["PLIST001 proved"])
    #expect(
      try findings([("Parcel.ipa", "info UIBackgroundModes = [remote-notification]"), silent]) == [])
  }

  @Test func handlersInEveryFormNeedTheMode() throws {
    #expect(try findings([plist(""), delegate(more: PLISTExample.fetchHandler)]) == ["PLIST001 likely"])
    #expect(try findings([plist(""), delegate(more: completion)]) == ["PLIST001 likely"])
    #expect(try findings([plist(""), objectiveC]) == ["PLIST001 likely"])
    #expect(try findings([plist(""), swiftUI(completion)]) == ["PLIST001 likely"])
    #expect(try findings([plist(""), delegate()]) == [])
  }

  @Test func alertsNeedNoMode() throws {
    let alert = """
      {
        "Simulator Target Bundle": "dev.pushwire.parcel",
        "aps": { "alert": { "title": "Parcel", "body": "It is here" }, "mutable-content": 1 }
      }
      """
    #expect(try findings([plist(""), ("alert.apns", alert)]) == [])
    #expect(try findings([("Parcel.ipa", "extension Service.appex"), ("alert.apns", alert)]) == [])
  }

  @Test func aModeFromASettingIsNotMissing() throws {
    #expect(try findings([modes("$(BACKGROUND_MODE)"), silent]) == [])
  }

  @Test func macAppsHaveNoModes() throws {
    #expect(try findings([("Parcel.app", "platform macos"), silent]) == [])
  }

  @Test func withoutAnInfoPlistItIsLeftOpen() throws {
    let run = try ExampleRun([.init(name: "Parcel/AppDelegate.swift", text: delegate(more: completion).1)])
    #expect(!run.result.all.contains { $0.rule == "PLIST001" })
    #expect(run.result.undecided.contains { $0.rule == "PLIST001" })
  }

  // MARK: PLIST002

  @Test func theModeNeedsAHandler() throws {
    let mode = modes("remote-notification")
    #expect(try findings([mode, delegate()]) == ["PLIST002 likely"])
    #expect(try findings([mode, swiftUI("")]) == ["PLIST002 likely"])
    for source in [
      delegate(more: completion), delegate(more: PLISTExample.fetchHandler), objectiveC, swiftUI(completion),
    ] {
      #expect(try findings([mode, source]) == [], "\(source.0)")
    }
    // In another file.
    let other = ("Parcel/Push.swift", "import UIKit\n\nextension AppDelegate {\n\(completion)\n}\n")
    #expect(try findings([mode, delegate(), other]) == [])
  }

  @Test func othersHandleTheirPushesThemselves() throws {
    let mode = modes("remote-notification")
    for module in ["CloudKit", "SwiftData", "OneSignalFramework", "FirebaseMessaging", "ExpoModulesCore"] {
      #expect(try findings([mode, delegate(imports: "import \(module)")]) == [], "\(module)")
    }
    let flutter = (
      "Parcel/AppDelegate.swift",
      """
      import UIKit

      @main
      class AppDelegate: VendorAppDelegate {
        override func application(
          _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          application.registerForRemoteNotifications()
          return super.application(application, didFinishLaunchingWithOptions: options)
        }
      }
      """
    )
    #expect(try findings([mode, flutter]) == [])
    let cloud = PLISTExample.plist(
      "<key>com.apple.developer.icloud-services</key><array><string>CloudKit</string></array>")
    #expect(try findings([mode, delegate(), ("Parcel/Parcel.entitlements", cloud.text)]) == [])
    // No code at all: nothing is known.
    #expect(try findings([mode]) == [])
  }

  // MARK: PLIST003

  private func tasks(_ requests: String) -> (String, String) {
    (
      "Parcel/Tasks.swift",
      """
      import BackgroundTasks
      import UIKit

      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        func applicationDidEnterBackground(_ application: UIApplication) {
          do {
      \(requests)
          } catch { print(error) }
        }
      }
      """
    )
  }

  @Test func modesAndRequestsGoTogether() throws {
    let refresh = tasks("try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: \"r\"))")
    let processing = tasks("try BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: \"p\"))")
    #expect(try findings([modes("fetch"), refresh]) == [])
    #expect(try findings([modes("processing"), processing]) == [])
    #expect(try findings([modes("fetch"), processing]) == ["PLIST003 likely", "PLIST003 likely"])
    #expect(try findings([plist(""), refresh]) == ["PLIST003 likely"])
    #expect(try findings([modes("processing"), tasks("")]) == ["PLIST003 likely"])
    let objectiveC = (
      "Parcel/Tasks.m",
      """
      #import <BackgroundTasks/BackgroundTasks.h>
      @implementation Tasks
      - (void)schedule {
        BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:@"p"];
        [[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:nil];
      }
      @end
      """
    )
    #expect(try findings([plist(""), objectiveC]) == ["PLIST003 likely"])
    #expect(try findings([modes("processing"), objectiveC]) == [])
  }

  @Test func theOlderFetchUsesTheModeWithoutARequest() throws {
    let older = delegate(
      more: """
          func application(
            _ application: UIApplication,
            performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) { completionHandler(.noData) }
        """)
    #expect(try findings([modes("fetch"), older]) == [])
    #expect(try findings([modes("fetch"), delegate()]) == ["PLIST003 likely"])
    let scene = (
      "Parcel/ParcelApp.swift",
      """
      import SwiftUI

      @main
      struct ParcelApp: App {
        var body: some Scene {
          WindowGroup { Text("Parcel") }
            .backgroundTask(.appRefresh("refresh")) { await refresh() }
        }
      }
      """
    )
    #expect(try findings([modes("fetch"), scene]) == [])
    // A library requests the tasks.
    #expect(try findings([modes("fetch"), delegate(imports: "import TSBackgroundFetch")]) == [])
  }

  // MARK: PLIST005

  @Test func theTokenHasToReachFirebase() throws {
    let off = plist("<key>FirebaseAppDelegateProxyEnabled</key><false/>")
    let text = plist("<key>FirebaseAppDelegateProxyEnabled</key><string>NO</string>")
    let on = plist("<key>FirebaseAppDelegateProxyEnabled</key><true/>")
    let firebase = delegate(imports: "import FirebaseMessaging")
    #expect(try findings([off, firebase]) == ["PLIST005 likely"])
    #expect(try findings([text, firebase]) == ["PLIST005 likely"])
    #expect(try findings([on, firebase]) == [])
    #expect(try findings([plist(""), firebase]) == [])
    #expect(
      try findings([
        off,
        delegate(
          imports: "import FirebaseMessaging", token: "    Messaging.messaging().apnsToken = deviceToken"),
      ]) == [])
    #expect(
      try findings([
        off, firebase,
        (
          "Parcel/Tokens.swift",
          "import FirebaseMessaging\nfunc hand(_ t: Data) { Messaging.messaging().setAPNSToken(t, type: .unknown) }\n"
        ),
      ]) == [])
    #expect(
      try findings([
        off, firebase,
        (
          "Parcel/Tokens.m",
          "#import <FirebaseMessaging/FirebaseMessaging.h>\nvoid hand(NSData *t) { [FIRMessaging messaging].APNSToken = t; }\n"
        ),
      ]) == [])
    // React Native's own module hands it over.
    #expect(try findings([off, delegate(imports: "import FirebaseMessaging\nimport React")]) == [])
    // Another product of Firebase.
    #expect(try findings([off, delegate(imports: "import FirebaseAnalytics")]) == [])
  }

  // MARK: extensions

  @Test func extensionsFitTheirApp() throws {
    func ipa(_ recipe: String) throws -> [String] { try findings([("Parcel.ipa", recipe)]) }
    #expect(try ipa("extension Service.appex\n  info MinimumOSVersion = 17.0") == ["PLIST006 proved"])
    #expect(try ipa("extension Service.appex\n  info MinimumOSVersion = \"16\"") == [])
    #expect(try ipa("extension Service.appex\n  bundle dev.pushwire.parcelservice") == ["PLIST006 proved"])
    #expect(
      try ipa("extension Service.appex\n  info NSExtension/NSExtensionPrincipalClass = none") == [
        "PLIST008 proved"
      ])
    #expect(
      try ipa(
        "extension Service.appex\n  info NSExtension/NSExtensionPointIdentifier = com.apple.usernotifications.services"
      ) == ["PLIST008 proved"])
    #expect(try ipa("extension ContentView.appex\n  info NSExtension/NSExtensionMainStoryboard = Main") == [])
  }

  @Test func thePrincipalClassIsOneOfTheSources() throws {
    func app(_ name: String) -> (String, String) {
      ("Parcel.ipa", "extension Service.appex\n  info NSExtension/NSExtensionPrincipalClass = \(name)")
    }
    let service = (
      "Service/NotificationService.swift",
      """
      import UserNotifications

      final class NotificationService: UNNotificationServiceExtension {
        var done: ((UNNotificationContent) -> Void)?
        override func didReceive(
          _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
          done = contentHandler
          contentHandler(request.content)
        }
        override func serviceExtensionTimeWillExpire() {}
      }
      """
    )
    #expect(try findings([app("Service.NotificationService"), service]) == [])
    #expect(try findings([app("NotificationService"), service]) == [])
    #expect(try findings([app("Service.NotificationServiceExtension"), service]) == ["PLIST008 likely"])
  }

  // MARK: PLIST007

  @Test func theVoipModeNeedsCalls() throws {
    let mode = modes("voip")
    #expect(try findings([mode, delegate()]) == ["PLIST007 likely"])
    #expect(try findings([mode]) == [])
    for module in ["PushKit", "CallKit", "TwilioVoice", "LiveKitWebRTC"] {
      #expect(
        try findings([mode, delegate(), ("Parcel/Calls.swift", "import \(module)\n")]) == [], "\(module)")
    }
  }
}
