import PushClient

/// What an event means to the models, once the core has taken it.
extension Walk {
  func told(_ event: ClientEvent, _ before: ClientState, _ effects: Effects) throws {
    followTaps(before)
    switch event {
    case .launched(let launch):
      if state.installation != before.installation {
        count("new installation")
        // On a device that was locked at first, an account may have come before the installation.
        if !before.installation.isEmpty { forgetAll() }
      }
      read(launch.permission)
    case .permissionRead(let permission): read(permission)
    case .promptAnswered(let answer): told(answer, before)
    case .explainerAnswered(let accepted):
      if process?.explainer != nil, accepted { process?.hasYes = true }
      process?.explainer = nil
    case .loggedIn(let account): device.account = WalkAccount(account)
    case .loggedOut: device.account = nil
    // What the earlier UI was asked is not answered any more.
    case .uiReady: if !before.session.isReady { process?.asked = [:] }
    case .workFinished(let work, let result):
      if let done = process?.works.removeValue(forKey: work), result == .newData {
        fetch(done.notificationClass)
      }
    case .responded, .linkOpened: noteTap(event, before)
    default: break
    }
  }

  private func read(_ permission: Permission) {
    ledger.read = permission
    switch (setup.platform, permission.status) {
    case (.android, .authorized): (ledger.denials, ledger.knowsAnswer) = (0, false)
    case (.android, _): break
    case (_, .notDetermined), (_, .provisional), (_, .unread): break
    default: ledger.knowsAnswer = true
    }
  }

  private func told(_ answer: PromptAnswer, _ before: ClientState) {
    guard before.session.isPrompting else { return }
    guard setup.platform == .android else {
      ledger.knowsAnswer = true
      return
    }
    switch (answer.rationaleBefore, answer.rationaleAfter) {
    case _ where answer.granted: (ledger.denials, ledger.knowsAnswer) = (0, false)
    case (false, true): ledger.denials = max(1, ledger.denials)
    case (true, false): ledger.denials = 2
    case (false, false) where answer.milliseconds < ClientConstant.instantAnswer: ledger.knowsAnswer = true
    default: break
    }
  }

  /// A tap that was asked about gets a new number when the account leaves.
  private func followTaps(_ before: ClientState) {
    guard WalkAccount(before.account.account) != WalkAccount(state.account.account),
      let asked = before.taps.waiting.first(where: \.isAsked), let push = ledger.taps[asked.tap],
      before.counter < state.counter
    else { return }
    for number in before.counter + 1...state.counter {
      ledger.taps[number] = push
      ledger.tapKeys[number] = ledger.tapKeys[asked.tap]
    }
  }

  /// Numbers of taps that come up with this event are of its notification.
  private func noteTap(_ event: ClientEvent, _ before: ClientState) {
    var action: String?
    switch event {
    case .responded(let response): action = response.action
    case .linkOpened: break
    default: return
    }
    for tap in state.taps.waiting where !before.taps.waiting.contains(where: { $0.tap == tap.tap }) {
      note(tap.tap, action)
    }
    guard let first = before.counter < state.counter ? before.counter + 1 : nil else { return }
    for number in first...state.counter where ledger.taps[number] == nil { note(number, action) }
  }

  /// The store failed, and the new state may be there all the same.
  func noteDoubt() { ledger.doubtful = store.mood == .doubtful ? current : nil }

  func resolveDoubt(_ loaded: ClientState) {
    guard let push = ledger.doubtful else { return }
    ledger.doubtful = nil
    for tap in loaded.taps.waiting where ledger.taps[tap.tap] == nil { ledger.taps[tap.tap] = push }
  }

  private func note(_ tap: Int, _ action: String?) {
    let push = current ?? WalkPush()
    ledger.taps[tap] = push
    if let id = push.notification, let action {
      ledger.tapKeys[tap] = "\(id)/\(push.revision)/\(action)"
    }
  }
}
