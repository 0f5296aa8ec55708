#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import PushClient
  internal import UIKit
  internal import UserNotifications

  /// An app on iOS. Not for extensions: they have no `UIApplication`.
  @available(iOSApplicationExtension, unavailable)
  final class UIKitApp: HostApp {
    private let observers = Observers()

    var platform: Platform { .ios }
    var isForeground: Bool { UIApplication.shared.applicationState != .background }

    var backgroundRefresh: String {
      switch UIApplication.shared.backgroundRefreshStatus {
      case .available: "available"
      case .denied: "denied"
      case .restricted: "restricted"
      @unknown default: ""
      }
    }

    func registerForRemoteNotifications() { UIApplication.shared.registerForRemoteNotifications() }

    func openSettings() {
      var address = UIApplication.openSettingsURLString
      if #available(iOS 16.0, *) { address = UIApplication.openNotificationSettingsURLString }
      open(address)
    }

    func open(_ address: String) {
      guard let url = URL(string: address) else { return }
      UIApplication.shared.open(url, options: [:], completionHandler: nil)
    }

    func setBadge(_ badge: PushwireBadge) {
      switch badge {
      case .leave: break
      case .set(let number) where number > 0:
        if #available(iOS 16.0, *) {
          UNUserNotificationCenter.current().setBadgeCount(number, withCompletionHandler: nil)
        } else {
          UIApplication.shared.applicationIconBadgeNumber = number
        }
      // 0 would take what was delivered out of Notification Center; a negative number only takes the badge.
      case .set, .clear: UIApplication.shared.applicationIconBadgeNumber = -1
      }
    }

    func hold(_ name: String, expired: @escaping @MainActor @Sendable () -> Void) -> @MainActor () -> Void {
      let hold = Hold()
      hold.id = UIApplication.shared.beginBackgroundTask(withName: name) {
        expired()
        hold.end()
      }
      return { hold.end() }
    }

    func observe(_ changed: @escaping @MainActor @Sendable (HostChange) -> Void) {
      observers.add(UIApplication.didBecomeActiveNotification) { changed(.foregrounded) }
      observers.add(UIApplication.didEnterBackgroundNotification) { changed(.backgrounded) }
      observers.add(UIApplication.protectedDataDidBecomeAvailableNotification) { changed(.unlocked) }
    }

    @MainActor private final class Hold {
      var id = UIBackgroundTaskIdentifier.invalid
      func end() {
        guard id != .invalid else { return }
        UIApplication.shared.endBackgroundTask(id)
        id = .invalid
      }
    }
  }
#endif
