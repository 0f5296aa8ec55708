internal import Foundation

extension StoreWriter {
  /// Runs a job and waits until it is durable: for tools and tests, and where there is nothing else to do.
  /// Not on the writer's own thread.
  public func submitAndWait(_ job: any WriteJob) throws(StoreError) {
    let waiting = WaitingJob(job)
    guard submit(waiting) else {
      throw StoreError(.closed, "The writer takes nothing: too much is queued, or it has stopped.")
    }
    try waiting.wait()
  }

  /// Runs `body` within a transaction that it may share with others, and waits until that is durable.
  /// `body` may run twice; it starts anew each time.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let job = ClosureJob(body)
    try submitAndWait(job)
    guard let result = job.result else { throw StoreError(.library, "The writer did not run the job.") }
    return result
  }
}

private final class WaitingJob: WriteJob, @unchecked Sendable {
  private let job: any WriteJob
  private let done = DispatchSemaphore(value: 0)
  // Written by the writer's thread before it signals, read by the waiting one after.
  private var error: StoreError?

  init(_ job: any WriteJob) { self.job = job }

  var size: Int { job.size }

  func prepare(_ session: any StoreSession) throws(StoreError) { try job.prepare(session) }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    try job.perform(session, now: now)
  }

  func committed() {
    job.committed()
    done.signal()
  }

  func failed(_ error: StoreError) {
    job.failed(error)
    self.error = error
    done.signal()
  }

  func wait() throws(StoreError) {
    done.wait()
    if let error { throw error }
  }
}

private final class ClosureJob<Result: Sendable>: WriteJob, @unchecked Sendable {
  private let body: @Sendable (any StoreSession, Int) throws(StoreError) -> Result
  // Written by the writer's thread; read when the job that waits for it was signalled.
  private(set) var result: Result?

  init(_ body: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Result) { self.body = body }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) { result = try body(session, now) }
  func committed() {}
  func failed(_ error: StoreError) {}
}
