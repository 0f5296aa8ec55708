import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Store

@Suite struct StoreWriterTests {
  let folder: ScratchFolder
  let store: SQLiteStore

  init() throws {
    folder = try ScratchFolder()
    store = try SQLiteStore(path: folder.path + "/push.db")
  }

  private func names() throws -> [String] {
    try store.read { reader throws(StoreError) in try reader.secrets(prefix: "").map(\.name) }
  }

  private func writer(_ store: any PushStore, limit: Int = 100, batch: Int = 16) -> StoreWriter {
    var settings = StoreWriter.Settings()
    settings.batchLimit = batch
    settings.queueLimit = limit
    settings.probeMilliseconds = 1
    return StoreWriter(store: store, settings: settings) { 5 }
  }

  @Test func whatWaitsIsCommittedTogetherAndInOrder() throws {
    let writer = writer(store)
    let jobs = (0..<40).map { NamedJob("job \($0)") }
    for job in jobs { #expect(writer.submit(job)) }
    #expect(writer.counters.queued == 40)
    writer.start()
    for job in jobs { #expect(job.wait() == nil) }
    writer.stop()
    #expect(writer.counters.commits == 3)
    #expect(writer.counters.jobs == 40)
    #expect(writer.counters.batchSizes.reduce(0, +) == 3)
    #expect(writer.health.lastCommitAt == 5)
    #expect(try names().count == 40)
  }

  @Test func aBadJobHarmsNoOther() throws {
    let writer = writer(store)
    let bad = NamedJob("bad", error: StoreError(.library, "on purpose"))
    let good = (0..<5).map { NamedJob("good \($0)") }
    for job in good[..<3] + [bad] + good[3...] { #expect(writer.submit(job)) }
    writer.start()
    #expect(bad.wait()?.message == "on purpose")
    for job in good { #expect(job.wait() == nil) }
    writer.stop()
    #expect(try names() == good.map(\.name))
    #expect(writer.counters.failed == 1)
    #expect(writer.counters.splitBatches == 1)
    #expect(writer.health.isWorking)
  }

  @Test func nobodyWaitsBehindARowOfLongJobs() throws {
    let writer = writer(store)
    let order = Mutex<[String]>([])
    func job(_ name: String, _ size: Int) -> NamedJob {
      NamedJob(name, size: size) { order.withLock { $0.append(name) } }
    }
    let jobs =
      [job("long 1", 100), job("long 2", 100), job("long 3", 100)] + (1...20).map { job("short \($0)", 1) }
    for job in jobs { #expect(writer.submit(job)) }
    #expect(writer.counters.queued == 23)
    writer.start()
    for job in jobs { #expect(job.wait() == nil) }
    writer.stop()
    let expected =
      (1...16).map { "short \($0)" } + ["long 1"] + (17...20).map { "short \($0)" } + ["long 2", "long 3"]
    #expect(order.withLock { $0 } == expected)
    #expect(writer.counters.commits == 3)
  }

  @Test func aFullQueueRefuses() throws {
    let writer = writer(store, limit: 2)
    #expect(writer.submit(NamedJob("a")))
    #expect(writer.submit(NamedJob("b")))
    #expect(!writer.submit(NamedJob("c")))
    #expect(writer.submit(NamedJob("d"), always: true))
    writer.start()
    writer.stop()
    #expect(try names() == ["a", "b", "d"])
    #expect(!writer.submit(NamedJob("late")))
    #expect { try writer.submitAndWait(NamedJob("late")) } throws: { ($0 as? StoreError)?.code == .closed }
  }

  @Test func stoppingDoesWhatIsQueued() throws {
    let writer = writer(store, limit: 1_000)
    writer.start()
    for index in 0..<500 { #expect(writer.submit(NamedJob("\(index)"))) }
    writer.stop()
    #expect(try names().count == 500)
    writer.stop()
  }

  @Test func aStoreThatFailsIsTriedUntilItWorks() throws {
    let broken = BrokenStore()
    let writer = writer(broken)
    let jobs = (0..<4).map { NamedJob("\($0)") }
    for job in jobs { #expect(writer.submit(job)) }
    writer.start()
    // All of them fail at once: the store is tried once for the batch.
    for job in jobs { #expect(job.wait()?.code == .unavailable) }
    broken.waitForProbes(3)
    #expect(writer.health.error?.code == .unavailable)
    #expect(writer.health.failingSince == 5)
    #expect(broken.transactions.load(ordering: .relaxed) == 1)
    broken.works.store(true, ordering: .relaxed)
    broken.waitForProbes(1)
    while !writer.health.isWorking { Thread.sleep(forTimeInterval: 0.001) }
    #expect(writer.health.failingSince == nil)
    writer.stop()
  }

  @Test func runGivesTheResult() throws {
    let writer = writer(store)
    writer.start()
    defer { writer.stop() }
    let number = try writer.run { session, _ throws(StoreError) in try session.classNumber("order") }
    #expect(number == 1)
  }

  @Test func manyThreadsAreAllTold() throws {
    let writer = writer(store, limit: 10_000, batch: 64)
    writer.start()
    let store = store
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for index in 0..<50 {
        let job = NamedJob("\(thread) \(index)")
        guard writer.submit(job), job.wait() == nil else { return }
        // Durable and to be seen, once it was told.
        let seen = try? store.read { reader throws(StoreError) in try reader.secrets(prefix: job.name).count }
        if (seen ?? 0) < 1 { return }
      }
    }
    writer.stop()
    #expect(try names().count == 400)
  }
}

/// Writes a secret of its name.
private final class NamedJob: WriteJob, @unchecked Sendable {
  let name: String
  let size: Int
  private let error: StoreError?
  private let stored: @Sendable () -> Void
  private let done = DispatchSemaphore(value: 0)
  // Written before the signal, read after it.
  private var told: StoreError?

  init(
    _ name: String, size: Int = 1, error: StoreError? = nil, stored: @escaping @Sendable () -> Void = {}
  ) {
    self.name = name
    self.size = size
    self.error = error
    self.stored = stored
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    try session.setSecret(StoredSecret(name: name, value: [1], createdAt: now))
    if let error { throw error }
  }

  func committed() {
    stored()
    done.signal()
  }

  func failed(_ error: StoreError) {
    told = error
    done.signal()
  }

  func wait() -> StoreError? {
    done.wait()
    return told
  }
}

/// Fails until it is told to work.
private final class BrokenStore: PushStore {
  let works = Atomic(false)
  let transactions = Atomic(0)
  private let probed = DispatchSemaphore(value: 0)
  private let fault = StoreError(.unavailable, "out of order")
  var name: String { "broken" }

  func transaction<Result>(
    _ body: (any StoreSession) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    transactions.add(1, ordering: .relaxed)
    throw fault
  }

  func read<Result>(_ body: (any StoreReader) throws(StoreError) -> Result) throws(StoreError) -> Result {
    throw fault
  }

  func probe() throws(StoreError) {
    defer { probed.signal() }
    if !works.load(ordering: .relaxed) { throw fault }
  }

  func waitForProbes(_ count: Int) { for _ in 0..<count { probed.wait() } }
  func rest() throws(StoreError) {}
  func backup(to path: String) throws(StoreError) {}
  func close() {}
}
