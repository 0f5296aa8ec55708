import PushClient

/// Everything works, everyone answers, the app is in front: then the device and the server agree.
extension Walk {
  func converge() throws {
    isCalm = true
    store.mood = .sound
    device.isOnline = true
    device.isForceQuit = false
    if process != nil {
      try take(.networkChanged(isOnline: true))
      try settleDown()
    }
    kill()
    _ = try launch(inFront: true)
    try settleDown()
    try checkRest()
    try checkRoundTrip(state)
  }

  private func settleDown() throws {
    for _ in 0..<400 {
      let before = events
      if process?.isForeground == false { try changeFront() }
      if process?.isReady == false { try changeReady() }
      if process?.isReadDue == true { try readPermission() }
      if process?.explainer != nil { try answerExplainer() }
      try answerPrompts()
      try answerToken()
      try submissionEnds()
      try endWork()
      try endRun()
      try answerAccess()
      try answerRequest()
      try flush()
      pushChallenges()
      try deliver()
      if events == before, device.requests.isEmpty, device.air.isEmpty { return }
    }
    throw WalkFault("it does not come to rest: \(state.json.text)")
  }

  private func answerPrompts() throws {
    guard process?.answers.isEmpty == false || device.permission.dialog != nil else { return }
    try answerPrompt()
  }

  private func checkRest() throws {
    guard let process else { throw WalkFault("there is no process") }
    try require(process.callers.isEmpty, "\(process.callers) wait for ever")
    try require(process.works.isEmpty && process.handles.isEmpty && process.openRuns.isEmpty, "work goes on")
    try require(!state.session.isPrompting, "the prompt stays")
    let taps = state.taps.waiting
    // A tap of somebody who has left waits for a while.
    try require(
      taps.allSatisfy { !$0.isAsked && $0.account != nil && device.account == nil }, "taps wait: \(taps)")
    try checkData()
    guard canRegister else { return }
    let registration = state.registration
    guard let stored = server.registrations[state.installation] else { throw WalkFault("not registered") }
    try require(
      stored.generation == registration.generation && registration.acknowledged == registration.generation,
      "generation \(registration.generation), acknowledged \(registration.acknowledged), stored \(stored.generation)"
    )
    try require(!registration.isDue && state.session.registration == nil, "a registration is due for ever")
    try require(stored.token == device.token.value, "token \(stored.token ?? "-") for \(device.token.value)")
    try require(!stored.isHeld, "the token is disputed for ever")
    try require(state.account.tombstone == nil, "a logout is never said")
    try require(state.predecessor == nil, "the predecessor is named for ever")
    try require(
      stored.account == device.account,
      "bound to \(name(stored.account)), signed in \(name(device.account))")
    try require(
      stored.binding == state.account.binding.rawValue, "binding \(stored.binding), \(state.account.binding)")
    try require(
      stored.permission["status"].string == device.permission.status.rawValue, "another permission is stored")
    if let account = device.account {
      let tag = WalkServer.tag(account, state.installation, stored.generation)
      try require(state.account.tags.first == tag, "the tag is not known")
      count("bound at rest")
    }
    try require(state.receipts.waiting.isEmpty, "receipts wait for ever")
    count("at rest")
  }

  /// After a logout of an app without public classes nothing is sent before a login.
  private var canRegister: Bool {
    if device.account != nil { return true }
    return setup.policy.publishableID != nil && (state.account.former == nil || setup.policy.hasPublicClasses)
  }
}
