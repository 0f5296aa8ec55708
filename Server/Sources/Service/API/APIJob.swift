internal import HTTPFront
internal import Store

/// A request's work for the writer's thread; its caller is answered when that is durable, or failed.
// Unchecked: what changes is touched by the writer's thread alone.
final class APIJob<Outcome: Sendable>: WriteJob, @unchecked Sendable {
  typealias Work = @Sendable (any StoreSession, Int, inout ClaimBatch) throws(StoreError) -> Outcome
  /// Says beforehand what the work will ask for.
  typealias Expects = @Sendable (any StoreSession) throws(StoreError) -> Void
  /// Makes the answer of what was stored; on the request's thread, so that the writer's goes on.
  typealias Done = @Sendable (Call, Outcome) throws(Problem) -> HTTPAnswer

  let size: Int
  private let call: Call
  private let expects: Expects?
  private let work: Work
  private let done: Done
  private var outcome: Outcome?
  /// Messages that were leased at birth, each with a place that it has taken in a lane.
  private var claimed = ClaimBatch()

  init(
    _ call: Call, size: Int, expects: Expects? = nil, _ work: @escaping Work, _ done: @escaping Done
  ) {
    self.size = size
    self.expects = expects
    self.call = call
    self.work = work
    self.done = done
  }

  func prepare(_ session: any StoreSession) throws(StoreError) { try expects?(session) }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    // What an undone transaction had taken.
    giveBack()
    do throws(StoreError) {
      outcome = try work(session, now, &claimed)
    } catch {
      giveBack()
      throw error
    }
  }

  func committed() {
    guard let outcome else {
      return call.fail(Problem(.internalError, "The writer lost the result."))
    }
    self.outcome = nil
    if !claimed.entries.isEmpty || !claimed.waiting.isEmpty {
      call.api.context.offer(claimed)
      claimed = ClaimBatch()
    }
    let done = done
    call.answer { (call) throws(Problem) in try done(call, outcome) }
  }

  func failed(_ error: StoreError) {
    giveBack()
    call.fail(error)
  }

  private func giveBack() {
    for entry in claimed.entries { call.api.context.capacity.release(entry.lane, entry.band) }
    if !claimed.entries.isEmpty || !claimed.waiting.isEmpty { claimed = ClaimBatch() }
  }
}
