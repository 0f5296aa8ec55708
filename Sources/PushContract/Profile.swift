/// `pushwire.yaml`, read: what an app sends, where a tap leads and how each class behaves.
public struct Profile: Sendable, Equatable {
  public var app = AppIdentity()
  public var credentials = Credentials()
  public var priming = Priming()
  public var destinations: [Destination] = []
  public var channels: [Channel] = []
  public var actions: [ActionCategory] = []
  public var tasks: [BackgroundTask] = []
  public var lifecycle = Lifecycle()
  public var analytics = Analytics()
  public var server = ServerSettings()
  public var store = StoreChoice.sqlite(nil)
  /// Nil: nodes ask the store for due work.
  public var feed: FeedChoice?
  public var campaigns = CampaignSettings()
  /// What `pushwire audit` leaves alone.
  public var audit: [AuditSuppression] = []
  public var classes: [NotificationClass] = []

  public init() {}

  /// The class with this name.
  public func notificationClass(_ name: String) -> NotificationClass? { classes.first { $0.name == name } }
  /// The destination with this name.
  public func destination(_ name: String) -> Destination? { destinations.first { $0.name == name } }
}

/// The app as the platforms know it.
public struct AppIdentity: Sendable, Equatable {
  public var name = ""
  public var ios: AppleApp?
  public var macos: AppleApp?
  public var android: AndroidApp?
  /// The addresses that lead into the app.
  public var links = AppLinks()
  public init() {}
}

/// Links that the app opens itself: universal links and app links of its hosts, and schemes of its own.
public struct AppLinks: Sendable, Equatable {
  /// Names of hosts, lower case.
  public var hosts: [String] = []
  /// Schemes of the app's own, lower case, without the colon.
  public var schemes: [String] = []
  public init() {}
  public var isEmpty: Bool { hosts.isEmpty && schemes.isEmpty }
}

public struct AppleApp: Sendable, Equatable {
  /// The bundle identifier: the APNs topic without a suffix.
  public var bundleID: String
  /// The ten-character Apple team id.
  public var teamID: String?
  /// The lowest OS version the app runs on, as in `15.0`.
  public var minimumOS: String?
  /// What the app has been given beyond plain notifications.
  public var capabilities: [Capability] = []
  public init(bundleID: String, teamID: String? = nil, minimumOS: String? = nil) {
    self.bundleID = bundleID
    self.teamID = teamID
    self.minimumOS = minimumOS
  }
}

extension AppleApp {
  /// A capability that some notifications need, as the app's entitlements show it.
  public enum Capability: String, Sendable, CaseIterable {
    /// Granted by Apple on request.
    case criticalAlerts = "critical-alerts"
    case timeSensitive = "time-sensitive"
  }
}

public struct AndroidApp: Sendable, Equatable {
  /// The application id.
  public var package: String
  /// API levels.
  public var minimumSDK: Int?
  public var targetSDK: Int?
  public init(package: String, minimumSDK: Int? = nil, targetSDK: Int? = nil) {
    self.package = package
    self.minimumSDK = minimumSDK
    self.targetSDK = targetSDK
  }
}

/// The two separate worlds of APNs: a token of one is unknown in the other.
public enum APNsEnvironment: String, Sendable, CaseIterable, Codable {
  case sandbox, production
}

public struct Credentials: Sendable, Equatable {
  public var apns: [APNsKey] = []
  public var fcm: FCMAccount?
  public init() {}
}

/// A `.p8` signing key. The file's path is as written in the profile, relative to the profile.
public struct APNsKey: Sendable, Equatable {
  public var keyFile: String
  public var keyID: String
  public var teamID: String
  public var environments: [APNsEnvironment]
  public init(keyFile: String, keyID: String, teamID: String, environments: [APNsEnvironment]) {
    self.keyFile = keyFile
    self.keyID = keyID
    self.teamID = teamID
    self.environments = environments
  }
}

public struct FCMAccount: Sendable, Equatable {
  /// Path of the service-account JSON, relative to the profile.
  public var serviceAccount: String
  /// The Firebase project id, where it should be checked against the file's.
  public var projectID: String?
  public init(serviceAccount: String, projectID: String? = nil) {
    self.serviceAccount = serviceAccount
    self.projectID = projectID
  }
}
