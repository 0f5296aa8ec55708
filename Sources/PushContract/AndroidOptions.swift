/// What a class says to Android devices alone, by way of FCM.
///
/// Names and meanings: Firebase, REST reference, AndroidConfig and AndroidNotification. From Android 8
/// on the class's channel decides about vibration, lights and importance; what is said of them here is
/// for older devices.
public struct AndroidOptions: Sendable, Equatable {
  /// The name of a drawable resource.
  public var icon: String?
  /// The icon's colour. FCM knows no transparency here.
  public var color: HexColor?
  /// The action of an intent filter: its activity is started by a tap.
  public var clickAction: String?
  /// What accessibility services say. A person hears it: the rules of visible text apply.
  public var ticker: Template?
  /// Stays when it is tapped.
  public var sticky = false
  /// Only on this device, never on a watch beside it.
  public var localOnly = false
  /// When the thing happened, for the order in the shade.
  public var eventTime: EventTime?
  public var notificationPriority: NotificationPriority?
  public var visibility: Visibility?
  /// Milliseconds: off, on, off, on and so on.
  public var vibrateTimings: [Int] = []
  /// The system's pattern. FCM prefers it to `vibrateTimings`.
  public var defaultVibrateTimings = false
  public var lightSettings: LightSettings?
  /// The system's light. FCM prefers `lightSettings` to it.
  public var defaultLightSettings = false
  public var proxy: Proxy?
  /// May be delivered before the device is unlocked for the first time.
  public var directBootOK = false
  /// May be delivered over a constrained network.
  public var bandwidthConstrainedOK = false
  /// May be delivered over a restricted satellite network.
  public var restrictedSatelliteOK = false
  /// FCM's label of the messages to Android, where it is another than the class's.
  public var analyticsLabel: String?

  public init() {}

  /// When the thing happened.
  public enum EventTime: Sendable, Equatable {
    /// A time as in RFC 3339, the same for every push.
    case literal(String)
    /// A timestamp parameter of the class.
    case parameter(String)
  }

  /// How much it wants to be seen, before Android 8. Not the priority of the delivery.
  public enum NotificationPriority: String, Sendable, CaseIterable { case min, low, `default`, high, max }

  /// What a locked screen shows of it: the fact alone, everything, or nothing.
  public enum Visibility: String, Sendable, CaseIterable { case `private`, `public`, secret }

  /// Whether Google's own service may show it in the app's place.
  public enum Proxy: String, Sendable, CaseIterable {
    case allow, deny
    case ifPriorityLowered = "if_priority_lowered"
  }

  /// How the device's light blinks.
  public struct LightSettings: Sendable, Equatable {
    public var color: HexColor
    /// Milliseconds.
    public var on: Int
    /// Milliseconds.
    public var off: Int
    public init(color: HexColor, on: Int, off: Int) {
      self.color = color
      self.on = on
      self.off = off
    }
  }
}

extension AndroidOptions {
  /// The keys, as a profile writes them, that say something about what is shown: none of them can stand
  /// in a silent class.
  public var notificationKeys: [String] {
    let keys: [(String, Bool)] = [
      ("icon", icon != nil), ("color", color != nil), ("click_action", clickAction != nil),
      ("ticker", ticker != nil), ("sticky", sticky), ("local_only", localOnly),
      ("event_time", eventTime != nil), ("notification_priority", notificationPriority != nil),
      ("visibility", visibility != nil), ("vibrate_timings", !vibrateTimings.isEmpty),
      ("default_vibrate_timings", defaultVibrateTimings), ("light_settings", lightSettings != nil),
      ("default_light_settings", defaultLightSettings), ("proxy", proxy != nil),
    ]
    return keys.filter(\.1).map(\.0)
  }
}

/// What a class says to Apple devices alone, by way of FCM. What APNs itself takes stands in the class.
public struct AppleOptions: Sendable, Equatable {
  /// FCM's label of the messages to Apple devices, where it is another than the class's.
  /// Firebase, REST reference, ApnsFcmOptions.
  public var analyticsLabel: String?
  public init() {}
}
