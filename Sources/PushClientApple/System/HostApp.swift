internal import PushClient
internal import UserNotifications

/// The app as its system sees it: UIKit's or AppKit's.
@MainActor protocol HostApp: AnyObject {
  var platform: Platform { get }
  var isForeground: Bool { get }
  /// `available`, `denied`, `restricted`; empty: not a thing of this system.
  var backgroundRefresh: String { get }
  func registerForRemoteNotifications()
  /// The page of the settings where notifications of this app are allowed.
  func openSettings()
  func setBadge(_ badge: PushwireBadge)
  /// Asks for time in the background, until what it gives is called, or until it is over.
  func hold(_ name: String, expired: @escaping @MainActor @Sendable () -> Void) -> @MainActor () -> Void
  func observe(_ changed: @escaping @MainActor @Sendable (HostChange) -> Void)
}

extension HostApp {
  func hold(_ name: String) -> @MainActor () -> Void { hold(name, expired: {}) }
}

enum HostChange: Sendable {
  case foregrounded, backgrounded
  /// Files that were protected can be read.
  case unlocked
}

/// What the number on the app's icon becomes.
public enum PushwireBadge: Sendable, Equatable {
  /// As it is.
  case leave
  /// This number; 0 as ``clear``.
  case set(Int)
  /// No number. Notifications that were delivered stay: on iOS a badge of 0 would take them away.
  case clear
}
