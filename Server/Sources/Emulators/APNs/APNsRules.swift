/// The numbers by which the emulated APNs judges. The defaults are Apple's.
public struct APNsRules: Sendable {
  /// How old a provider token may be, in seconds. Apple, Establishing a token-based connection to APNs.
  public var providerTokenLifetime: Int64 = 3600
  /// How far apart the `iat` of two provider tokens of one key has to be, in seconds. Same page.
  public var providerTokenInterval: Int64 = 1200
  /// How many tokens of a key may come closer than that. Apple forgives a few and does not say how many;
  /// 0 takes its page by the word. A tool that signs a token at each start needs more.
  public var providerTokenAllowance = 0
  /// How far in the future `iat` may lie, in seconds. Apple publishes no number.
  public var clockTolerance: Int64 = 60
  /// Take any well-formed token that is not registered, on any topic. For load tests.
  public var acceptsAnyToken = false
  /// Refuse a request without `apns-push-type`. Apple asks for the header on watchOS only.
  public var requiresPushType = false
  /// After so many refusals that count (410 does not) the connection is ended; nil for never.
  /// Apple says that it happens, not when.
  public var refusalLimit: Int?
  /// Bundle ids and the team that owns them. Empty: every team may send to every topic.
  public var owners: [String: String] = [:]
  /// Keep payload bytes in a device's inbox.
  public var keepsPayloads = false

  public init() {}
}
