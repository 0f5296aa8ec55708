internal import Foundation
public import Store

/// What the runner tells for logs.
public enum CampaignEvent: Sendable, Equatable {
  case started(campaign: String, devices: Int)
  case left(row: Int)
  /// Another node has the segment: this one was silent for longer than a lease.
  case segmentLost(row: Int)
  /// The store could not be read.
  case unreadable(String)
}

/// The lanes, as the runner needs them: ``DeliveryEngine``.
public protocol CampaignLanes: AnyObject, Sendable {
  /// Messages whose places are taken.
  func offer(_ batch: ClaimBatch)
  /// Messages were stored that are due then, milliseconds since 1970.
  func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int)
}

extension DeliveryEngine: CampaignLanes {}

/// Sends campaigns, segment by segment, on a thread of its own: it reads registrations behind a segment's
/// checkpoint with a reader of its own, judges them, gives them to the lanes in band bulk as these have room,
/// and stores what became of them with the checkpoint. No message of a campaign has a row; memory is bounded
/// by the window of chunks, whatever the audience is.
///
/// Methods may be called on any thread.
public final class CampaignRunner: @unchecked Sendable {
  public struct Configuration: Sendable {
    /// Devices of a segment.
    public var segment = 16_384
    /// Registrations that are looked at in one read while segments are cut.
    public var cutStep = 16_384
    /// Chunks of a campaign that are under way, and those of them that wait for a lane.
    public var window = 32
    public var ahead = 6
    /// Milliseconds: a node's lease of a segment; between two looks at the campaigns.
    public var lease = 10_000
    public var poll = 400
    /// What has not moved for so long does not hold up a checkpoint, milliseconds.
    public var patience = 2_000
    /// Messages to a lane that is held are set aside, so that others go on, but no more than so many of a
    /// campaign; they are looked at again after so many milliseconds.
    public var setAside = 65_536
    public var setAsideFor = 30_000
    /// Ends with a row of their own; beyond it they are only counted.
    public var rows = 65_536
    public init() {}
  }

  enum Event: Sendable {
    case verdicts(VerdictBatch)
    case answer(@Sendable () -> Void)
  }

  struct Inbox {
    var events: [Event] = []
    var isStopping = false
    var isFinishing = false
    var mustPoll = false
    var isAbandoned = false
  }

  let configuration: Configuration
  let store: any PushStore
  let writer: StoreWriter
  let room: LaneRoom
  let budget: any CampaignBudget
  let node: @Sendable () -> Int
  let clock: @Sendable () -> Int
  let tell: @Sendable (CampaignEvent) -> Void
  let inbox = Guarded(Inbox())
  private let policy: Guarded<StorePolicy>
  private let signal = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let isStarted = Guarded(false)

  // Set once, before the start.
  private weak var engine: (any CampaignLanes)?

  // On the runner's thread alone from here.
  var campaigns: [ActiveCampaign] = []
  var owners: [Int: (campaign: ActiveCampaign, chunk: ChunkWork)] = [:]
  var allowances: [LaneAllowance] = []
  var nextSerial = 0
  var turn = 0
  var isStopping = false
  private var polledAt = Int.min / 2
  private var hasEntered = false

  /// - Parameters:
  ///   - node: this process's number in the store.
  ///   - clock: this machine's, milliseconds since 1970; leases go by the store's.
  public init(
    configuration: Configuration = Configuration(), store: any PushStore, writer: StoreWriter, room: LaneRoom,
    budget: any CampaignBudget = LocalCampaignBudget(), policy: StorePolicy,
    node: @escaping @Sendable () -> Int = { 1 }, clock: @escaping @Sendable () -> Int,
    events: @escaping @Sendable (CampaignEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.store = store
    self.writer = writer
    self.room = room
    self.budget = budget
    self.policy = Guarded(policy)
    self.node = node
    self.clock = { store.now(clock()) }
    tell = events
  }

  /// Before the start.
  public func serve(_ engine: any CampaignLanes) { self.engine = engine }

  public func start() {
    guard
      isStarted.withLock({ started in
        defer { started = true }
        return !started
      })
    else { return }
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.stackSize = 2 << 20
    thread.start()
    thread.name = "campaigns"
  }

  // MARK: Any thread

  /// Verdicts of messages with negative numbers.
  public func take(_ batch: VerdictBatch) { post(.verdicts(batch)) }

  /// Something about campaigns was stored just now.
  public func nudge() {
    inbox.withLock { $0.mustPoll = true }
    signal.signal()
  }

  public func change(_ policy: StorePolicy) { self.policy.withLock { $0 = policy } }

  /// Gives nothing more to the lanes; what is under way still comes back.
  public func stopGiving() {
    inbox.withLock { $0.isStopping = true }
    signal.signal()
  }

  /// Stores what is left and ends; call it once the engine has drained, and before the writer stops.
  public func finish() {
    guard isStarted.withLock({ $0 }) else { return }
    inbox.withLock {
      $0.isStopping = true
      $0.isFinishing = true
    }
    signal.signal()
    ended.wait()
    ended.signal()
  }

  /// Ends without a word to the store, as a process that dies: for tests.
  func abandon() {
    inbox.withLock { $0.isAbandoned = true }
    signal.signal()
    ended.wait()
    ended.signal()
  }

  func post(_ event: Event) {
    let isFirst = inbox.withLock { inbox in
      inbox.events.append(event)
      return inbox.events.count == 1
    }
    if isFirst { signal.signal() }
  }

  func answer(_ body: @escaping @Sendable () -> Void) { post(.answer(body)) }

  /// Never fails for long: what is not taken is told as not done.
  func submit<Result: Sendable>(
    size: Int = 1, _ body: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Result,
    done: @escaping @Sendable (Result?) -> Void
  ) {
    let job = CampaignJob(size: size, body) { [weak self] result in self?.answer { done(result) } }
    if !writer.submit(job) { answer { done(nil) } }
  }

  func read<Result>(_ body: (any StoreReader) throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) { return try store.read(body) } catch {
      tell(.unreadable(error.message))
      return nil
    }
  }

  var currentPolicy: StorePolicy { policy.withLock { $0 } }
  func offer(_ batch: ClaimBatch) { engine?.offer(batch) }
  func noticed(_ lane: LaneCode) { engine?.noticed(lane, .bulk, dueAt: clock()) }

  // MARK: The thread

  private static let lastWait = 10_000
  /// Microseconds.
  private static let gather: UInt32 = 1_500

  private func run() {
    let now = clock()
    allowances = (0..<8).map { _ in LaneAllowance(now: now) }
    var finishesBy: Int?
    while true {
      _ = signal.wait(timeout: .now() + .milliseconds(waits()))
      // Verdicts come in with each turn of the lanes: a few turns together are cheaper, and nobody waits.
      usleep(Self.gather)
      let (events, stopping, finishing, mustPoll) = inbox.withLock {
        inbox -> ([Event], Bool, Bool, Bool) in
        defer {
          inbox.events = []
          inbox.mustPoll = false
        }
        return (inbox.events, inbox.isStopping, inbox.isFinishing, inbox.mustPoll)
      }
      guard !inbox.withLock({ $0.isAbandoned }) else { return }
      let now = clock()
      isStopping = stopping
      for event in events {
        switch event {
        case .verdicts(let batch): take(batch, now: now)
        case .answer(let body): body()
        }
      }
      if mustPoll || now - polledAt >= configuration.poll || now < polledAt { poll(now: now) }
      for place in allowances.indices { allowances[place].tick(now: now) }
      for campaign in campaigns { step(campaign, now: now) }
      if !stopping { give(now: now) }
      campaigns.removeAll { campaign in
        guard campaign.hasEnded, campaign.isIdle else { return false }
        tell(.left(row: campaign.row))
        return true
      }
      guard finishing else { continue }
      let by = finishesBy ?? now + Self.lastWait
      finishesBy = by
      // What the engine did not give back by now is told by its lease.
      if campaigns.allSatisfy(\.isIdle) || now >= by || now < by - Self.lastWait { return }
    }
  }

  /// Milliseconds until something may be due that nobody tells.
  private func waits() -> Int {
    if campaigns.contains(where: { $0.cuts != nil && !$0.isStarting }) { return 0 }
    let isBusy = campaigns.contains { !$0.isIdle }
    return isBusy ? 20 : configuration.poll
  }

  private func poll(now: Int) {
    polledAt = now
    if !hasEntered, !isStopping {
      hasEntered = true
      let node = node()
      submit({ (session, now) throws(StoreError) in try session.giveBackCampaigns(node: node, now: now) }) {
        [weak self] freed in if freed == nil { self?.hasEntered = false }
      }
    }
    guard let pulses = read({ reader throws(StoreError) in try reader.campaignPulses() }) else { return }
    for campaign in campaigns where !pulses.contains(where: { $0.row == campaign.row }) {
      campaign.hasEnded = true
    }
    for pulse in pulses {
      if let known = campaigns.first(where: { $0.row == pulse.row }) {
        known.pulse = pulse
      } else if !isStopping {
        campaigns.append(ActiveCampaign(pulse))
      }
    }
  }

  // MARK: Verdicts

  private func take(_ batch: VerdictBatch, now: Int) {
    batch.bytes.withUnsafeBufferPointer { bytes in
      func text(_ slice: ByteSlice) -> String {
        let (start, count) = (Int(slice.start), Int(slice.count))
        guard start >= 0, count > 0, start <= bytes.count, count <= bytes.count - start else { return "" }
        return String(decoding: bytes[start..<start + count], as: UTF8.self)
      }
      var serial = -1
      var owner: (campaign: ActiveCampaign, chunk: ChunkWork)?
      for entry in batch.entries where entry.message < 0 {
        let name = ChunkWork.name(entry.message)
        if name.serial != serial {
          serial = name.serial
          owner = owners[serial]
        }
        let lane = Int(entry.lane.rawValue) & 7
        if entry.isHandedBack || entry.state.hasEnded {
          allowances[lane].ended(1, isProgress: !entry.isHandedBack)
        }
        guard let owner else { continue }
        let isPlain = entry.state == .accepted
        let code = isPlain ? "" : text(entry.verdict)
        let reason = isPlain ? "" : text(entry.reason)
        let keeps = owner.campaign.rows < configuration.rows
        if entry.state.hasEnded, !isPlain { owner.campaign.rows += 1 }
        _ = owner.chunk.take(
          entry, place: name.place, code: code, reason: reason.isEmpty ? code : reason, keepsRows: keeps,
          now: now)
        if owner.chunk.isDone { owners[serial] = nil }
      }
    }
  }
}
