#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
  internal import PushClient
  internal import UserNotifications

  /// An app on macOS.
  final class AppKitApp: HostApp {
    private let observers = Observers()

    var platform: Platform { .macos }
    var isForeground: Bool { NSApplication.shared.isActive }
    var backgroundRefresh: String { "" }

    func registerForRemoteNotifications() { NSApplication.shared.registerForRemoteNotifications() }

    func openSettings() {
      var address = "x-apple.systempreferences:com.apple.preference.notifications"
      if let id = Bundle.main.bundleIdentifier { address += "?id=" + id }
      guard let url = URL(string: address) else { return }
      NSWorkspace.shared.open(url)
    }

    func setBadge(_ badge: PushwireBadge) {
      switch badge {
      case .leave: break
      case .set(let number) where number > 0: NSApplication.shared.dockTile.badgeLabel = String(number)
      case .set, .clear: NSApplication.shared.dockTile.badgeLabel = nil
      }
    }

    /// A Mac does not suspend its apps as iOS does.
    func hold(_ name: String, expired: @escaping @MainActor @Sendable () -> Void) -> @MainActor () -> Void {
      {}
    }

    func observe(_ changed: @escaping @MainActor @Sendable (HostChange) -> Void) {
      observers.add(NSApplication.didBecomeActiveNotification) { changed(.foregrounded) }
      observers.add(NSApplication.didResignActiveNotification) { changed(.backgrounded) }
    }
  }
#endif
