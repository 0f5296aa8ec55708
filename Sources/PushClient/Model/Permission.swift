/// What the system says of notifications for this app. Read at each launch, on each return to the foreground
/// and after a prompt.
///
/// Apple, UNNotificationSettings; Android, NotificationManagerCompat.areNotificationsEnabled.
public struct Permission: Coded {
  /// An open set: a value of a later system is kept as it came, and never asked over.
  public struct Status: CodedWord, Hashable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let notDetermined = Self(rawValue: "not_determined")
    public static let denied = Self(rawValue: "denied")
    public static let authorized = Self(rawValue: "authorized")
    public static let provisional = Self(rawValue: "provisional")
    public static let ephemeral = Self(rawValue: "ephemeral")
    /// Nothing was read yet.
    public static let unread = Self(rawValue: "")
  }

  public var status = Status.unread
  /// `enabled`, `disabled`, `not_supported`; empty: unread. An open set, as all of these.
  public var alert = ""
  public var sound = ""
  public var badge = ""
  public var lockScreen = ""
  /// Android: all of the app's notifications are off.
  public var appBlocked = false
  /// Android: channels with importance none.
  public var blockedChannels: [String] = []
  /// Android: `shouldShowRequestPermissionRationale`. False before the first ask and after the last.
  public var rationale = false
  /// Somebody else manages the device.
  public var managed = false
  /// `available`, `denied`, `restricted`; empty: unread or not a thing of this system.
  public var backgroundRefresh = ""
  public var lowPowerMode = false

  public init() {}
  public init(_ status: Status) { self.status = status }

  /// Whether an alert would be seen.
  public var isDisplayable: Bool {
    switch status {
    case .authorized, .provisional, .ephemeral: alert != "disabled" && !appBlocked
    default: false
    }
  }

  public mutating func fields(_ coder: inout FieldCoder) {
    coder.field("status", &status)
    coder.field("alert", &alert)
    coder.field("sound", &sound)
    coder.field("badge", &badge)
    coder.field("lock_screen", &lockScreen)
    coder.field("app_blocked", &appBlocked)
    coder.field("blocked_channels", &blockedChannels)
    coder.field("rationale", &rationale)
    coder.field("managed", &managed)
    coder.field("background_refresh", &backgroundRefresh)
    coder.field("low_power_mode", &lowPowerMode)
  }
}
