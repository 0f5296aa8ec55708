/// Silent pushes: work that the app does, bounded, with one completion each.
///
/// | | |
/// |---|---|
/// | a repeated one, its revision not higher | `no_data` at once, no work |
/// | another | the app's work begins |
/// | the work ends | completed with its result, once |
/// | the budget is over, or the system ends it | cancelled, completed `failed`; a late end is ignored |
/// | the account leaves during its work | cancelled, completed `failed` |
/// | an end or expiry of work that is not open | ignored |
///
/// Work counts as begun when it begins: where the process is killed during it, the next launch reconciles.
extension Reduction {
  mutating func silentArrived(_ push: PushArrival, _ payload: PushPayload) {
    if let before = seen(payload.notification), before.isWorked, payload.revision <= before.revision {
      metric("duplicate")
      answerNothing(push)
      receipt(payload.notification, .duplicate)
      return
    }
    remember(payload, isWorked: true)

    var open = OpenWork()
    open.work = nextNumber()
    open.handle = push.handle
    open.notification = payload.notification
    open.isAccountBound = isForAccount(payload)
    open.startedAt = now
    state.session.works.append(open)

    var work = SilentWork()
    work.work = open.work
    work.handle = push.handle
    work.notification = payload.notification
    work.notificationClass = payload.notificationClass ?? ""
    work.data = .object(payload.data)
    command(.runWork(work))
    receipt(payload.notification, .received)
  }

  mutating func workFinished(_ work: Int, _ result: WorkResult) {
    guard let open = closeWork(work) else { return }
    complete(open, result, as: result.rawValue)
  }

  mutating func workExpired(_ work: Int) {
    guard let open = closeWork(work) else { return }
    command(.cancelWork(work: work))
    complete(open, .failed, as: "expired")
  }

  /// Ends the work that is the account's.
  mutating func worksLeft() {
    for open in state.session.works where open.isAccountBound {
      _ = closeWork(open.work)
      command(.cancelWork(work: open.work))
      complete(open, .failed, as: "failed")
    }
  }

  private mutating func closeWork(_ work: Int) -> OpenWork? {
    guard let index = state.session.works.firstIndex(where: { $0.work == work }) else { return nil }
    return state.session.works.remove(at: index)
  }

  private mutating func complete(_ open: OpenWork, _ result: WorkResult, as word: String) {
    command(.complete(handle: open.handle, result: result))
    metric("work", word)
    // A clock that was set back meanwhile took no less than no time.
    receipt(open.notification, .completed, result: word, milliseconds: max(0, now &- open.startedAt))
  }
}
