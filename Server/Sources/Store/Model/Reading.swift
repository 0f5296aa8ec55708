/// What the store shows of a notification. Times in milliseconds since 1970.
public struct NotificationView: Sendable, Equatable {
  public var row = 0
  public var id = ""
  public var className = ""
  public var band = Band.normal
  public var acceptedAt = 0
  public var notBefore = 0
  public var expiresAt = 0
  /// The FCM topic or condition that it goes to; nil: installations.
  public var topic: String?
  /// Of the request that it was.
  public var digest: [UInt8] = []
  public var messages: [MessageView] = []
  /// How many there are in all; `messages` is a page of them.
  public var total = 0
  public init() {}
}

/// The ladder of one message.
public struct MessageView: Sendable, Equatable {
  public var row = 0
  public var installation = ""
  public var notification = ""
  public var className = ""
  public var lane: LaneCode?
  public var state = MessageState.queued
  /// The suppression, or the provider's reason word for word.
  public var reason = ""
  /// The verdict's code; empty where there was none.
  public var verdict = ""
  public var httpStatus = 0
  public var providerID = ""
  public var logID = ""
  public var attempts = 0
  public var dueAt = 0
  public var createdAt = 0
  /// Of its last change.
  public var at = 0
  public var receipts: [Receipt] = []
  /// Attempts that did not end it, oldest first.
  public var history: [AttemptView] = []
  public init() {}
}

public struct AttemptView: Sendable, Equatable {
  public var at = 0
  public var verdict = ""
  public var reason = ""
  public var httpStatus = 0
  public init() {}
}

public struct InboxItem: Sendable, Equatable {
  /// The store's own name; pages go by it, newest first.
  public var row = 0
  public var notification = ""
  public var className = ""
  public var title = ""
  public var body = ""
  /// The parameters as a JSON object.
  public var parameters: [UInt8] = []
  public var at = 0
  public var readAt: Int?
  public init() {}
}

/// One counter of the daily roll-up.
public struct RollupKey: Hashable, Sendable {
  /// Days since 1970, UTC.
  public var day: Int
  /// As in `accepted`, `receipt.opened`, `event.prompt_shown`, `latency.accepted.250`.
  public var metric: String
  public var className: String
  public var platform: String
  /// Empty where segments are switched off or not known.
  public var osMajor: String
  public var appVersion: String

  public init(
    day: Int, metric: String, className: String = "", platform: String = "", osMajor: String = "",
    appVersion: String = ""
  ) {
    self.day = day
    self.metric = metric
    self.className = className
    self.platform = platform
    self.osMajor = osMajor
    self.appVersion = appVersion
  }
}

/// The state of the outbox, for metrics and admission.
public struct OutboxDepth: Sendable, Equatable {
  public var lane: LaneCode
  public var band: Band
  public var waiting = 0
  /// Of the oldest that is due; nil: none is.
  public var oldestDueAt: Int?
  public init(lane: LaneCode, band: Band) {
    self.lane = lane
    self.band = band
  }
}

/// Installations by platform and condition, for metrics.
public struct FleetCount: Sendable, Equatable {
  public var platform: DevicePlatform
  public var environment: TokenEnvironment
  public var withToken = 0
  public var stale = 0
  public var held = 0
  public var ambiguous = 0
  /// Permission allows alerts.
  public var permitted = 0
  public var confirmedWithinDay = 0
  public var confirmedWithinWeek = 0
  public init(platform: DevicePlatform, environment: TokenEnvironment) {
    self.platform = platform
    self.environment = environment
  }
}

/// Finds registrations for people: `pushwire tokens list`.
public struct RegistrationQuery: Sendable {
  public var tenant: String?
  public var account: String?
  public var platform: DevicePlatform?
  /// Held, stale (last confirmed before this time), or without a token.
  public var onlyHeld = false
  public var unseenSince: Int?
  public var after = 0
  public var limit = 100
  public init() {}
}

/// A server key as it is kept: hashed.
public struct ServerKeyRecord: Sendable, Equatable {
  public var id = ""
  /// Several keys of one name are the same caller: at most two are active, so that one can be rotated.
  public var name = ""
  /// `*`: every tenant.
  public var tenant = ""
  /// `send`, `read`, `admin`.
  public var scopes: [String] = []
  public var secretHash: [UInt8] = []
  public var createdAt = 0
  public var revokedAt: Int?
  public init() {}
}

/// Secrets that the server makes for itself, by name: the binding key, ticket secrets, a provider token.
public struct StoredSecret: Sendable, Equatable {
  public var name: String
  public var value: [UInt8]
  public var createdAt: Int
  public init(name: String, value: [UInt8], createdAt: Int) {
    self.name = name
    self.value = value
    self.createdAt = createdAt
  }
}

/// An event that waits to be posted to a webhook.
public struct WebhookEvent: Sendable, Equatable {
  public var row = 0
  public var tenant = ""
  /// `accepted`, `rejected`, `pruned`, `opened`.
  public var kind = ""
  /// JSON.
  public var body: [UInt8] = []
  public var attempts = 0
  public var createdAt = 0
  public init() {}
}
