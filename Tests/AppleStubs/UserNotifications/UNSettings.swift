public import Foundation

public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case denied, authorized, provisional, ephemeral
  /// Not of Apple's: a value that a later system may have.
  case fakeOfTheFuture = 99
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = Self(rawValue: 1)
  public static let sound = Self(rawValue: 2)
  public static let alert = Self(rawValue: 4)
  public static let carPlay = Self(rawValue: 8)
  public static let criticalAlert = Self(rawValue: 16)
  public static let providesAppNotificationSettings = Self(rawValue: 32)
  public static let provisional = Self(rawValue: 64)
}

public enum UNNotificationSetting: Int, Sendable {
  case notSupported = 0
  case disabled, enabled
}

open class UNNotificationSettings: NSObject {
  open private(set) var authorizationStatus = UNAuthorizationStatus.notDetermined
  open private(set) var soundSetting = UNNotificationSetting.enabled
  open private(set) var badgeSetting = UNNotificationSetting.enabled
  open private(set) var alertSetting = UNNotificationSetting.enabled
  open private(set) var notificationCenterSetting = UNNotificationSetting.enabled
  open private(set) var lockScreenSetting = UNNotificationSetting.enabled
  private override init() { super.init() }

  public static func fake(
    _ status: UNAuthorizationStatus, alert: UNNotificationSetting = .enabled,
    sound: UNNotificationSetting = .enabled, badge: UNNotificationSetting = .enabled,
    lockScreen: UNNotificationSetting = .enabled
  ) -> UNNotificationSettings {
    let settings = UNNotificationSettings()
    settings.authorizationStatus = status
    settings.alertSetting = alert
    settings.soundSetting = sound
    settings.badgeSetting = badge
    settings.lockScreenSetting = lockScreen
    return settings
  }
}
