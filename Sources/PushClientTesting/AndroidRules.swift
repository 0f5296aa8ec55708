internal import PushClient

/// What `onMessageReceived` is given.
struct AndroidMessage: Sendable, Equatable {
  var data: JSONValue
  /// As it would be shown; nil: it is data alone.
  var notification: ShownNotification?
}

/// What Android and Firebase's service do with a message. Firebase, Receive messages in Android apps.
enum AndroidRules {
  static func acts(_ delivery: Delivery, _ system: VirtualSystem) -> [SystemAct] {
    switch system.appState {
    case .notInstalled: return [.drop("the app is not installed")]
    case .stopped: return [.drop("not handed over: the app was stopped in Settings")]
    case .terminated, .background, .foreground: break
    }
    if delivery.isDeletion { return [.messagesDeleted] }
    let message = delivery.payload
    let data = JSONValue.object(message["data"].object ?? [:])
    let hasNotification =
      message["notification"].object != nil || message["android"]["notification"].object != nil
    guard hasNotification else { return [.message(AndroidMessage(data: data))] }
    let item = item(delivery, data)
    if system.appState == .foreground { return [.message(AndroidMessage(data: data, notification: item))] }
    return [shown(item, system)]
  }

  /// Firebase's service shows it; the app learns of it when it is tapped.
  static func shown(_ item: ShownNotification, _ system: VirtualSystem) -> SystemAct {
    guard system.permission.isDisplayable else {
      return .drop("not shown: \(AppleRules.refusal(system.permission))")
    }
    guard system.canShow(channel: item.channel) else {
      return .drop("not shown: channel \(item.channel ?? "") is off")
    }
    return .show(item)
  }

  private static func item(_ delivery: Delivery, _ data: JSONValue) -> ShownNotification {
    let message = delivery.payload
    let android = message["android"]["notification"]
    let plain = message["notification"]
    func text(_ name: String) -> String? { android[name].string ?? plain[name].string }
    // What Firebase puts beside the data into the launcher's intent.
    var extras = data.object ?? [:]
    extras["google.message_id"] = .string(delivery.id)
    extras["google.sent_time"] = .integer(delivery.time)
    for name in ["google.delivered_priority", "google.original_priority"] {
      extras[name] = .string(delivery.headers["priority"] == "HIGH" ? "high" : "normal")
    }
    if let key = delivery.headers["collapse_key"] { extras["collapse_key"] = .string(key) }
    return ShownNotification(
      id: android["tag"].string ?? delivery.id, title: text("title") ?? text("title_loc_key"),
      body: text("body") ?? text("body_loc_key"), payload: .object(extras), thread: nil,
      category: android["click_action"].string, channel: android["channel_id"].string, isAlerting: true,
      by: .system)
  }
}
