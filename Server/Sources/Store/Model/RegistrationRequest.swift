/// What a device says of itself at a launch, a rotation or a login; already authenticated.
public struct RegistrationRequest: Sendable, Equatable {
  public var tenant = ""
  public var installation = ""
  public var platform = DevicePlatform.ios
  public var environment = TokenEnvironment.unknown
  public var environmentSource = ""
  public var topic = ""
  /// Nil: the device has none (yet).
  public var token: String?
  public var tokenKind = DeviceTokenKind.token
  public var generation = 0
  /// The account of the registration ticket; nil: it came without a ticket, and binds nothing.
  public var account: String?
  /// SHA-256 of the installation's own secret.
  public var secretHash: [UInt8] = []
  /// The account that the device says is replaced by `account`.
  public var replacesAccount: String?
  /// SHA-256 of the secret of the installation that held the token before.
  public var predecessorSecretHash: [UInt8]?
  /// SHA-256 of the echo of a challenge that was pushed to the token.
  public var challengeHash: [UInt8]?
  /// SHA-256 of a fresh challenge, used where one has to be pushed; made by the caller, since rules know
  /// no randomness.
  public var freshChallengeHash: [UInt8] = []
  public var permission: Permission?
  public var osVersion = ""
  public var appVersion = ""
  public var locale = ""
  public var timeZone = ""
  public init() {}
}

/// What became of it.
public enum RegistrationOutcome: Sendable, Equatable {
  case stored(Registration, Stored)
  case refused(Refusal)

  /// What changed.
  public struct Stored: Sendable, Equatable {
    public enum Change: String, Sendable {
      /// A new installation.
      case created
      /// The same token, said again.
      case confirmed
      /// Another token.
      case rotated
      /// Another account, or none before.
      case rebound
    }
    public var change: Change
    /// The other installation that lost its token to this one.
    public var retired: String?
    /// A challenge must be pushed to the token; its echo proves who holds it.
    public var needsChallenge = false

    public init(_ change: Change, retired: String? = nil, needsChallenge: Bool = false) {
      self.change = change
      self.retired = retired
      self.needsChallenge = needsChallenge
    }
  }

  /// Nothing was changed.
  public enum Refusal: Sendable, Equatable {
    /// The installation's secret is another.
    case wrongSecret
    /// The store knows a newer generation.
    case staleGeneration(current: Int)
    /// Another token under the same generation.
    case generationConflict(current: Int)
    /// The account has as many installations as one may have.
    case accountFull(limit: Int)
  }
}

/// What became of a logout.
public enum LogoutOutcome: Sendable, Equatable {
  case done(generation: Int)
  case unknownInstallation
  case wrongSecret
  case staleGeneration(current: Int)
}
