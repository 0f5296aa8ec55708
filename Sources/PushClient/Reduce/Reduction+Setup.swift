/// What the launch sets up, what is fetched at each return, and what ends when the account leaves.
extension Reduction {
  /// At launch: categories on Apple's systems, channels on Android, once.
  mutating func notificationsLaunched() {
    if state.session.platform == .android {
      let ids = policy.channels.keys.sorted()
      if !ids.isEmpty { command(.createChannels(ids: ids)) }
    } else {
      let ids = policy.categories.keys.sorted()
      if !ids.isEmpty { command(.setCategories(ids: ids)) }
    }
  }

  /// At launch and in front, and when the account is bound: what missed silent pushes would have told is fetched
  /// anyway. Classes for an account only while it is bound.
  mutating func reconcile() {
    let classes = policy.classes.filter { _, known in
      known.kind == .silent && known.reconcile != nil
        && (known.audience != .account || state.account.binding == .bound)
    }
    guard !classes.isEmpty else { return }
    state.reconciledAt = now
    command(.reconcile(classes: classes.keys.sorted()))
  }

  /// The account is gone: nothing of it stays in sight or goes on.
  mutating func accountLeft() {
    state.account.isLeaving = true
    command(.clearDelivered)
    command(.clearInbox)
    localsLeft()
    worksLeft()
    tasksLeft()
    tapsLeft()
  }

  /// What an account may have left with the system and the app: of an installation that is not known any more,
  /// or because the process ended before it was taken away.
  mutating func clearAway() {
    state.account.isLeaving = true
    command(.clearDelivered)
    command(.clearInbox)
    let tasks = policy.tasks.filter { $1.accountBound }.keys.sorted()
    if !tasks.isEmpty { command(.cancelTasks(ids: tasks)) }
  }

  /// A challenge was pushed to this very token; its echo proves who holds it.
  mutating func challengeArrived(_ push: PushArrival, _ payload: PushPayload) {
    // One that the server would not take back would spoil the registration.
    if let challenge = payload.challenge, challenge.utf8.count <= ClientConstant.challengeLength {
      state.registration.challenge = challenge
      register()
    }
    // The server's has no text. What another has is shown to nobody.
    answerNothing(push, suppressed: true)
  }
}
