internal import Synchronization
public import Delivery
public import Store

/// The due feed over NATS JetStream. It carries row numbers of messages that are due; the store is the record.
///
/// - One node, which ``lead(_:)`` says, gives what is due in the store to the feed: marked there, then
///   published to the subject of its lane and band. A bounded number waits in the stream.
/// - Each delivery node pulls what its engine has room for, leases it by its rows, and acknowledges when the
///   verdict or the next due time is durable (``settled(_:)``). Retries and schedules live in the store only.
/// - What the feed loses is due again when its time with the feed ends, 60 s; at once where the stream had to
///   be made anew.
/// - While it does not work for `FeedSettings.directAfter`, nodes claim from the store in its place, and go
///   back to it as soon as everything answers.
///
/// Start it before the engine, stop it after. A node that does not deliver has no engine and may still lead.
public final class NATSFeed: DueFeed {
  private let link: FeedLink
  private let puller: FeedPuller
  private let feeder: Feeder
  private let counters = FeedCounters()
  private let direct: any DueFeed

  /// - Parameters:
  ///   - direct: claims from the store; used while the feed does not work.
  ///   - name: this node's, as the servers show it.
  ///   - clock: milliseconds since 1970.
  ///   - told: what claims ended in passing, for counters; on the writer's thread.
  ///   - events: on threads of the feed.
  /// - Throws: settings that cannot work.
  public init(
    _ settings: FeedSettings, name: String, writer: StoreWriter, direct: any DueFeed,
    clock: @escaping @Sendable () -> Int, told: @escaping @Sendable (ClaimOutcome) -> Void = { _ in },
    events: @escaping @Sendable (FeedEvent) -> Void = { _ in }
  ) throws(FeedError) {
    try settings.check()
    self.direct = direct
    link = FeedLink(settings, connectionName: name, clock: clock, tell: events)
    puller = FeedPuller(link: link, writer: writer, counters: counters, told: told)
    feeder = Feeder(link: link, writer: writer, counters: counters, tell: events)
    link.puller = puller
    link.feeder = feeder
  }

  /// Connects once, to see whether these settings are taken.
  /// - Throws: why they are not.
  public static func probe(_ settings: FeedSettings) throws(FeedError) {
    let listener = ProbeListener()
    let connection = try NATSConnection(settings, name: "pushwire probe", listener: listener)
    defer { connection.close() }
    _ = try NATSStream(connection: connection, settings: settings, names: FeedNames(app: settings.app)).find()
  }

  /// Before the engine starts.
  public func serve(_ engine: DeliveryEngine) { puller.engine = engine }

  /// Begins to connect; waits for nobody.
  /// - Parameter leads: whether it falls to this node to fill the feed; asked about once a second. Nil:
  ///   ``lead(_:)`` says so.
  public func start(leads: (@Sendable () -> Bool)? = nil) {
    puller.start()
    link.start()
    feeder.start(leads: leads)
  }

  /// Waits for its threads. Messages that are not acknowledged go to other nodes.
  public func stop() {
    feeder.stop()
    puller.stop()
    link.stop()
  }

  /// Whether this node fills the feed.
  public func lead(_ isLeading: Bool) { feeder.lead(isLeading) }

  /// Messages were stored that are due then (milliseconds since 1970) and not handed over. Only the node that
  /// leads makes use of it.
  public func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int) { feeder.noticed(lane, band, dueAt: dueAt) }

  /// These verdicts are durable: what they end is acknowledged.
  public func settled(_ batch: VerdictBatch) { puller.settled(batch) }

  /// This node was taken for dead: its leases are gone, and with them its part of the feed.
  public func giveUp() { puller.giveUp() }

  public func claim(_ request: ClaimRequest) {
    guard !link.isDirect else {
      counters.directClaims.add(1, ordering: .relaxed)
      return direct.claim(request)
    }
    puller.claim(request)
  }

  /// Its servers have been out of reach for so long that this node claims from the store, and what the feed
  /// held has been taken back.
  public var isCutOff: Bool { link.isDirect && feeder.hasRecalled }

  public func snapshot() -> FeedSnapshot {
    var snapshot = FeedSnapshot()
    link.write(to: &snapshot)
    counters.write(to: &snapshot)
    snapshot.held = puller.heldCount
    snapshot.isFeeder = feeder.isLeading
    return snapshot
  }
}

private final class ProbeListener: NATSListener {
  func connection(isUp: Bool) {}
  func delivered(
    _ place: Int, _ text: UnsafeBufferPointer<UInt8>, answerTo reply: UnsafeBufferPointer<UInt8>
  ) {}
  func ended(_ place: Int, _ name: Substring, status: Int) {}
  func published(_ text: UnsafeBufferPointer<UInt8>, _ result: PublishResult) {}
}
