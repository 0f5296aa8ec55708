import AppKit
import PushClientApple
import SwiftUI

#if !WITHOUT_MAIN
  @main
#endif
struct ParcelMacApp: App {
  @NSApplicationDelegateAdaptor private var delegate: ParcelMacDelegate

  var body: some Scene {
    WindowGroup {
      PushwireExplainerHost(delegate.push.explainer, .parcel) { HomeView(push: delegate.push) }
        .onOpenURL { delegate.push.openLink($0) }
        .task { await delegate.push.route(ParcelDestination.init) { Router.shared.open($0) } }
    }
  }
}

final class ParcelMacDelegate: NSObject, NSApplicationDelegate {
  let push = Pushwire(policy: .parcel, server: API.push, ticket: API.ticket, authorize: Session.access)

  func applicationDidFinishLaunching(_ notification: Notification) {
    push.onFetch { work in try await Orders.fetch(work) }
    Session.shared.onChange { [push] account in push.signedIn(as: account) }
    push.launch()
  }

  func application(_ app: NSApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
    push.didRegister(deviceToken: token)
  }

  func application(_ app: NSApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
    push.didFailToRegister(error)
  }

  func application(_ app: NSApplication, didReceiveRemoteNotification userInfo: [String: Any]) {
    push.didReceive(userInfo)
  }
}
