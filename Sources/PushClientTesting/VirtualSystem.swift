public import PushClient

/// What the system of a virtual device holds and shows. Only the system changes it: the app asks, the
/// person decides.
public struct VirtualSystem: Sendable {
  /// Where the app stands.
  public enum AppState: String, Sendable {
    case notInstalled = "not installed"
    /// The person swiped it away (iOS) or stopped it in Settings (Android): nothing wakes it.
    case stopped
    /// Not in memory; the system may start it.
    case terminated
    case background
    case foreground
  }

  public let platform: Platform
  /// Android's API level; 0 elsewhere.
  public let apiLevel: Int
  public internal(set) var appState = AppState.terminated
  public internal(set) var isOnline = true
  public internal(set) var permission: Permission
  /// What is shown, oldest first.
  public internal(set) var tray: [ShownNotification] = []
  public internal(set) var badge: Int?
  /// Category ids that the app registered.
  public internal(set) var categories: [String] = []
  /// Android: channels by id, with their importance.
  public internal(set) var channels: [String: String] = [:]
  /// Local notifications that are not due yet.
  public internal(set) var pendingLocals: [LocalNotification] = []
  /// Background task ids with a handler, and those submitted.
  public internal(set) var registeredTasks: [String] = []
  public internal(set) var submittedTasks: [String] = []
  /// What survives a deletion of the app on this device (Apple's keychain).
  public internal(set) var marker: Launch.Marker?
  /// The token that the provider gave; nil: none yet.
  public internal(set) var token: String?
  /// How often the person saw the system's own dialog.
  public internal(set) var promptsShown = 0
  /// Android: how often the person denied.
  var denials = 0

  init(platform: Platform, apiLevel: Int) {
    self.platform = platform
    self.apiLevel = apiLevel
    permission = Permission(.notDetermined)
    if platform == .android {
      if apiLevel < 33 { permission = Permission(.authorized) }
    } else {
      permission.backgroundRefresh = platform == .ios ? "available" : ""
    }
  }

  /// Whether the app is in memory.
  public var isRunning: Bool { appState == .background || appState == .foreground }

  /// Whether an alert would be seen, on that channel.
  public func canShow(channel: String?) -> Bool {
    guard permission.isDisplayable else { return false }
    guard platform == .android, let channel else { return true }
    return channels[channel] != "none" && !permission.blockedChannels.contains(channel)
  }
}

/// A notification on the screen, in the list, or both.
public struct ShownNotification: Sendable, Equatable {
  /// What newer ones of the same id replace: APNs' collapse id, Android's tag, else the provider's id.
  public var id: String
  public var title: String?
  public var body: String?
  /// `userInfo`, or the extras of Android's intent.
  public var payload: JSONValue
  public var thread: String?
  public var category: String?
  /// Android's channel.
  public var channel: String?
  /// With a sound, or as something new.
  public var isAlerting: Bool
  public var by: Shower
  /// Shown over the app that is in front, rather than in the list alone.
  public var isBanner = false

  /// Who put it there.
  public enum Shower: String, Sendable {
    /// The system, without asking the app.
    case system
    /// The system, after the app's service extension.
    case serviceExtension
    /// The app in front, asked by the system, or Android's app itself.
    case app
    /// A local notification.
    case local
  }

  /// The notification id of the app's backend; nil: it is not Pushwire's.
  public var notification: String? { PushPayload(payload).notification }
}
