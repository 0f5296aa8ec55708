/// What installations want of FCM's topics: the record, from which the provider is told. Times are
/// milliseconds since 1970.
public protocol TopicSession: AnyObject {
  /// Notes that installations want to be in a topic, or out of it. What can be done is under a lease: the
  /// caller tells the provider and then ``settle(_:now:)``; else the next ``claimTopics(limit:lease:now:)``
  /// after the lease does.
  ///
  /// - Returns: by position, what became of each.
  func setTopic(_ request: TopicRequest, now: Int) throws(StoreError) -> [TopicOutcome]
  /// Takes changes of one topic, in one direction, that are due, under a lease of so many milliseconds. Nil:
  /// none is.
  func claimTopics(limit: Int, lease: Int, now: Int) throws(StoreError) -> TopicBatch?
  /// Stores what the provider said. What was asked for anew meanwhile stays as it is.
  func settle(_ results: [TopicSettled], now: Int) throws(StoreError) -> VerdictEffects
}

/// The reading half.
public protocol TopicReader: AnyObject {
  /// The topics of an installation, by name.
  func topics(registration row: Int) throws(StoreError) -> [TopicView]
  /// Whether a change waits for its time, and that has come.
  func hasDueTopics(now: Int) throws(StoreError) -> Bool
}

/// Installations of one tenant, and which way they go.
public struct TopicRequest: Sendable, Equatable {
  public var tenant = ""
  /// Without `/topics/`.
  public var topic = ""
  public var subscribes = true
  public var installations: [String] = []
  /// How long the caller keeps them, milliseconds.
  public var lease = 60_000
  public init() {}
}

/// What became of one installation of a request.
public enum TopicOutcome: Sendable, Equatable {
  /// To be told to the provider.
  case pending(TopicItem)
  /// Not registered, or another tenant's.
  case unknownInstallation
  /// Topics are FCM's, and it is not on Android.
  case notAndroid
  /// It has no token now.
  case noToken
}

/// One app instance on its way into a topic or out of it.
public struct TopicItem: Sendable, Equatable {
  public var registration: Int
  public var generation: Int
  /// A registration token or installation id.
  public var token: String
  /// Tries before this one.
  public var attempts: Int
  public init(registration: Int, generation: Int, token: String, attempts: Int) {
    self.registration = registration
    self.generation = generation
    self.token = token
    self.attempts = attempts
  }
}

public struct TopicBatch: Sendable, Equatable {
  public var topic: String
  public var subscribes: Bool
  public var items: [TopicItem]
  public init(topic: String, subscribes: Bool, items: [TopicItem]) {
    self.topic = topic
    self.subscribes = subscribes
    self.items = items
  }
}

/// What the provider said to one item.
public struct TopicSettled: Sendable, Equatable {
  public enum Outcome: Sendable, Equatable {
    case done
    /// The token is dead as of the time of the call; the provider's word.
    case dead(asOf: Int, String)
    case failed(String)
    case again(at: Int, String)
  }
  public var topic: String
  public var subscribes: Bool
  public var item: TopicItem
  public var outcome: Outcome
  public init(topic: String, subscribes: Bool, item: TopicItem, outcome: Outcome) {
    self.topic = topic
    self.subscribes = subscribes
    self.item = item
    self.outcome = outcome
  }
}

/// Whether the provider knows what an installation wants. The numbers are kept in the store and never change.
public enum TopicState: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  case wanted = 0
  case subscribed = 1
  case leaving = 2
  /// Not done, and not tried again before somebody asks or the device has a new token.
  case refused = 3

  public var name: String {
    switch self {
    case .wanted: "wanted"
    case .subscribed: "subscribed"
    case .leaving: "leaving"
    case .refused: "refused"
    }
  }
}

/// One topic of an installation.
public struct TopicView: Sendable, Equatable {
  public var topic = ""
  public var state = TopicState.wanted
  /// The provider's word for its last failure.
  public var reason: String?
  /// Of the last change.
  public var at = 0
  /// When it is tried again; nil: it waits for nothing.
  public var dueAt: Int?
  public init() {}
}
