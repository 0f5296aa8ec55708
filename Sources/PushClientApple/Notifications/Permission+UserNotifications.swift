internal import PushClient
internal import UserNotifications

extension Permission {
  /// What the system says; what this device's system has no word for stays empty.
  init(_ settings: UNNotificationSettings) {
    self.init(Status(settings.authorizationStatus))
    alert = Self.word(settings.alertSetting)
    sound = Self.word(settings.soundSetting)
    #if !os(watchOS)
      badge = Self.word(settings.badgeSetting)
      lockScreen = Self.word(settings.lockScreenSetting)
    #endif
  }

  private static func word(_ setting: UNNotificationSetting) -> String {
    switch setting {
    case .notSupported: "not_supported"
    case .disabled: "disabled"
    case .enabled: "enabled"
    @unknown default: ""
    }
  }
}

extension Permission.Status {
  /// By its number: a value of a later system is kept as such, and nobody is asked over it.
  init(_ status: UNAuthorizationStatus) {
    switch status.rawValue {
    case 0: self = .notDetermined
    case 1: self = .denied
    case 2: self = .authorized
    case 3: self = .provisional
    case 4: self = .ephemeral
    default: self.init(rawValue: "status_\(status.rawValue)")
    }
  }
}

extension UNNotificationPresentationOptions {
  init(_ presentations: [Presentation]) {
    self = []
    for presentation in presentations {
      switch presentation {
      case .banner: insert(.banner)
      case .list: insert(.list)
      case .sound: insert(.sound)
      case .badge: insert(.badge)
      }
    }
  }
}
