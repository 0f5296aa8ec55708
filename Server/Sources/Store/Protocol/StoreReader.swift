/// The reading side of a store: short reads of what is committed. One thread at a time.
///
/// An installation is known by its own id, whatever tenant its account belongs to. `tenant`: nil is any;
/// another tenant's is not found.
public protocol StoreReader: AnyObject, TopicReader, CampaignReader, CampaignWorkReader, TagReader,
  AudienceReader
{
  func registration(tenant: String?, installation: String) throws(StoreError) -> Registration?
  func registrations(_ query: RegistrationQuery) throws(StoreError) -> [Registration]
  /// Newest first.
  func tombstones(tenant: String?, installation: String) throws(StoreError) -> [Tombstone]
  /// The last messages of an installation, newest first.
  func messages(
    tenant: String?, installation: String, limit: Int
  ) throws(StoreError) -> [MessageView]
  /// With a page of its messages: `limit` of them after the row `after`.
  func notification(
    tenant: String?, id: String, after: Int, limit: Int
  ) throws(StoreError) -> NotificationView?
  /// Newest first, after the item of the row `before`. What is scheduled is not there before its time.
  func inbox(
    tenant: String, account: String, before: Int?, limit: Int, now: Int
  ) throws(StoreError) -> (items: [InboxItem], unread: Int)
  func keys() throws(StoreError) -> [ServerKeyRecord]
  func secrets(prefix: String) throws(StoreError) -> [StoredSecret]
  func rollups(fromDay: Int, toDay: Int) throws(StoreError) -> [(key: RollupKey, count: Int)]
  func depths(now: Int) throws(StoreError) -> [OutboxDepth]
  /// How much of one tenant waits: bytes of what is queued, and since when the oldest is due.
  func fleet(now: Int, staleAfter: Int) throws(StoreError) -> [FleetCount]
  func deadLetters(after: Int, limit: Int) throws(StoreError) -> [MessageView]
  func dueWebhooks(now: Int, limit: Int) throws(StoreError) -> [WebhookEvent]
  /// By name.
  func nodes() throws(StoreError) -> [NodeView]
  /// Work that one node does for all, and which node.
  func duties() throws(StoreError) -> [(name: String, node: Int)]
  /// Changes whenever another process has written.
  func version() throws(StoreError) -> Int
}

/// A store of record.
public protocol PushStore: AnyObject, Sendable {
  /// For people and logs, as in `sqlite push.db`.
  var name: String { get }
  /// Several nodes may work on it at once. False: one server has it for itself, and whatever was leased
  /// before its start is lost.
  var isShared: Bool { get }
  /// The store's own clock, which its leases go by: `local` (milliseconds since 1970, of this machine)
  /// corrected by what it was last seen to differ.
  func now(_ local: Int) -> Int
  /// Runs `body` in one transaction and commits it durably. One at a time: the writer's thread.
  func transaction<Result>(
    _ body: (any StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result
  /// Runs `body` with a reader of the caller's own; any thread.
  func read<Result>(_ body: (any StoreReader) throws(StoreError) -> Result) throws(StoreError) -> Result
  /// Writes and syncs something that changes nothing: tells whether a store that failed works again.
  func probe() throws(StoreError)
  /// Upkeep between transactions, on the writer's thread: checkpoints.
  func rest() throws(StoreError)
  /// Copies the whole store, consistent, while it is in use; any thread.
  func backup(to path: String) throws(StoreError)
  func close()
  /// Hears from now on what other nodes stored; nil: there are none. `node`: this one, whose own words are passed
  /// over. `heard` is called on a thread of the listener's.
  func listen(
    as node: @escaping @Sendable () -> Int, _ heard: @escaping @Sendable (StoreNews) -> Void
  ) -> (any StoreListener)?
}

extension PushStore {
  public var isShared: Bool { false }
  public func listen(
    as node: @escaping @Sendable () -> Int, _ heard: @escaping @Sendable (StoreNews) -> Void
  ) -> (any StoreListener)? { nil }
  public func now(_ local: Int) -> Int { local }
}
