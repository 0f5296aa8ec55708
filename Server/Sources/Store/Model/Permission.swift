/// What a device said of its permission to notify. Values are an open set and kept word for word; nil:
/// the device did not say.
public struct Permission: Sendable, Equatable, Codable {
  /// iOS and macOS: `not_determined` `denied` `authorized` `provisional` `ephemeral`; Android: `authorized`
  /// `denied` `not_determined`. Apple's `notDetermined` counts as well; others are kept, and taken as unknown.
  public var status: String?
  /// `enabled` `disabled` `notSupported`.
  public var alert: String?
  public var sound: String?
  public var badge: String?
  public var lockScreen: String?
  /// Notifications of the whole app are switched off in the settings.
  public var appBlocked: Bool?
  /// Ids of channels that are set to none.
  public var blockedChannels: [String]?
  /// A device management decides.
  public var managed: Bool?
  /// Background App Refresh: `available` `denied` `restricted`.
  public var backgroundRefresh: String?
  public var lowPowerMode: Bool?

  enum CodingKeys: String, CodingKey {
    case status, alert, sound, badge, managed
    case lockScreen = "lock_screen"
    case appBlocked = "app_blocked"
    case blockedChannels = "blocked_channels"
    case backgroundRefresh = "background_refresh"
    case lowPowerMode = "low_power_mode"
  }

  public init() {}
}
