/// The numbers by which the emulated FCM judges. The defaults are Firebase's.
public struct FCMRules: Sendable {
  /// Messages a minute for one project; nil for no limit. Firebase, Throttling and quotas.
  public var projectLimit: Int? = 600_000
  /// Messages a minute to one Android device; nil for no limit. Same page.
  public var deviceLimit: Int? = 240
  /// Collapsible messages to one Android device: so many at once, then one in 3 minutes; nil for no limit.
  /// Same page.
  public var collapsibleBurst: Int? = 20
  /// Topics of one app instance. Firebase, Send messages to topics.
  public var topicLimit = 2000
  /// Calls a second to the topic management of one project; nil for no limit.
  public var topicCallLimit: Int? = 3000
  /// How long an access token is good, in seconds; told as `expires_in`.
  public var accessTokenLifetime: Int64 = 3600
  /// How far client and server clocks may differ in an assertion, in seconds.
  public var clockTolerance: Int64 = 300
  /// Take any well-formed token that is not registered. For load tests.
  public var acceptsAnyToken = false
  /// Which details an INVALID_ARGUMENT about the token carries; the original varies.
  public var tokenDetails = Details.both
  /// Keep data and notification of a message in a device's inbox.
  public var keepsPayloads = false
  /// What an assertion's `aud` may be, beside the emulator's own address.
  public var audiences: Set<String> = [
    "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
    "https://www.googleapis.com/oauth2/v4/token",
  ]

  /// An FcmError detail, a BadRequest detail, both or none.
  public enum Details: String, Sendable, CaseIterable { case both, fcmError, badRequest, none }

  public init() {}
}
