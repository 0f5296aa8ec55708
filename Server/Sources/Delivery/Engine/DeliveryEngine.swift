internal import Foundation
public import Providers
public import Store
internal import Transport

/// All lanes of a server, on a thread of their own. Its methods may be called on any thread; what they are
/// given is handed over in batches.
public final class DeliveryEngine: Sendable {
  public struct Configuration: Sendable {
    /// Messages that a lane may have inside at once.
    public var places = 8192
    /// With so many it begins, and has twice as many with each second. Few after a process that died: what it
    /// had inside is lost to its leases, and whatever ended it may end this one too. Nil: all at once.
    public var firstPlaces: Int?
    /// Messages in one request to the store.
    public var claimLimit = 512
    /// How long the lanes before a change of settings may take to finish, milliseconds.
    public var replaceWithin = 10_000
    public init() {}
  }

  /// Places by lane and band; what is to be born leased takes one there.
  public let room: LaneRoom
  private let configuration: Configuration
  private let feed: any DueFeed
  private let outlet: any VerdictOutlet
  private let vault: (any ProviderTokenVault)?
  private let quotas: (any QuotaSource)?
  private let clock: @Sendable () -> Int
  private let tell: @Sendable (DeliveryEvent) -> Void

  private enum Command: Sendable {
    case take(ClaimBatch)
    case answered(ClaimRequest, ClaimBatch, ClaimOutcome?)
    case noticed(LaneCode, Band, dueAt: Int)
    case granted(LaneCode, QuotaGrant)
    case hold(LaneCode, Verdict)
    case release(LaneCode?)
    case releaseBrake(LaneCode)
    case giveUp
    case reload([LaneSetup], @Sendable (Result<Void, any Error>) -> Void)
    case drain(milliseconds: Int)
  }

  private struct Inbox {
    var commands: [Command] = []
    var waker: Waker?
    var isOpen = false
  }

  private let inbox = Guarded(Inbox())
  private let shown = Guarded(DeliverySnapshot())
  private let ended = DispatchSemaphore(value: 0)

  /// `quotas`: nil where no limit is shared. `clock`: milliseconds since 1970. `events`: called on the
  /// engine's thread.
  public init(
    configuration: Configuration = Configuration(), room: LaneRoom, feed: any DueFeed,
    outlet: any VerdictOutlet, vault: (any ProviderTokenVault)? = nil,
    quotas: (any QuotaSource)? = nil, clock: @escaping @Sendable () -> Int,
    events: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    self.room = room
    self.feed = feed
    self.outlet = outlet
    self.vault = vault
    self.quotas = quotas
    self.clock = clock
    tell = events
  }

  /// Starts the thread and builds the lanes; returns when they take messages.
  /// - Throws: where a lane cannot be built; then nothing runs.
  public func start(_ setups: [LaneSetup]) throws {
    let ready = DispatchSemaphore(value: 0)
    let outcome = Guarded<Result<Void, any Error>>(.success(()))
    let thread = Thread { [self] in
      run(setups) { result in
        outcome.withLock { $0 = result }
        ready.signal()
      }
    }
    thread.stackSize = 4 << 20
    thread.start()
    // Once it has begun, or the system's tools do not see it.
    thread.name = "delivery"
    ready.wait()
    try outcome.withLock { try $0.get() }
  }

  private func run(_ setups: [LaneSetup], _ began: (Result<Void, any Error>) -> Void) {
    do {
      let loop = try EventLoop()
      let engine = EngineLoop(
        loop: loop, configuration: configuration, room: room, feed: feed, outlet: outlet, vault: vault,
        quotas: quotas, clock: clock, publish: { [self] snapshot in shown.withLock { $0 = snapshot } },
        tell: tell)
      let target = WakeTarget(loop) { [self] in work(engine) }
      let lanes = try engine.build(setups)
      inbox.withLock {
        $0.waker = target.waker
        $0.isOpen = true
      }
      engine.install(lanes)
      began(.success(()))
      // A stop that came before the first turn would be forgotten by the loop.
      while !engine.hasEnded { loop.run() }
      let late = inbox.withLock { inbox -> [Command] in
        inbox.isOpen = false
        inbox.waker = nil
        defer { inbox.commands = [] }
        return inbox.commands
      }
      for command in late { turnDown(command) }
      withExtendedLifetime(target) {}
    } catch {
      began(.failure(error))
    }
    ended.signal()
  }

  private func work(_ engine: EngineLoop) {
    let commands = inbox.withLock { inbox -> [Command] in
      defer { inbox.commands = [] }
      return inbox.commands
    }
    for command in commands {
      switch command {
      case .take(let batch): engine.take(batch)
      case .answered(let request, let batch, let outcome): engine.answered(request, batch, outcome)
      case .noticed(let lane, let band, let dueAt): engine.noticed(lane, band, dueAt: dueAt)
      case .granted(let lane, let grant): engine.granted(lane, grant)
      case .hold(let lane, let verdict): engine.hold(lane, verdict)
      case .release(let lane): engine.release(lane)
      case .releaseBrake(let lane): engine.releaseBrake(lane)
      case .giveUp: engine.giveUp()
      case .reload(let setups, let done):
        do {
          engine.install(try engine.build(setups))
          done(.success(()))
        } catch { done(.failure(error)) }
      case .drain(let milliseconds): engine.drain(within: milliseconds)
      }
    }
    engine.send()
  }

  /// The engine has ended: what is handed to it goes straight back.
  private func turnDown(_ command: Command) {
    switch command {
    case .take(let batch): giveBack(batch, reserved: batch.entries.count)
    case .answered(let request, let batch, _):
      giveBack(batch, reserved: batch.entries.count)
      room.release(request.lane, request.band, count: max(request.limit - batch.entries.count, 0))
    case .reload(_, let done): done(.failure(DeliveryEngineError.ended))
    case .noticed, .granted, .hold, .release, .releaseBrake, .giveUp, .drain: break
    }
  }

  private func giveBack(_ batch: ClaimBatch, reserved: Int) {
    guard !batch.entries.isEmpty else { return }
    for entry in batch.entries { room.release(entry.lane, entry.band) }
    outlet.take(VerdictBatch.handingBack(batch, batch.entries, now: clock()))
  }

  private func send(_ command: Command) {
    let isTaken = inbox.withLock { inbox -> Bool in
      guard inbox.isOpen else { return false }
      inbox.commands.append(command)
      // One wake for all that is handed over before the loop turns.
      if inbox.commands.count == 1 { inbox.waker?.wake() }
      return true
    }
    if !isTaken { turnDown(command) }
  }

  // MARK: Any thread

  /// Messages that were leased at birth, whose transaction is durable, and whose places are taken.
  public func offer(_ batch: ClaimBatch) {
    guard !batch.entries.isEmpty else { return }
    send(.take(batch))
  }

  /// The answer to a request of ``DueFeed/claim(_:)``, once its transaction is durable; `outcome` nil where
  /// the store could not.
  public func answered(_ request: ClaimRequest, _ batch: ClaimBatch, _ outcome: ClaimOutcome?) {
    send(.answered(request, batch, outcome))
  }

  /// Messages were stored that are due then (milliseconds since 1970) and not handed over.
  public func noticed(_ lane: LaneCode, _ band: Band, dueAt: Int) { send(.noticed(lane, band, dueAt: dueAt)) }

  /// The answer to a request of ``QuotaSource/take(_:_:wanted:)``.
  public func granted(_ lane: LaneCode, _ grant: QuotaGrant) { send(.granted(lane, grant)) }

  /// Nothing is sent on a lane until it is released; its messages go back.
  public func hold(_ lane: LaneCode, _ verdict: Verdict = TransportAnswer.closed) {
    send(.hold(lane, verdict))
  }

  /// What held a lane is repaired; nil: all lanes.
  public func release(_ lane: LaneCode? = nil) { send(.release(lane)) }

  /// Somebody has looked and found the tokens to be bad indeed: they are touched again.
  public func releaseBrake(_ lane: LaneCode) { send(.releaseBrake(lane)) }

  /// The leases of all that was handed over until now are gone: somebody took this process for dead. What waits
  /// is not sent any more; what was sent ends by itself, and its verdicts change nothing.
  public func giveUp() { send(.giveUp) }

  /// New settings: each lane is replaced once the one before it has drained. `done` is called on the engine's
  /// thread; on a failure nothing has changed.
  public func reload(
    _ setups: [LaneSetup], _ done: @escaping @Sendable (Result<Void, any Error>) -> Void = { _ in }
  ) {
    send(.reload(setups, done))
  }

  /// Takes nothing any more, hands back what waits, and ends when what is under way has ended, at the latest
  /// after so many milliseconds: then what was sent and not answered goes back as that. Waits for the end.
  public func drain(within milliseconds: Int) {
    guard inbox.withLock({ $0.isOpen }) else { return }
    send(.drain(milliseconds: milliseconds))
    ended.wait()
    // Whoever else waits may go on too.
    ended.signal()
  }

  /// How the lanes stood a moment ago.
  public func snapshot() -> DeliverySnapshot { shown.withLock { $0 } }
}

/// Why the engine did not do what it was asked for.
public enum DeliveryEngineError: Error, Sendable, Equatable {
  /// It is not running any more.
  case ended
}
