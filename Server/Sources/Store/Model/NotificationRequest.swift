/// A notification as the outbox takes it: authenticated, checked against the profile, and known to
/// render. Times in milliseconds since 1970.
public struct NotificationRequest: Sendable {
  public enum Target: Sendable, Equatable {
    /// Every installation that is bound to the account.
    case account(String)
    /// These installations.
    case installations([String])
    /// Whoever is subscribed to an FCM topic; its name without `/topics/`. One message, for no installation.
    case topic(String)
    /// Whoever an FCM condition holds for, as in `'news' in topics && !('sport' in topics)`.
    case condition(String)

    /// The messages that it comes to, as far as it says.
    public var size: Int {
      switch self {
      case .account, .topic, .condition: 1
      case .installations(let ids): ids.count
      }
    }

    /// The topic or condition, where it is one.
    public var broadcast: String? {
      switch self {
      case .account, .installations: nil
      case .topic(let text), .condition(let text): text
      }
    }

    /// Whether a broadcast's text is a condition: a topic's name has no quotes, a condition always has some.
    @inlinable
    public static func isCondition(_ text: some Sequence<UInt8>) -> Bool {
      text.contains { $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: "\"") }
    }
  }

  public var tenant = ""
  /// The id that the app's backend gave it.
  public var id = ""
  /// SHA-256 of the request, however its members are ordered: the same id with another digest is a
  /// conflict.
  public var digest: [UInt8] = []
  public var target = Target.installations([])
  public var facts = ClassFacts()
  public var band = Band.normal
  /// The parameters as a JSON object of strings.
  public var parameters: [UInt8] = []
  /// Nothing is sent before; 0: at once.
  public var notBefore = 0
  /// Seconds from acceptance (or from `notBefore`) that it lives; the class's, or less where the request
  /// asked for it. 0: one attempt.
  public var timeToLive = 0
  /// What is kept in the account's inbox: title and body as rendered; nil: nothing.
  public var inbox: InboxText?
  /// A challenge to a token in dispute. It goes to the one installation that is its target although that
  /// is held, counts against no budget, and asks for no permission, account or band.
  public var isChallenge = false

  public struct InboxText: Sendable, Equatable {
    public var title: String
    public var body: String
    public init(title: String, body: String) {
      self.title = title
      self.body = body
    }
  }

  public init() {}
}

/// What the store has to know of a class to decide whom it may be sent to.
public struct ClassFacts: Sendable, Equatable {
  public enum Audience: UInt8, Sendable, BitwiseCopyable {
    /// Only for the account that is bound.
    case account
    /// For whoever holds the device.
    case installation
    case `public`
  }
  /// The store's number for the class (`StoreSession.classNumber`).
  public var number: Int32 = 0
  public var name = ""
  public var isSilent = false
  public var audience = Audience.installation
  /// The Android channel.
  public var channel: String?
  /// FCM keeps only the last of its pushes for a device (`collapse_key`), and takes few of them.
  public var isCollapsible = false
  public init() {}
}

/// What became of a notification that was handed in.
public enum AcceptOutcome: Sendable, Equatable {
  /// Stored; for so many installations, of which so many are not sent to.
  case accepted(Accepted)
  /// The same notification was handed in before; what it became then.
  case repeated(Accepted)
  /// Another notification has this id.
  case conflict
  /// Too much of this tenant waits already; worth another try after so many seconds.
  case overloaded(retryAfter: Int)

  public struct Accepted: Sendable, Equatable {
    /// The store's own name for it.
    public var row: Int
    public var acceptedAt: Int
    public var messages: Int
    public var suppressed: Int

    public init(row: Int, acceptedAt: Int, messages: Int, suppressed: Int) {
      self.row = row
      self.acceptedAt = acceptedAt
      self.messages = messages
      self.suppressed = suppressed
    }
  }
}

/// What would become of a notification if it were accepted now.
public struct Forecast: Sendable, Equatable {
  /// One for each installation that it is for.
  public var messages = 0
  /// How many would not be sent to, by reason.
  public var suppressed: [Suppression: Int] = [:]
  public var wouldSend: Int { messages - suppressed.values.reduce(0, +) }
  public init() {}
}

/// Asks for messages that are due.
public struct ClaimRequest: Sendable, Equatable {
  public var lane: LaneCode
  public var band: Band
  /// At most so many.
  public var limit: Int
  /// Where the round over the tenants goes on: the tenant served last.
  public var after: Int32

  public init(lane: LaneCode, band: Band, limit: Int, after: Int32 = 0) {
    self.lane = lane
    self.band = band
    self.limit = limit
    self.after = after
  }
}

public struct ClaimOutcome: Sendable, Equatable {
  public var claimed = 0
  /// Suppressed or expired in passing.
  public var ended = 0
  /// Set aside after their third lost lease.
  public var dead = 0
  /// There is more that is due.
  public var hasMore = false
  /// When the next one is due, milliseconds since 1970; nil: none waits.
  public var nextDueAt: Int?
  /// The tenant served last.
  public var last: Int32 = 0
  public init() {}
}

/// What became of `DELETE`.
public struct CancelOutcome: Sendable, Equatable {
  /// Will not be sent.
  public var cancelled = 0
  /// With a provider, or on the way to it.
  public var tooLate = 0
  /// Had ended before.
  public var ended = 0
  public init() {}
}

/// What follows from a batch of verdicts, for alarms, metrics and webhooks.
public struct VerdictEffects: Sendable {
  /// Tokens taken out of use, and why.
  public struct TokenChange: Sendable, Equatable {
    public var tenant: String
    public var installation: String
    public var kind: Tombstone.Kind
    public var reason: String
    public init(tenant: String, installation: String, kind: Tombstone.Kind, reason: String) {
      self.tenant = tenant
      self.installation = installation
      self.kind = kind
      self.reason = reason
    }
  }
  public var tokenChanges: [TokenChange] = []
  /// Bad tokens that survive: confirmed since, of another generation, or braked.
  public var tokensKept = 0
  /// Events written to the webhook queue.
  public var webhooks = 0
  public init() {}
}
