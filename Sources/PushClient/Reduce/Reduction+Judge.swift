internal import PushContract

/// When a waiting tap leads where.
///
/// | the tap | |
/// |---|---|
/// | waits longer than ``ClientConstant/tapLifetime`` | home: `expired` |
/// | its tag is not of the account that is here | home: `other_account` |
/// | nobody is signed in, and it is of the account that was here last | waits for that account |
/// | nobody is signed in, and its tag is of nobody known; or its place needs an account | the safe place: `signed_out` |
/// | signed in, the server has not confirmed it, and the tag is known to be of this account | due |
/// | … and the tag is not known, or two accounts claim the device | waits |
/// | else, or with no account meant | due |
///
/// A due tap leads nowhere before the UI is ready and in front. Of several that are due the newest leads where
/// it is meant to, the others are consumed: `superseded`. The app's own authorization is asked then, not
/// before; what it forbids, and what is deleted or unknown there, leads to the same safe place: `unavailable`.
///
/// What leads home keeps nothing of where it was meant to lead.
extension Reduction {
  /// The account came or went, the app came to the front: waiting taps are judged again.
  mutating func judgeTaps() {
    state.taps.waiting = state.taps.waiting.map(judged)
    guard state.session.isReady, state.session.isForeground else { return }
    let due = state.taps.waiting.filter(isDue)
    for tap in due.dropLast() { supersede(tap) }
    guard let tap = due.last else { return }
    if tap.why != nil { return go(tap) }
    guard !tap.isAsked, let index = state.taps.waiting.firstIndex(where: { $0.tap == tap.tap }) else {
      return
    }
    state.taps.waiting[index].isAsked = true
    command(.authorize(tap: tap.tap, destination: tap.destination))
  }

  mutating func uiReady() {
    // What was asked of an earlier UI, or an earlier process, is not answered any more.
    if !state.session.isReady { askAgain() }
    state.session.isReady = true
    judgeTaps()
  }

  mutating func accessAnswered(_ number: Int, _ access: Access) {
    guard let index = state.taps.waiting.firstIndex(where: { $0.tap == number && $0.isAsked }) else { return }
    state.taps.waiting[index].isAsked = false
    var tap = judged(state.taps.waiting[index])
    guard state.session.isReady, state.session.isForeground, isDue(tap), tap.why == nil else {
      // Asked again when it can lead there.
      return judgeTaps()
    }
    if access != .allowed {
      fallBack(&tap, "unavailable", resolver.safePlace(insteadOf: tap.destination.name))
    }
    go(tap)
  }

  /// The account left: an answer that was asked for on its behalf does not count for the next.
  mutating func tapsLeft() {
    for index in state.taps.waiting.indices where state.taps.waiting[index].isAsked {
      state.taps.waiting[index].isAsked = false
      state.taps.waiting[index].tap = nextNumber()
    }
  }

  /// Whose a tag is, where that is known.
  func owner(_ tag: String) -> String? {
    if tag.isSame(as: localTag) || state.account.tags.contains(tag) { return state.account.account }
    guard let former = state.account.former else { return nil }
    let isFormer = former.tags.contains(tag) || tag.isSame(as: Self.localTag(of: former.account))
    return isFormer ? former.account : nil
  }

  func fallBack(_ tap: inout WaitingTap, _ why: String, _ destination: Destination) {
    tap.why = why
    tap.destination = destination
    tap.tag = nil
    tap.account = nil
    tap.isAsked = false
  }

  mutating func supersede(_ tap: WaitingTap) {
    end(tap)
    metric("tap", "superseded")
    report(tap, .fellBack, "superseded")
  }

  // MARK: Judging one

  private func judged(_ waiting: WaitingTap) -> WaitingTap {
    var tap = waiting
    if tap.why == nil { judge(&tap) }
    return tap
  }

  private func judge(_ tap: inout WaitingTap) {
    // The clock was set back: it does not wait for that time to come again.
    tap.at = min(tap.at, now)
    if tap.at < now - ClientConstant.tapLifetime { return fallBack(&tap, "expired", resolver.home) }
    let account = state.account
    if let tag = tap.tag {
      let isHere = tap.account?.isSame(as: account.account) ?? false
      let isOurs = account.tags.contains(tag) || isHere
      let isOthers = tap.account != nil && !isHere
      switch account.binding {
      case .bound where isOurs: break
      case .bound: fallBack(&tap, "other_account", resolver.home)
      case .pending, .ambiguous: if isOthers { fallBack(&tap, "other_account", resolver.home) }
      case .unbound: if tap.account == nil { fallBackSignedOut(&tap) }
      }
    } else if account.account == nil, resolver.needsAccount(tap.destination) {
      fallBackSignedOut(&tap)
    }
  }

  private func fallBackSignedOut(_ tap: inout WaitingTap) {
    fallBack(&tap, "signed_out", resolver.safePlace(insteadOf: tap.destination.name))
  }

  private func isDue(_ tap: WaitingTap) -> Bool {
    guard tap.why == nil, tap.tag != nil else { return true }
    switch state.account.binding {
    case .bound: return true
    // What led this account somewhere before does so without the server.
    case .pending: return tap.account?.isSame(as: state.account.account) ?? false
    case .unbound, .ambiguous: return false
    }
  }

  // MARK: Ending one

  private mutating func go(_ tap: WaitingTap) {
    end(tap)
    let mode: Navigation = state.session.screen.destination == tap.destination ? .refresh : .open
    command(
      .navigate(
        tap: tap.tap, destination: tap.destination, mode: mode, action: tap.why == nil ? tap.action : nil))
    metric("tap", tap.why ?? (mode == .refresh ? "refreshed" : "navigated"))
    report(tap, tap.why == nil ? .routed : .fellBack, tap.why)
  }

  private mutating func end(_ tap: WaitingTap) {
    state.taps.waiting.removeAll { $0.tap == tap.tap }
    consume(tap.notification, tap.revision, tap.action)
  }

  private mutating func report(_ tap: WaitingTap, _ kind: ReceiptKind, _ result: String?) {
    if !tap.isLocal { receipt(tap.notification, kind, result: result) }
  }

  private mutating func askAgain() {
    for index in state.taps.waiting.indices { state.taps.waiting[index].isAsked = false }
  }
}
