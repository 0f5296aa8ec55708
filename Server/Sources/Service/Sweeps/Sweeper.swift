internal import Foundation
internal import Store

/// Runs the sweeps in the background, a small step at a time, so that the writer always has time for
/// others.
final class Sweeper: Sendable {
  /// Rows of one step.
  static let step = 500

  private struct State {
    var isStopped = false
    var plan: SweepPlan
  }
  private let state: Guarded<State>
  private let writer: StoreWriter
  private let clock: @Sendable () -> Int
  private let log: ServerLog
  private let metrics: ServiceMetrics
  /// Whether it falls to this node now.
  private let isOurs: @Sendable () -> Bool
  /// Called after each round with what it removed.
  private let daily: @Sendable (Int) -> Void
  private let wake = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(
    writer: StoreWriter, plan: SweepPlan, clock: @escaping @Sendable () -> Int, log: ServerLog,
    metrics: ServiceMetrics, isOurs: @escaping @Sendable () -> Bool = { true },
    daily: @escaping @Sendable (Int) -> Void
  ) {
    state = Guarded(State(plan: plan))
    self.writer = writer
    self.clock = clock
    self.log = log
    self.metrics = metrics
    self.isOurs = isOurs
    self.daily = daily
  }

  func start(everySeconds seconds: Int) {
    let thread = Thread { [self] in
      while !isStopped {
        round()
        _ = wake.wait(timeout: .now() + .seconds(seconds))
      }
      ended.signal()
    }
    thread.name = "pushwire sweeps"
    thread.start()
  }

  func change(_ plan: SweepPlan) { state.withLock { $0.plan = plan } }

  /// Ends after the step that is under way.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake.signal()
    ended.wait()
  }

  private var isStopped: Bool { state.withLock { $0.isStopped } }

  /// All sweeps once, each to its end.
  func round() {
    guard isOurs() else { return }
    let now = clock()
    daily(now)
    for sweep in state.withLock({ $0.plan }).sweeps(now: now) {
      var removed = 0
      while !isStopped, isOurs() {
        let job = SweepJob(sweep, limit: Self.step)
        guard let outcome = job.run(on: writer) else { return }
        removed += outcome.removed
        if !outcome.hasMore { break }
      }
      if removed > 0 {
        metrics.count("swept", sweep.name, by: removed)
        log.write(.info, "sweep.done", ["sweep": .text(sweep.name), "removed": .number(removed)])
      }
    }
  }
}

/// One step of a sweep, and whoever waits for it.
private final class SweepJob: WriteJob {
  private let sweep: Sweep
  private let limit: Int
  private let outcome = Guarded<SweepOutcome?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ sweep: Sweep, limit: Int) {
    self.sweep = sweep
    self.limit = limit
  }

  /// Nil: the store does not take it now.
  func run(on writer: StoreWriter) -> SweepOutcome? {
    guard writer.submit(self) else { return nil }
    isDone.wait()
    return outcome.withLock { $0 }
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    let found = try session.sweep(sweep, limit: limit, now: now)
    outcome.withLock { $0 = found }
  }

  func committed() { isDone.signal() }

  func failed(_ error: StoreError) {
    outcome.withLock { $0 = nil }
    isDone.signal()
  }
}
