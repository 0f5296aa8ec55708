#if os(Linux)
  import BackgroundTasks
  import Foundation
  import PushClient
  import Security
  import AppKit
  import SwiftUI
  import UIKit
  import UserNotifications

  @testable import ParcelExample
  @testable import PushClientApple

  /// The app's backend and its Pushwire server, over real connections.
  enum Servers {
    static let local = ParcelServer { request in
      switch (request.method, request.path) {
      case ("POST", "/push-ticket"): return (200, #"{"ticket": "ticket-of-\#(session(request))"}"#)
      case ("POST", "/orders"): return (200, #"["8123"]"#)
      case ("PUT", _):
        let body = (try? JSONValue(parsing: Array(request.body.utf8))) ?? .null
        let isBound = request.headers["authorization"] != nil
        return (
          200,
          #"{"generation": \#(body["generation"].integer ?? 0), "#
            + (isBound ? #""binding": "bound", "binding_tag": "tag-1"}"# : #""binding": "unbound"}"#)
        )
      default: return (200, "{}")
      }
    }

    private static func session(_ request: ParcelServer.Request) -> String {
      request.headers["authorization"]?.split(separator: " ").last.map(String.init) ?? "nobody"
    }

    /// Bodies of registrations.
    static var registrations: [JSONValue] {
      local.requests.filter { $0.method == "PUT" }.map {
        (try? JSONValue(parsing: Array($0.body.utf8))) ?? .null
      }
    }
  }

  /// A device with the example app on it, its frameworks played by the stubs.
  @MainActor final class Phone {
    private let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("parcel-\(UUID().uuidString)")
    private(set) var ios: ParcelDelegate
    private(set) var scene: Task<Void, Never>?
    var center: UNUserNotificationCenter { .current() }
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../..").standardized

    init(_ platform: Platform = .ios) throws {
      setenv("XDG_DATA_HOME", folder.path, 1)
      setenv("PARCEL_PUSH", Servers.local.address, 1)
      setenv("PARCEL_API", Servers.local.address, 1)
      Servers.local.forget()
      FakeKeychain.current = FakeKeychain()
      UNUserNotificationCenter.fakeReset()
      NSApplication.fakeReset()
      Session.shared.signOut()
      ParcelExample.Router.shared.open(PushwireNavigation(place: .home, mode: .open, action: nil))
      let info = try Data(contentsOf: Self.root.appendingPathComponent("Examples/ios/Generated/Info.plist"))
      let list = try PropertyListSerialization.propertyList(from: info, format: nil)
      Surroundings.standIn = (platform, list as? [String: Any] ?? [:])
      // The addresses are read once.
      ios = ParcelDelegate()
      restart()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A process of the app, before its launch.
    func restart() {
      scene?.cancel()
      scene = nil
      UIApplication.fakeReset()
      BGTaskScheduler.fakeReset()
      ios = ParcelDelegate()
      FakeDelegates.put(ios)
    }

    /// A process of the Mac's app, launched.
    func launchMac() -> ParcelMacDelegate {
      let mac = ParcelMacDelegate()
      FakeDelegates.put(mac)
      mac.applicationDidFinishLaunching(Notification(name: NSApplication.didBecomeActiveNotification))
      return mac
    }

    /// What the system does at a launch.
    /// - Returns: what the app answers.
    @discardableResult func launch() -> Bool {
      ios.application(.shared, didFinishLaunchingWithOptions: nil)
    }

    /// The system makes a scene for a tap on this.
    func connectScene(_ tap: UNNotificationResponse) -> UISceneConfiguration {
      ios.application(.shared, configurationForConnecting: .fake(), options: .fake(response: tap))
    }

    /// The same, of an app with UIKit's scenes.
    func connectOwnScene(_ tap: UNNotificationResponse, links: [URL]) -> SceneDelegate {
      UIApplication.shared.delegate = ios
      let scene = SceneDelegate()
      scene.scene(UIScene(), willConnectTo: .fake(), options: .fake(response: tap))
      scene.scene(UIScene(), openURLContexts: Set(links.map { .fake($0) }))
      return scene
    }

    /// The system hands a silent push over. Numbers are those of `UIBackgroundFetchResult`.
    func hand(over notification: UNNotification, _ done: @escaping @MainActor (UInt) -> Void) {
      ios.application(
        .shared, didReceiveRemoteNotification: notification.request.content.userInfo
      ) { result in MainActor.assumeIsolated { done(result.rawValue) } }
    }

    var registrations: Int { UIApplication.shared.fakeRegistrations }
    var opened: [URL] { UIApplication.shared.fakeOpened }
    var macRegistrations: Int { NSApplication.shared.fakeRegistrations }

    func give(token: [UInt8]) {
      ios.application(.shared, didRegisterForRemoteNotificationsWithDeviceToken: Data(token))
    }

    /// The first screen appears.
    func appear(_ body: Any) throws {
      guard let task = Views.actions(in: body).first else { throw Views.Missing(what: "task") }
      scene = Task { await task() }
    }

    static func notification(
      _ id: String, _ name: String, tag: String?, to destination: [String: Any] = [:]
    ) -> UNNotification {
      var own: [String: Any] = ["n": id, "c": name, "r": 1]
      own["b"] = tag
      let content = UNMutableNotificationContent()
      content.title = "On its way"
      content.userInfo = [
        "aps": ["alert": ["title": "On its way"]], "pw": own.merging(destination) { $1 },
      ]
      return .fake(
        UNNotificationRequest(identifier: id, content: content, trigger: UNPushNotificationTrigger.fake()))
    }

    /// What somebody else sent.
    static var foreign: UNNotification {
      let content = UNMutableNotificationContent()
      content.userInfo = ["aps": ["alert": "x"]]
      return .fake(
        UNNotificationRequest(identifier: "x", content: content, trigger: UNPushNotificationTrigger.fake()))
    }

    static func shipped(_ id: String, _ order: String) -> UNNotification {
      notification(id, "order_shipped", tag: "tag-1", to: ["d": "order", "p": ["order": order]])
    }
  }
#endif
