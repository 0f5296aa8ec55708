/// What the store keeps of an installation. Times in milliseconds since 1970.
public struct Registration: Sendable, Equatable {
  /// The store's own name for it; 0: not stored yet.
  public var row: Int = 0
  /// The tenant of the account; of an installation that was never bound, the default one.
  public var tenant = ""
  /// The id that the device made at its first launch; one registration each, in whatever tenant.
  public var installation = ""
  public var platform = DevicePlatform.ios
  public var environment = TokenEnvironment.unknown
  /// Where the environment was read from, in the device's words (`embedded_profile`, `simulator`, …).
  public var environmentSource = ""
  /// The bundle id or package.
  public var topic = ""
  /// Secret: shown by its ends only. Nil after a logout, or where it was found dead.
  public var token: String?
  public var tokenKind = DeviceTokenKind.token
  /// Counts up with each rotation, bind and logout; only grows.
  public var generation = 0
  public var account: String?
  public var binding = BindingState.unbound
  public var permission: Permission?
  public var osVersion = ""
  public var appVersion = ""
  public var locale = ""
  public var timeZone = ""
  public var createdAt = 0
  /// When the device last said that the token is its own.
  public var lastConfirmedAt = 0
  /// Why nothing is sent although there is a token; nil: nothing is in the way.
  public var hold: Hold?
  /// SHA-256 of the installation's secret.
  public var secretHash: [UInt8] = []
  /// SHA-256 of the challenge that was pushed to a token in dispute, and until when its echo counts.
  public var challengeHash: [UInt8]?
  public var challengeUntil = 0
  /// When it last echoed a challenge that was pushed to its token; 0: never, or not with this one.
  public var provedAt = 0

  /// Why nothing is sent.
  public struct Hold: Sendable, Equatable {
    public enum Kind: UInt8, Sendable, BitwiseCopyable {
      /// The provider called the token foreign.
      case quarantined = 1
      /// Another installation claims the same token.
      case tokenConflict = 2
    }
    public var kind: Kind
    /// The provider's reason, or what is in dispute.
    public var reason: String
    public var since: Int

    public init(kind: Kind, reason: String, since: Int) {
      self.kind = kind
      self.reason = reason
      self.since = since
    }
  }

  public init() {}

  /// Nil where the environment is unknown.
  public var lane: LaneCode? { LaneCode(platform, environment) }
}

/// Why and when a registration, or its token, was taken out of use. Kept for its retention.
public struct Tombstone: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// The person logged out.
    case logout
    /// The provider called the token dead.
    case tokenDead = "token_dead"
    /// The provider called the token foreign.
    case quarantined
    /// Another installation proved the token to be its own: a reinstall, mostly.
    case tokenMoved = "token_moved"
    /// Two installations claim the token.
    case tokenConflict = "token_conflict"
    /// The device brought a new token.
    case rotated
    /// Not seen for too long.
    case pruned
    /// The account was erased.
    case erased
  }
  public var tenant: String
  public var installation: String
  public var kind: Kind
  /// The provider's reason or the rule, for people.
  public var detail: String
  /// First and last four characters of the token.
  public var token: String
  public var generation: Int
  public var at: Int

  public init(
    tenant: String, installation: String, kind: Kind, detail: String, token: String, generation: Int, at: Int
  ) {
    self.tenant = tenant
    self.installation = installation
    self.kind = kind
    self.detail = detail
    self.token = token
    self.generation = generation
    self.at = at
  }
}
