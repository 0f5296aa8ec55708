internal import PushClient

/// What iOS and macOS do with a push. Apple, Handling notifications and notification-related actions; Pushing
/// background updates to your app; Modifying content in newly delivered notifications.
enum AppleRules {
  static func acts(_ delivery: Delivery, _ system: VirtualSystem, hasExtension: Bool) -> [SystemAct] {
    let aps = delivery.payload["aps"]
    if system.appState == .notInstalled { return [.drop("the app is not installed")] }
    var acts: [SystemAct] = []
    let alert = aps["alert"]
    if !alert.isNull {
      acts.append(shown(delivery, aps, system, hasExtension: hasExtension))
    } else if !aps["sound"].isNull, !system.permission.isDisplayable {
      acts.append(.drop("no sound: notifications are not allowed"))
    }
    if let badge = aps["badge"].integer {
      let isAllowed = system.permission.isDisplayable && system.permission.badge != "disabled"
      acts.append(isAllowed ? .setBadge(badge) : .drop("no badge: notifications are not allowed"))
    }
    if aps["content-available"].integer == 1 { acts.append(woken(delivery, system)) }
    if acts.isEmpty { acts.append(.drop("nothing in it to show, and nothing to wake the app for")) }
    return acts
  }

  private static func shown(
    _ delivery: Delivery, _ aps: JSONValue, _ system: VirtualSystem, hasExtension: Bool
  ) -> SystemAct {
    guard system.permission.isDisplayable else {
      return .drop("not shown: \(refusal(system.permission))")
    }
    let item = item(delivery, aps, system)
    if aps["mutable-content"].integer == 1, hasExtension { return .extend(item) }
    return system.appState == .foreground ? .present(item) : .show(item)
  }

  /// Silent pushes need no permission to show alerts.
  private static func woken(_ delivery: Delivery, _ system: VirtualSystem) -> SystemAct {
    if system.platform == .macos, !system.isRunning { return .drop("not handed over: the app does not run") }
    if system.appState == .stopped { return .drop("not handed over: the app was force-quit") }
    if system.appState != .foreground,
      system.permission.backgroundRefresh == "denied"
        || system.permission.backgroundRefresh == "restricted"
    {
      return .drop("not handed over: Background App Refresh is off")
    }
    return .wake(delivery.payload)
  }

  static func item(_ delivery: Delivery, _ aps: JSONValue, _ system: VirtualSystem) -> ShownNotification {
    let alert = aps["alert"]
    return ShownNotification(
      id: delivery.headers["apns-collapse-id"] ?? delivery.id,
      title: alert["title"].string ?? alert["title-loc-key"].string,
      body: alert.string ?? alert["body"].string ?? alert["loc-key"].string, payload: delivery.payload,
      thread: aps["thread-id"].string, category: aps["category"].string, channel: nil,
      isAlerting: !aps["sound"].isNull && system.permission.sound != "disabled"
        && system.permission.status != .provisional,
      by: .system)
  }

  static func refusal(_ permission: Permission) -> String {
    switch permission.status {
    case .notDetermined, .unread: "nobody was asked for permission"
    case .denied: "permission is denied"
    default: permission.appBlocked ? "the app's notifications are off" : "alerts are off"
    }
  }
}
