import PushClient

/// Background tasks as the system runs them. Apple, BGTaskScheduler.
extension Walk {
  func performTask(_ command: ClientCommand, _ cause: ClientEvent) throws {
    switch command {
    case .registerTask(let id):
      guard case .launched(let launch) = cause else {
        throw WalkFault("\(id) is registered after the launch")
      }
      try require(launch.permittedTasks.contains(id), "\(id) is registered and not permitted")
      try require(launch.taskHandlers.contains(id), "\(id) is registered without a handler")
      try require(process?.registeredTasks.insert(id).inserted == true, "\(id) is registered twice")
    case .submitTask(let id, let earliest):
      try require(earliest >= 0, "\(id) begins before 1970")
      try require(!isOfNobody(task: id), "\(id) is submitted, and nobody is signed in")
      device.tasks.insert(id)
      process?.submitting.append(id)
    case .cancelTasks(let ids): device.tasks.subtract(ids)
    case .runTask(let id, let run):
      guard case .taskStarted(id, run) = cause else { throw WalkFault("a run that was not started") }
      try require(!isOfNobody(task: id), "\(id) runs, and nobody is signed in")
      process?.runs[run] = id
    case .cancelRun(let run):
      try require(process?.runs[run] != nil, "run \(run) is cancelled, and there is none")
    case .completeTask(let run, _):
      try require(process?.openRuns.remove(run) != nil, "run \(run) is completed twice")
      process?.runs[run] = nil
    default: break
    }
  }

  private func isOfNobody(task id: String) -> Bool {
    setup.policy.tasks[id]?.accountBound == true && device.account == nil
  }

  /// The system's errors: BGTaskScheduler.Error.
  func submissionEnds() throws {
    guard let id = process?.submitting.first else { return }
    process?.submitting.removeFirst()
    let fault: String? =
      isCalm || random.chance(4, of: 5)
      ? nil : random.pick(["unavailable", "too_many", "not_permitted", "immediate_run_ineligible", "9"])
    if fault != nil { device.tasks.remove(id) }
    try take(.taskSubmitted(id: id, fault: fault))
  }

  func startTask() throws {
    guard let id = random.any(device.tasks.sorted()) else { return }
    if process == nil { guard try launch(inFront: false) else { return } }
    guard process?.registeredTasks.contains(id) == true else { return }
    device.tasks.remove(id)
    device.runs += 1
    let run = device.runs
    process?.openRuns.insert(run)
    if try !take(.taskStarted(id: id, run: run)) {
      // The adapter completes it.
      process?.openRuns.remove(run)
    }
  }

  func endRun() throws {
    guard let run = random.any((process?.openRuns ?? []).sorted()) else { return }
    if random.chance(1, of: 3) {
      try take(.taskExpired(run: run))
    } else {
      try take(.taskFinished(run: run, success: random.chance(3, of: 4)))
    }
  }
}
