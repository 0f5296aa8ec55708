import PushClientApple
import SwiftUI
import UIKit

#if !WITHOUT_MAIN
  @main
#endif
struct ParcelApp: App {
  @UIApplicationDelegateAdaptor private var delegate: ParcelDelegate

  var body: some Scene {
    WindowGroup {
      PushwireExplainerHost(delegate.push.explainer, .parcel) { HomeView(push: delegate.push) }
        .onOpenURL { delegate.push.openLink($0) }
        .task { await delegate.push.route(ParcelDestination.init) { Router.shared.open($0) } }
    }
  }
}

final class ParcelDelegate: NSObject, UIApplicationDelegate {
  let push = Pushwire(policy: .parcel, server: API.push, ticket: API.ticket, authorize: Session.access)

  func application(
    _ app: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    push.onFetch { work in try await Orders.fetch(work) }
    for id in ParcelNames.Tasks.all { push.onTask(id) { work in try await Tasks.run(work) } }
    Session.shared.onChange { [push] account in push.signedIn(as: account) }
    push.submitTask(ParcelNames.Tasks.refreshOrders)
    return push.launch()
  }

  func application(_ app: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
    push.didRegister(deviceToken: token)
  }

  func application(_ app: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
    push.didFailToRegister(error)
  }

  func application(
    _ app: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
    fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
  ) { push.didReceive(userInfo, fetchCompletionHandler: done) }

  func application(
    _ app: UIApplication, configurationForConnecting scene: UISceneSession, options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration { push.sceneConnecting(scene, options) }
}
