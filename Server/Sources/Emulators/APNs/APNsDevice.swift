/// A token that the emulated APNs has given out.
public struct APNsDevice: Sendable {
  /// The device token, in hexadecimal digits.
  public var token: String
  /// The server that gave it out.
  public var environment: APNsEnvironment
  /// The one topic it is for: the bundle id with the suffix of its kind (`.voip` for a PushKit token).
  public var topic: String
  /// What APNs answers to it.
  public var state: State
  /// Whether the device is reachable; a notification for one that is not is stored or dropped.
  public var isOnline: Bool

  /// What APNs knows of a token. Times in milliseconds since 1970.
  public enum State: Sendable, Equatable {
    case valid
    /// The app is gone since `at`. APNs says so only from `reported` on and answers 200 until then,
    /// as the original does for days.
    case unregistered(at: Int64, reported: Int64)
    /// The token ended at that time.
    case expired(at: Int64)
    /// Answers TooManyRequests until that time.
    case throttled(until: Int64)
  }

  public init(
    token: String, environment: APNsEnvironment, topic: String, state: State = .valid, isOnline: Bool = true
  ) {
    self.token = token.lowercased()
    self.environment = environment
    self.topic = topic
    self.state = state
    self.isOnline = isOnline
  }
}

extension APNsDevice.State {
  /// Gone, and reported as gone from the first request on.
  public static func unregistered(at: Int64) -> Self { .unregistered(at: at, reported: at) }
}
