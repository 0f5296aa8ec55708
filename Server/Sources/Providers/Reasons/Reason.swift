/// One row of the table of reasons: what an answer means and what to do about it.
///
/// The table decides the verdict and is where `explain`, docs/errors.md and every text come from.
public struct Reason: Sendable {
  /// Who speaks.
  public enum Provider: String, Sendable, CaseIterable {
    case apns, fcm, oauth, transport

    /// The name for people.
    public var title: String {
      switch self {
      case .apns: "APNs"
      case .fcm: "FCM"
      case .oauth: "OAuth (Google's token service)"
      case .transport: "Connection"
      }
    }
  }

  /// What the answer says something about.
  public enum Scope: String, Sendable {
    /// This message alone.
    case message
    /// The device or its token.
    case token
    /// Everything sent with this credential to this platform and environment.
    case lane
    /// Only what goes to Apple devices through this FCM project.
    case appleTraffic
    /// The connection; other messages on other connections are unaffected.
    case connection
  }

  public let provider: Provider
  /// The provider's own word, or ours for what happens on the way.
  public let name: String
  /// Tells apart what one word can mean (`INVALID_ARGUMENT` of the token, of the message); empty for most.
  public let variant: String
  /// Other spellings seen.
  public let aliases: [String]
  /// The HTTP statuses it comes with; empty where there is no answer.
  public let statuses: [Int16]
  public let kind: Verdict.Kind
  public let scope: Scope
  /// The header or field at fault, for ``Verdict/Kind/messageInvalid``.
  public let field: String?
  /// Whether the provider may have taken the message although no answer came.
  public let unanswered: Bool
  /// Whether the provider surely never looked at the message, so that a new try costs nothing.
  public let unprocessed: Bool
  /// What it means, one sentence.
  public let meaning: String
  /// Why it happens, likeliest first.
  public let causes: [String]
  /// How to find out which cause it is.
  public let check: String
  /// How to repair it.
  public let fix: String
  /// The page that it comes from.
  public let source: Source

  /// There is nothing to repair: the sender, or time, does it.
  public var asksNothing: Bool { fix.hasPrefix("Nothing") }

  init(
    _ provider: Provider, _ name: String, variant: String = "", aliases: [String] = [], _ statuses: [Int16],
    _ kind: Verdict.Kind, _ scope: Scope, field: String? = nil, unanswered: Bool = false,
    unprocessed: Bool = false, meaning: String, causes: [String], check: String, fix: String, source: Source
  ) {
    self.provider = provider
    self.name = name
    self.variant = variant
    self.aliases = aliases
    self.statuses = statuses
    self.kind = kind
    self.scope = scope
    self.field = field
    self.unanswered = unanswered
    self.unprocessed = unprocessed
    self.meaning = meaning
    self.causes = causes
    self.check = check
    self.fix = fix
    self.source = source
  }

  /// Names the row for machines: `apns.BadDeviceToken`, `fcm.INVALID_ARGUMENT.token`. Never changes.
  public var code: String { provider.rawValue + "." + name + (variant.isEmpty ? "" : "." + variant) }
}

extension Reason {
  /// A page of a provider's documentation.
  public struct Source: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let appleAnswers = Source(rawValue: "Apple, Handling notification responses from APNs")
    public static let appleToken = Source(rawValue: "Apple, Establishing a token-based connection to APNs")
    public static let appleRequest = Source(rawValue: "Apple, Sending notification requests to APNs")
    public static let fcmErrors = Source(rawValue: "Firebase, FCM error codes")
    public static let fcmQuotas = Source(rawValue: "Firebase, FCM throttling and quotas")
    public static let fcmScale = Source(
      rawValue: "Firebase, Best practices when sending FCM messages at scale")
    public static let googleOAuth = Source(
      rawValue: "Google, Using OAuth 2.0 for server to server applications")
    public static let googleErrors = Source(rawValue: "Google Cloud APIs, Errors")
    public static let oauth = Source(rawValue: "RFC 6749, section 5.2")
    public static let http2 = Source(rawValue: "RFC 9113, HTTP/2")
    public static let tls = Source(rawValue: "RFC 8446, TLS 1.3")
    public static let http = Source(rawValue: "RFC 9110, HTTP Semantics")
  }
}
