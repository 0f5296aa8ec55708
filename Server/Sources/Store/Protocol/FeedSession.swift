/// The store's side of a feed that carries the row numbers of due messages to the nodes.
///
/// A message that was given to the feed stays queued, is due when the feed's time with it ends, and is marked
/// with the feed as its holder. So what the feed loses is due again by itself, and was never sent.
public protocol FeedSession: AnyObject {
  /// Gives messages that are due to the feed until `lease` (milliseconds since 1970), fairly between tenants;
  /// leases that nodes have lost are taken back first, and counted. `fed`: gets what is to be published once
  /// the transaction is durable.
  func feedDue(
    _ request: ClaimRequest, until lease: Int, fed: inout [FedMessage], now: Int
  ) throws(StoreError) -> ClaimOutcome
  /// Leases these messages, where the feed has them or they are due, and judges them as `claim` without
  /// rows does. The others are left alone: they have ended, are leased, or wait for a later time.
  func claim(
    _ request: ClaimRequest, messages: [Int], claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> ClaimOutcome
  /// These could not be published: they are due at once, where the feed still has them. Returns how many.
  func returnFed(_ messages: [FedMessage], now: Int) throws(StoreError) -> Int
  /// The feed is lost: what it has is due at once. One step; call it again while it returns `limit`.
  func recallFed(limit: Int, now: Int) throws(StoreError) -> Int
}

/// A message that was given to the feed.
public struct FedMessage: Sendable, Equatable, BitwiseCopyable {
  /// The outbox row.
  public var row: Int
  /// Until when the feed has it, milliseconds since 1970; with the row it names this time with the feed.
  public var lease: Int

  public init(row: Int, lease: Int) {
    self.row = row
    self.lease = lease
  }
}
