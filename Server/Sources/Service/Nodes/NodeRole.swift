/// What a node does. A server that is alone does all of it.
public enum NodeRole: String, Sendable, CaseIterable {
  /// Answers devices and backends.
  case api
  /// Sends to the providers.
  case delivery
  /// Upkeep and webhooks: of all nodes that may, one does it at a time.
  case sweep
}

/// Work that one node does for all.
enum NodeDuty: String, CaseIterable {
  case sweeps
  case webhooks
  /// Puts due work into the feed.
  case feed
}

/// How nodes tell that one of them is dead. Milliseconds. Pure.
struct NodePulse: Equatable {
  static let beat = 2_000
  /// Of a store that nobody shares: only for people who ask.
  static let quietBeat = 30_000
  /// Unseen for so long, a node is dead.
  static let dead = 10_000
  /// Beats this far apart are one row without a gap.
  static let gap = 6_000

  /// Of the last beat, by the store's clock.
  private(set) var last: Int
  /// Since when the store was reached without a gap.
  private(set) var since: Int

  /// It has just entered.
  init(now: Int) {
    last = now
    since = now
  }

  /// Whether a node that was not seen for ``dead`` may be buried: only by one that reached the store all that
  /// time, or an outage of the store would make the first that reaches it again bury all others.
  func mayBury(now: Int) -> Bool { now - last <= Self.gap && now - since >= Self.dead }

  mutating func beaten(now: Int) {
    if now - last > Self.gap || now < last { since = now }
    last = now
  }
}
