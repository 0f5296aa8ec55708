internal import Foundation
internal import PushClient
internal import UserNotifications

/// Buttons, as the profile has them.
enum Categories {
  static func category(_ id: String, _ actions: [ActionPolicy]) -> UNNotificationCategory {
    // Without this option the system does not tell of a dismissal.
    UNNotificationCategory(
      identifier: id, actions: actions.map(action), intentIdentifiers: [], options: [.customDismissAction])
  }

  private static func action(_ policy: ActionPolicy) -> UNNotificationAction {
    let title =
      policy.isKey
      ? NSString.localizedUserNotificationString(forKey: policy.title, arguments: nil) : policy.title
    var options: UNNotificationActionOptions = []
    // What needs an unlocked device leads to its destination, as what opens the app does.
    if policy.foreground || (policy.authenticationRequired && !policy.textInput) {
      options.insert(.foreground)
    }
    if policy.destructive { options.insert(.destructive) }
    if policy.authenticationRequired { options.insert(.authenticationRequired) }
    guard policy.textInput else {
      return UNNotificationAction(identifier: policy.id, title: title, options: options)
    }
    return UNTextInputNotificationAction(
      identifier: policy.id, title: title, options: options, textInputButtonTitle: title,
      textInputPlaceholder: "")
  }

  /// Registers ours beside what the app has registered itself.
  static func register(_ ids: [String], _ policy: ClientPolicy, in center: UNUserNotificationCenter) {
    let ours = Handed(ids.map { category($0, policy.categories[$0] ?? []) })
    let center = Handed(center)
    center.value.getNotificationCategories { @Sendable existing in
      let others = existing.filter { !ids.contains($0.identifier) }
      center.value.setNotificationCategories(others.union(ours.value))
    }
  }
}
