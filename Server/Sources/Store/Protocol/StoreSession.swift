/// The writing side of a store, inside one transaction that is committed durably as a whole. On the
/// writer's thread only.
///
/// What the rules refuse is a value, and then nothing was changed. A thrown ``StoreError`` says that the
/// store itself failed; the whole transaction is then undone. Times are milliseconds since 1970.
public protocol StoreSession: AnyObject, FeedSession, NodeSession, TopicSession, CampaignSession,
  CampaignWork,
  TagSession, AudienceSession, LimitSession
{
  // MARK: Settings

  /// From the next call on. Not stored: the caller says it after each start.
  func setPolicy(_ policy: StorePolicy)

  // MARK: Names

  /// The store's number for a class's name, made where it is new.
  func classNumber(_ name: String) throws(StoreError) -> Int32

  /// The key of binding tags, made where there is none yet.
  func bindingKey(now: Int) throws(StoreError) -> BindingKey

  // MARK: Beforehand

  /// Says what will be asked for in this transaction, so that a store at the end of a wire looks it up at
  /// once. Changes nothing that can be seen.
  func expect(_ request: NotificationRequest) throws(StoreError)
  func expect(_ request: RegistrationRequest) throws(StoreError)

  // MARK: Registrations

  /// A launch, rotation or login (``Lifecycle``).
  ///
  /// `freshChallenge`: the hash of a fresh challenge, asked for where somebody else holds the token; whether
  /// it was used, the outcome says.
  func register(
    _ request: RegistrationRequest, freshChallenge: () throws(StoreError) -> [UInt8], now: Int
  ) throws(StoreError) -> RegistrationOutcome
  /// `generation`: nil is taken as the present one.
  func logout(
    installation: String, secretHash: [UInt8], generation: Int?, now: Int
  ) throws(StoreError) -> LogoutOutcome
  /// Removes what the store has of an account: bindings, tokens, inbox, parameters. Returns how many
  /// registrations, inbox items and messages it touched.
  func erase(
    tenant: String, account: String, now: Int
  ) throws(StoreError) -> (registrations: Int, inbox: Int, messages: Int)

  // MARK: Outbox

  /// Stores a notification and its messages. Messages that are due and find room are leased at birth and
  /// appended to `claimed`, to be handed over once the transaction is durable.
  func accept(
    _ request: NotificationRequest, capacity: any LaneCapacity, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> AcceptOutcome
  /// What ``accept(_:capacity:claimed:now:)`` would make of it, by the same rules; stores nothing.
  func foresee(
    _ request: NotificationRequest, capacity: any LaneCapacity, now: Int
  ) throws(StoreError) -> Forecast
  /// Leases messages that are due, fairly between tenants.
  func claim(
    _ request: ClaimRequest, claimed: inout ClaimBatch, now: Int
  ) throws(StoreError) -> ClaimOutcome
  /// Stores verdicts and what follows from them for the tokens.
  func apply(_ batch: VerdictBatch, now: Int) throws(StoreError) -> VerdictEffects
  /// Nil: there is no such notification.
  func cancel(tenant: String, notification: String, now: Int) throws(StoreError) -> CancelOutcome?
  /// After a start of a store that nobody shares: no lease of its earlier life is held any more. Returns how
  /// many there were.
  func expireLeases(now: Int) throws(StoreError) -> Int
  /// Dead letters go back to the queue.
  func replayDead(limit: Int, now: Int) throws(StoreError) -> Int

  // MARK: From devices

  func receive(_ batch: ReceiptBatch, now: Int) throws(StoreError) -> ReceiptOutcome
  /// Marks inbox items of an account as read, up to and with `upTo` or these. Returns how many changed.
  func markRead(
    tenant: String, account: String, notifications: [String], now: Int
  ) throws(StoreError) -> Int

  // MARK: Keys and secrets

  /// False: two keys of this name are active already.
  func addKey(_ key: ServerKeyRecord) throws(StoreError) -> Bool
  func revokeKey(id: String, now: Int) throws(StoreError) -> Bool
  func setSecret(_ secret: StoredSecret) throws(StoreError)
  /// Stores it, unless one is there that was made in `fresh` (milliseconds since 1970): of several nodes that
  /// make one at the same time, one is kept.
  ///
  /// - Returns: the one that is there now.
  func settleSecret(_ secret: StoredSecret, fresh: Range<Int>) throws(StoreError) -> StoredSecret
  func removeSecret(_ name: String) throws(StoreError)

  // MARK: Webhooks

  /// From now on these kinds of events are written to the queue, within the transactions that cause them.
  func setWebhookKinds(_ kinds: Set<String>)
  func finishWebhook(row: Int) throws(StoreError)
  /// Tried again later.
  func postponeWebhook(row: Int, dueAt: Int) throws(StoreError)

  // MARK: Upkeep

  /// One small step of a sweep; call it again while it says that there is more.
  func sweep(_ sweep: Sweep, limit: Int, now: Int) throws(StoreError) -> SweepOutcome
  /// Adds counters of the caller's own to the daily roll-up.
  func count(_ key: RollupKey, by amount: Int) throws(StoreError)
}

/// A piece of upkeep.
public enum Sweep: Sendable, Equatable {
  /// Registrations unseen since.
  case prune(unseenSince: Int)
  /// Quarantines begun before are lifted.
  case liftQuarantine(before: Int)
  /// Ended notifications, their messages, idempotency record and receipts, accepted before.
  case notifications(before: Int)
  case receipts(before: Int)
  case inbox(before: Int)
  case tombstones(before: Int)
  case rollups(beforeDay: Int)
  /// Parameters of notifications all of whose messages have ended.
  case parameters
  case attempts(before: Int)
  /// Ends messages whose time is over and that no lane has claimed.
  case overdue
}

public struct SweepOutcome: Sendable, Equatable {
  public var removed = 0
  public var hasMore = false
  public init(removed: Int = 0, hasMore: Bool = false) {
    self.removed = removed
    self.hasMore = hasMore
  }
}

extension StoreSession {
  /// The same with the challenge that stands in the request.
  public func register(
    _ request: RegistrationRequest, now: Int
  ) throws(StoreError) -> RegistrationOutcome {
    try register(request, freshChallenge: { () throws(StoreError) in request.freshChallengeHash }, now: now)
  }
}
