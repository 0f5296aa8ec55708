/// A registration that the emulated FCM has given out.
public struct FCMDevice: Sendable {
  /// The registration token or installation id.
  public var token: String
  /// Whether `token` is an installation id (`message.fid`) rather than a token (`message.token`).
  public var isInstallation: Bool
  /// The project it belongs to.
  public var project: String
  /// What the device runs: response names, quotas and APNs credentials hang on it.
  public var platform: Platform
  /// The app's package name; nil where any `restricted_package_name` fits.
  public var package: String?
  /// What FCM answers to it.
  public var state: State
  /// Whether the device is reachable; a message for one that is not waits or is dropped.
  public var isOnline: Bool

  /// The platforms FCM sends to.
  public enum Platform: String, Sendable { case android, ios, web }

  /// What FCM knows of a registration.
  public enum State: Sendable, Equatable {
    case valid
    /// 404 UNREGISTERED.
    case unregistered
    /// 429 QUOTA_EXCEEDED until that time, in milliseconds since 1970.
    case throttled(until: Int64)
  }

  public init(
    token: String, project: String, platform: Platform = .android, isInstallation: Bool = false,
    package: String? = nil, state: State = .valid, isOnline: Bool = true
  ) {
    self.token = token
    self.project = project
    self.platform = platform
    self.isInstallation = isInstallation
    self.package = package
    self.state = state
    self.isOnline = isOnline
  }
}

/// A Firebase project as the emulated FCM knows it.
public struct FCMProject: Sendable {
  /// The project id.
  public var id: String
  /// Whether an APNs key was uploaded; without one iOS messages end in THIRD_PARTY_AUTH_ERROR.
  public var hasAPNsCredentials: Bool

  public init(id: String, hasAPNsCredentials: Bool = true) {
    self.id = id
    self.hasAPNsCredentials = hasAPNsCredentials
  }
}
