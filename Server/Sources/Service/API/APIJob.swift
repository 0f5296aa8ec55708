internal import Store

/// A request's work for the writer's thread; its caller is answered when that is durable, or failed.
final class APIJob<Outcome: Sendable>: WriteJob {
  typealias Work = @Sendable (any StoreSession, Int, inout ClaimBatch) throws(StoreError) -> Outcome

  private struct State {
    var outcome: Outcome?
    /// Messages that were leased at birth, each with a place that it has taken in a lane.
    var claimed = ClaimBatch()
  }
  private let call: Call
  private let work: Work
  private let done: @Sendable (Call, Outcome) -> Void
  private let state = Guarded(State())

  init(_ call: Call, _ work: @escaping Work, _ done: @escaping @Sendable (Call, Outcome) -> Void) {
    self.call = call
    self.work = work
    self.done = done
  }

  func perform(_ session: any StoreSession, now: Int) throws(StoreError) {
    // What an undone transaction had taken.
    giveBack()
    var claimed = ClaimBatch()
    do throws(StoreError) {
      let result = try work(session, now, &claimed)
      let taken = claimed
      state.withLock { $0 = State(outcome: result, claimed: taken) }
    } catch {
      giveBack(claimed)
      throw error
    }
  }

  func committed() {
    let state = state.withLock { $0 }
    guard let result = state.outcome else {
      return call.fail(Problem(.internalError, "The writer lost the result."))
    }
    if !state.claimed.entries.isEmpty || !state.claimed.waiting.isEmpty {
      call.api.context.offer(state.claimed)
    }
    done(call, result)
  }

  func failed(_ error: StoreError) {
    giveBack()
    call.fail(error)
  }

  private func giveBack() {
    giveBack(
      state.withLock { state in
        defer { state = State() }
        return state.claimed
      })
  }

  private func giveBack(_ claimed: ClaimBatch) {
    for entry in claimed.entries { call.api.context.capacity.release(entry.lane, entry.band) }
  }
}
