internal import PushClient

/// What the system does with one delivery, in order.
enum SystemAct: Sendable, Equatable {
  /// It shows it, without asking the app.
  case show(ShownNotification)
  /// It runs the app's service extension and shows what that leaves.
  case extend(ShownNotification)
  /// It asks the app in front what to show (`willPresent`).
  case present(ShownNotification)
  /// It hands it over to work with (`didReceiveRemoteNotification`); starts the app where it is not in memory.
  case wake(JSONValue)
  /// Android: `onMessageReceived`; starts the app where it is not in memory.
  case message(AndroidMessage)
  /// Android: `onDeletedMessages`.
  case messagesDeleted
  case setBadge(Int)
  /// Nothing, and why.
  case drop(String)
}
