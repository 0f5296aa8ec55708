/// Where a message stands in the outbox. The numbers are kept in the store and never change.
public enum MessageState: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  /// It waits until it is due.
  case queued = 0
  /// A delivery has it until its lease ends.
  case leased = 1
  /// Not sent on purpose; the reason is beside it.
  case suppressed = 2
  /// Its time to live ended before the provider had taken it.
  case expired = 3
  /// The provider took it. Not a proof of delivery.
  case accepted = 4
  /// The provider said no, for good.
  case rejected = 5
  /// We gave up; the reason is beside it.
  case failed = 6
  /// It was sent and never answered: the provider may have it or not.
  case unconfirmed = 7
  /// Three deliveries took it and none came back: set aside for a person to look at.
  case dead = 8

  /// Nothing more happens to it, but for what the device reports.
  public var hasEnded: Bool { rawValue >= Self.suppressed.rawValue }

  /// As in the API. A leased message is queued to the world.
  public var name: String {
    switch self {
    case .queued, .leased: "queued"
    case .suppressed: "suppressed"
    case .expired: "expired"
    case .accepted: "accepted"
    case .rejected: "rejected"
    case .failed: "failed"
    case .unconfirmed: "unconfirmed"
    case .dead: "dead"
    }
  }
}

/// Why a message was not sent. An open set of words: what is kept in a store is shown as it stands.
public struct Suppression: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The class is meant for an account, and none is bound.
  public static let unbound = Self(rawValue: "unbound")
  /// Two accounts claim the installation.
  public static let ambiguous = Self(rawValue: "ambiguous")
  /// Another account is bound by now than the message is meant for.
  public static let otherAccount = Self(rawValue: "other_account")
  public static let permissionDenied = Self(rawValue: "permission_denied")
  /// The person has not been asked yet; nothing would be shown.
  public static let permissionNotAsked = Self(rawValue: "permission_not_asked")
  /// Authorized, with alerts switched off.
  public static let alertsOff = Self(rawValue: "alerts_off")
  public static let appBlocked = Self(rawValue: "app_blocked")
  /// The class's channel is set to none on this device.
  public static let channelBlocked = Self(rawValue: "channel_blocked")
  /// Not seen for too long to be sent bulk.
  public static let stale = Self(rawValue: "stale")
  /// More silent pushes than the budget allows, and waiting would outlive the message.
  public static let silentBudget = Self(rawValue: "silent_budget")
  /// A newer silent push of the same class took its place.
  public static let superseded = Self(rawValue: "superseded")
  /// The device could not say which APNs environment its token belongs to.
  public static let environmentUnknown = Self(rawValue: "environment_unknown")
  /// The provider called the token foreign; the device has not confirmed it since.
  public static let quarantined = Self(rawValue: "quarantined")
  /// Two installations claim one token, and neither has proved it.
  public static let tokenConflict = Self(rawValue: "token_conflict")
  public static let noToken = Self(rawValue: "no_token")
  /// The profile has no credential for this platform and environment.
  public static let noLane = Self(rawValue: "no_lane")
  public static let cancelled = Self(rawValue: "cancelled")
  /// The target names an installation that is not registered.
  public static let unknownInstallation = Self(rawValue: "unknown_installation")
  /// The account has no installation at all.
  public static let unknownAccount = Self(rawValue: "unknown_account")
}
