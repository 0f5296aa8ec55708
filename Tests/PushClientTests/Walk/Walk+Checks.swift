import PushClient

/// What holds after every event.
extension Walk {
  /// Of the state alone.
  func check(_ after: ClientState, _ before: ClientState, _ event: ClientEvent) throws {
    if before.installation == after.installation {
      try require(after.counter >= before.counter, "the counter falls")
      try require(
        after.registration.generation >= before.registration.generation,
        "the generation falls from \(before.registration.generation) to \(after.registration.generation)")
      try checkReceipts(after, before, event)
    }
    try require(
      after.registration.acknowledged <= after.registration.generation, "more is acknowledged than there is")
    try require(after.seen.count <= ClientConstant.seenCapacity, "\(after.seen.count) are seen")
    try require(
      after.taps.consumed.count <= ClientConstant.consumedCapacity,
      "\(after.taps.consumed.count) are consumed")
    try require(after.account.tags.count <= 3, "\(after.account.tags.count) tags")
    let waiting = after.receipts.waiting
    try require(
      waiting.receipts.count + waiting.events.count <= ClientConstant.receiptCapacity,
      "\(waiting.receipts.count) receipts and \(waiting.events.count) events wait")
    try checkAccount(after)
    // Each step would take most of the time.
    if random.chance(1, of: 16) { try checkRoundTrip(after) }
  }

  private func checkAccount(_ state: ClientState) throws {
    let isSame = WalkAccount(state.account.account) == device.account
    try require(isSame, "signed in is \(name(device.account))")
    let isSignedIn = state.account.account != nil
    try require((state.account.binding == .unbound) == !isSignedIn, "binding \(state.account.binding)")
    try require(isSignedIn || state.account.tags.isEmpty, "tags of nobody")
  }

  func checkRoundTrip(_ state: ClientState) throws {
    var saved = state
    saved.session = SessionState()
    try require((try? ClientState(saved: state.savedText)) == saved, "what is saved is read otherwise")
    try require(ClientState(json: state.json) == state, "the state's JSON is read otherwise")
    let again = try? JSONValue(parsing: state.json.text)
    try require(again == state.json, "the state's text is read otherwise")
  }

  /// No receipt is lost between here and the server, unless it is counted as dropped or refused.
  private func checkReceipts(_ after: ClientState, _ before: ClientState, _ event: ClientEvent) throws {
    let old = before.receipts.waiting
    let new = after.receipts.waiting
    guard old != new else { return }
    var left = Set(new.receipts.map(\.json.text)).union(new.events.map(\.json.text))
    let gone = (old.receipts.map(\.json.text) + old.events.map(\.json.text)).filter {
      left.insert($0).inserted
    }
    let dropped = after.receipts.dropped - before.receipts.dropped
    try require(dropped >= 0, "the count of dropped receipts falls")
    if dropped > 0 { count("receipts dropped") }
    if case .receiptsAnswered(_, let answer) = event, answer.outcome == .ok {
      for text in gone {
        try require(server.stored.contains(before.installation + text), "lost: \(text)")
      }
    } else if case .receiptsAnswered(_, let answer) = event, answer.outcome == .refused {
      count("receipts refused")
    } else {
      try require(gone.count <= dropped, "\(gone.count) receipts are gone, \(dropped) dropped")
    }
  }

  /// After a restart: what is saved was read, whole.
  func checkLoaded(_ state: ClientState) throws {
    try require(state.session == SessionState(), "a session outlives its process")
    try require(state.version == ClientState.current, "version \(state.version)")
  }

  // MARK: After all commands

  func checkDone(_ event: ClientEvent) throws {
    guard let process else { return }
    try checkHandles(process)
    let session = state.session
    try require(session.explainer == process.explainer, "explainer \(session.explainer ?? "-")")
    try require(Set(session.works.map(\.work)) == Set(process.works.keys), "works \(session.works)")
    try require(
      Set(session.runs.map(\.run)) == process.openRuns, "runs \(session.runs) of \(process.openRuns)")
    try require(Set(session.callers) == process.callers, "callers \(session.callers) of \(process.callers)")
    guard !ledger.isOwed else { return }
    for work in process.works.values {
      try require(
        work.account == nil || work.account == device.account, "work of \(name(work.account)) goes on")
    }
    for push in device.tray + device.inbox where !push.isStray {
      try require(
        push.account == nil || push.account == device.account, "\(name(push.account))'s notification stays")
    }
    for (id, local) in device.locals {
      try require(
        local.account == nil || local.account == device.account, "\(id) of \(name(local.account)) stays")
    }
    for id in device.tasks where setup.policy.tasks[id]?.accountBound == true {
      try require(device.account != nil, "\(id) of nobody stays submitted")
    }
  }

  /// Every completion handler is used, or its work goes on.
  private func checkHandles(_ process: WalkProcess) throws {
    let working = Set(process.works.values.map(\.handle))
    for (handle, open) in process.handles where !working.contains(handle) {
      if case .push(.message) = open.kind { continue }
      try require(open.isForeign, "handle \(handle) stays open: \(open.kind)")
    }
    self.process?.handles = process.handles.filter { working.contains($0.key) }
  }
}
