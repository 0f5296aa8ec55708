/// Background tasks (BGTaskScheduler; iOS alone has the list of permitted ids, macOS has no such tasks).
///
/// | | |
/// |---|---|
/// | launch: a handler given twice | the second is not registered; a warning |
/// | launch: a handler whose id the Info.plist does not permit, or the profile does not know | the same |
/// | launch: a permitted id without a handler | a warning |
/// | asked for | submitted, in place of one that is pending |
/// | asked for, without a handler | a warning |
/// | asked for, refused for good before; or for an account, and nobody is signed in | nothing |
/// | submitted: `unavailable` | again at the next return to the front, and not before |
/// | submitted: `too_many` | the oldest of our own of its kind is dropped, and it is tried once more |
/// | submitted: `not_permitted` | refused for good: not tried again before the next launch |
/// | submitted: anything else | given up |
/// | run starts | the next is submitted first; then the app's work begins |
/// | run starts, without a handler; or for an account, and nobody is signed in | completed without success |
/// | run ends | completed once |
/// | run expires | cancelled, completed without success; a late end is ignored |
/// | the account leaves | its pending ones and its runs are cancelled |
extension Reduction {
  /// At launch: handlers that the Info.plist permits are registered, and what does not fit is told.
  mutating func tasksLaunched(_ launch: Launch) {
    guard launch.platform != .macos else { return }
    // The next launch may be of a mended build.
    state.tasks.disabled = []
    var given: [String] = []
    for id in launch.taskHandlers {
      if given.contains(id) {
        command(.warn(code: "task_registered_twice", subject: id))
        continue
      }
      given.append(id)
      if launch.platform == .ios, !launch.permittedTasks.contains(id) {
        command(.warn(code: "task_not_permitted", subject: id))
      } else if policy.tasks[id] == nil {
        command(.warn(code: "task_unknown", subject: id))
      } else {
        state.session.handledTasks.append(id)
        command(.registerTask(id: id))
      }
    }
    for id in launch.permittedTasks where !given.contains(id) {
      given.append(id)
      command(.warn(code: "task_without_handler", subject: id))
    }
  }

  /// Back in front: what was unavailable is tried again.
  mutating func tasksForegrounded() {
    for id in state.tasks.postponed { submit(id) }
  }

  mutating func taskAsked(_ id: String) {
    guard state.session.handledTasks.contains(id) else {
      return command(.warn(code: "task_not_registered", subject: id))
    }
    submit(id)
  }

  mutating func taskSubmitted(_ id: String, _ fault: String?) {
    guard state.tasks.pending.contains(id) else { return }
    guard let fault else {
      state.session.retriedTasks.removeAll { $0 == id }
      return
    }
    if fault == "too_many", !state.session.retriedTasks.contains(id), let oldest = oldestTask(besides: id) {
      metric("task", "dropped")
      state.tasks.pending.removeAll { $0 == oldest }
      command(.cancelTasks(ids: [oldest]))
      state.session.retriedTasks.append(id)
      return submit(id)
    }
    state.tasks.pending.removeAll { $0 == id }
    state.session.retriedTasks.removeAll { $0 == id }
    switch fault {
    case "unavailable":
      metric("task", fault)
      state.tasks.postponed.append(id)
    case "not_permitted":
      metric("task", fault)
      state.tasks.disabled.append(id)
    case "too_many": metric("task", fault)
    default: metric("task", "failed_to_submit")
    }
  }

  mutating func taskStarted(_ id: String, _ run: Int) {
    guard !state.session.runs.contains(where: { $0.run == run }) else { return }
    state.tasks.pending.removeAll { $0 == id }
    guard state.session.handledTasks.contains(id), mayRun(id) else {
      return command(.completeTask(run: run, success: false))
    }
    submit(id)
    var open = OpenRun()
    open.run = run
    open.id = id
    state.session.runs.append(open)
    command(.runTask(id: id, run: run))
  }

  mutating func taskFinished(_ run: Int, success: Bool) {
    guard closeRun(run) else { return }
    metric("task", success ? "succeeded" : "failed")
    command(.completeTask(run: run, success: success))
  }

  mutating func taskExpired(_ run: Int) {
    guard closeRun(run) else { return }
    metric("task", "expired")
    command(.cancelRun(run: run))
    command(.completeTask(run: run, success: false))
  }

  /// Ends what is the account's.
  mutating func tasksLeft() {
    let gone = state.tasks.pending.filter(isForAccount)
    state.tasks.pending.removeAll(where: isForAccount)
    state.tasks.postponed.removeAll(where: isForAccount)
    if !gone.isEmpty { command(.cancelTasks(ids: gone)) }
    for open in state.session.runs where isForAccount(open.id) {
      _ = closeRun(open.run)
      command(.cancelRun(run: open.run))
      command(.completeTask(run: open.run, success: false))
    }
  }

  private mutating func submit(_ id: String) {
    state.tasks.postponed.removeAll { $0 == id }
    // Postponed by an earlier process, which may have had other handlers.
    guard state.session.handledTasks.contains(id), !state.tasks.disabled.contains(id), mayRun(id),
      let task = policy.tasks[id]
    else { return }
    state.tasks.pending.removeAll { $0 == id }
    state.tasks.pending.append(id)
    command(.submitTask(id: id, earliest: now + task.earliestBegin * 1000))
  }

  private mutating func closeRun(_ run: Int) -> Bool {
    let count = state.session.runs.count
    state.session.runs.removeAll { $0.run == run }
    return state.session.runs.count < count
  }

  private func isForAccount(_ id: String) -> Bool { policy.tasks[id]?.accountBound ?? false }

  private func mayRun(_ id: String) -> Bool { !isForAccount(id) || state.account.account != nil }

  /// The system counts each kind for itself (1 refresh, 10 processing: BGTaskScheduler, submit).
  private func oldestTask(besides id: String) -> String? {
    let kind = policy.tasks[id]?.kind
    return state.tasks.pending.first { $0 != id && policy.tasks[$0]?.kind == kind }
  }
}
