import Foundation
import PushClient
import PushClientApple
import UIKit

// The least that an app on iOS writes, without its screens: run by `SampleAppTests`. The guide's is Examples/ios.

final class SampleDelegate: NSObject, UIApplicationDelegate {
  static let server = URL(string: "https://push.example.com") ?? URL(fileURLWithPath: "/")
  let push = Pushwire(
    policy: Device.policy, server: SampleDelegate.server,
    ticket: { account in try await SampleBackend.ticket(account) },
    authorize: { place in SampleSession.mayOpen(place) ? .allowed : .forbidden })

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    push.onSilentPush { work in try await SampleBackend.fetch(work) ? .newData : .noData }
    push.onReconcile { work in _ = try await SampleBackend.fetch(work) }
    push.onTask("com.example.refresh") { work in _ = try await SampleBackend.fetch(work) }
    push.launch()
    return true
  }
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) { push.didRegister(deviceToken: deviceToken) }
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) { push.didFailToRegister(error) }
  func application(
    _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ) { push.didReceive(userInfo, fetchCompletionHandler: completionHandler) }
}

// The app's own, which it has anyway.

enum SampleBackend {
  static func ticket(_ account: String) async throws -> String { "ticket" }
  static func fetch(_ work: PushwireWork) async throws -> Bool { try work.perform { true } }
}

enum SampleSession {
  static func mayOpen(_ place: Destination) -> Bool { true }
}
