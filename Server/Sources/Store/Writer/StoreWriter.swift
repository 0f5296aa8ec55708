internal import Foundation

/// The one thread that writes. It takes all jobs that wait, runs them in one transaction, commits that
/// durably, and tells each job: so the price of a sync is shared by whoever comes at the same time, and no
/// timer delays a job that comes alone.
///
/// Where a batch's transaction fails, each of its jobs is tried alone, so that one bad job harms no other;
/// where the store itself is out of order, all of them fail at once. While it is, the writer tries it every
/// second, also without jobs.
public final class StoreWriter: @unchecked Sendable {
  public struct Settings: Sendable {
    /// Jobs of one transaction.
    public var batchLimit = 512
    /// A job of more than so many rows waits with its like, and of these one goes into a transaction, or
    /// as many as fit: so nobody waits behind a row of campaigns.
    public var longSize = 32
    /// Jobs that may wait; beyond it `submit` refuses.
    public var queueLimit = 20_000
    /// Between two attempts to write while the store fails, milliseconds.
    public var probeMilliseconds = 1_000
    public init() {}
  }

  private let store: any PushStore
  private let settings: Settings
  /// Milliseconds since 1970.
  private let clock: @Sendable () -> Int
  private let ended = DispatchSemaphore(value: 0)

  // Guards what follows.
  private let lock = ThreadLock()
  private var queue: [any WriteJob] = []
  private var long: [any WriteJob] = []
  private var state = State.new
  private var currentHealth = StoreHealth()
  private var currentCounters = WriterCounters()

  private enum State {
    case new
    case running
    case stopping
    case stopped
  }

  /// - Parameter clock: this machine's, milliseconds since 1970; what is written goes by the store's.
  public init(store: any PushStore, settings: Settings = Settings(), clock: @escaping @Sendable () -> Int) {
    self.store = store
    self.settings = settings
    self.clock = { store.now(clock()) }
  }

  public func start() {
    let isFirst = lock.hold {
      defer { if state == .new { state = .running } }
      return state == .new
    }
    guard isFirst else { return }
    let thread = Thread { [self] in
      run()
      ended.signal()
    }
    thread.start()
    // Once it has begun, or the system's tools do not see it.
    thread.name = "writer"
  }

  /// Does what is queued, then ends the thread; waits for that. Not from a job.
  public func stop() {
    lock.lock()
    let wasRunning = state == .running
    state = wasRunning ? .stopping : (state == .new ? .stopped : state)
    lock.broadcast()
    lock.unlock()
    guard wasRunning else { return }
    ended.wait()
    lock.hold { state = .stopped }
  }

  /// Any thread; never waits. False: too many are queued, or the writer has stopped; the job is not told.
  ///
  /// - Parameter always: whatever is queued: for work that was taken on already and must not be lost.
  public func submit(_ job: any WriteJob, always: Bool = false) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard state == .new || state == .running, always || waiting < settings.queueLimit else {
      if state == .running { currentCounters.refused += 1 }
      return false
    }
    if job.size > settings.longSize { long.append(job) } else { queue.append(job) }
    if waiting == 1 { lock.signal() }
    return true
  }

  private var waiting: Int { queue.count + long.count }

  public var health: StoreHealth { lock.hold { currentHealth } }

  public var counters: WriterCounters {
    lock.hold {
      var counters = currentCounters
      counters.queued = waiting
      return counters
    }
  }

  // MARK: On the thread

  private func run() {
    var batch: [any WriteJob] = []
    while take(&batch) {
      if batch.isEmpty {
        if attempt({ () throws(StoreError) in try store.probe() }) {
          let now = clock()
          lock.hold { currentHealth.committed(at: now) }
        }
      } else {
        write(batch)
        batch.removeAll(keepingCapacity: true)
      }
      // A checkpoint that fails is told by the health; what was committed stays committed.
      attempt { () throws(StoreError) in try store.rest() }
    }
  }

  /// Waits for jobs. False: the end. An empty batch: the store fails, and is to be tried.
  private func take(_ batch: inout [any WriteJob]) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    while waiting == 0 {
      if state == .stopping { return false }
      if currentHealth.error == nil {
        lock.wait()
      } else {
        lock.wait(milliseconds: settings.probeMilliseconds)
        if waiting == 0, state != .stopping { return true }
      }
    }
    if queue.count <= settings.batchLimit {
      swap(&batch, &queue)
    } else {
      batch.append(contentsOf: queue.prefix(settings.batchLimit))
      queue.removeFirst(settings.batchLimit)
    }
    takeLong(&batch)
    return true
  }

  private func takeLong(_ batch: inout [any WriteJob]) {
    var size = batch.count
    var taken = 0
    while taken < long.count, taken == 0 || size + long[taken].size <= settings.batchLimit {
      size += long[taken].size
      taken += 1
    }
    guard taken > 0 else { return }
    batch.append(contentsOf: long.prefix(taken))
    long.removeFirst(taken)
  }

  private func write(_ batch: [any WriteJob]) {
    guard var error = commit(batch[...]) else { return }
    // The connection is there again, or the next attempt says that it is not.
    if error.code == .disconnected {
      guard let again = commit(batch[...]) else { return }
      error = again
    }
    if batch.count == 1, error.code == .conflict {
      guard let again = commitAlone(batch[...]) else { return }
      error = again
    }
    if batch.count == 1 || error.isOfTheStore {
      for job in batch { job.failed(error) }
      lock.hold { currentCounters.failed += batch.count }
      return
    }
    lock.hold { currentCounters.splitBatches += 1 }
    var fault: StoreError?
    for index in batch.indices {
      if fault == nil {
        guard let alone = commitAlone(batch[index...index]) else { continue }
        batch[index].failed(alone)
        if alone.isOfTheStore { fault = alone }
      } else if let fault {
        batch[index].failed(fault)
      }
      lock.hold { currentCounters.failed += 1 }
    }
  }

  /// Where another writer was in the way, it is tried again.
  private func commitAlone(_ job: ArraySlice<any WriteJob>) -> StoreError? {
    var fault: StoreError?
    for _ in 0..<Self.triesAlone {
      fault = commit(job)
      guard fault?.code == .conflict || fault?.code == .disconnected else { return fault }
    }
    return fault
  }

  private static let triesAlone = 5

  /// Nil: all of it is durable, and told to the jobs.
  private func commit(_ batch: ArraySlice<any WriteJob>) -> StoreError? {
    let began = ContinuousClock.now
    let now = clock()
    var performed = began
    do throws(StoreError) {
      try store.transaction { session throws(StoreError) in
        if batch.count > 1 { for job in batch { try job.prepare(session) } }
        for job in batch { try job.perform(session, now: now) }
        performed = ContinuousClock.now
      }
    } catch {
      note(error)
      return error
    }
    let done = ContinuousClock.now
    lock.hold {
      currentHealth.committed(at: now)
      currentCounters.add(jobs: batch.count, performing: performed - began, committing: done - performed)
    }
    for job in batch { job.committed() }
    return nil
  }

  @discardableResult
  private func attempt(_ body: () throws(StoreError) -> Void) -> Bool {
    do throws(StoreError) {
      try body()
      return true
    } catch {
      note(error)
      return false
    }
  }

  private func note(_ error: StoreError) {
    let now = clock()
    lock.hold { currentHealth.failed(error, at: now) }
  }
}

extension StoreError {
  /// Any other job would fail as well.
  var isOfTheStore: Bool { [.unavailable, .busy, .damaged, .closed, .open, .disconnected].contains(code) }
}
