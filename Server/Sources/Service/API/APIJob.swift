internal import Store
internal import Synchronization

/// A request's work for the writer's thread; its caller is answered when that is durable, or failed.
final class APIJob<Outcome: Sendable>: WriteJob {
  private let call: Call
  private let work: @Sendable (any StoreSession, Int) throws(StoreError) -> Outcome
  private let done: @Sendable (Call, Outcome) -> Void
  private let outcome = Mutex<Outcome?>(nil)

  init(
    _ call: Call, _ work: @escaping @Sendable (any StoreSession, Int) throws(StoreError) -> Outcome,
    _ done: @escaping @Sendable (Call, Outcome) -> Void
  ) {
    self.call = call
    self.work = work
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    let result = try work(session, now)
    outcome.withLock { $0 = result }
  }

  func committed() {
    guard let result = outcome.withLock({ $0 }) else {
      return call.fail(Problem(.internalError, "The writer lost the result."))
    }
    done(call, result)
  }

  func failed(_ error: StoreError) { call.fail(error) }
}
