/// What `pushwire serve` goes by. Durations in seconds.
public struct ServerSettings: Sendable, Equatable {
  /// Stands in the app, and lets a device register without an account. Nil: every registration needs a
  /// ticket.
  public var publishableID: String?
  /// Silent pushes an hour for each installation. Apple, Pushing background updates to your app: not
  /// more than two or three.
  public var silentBudget = 2
  public var retention = Retention()
  public var limits = Limits()
  /// PEM files with public keys that registration tickets (ES256) are signed for.
  public var ticketKeys: [String] = []
  public var webhooks: [Webhook] = []
  public init() {}

  /// How long records are kept.
  public struct Retention: Sendable, Equatable {
    /// Notifications with their ladders, and the ids that must not be used again.
    public var notifications = 30 * 86_400
    public var receipts = 30 * 86_400
    public var inbox = 90 * 86_400
    /// Attempts that did not end a message.
    public var attempts = 14 * 86_400
    /// Why registrations and tokens went.
    public var removals = 180 * 86_400
    public init() {}
  }

  /// Requests a second for one caller.
  public struct Limits: Sendable, Equatable {
    /// With one server key.
    public var server = 20_000
    /// From one installation.
    public var device = 20
    /// Refused requests from one address.
    public var failures = 20
    /// Notifications of one tenant; nil: as many as its keys may ask for.
    public var tenant: Int?
    /// Messages a minute to FCM, for the whole project and over all nodes. Firebase, Throttling and quotas.
    public var fcmPerMinute = 600_000
    public init() {}
  }

  /// One receiver of events.
  public struct Webhook: Sendable, Equatable {
    public enum Event: String, Sendable, CaseIterable { case accepted, rejected, pruned, opened }
    public var url: String
    public var events: [Event]
    /// Files with one or two secrets that are active at a time; relative to the profile.
    public var secretFiles: [String]
    public var allowsPrivate: Bool

    public init(url: String, events: [Event], secretFiles: [String], allowsPrivate: Bool) {
      self.url = url
      self.events = events
      self.secretFiles = secretFiles
      self.allowsPrivate = allowsPrivate
    }
  }
}
