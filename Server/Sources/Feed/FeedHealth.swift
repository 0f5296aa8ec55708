/// Whether the feed carries anything. Pure; times are milliseconds since 1970.
struct FeedHealth: Equatable {
  /// Since when it does not.
  private(set) var troubleSince: Int?
  private(set) var error: FeedError?

  mutating func failed(_ error: FeedError, now: Int) {
    if troubleSince == nil { troubleSince = now }
    self.error = error
  }

  /// All of it answers again. Returns how long it did not, milliseconds.
  mutating func well(now: Int) -> Int? {
    defer {
      troubleSince = nil
      error = nil
    }
    return troubleSince.map { now - $0 }
  }

  /// Nodes claim from the store themselves.
  func isDirect(after milliseconds: Int, now: Int) -> Bool {
    troubleSince.map { now - $0 >= milliseconds } ?? false
  }
}

/// How the feed stands, for metrics, `/readyz` and people.
public struct FeedSnapshot: Sendable, Equatable {
  /// Nil: it works. Else why it does not.
  public var trouble: String?
  /// Milliseconds for which it has not.
  public var troubleFor = 0
  /// This node claims from the store in its place.
  public var isDirect = false
  /// This node fills it.
  public var isFeeder = false
  /// Messages that this node has leased and not acknowledged.
  public var held = 0
  /// Given to the feed and stored there.
  public var fed = 0
  /// Of these, stored by an earlier try.
  public var duplicates = 0
  /// Could not be published; they went back to the queue.
  public var unpublished = 0
  public var pulled = 0
  /// Of these, delivered before.
  public var redelivered = 0
  public var acknowledged = 0
  /// Pulled, and of no use: ended, leased by another node, or waiting for a later time.
  public var unclaimable = 0
  /// Pulled, and given back since no lane took them.
  public var givenBack = 0
  /// Times that the servers heard that a message is under way.
  public var progressed = 0
  /// Claims that went to the store in place of the feed.
  public var directClaims = 0

  public init() {}
}

/// Something for logs and people.
public enum FeedEvent: Sendable, Equatable {
  case connected(stream: String, isNew: Bool)
  case failed(FeedError)
  /// Nodes claim from the store from now on.
  case direct
  /// It carries messages again, after so many milliseconds.
  case recovered(Int)
  /// Messages that it had are due again.
  case recalled(Int)
}
