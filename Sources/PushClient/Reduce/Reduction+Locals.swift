/// Local notifications, under the same rules as remote ones.
///
/// | | |
/// |---|---|
/// | asked for without an id of 1 to 128 bytes, or as one too many | refused |
/// | asked for, of a class for an account, and nobody or two are here | refused |
/// | asked for, and its id was shown or withheld | refused |
/// | asked for | pending, in place of one with the same id; of a class for an account under its tag |
/// | withdrawn, or its account leaves | cancelled |
/// | its remote twin is shown first | cancelled |
/// | due first | shown; the remote twin is a duplicate |
///
/// A pending one whose time has come is kept until the system asks about it; where it does not, it was shown
/// without asking, and is forgotten after ``ClientConstant/localGrace``.
extension Reduction {
  mutating func localAsked(_ asked: LocalNotification) {
    forgetDueLocals()
    var local = asked
    local.tag = nil
    guard PushPayload.isID(local.notification) else {
      return command(.warn(code: "local_without_id", subject: ""))
    }
    if policy.classes[local.notificationClass]?.audience == .account {
      guard let tag = localTag, state.account.binding != .ambiguous else {
        return metric("local", "withheld")
      }
      local.tag = tag
    }
    if let before = seen(local.notification), before.isShown || before.isSuppressed {
      return metric("local", "duplicate")
    }
    state.locals.removeAll { $0.notification == local.notification }
    guard state.locals.count < ClientConstant.localCapacity else { return metric("local", "too_many") }
    state.locals.append(local)
    command(.addLocal(local))
  }

  mutating func localWithdrawn(_ notification: String) {
    guard forgetLocal(notification) else { return }
    command(.cancelLocals(notifications: [notification]))
  }

  mutating func localRefused(_ notification: String, _ reason: String) {
    // The reason is the system's text: for a log, and no label.
    if forgetLocal(notification) { metric("local", "refused") }
  }

  /// Cancels what is the account's.
  mutating func localsLeft() {
    let gone = state.locals.filter { $0.tag != nil }.map(\.notification)
    guard !gone.isEmpty else { return }
    state.locals.removeAll { $0.tag != nil }
    command(.cancelLocals(notifications: gone))
  }

  /// Whether the system has shown the local twin of a remote notification, without asking; or is about to ask.
  func localWasShown(_ payload: PushPayload) -> Bool {
    state.locals.contains { $0.notification == payload.notification && $0.at <= now }
  }

  /// The remote one is shown, so the local one does not come any more.
  mutating func cancelTwin(of payload: PushPayload) {
    guard !payload.isLocal, let id = payload.notification, forgetLocal(id) else { return }
    command(.cancelLocals(notifications: [id]))
  }

  private mutating func forgetLocal(_ notification: String) -> Bool {
    let count = state.locals.count
    state.locals.removeAll { $0.notification == notification }
    return state.locals.count < count
  }

  private mutating func forgetDueLocals() {
    for local in state.locals where isOver(local) {
      remember(PushPayload(local.payload), isShown: true)
    }
    state.locals.removeAll(where: isOver)
  }

  private func isOver(_ local: LocalNotification) -> Bool { local.at <= now - ClientConstant.localGrace }
}
