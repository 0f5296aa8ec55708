import PushClient

/// What becomes of a notification, judged by whom it was meant for.
extension Walk {
  func performPush(_ command: ClientCommand, _ cause: ClientEvent) throws {
    switch command {
    case .present(let handle, let options):
      let push = try claim(handle, "present")
      if !options.isEmpty { try requireOurs(push, "shown") }
      if options.contains(.banner) || options.contains(.list) { device.tray.append(push) }
    case .display(let handle, let notification, _):
      guard var open = process?.handles[handle] else { throw WalkFault("display of no handle \(handle)") }
      guard case .push(.message) = open.kind, !open.isShown else { throw WalkFault("displayed twice") }
      let isOurs = open.push.notificationClass != nil
      try require(notification == (isOurs ? open.push.notification : nil), "displayed under another id")
      try requireOurs(open.push, "shown")
      open.isShown = true
      process?.handles[handle] = open
      device.tray.append(open.push)
    case .deliver(let handle, let isSuppressed):
      let push = try claim(handle, "deliver")
      if !isSuppressed {
        try requireOurs(push, "delivered")
        device.tray.append(push)
      }
    case .complete(let handle, _): _ = try claim(handle, "complete")
    case .runWork(let work): try run(work)
    case .cancelWork(let number):
      try require(process?.works.removeValue(forKey: number) != nil, "work \(number) is cancelled twice")
    case .storeInbox(let notification, let name, _):
      guard case .pushArrived = cause, let push = current else { throw WalkFault("stored without a push") }
      try require(
        push.notification == notification && push.notificationClass == name, "another one is stored")
      try requireOurs(push, "stored")
      device.inbox.append(push)
    default: break
    }
  }

  /// Takes a completion handler, once.
  private func claim(_ handle: Int, _ how: String) throws -> WalkPush {
    guard var open = process?.handles[handle] else {
      throw WalkFault("\(how) of no handle, or again: \(handle)")
    }
    switch (open.kind, how) {
    case (.push(.presenting), "present"), (.push(.local), "present"), (.push(.extension), "deliver"),
      (.push(.background), "complete"), (.response, "complete"):
      break
    case (.push(.message), "complete"):
      try require(!open.isComplete, "a message is completed twice")
      open.isComplete = true
      process?.handles[handle] = open
      return open.push
    default: throw WalkFault("\(how) for \(open.kind)")
    }
    process?.handles[handle] = nil
    return open.push
  }

  /// Nothing of another account is shown, stored, opened or worked on.
  /// - Parameter isLed: a tap of the account's own leads there before the server has confirmed the account.
  func requireOurs(_ push: WalkPush, _ what: String, isLed: Bool = false) throws {
    guard let account = push.account else { return }
    count("account push \(what)")
    try require(
      device.account == account, "a push for \(account) is \(what), signed in: \(name(device.account))")
    guard !push.isLocal else { return }
    if isLed, state.account.binding == .pending { return count("account push \(what) unconfirmed") }
    try require(state.account.binding == .bound, "a push for \(account) is \(what), \(state.account.binding)")
  }

  private func run(_ work: SilentWork) throws {
    guard let open = process?.handles[work.handle] else { throw WalkFault("work for no handle") }
    try requireOurs(open.push, "worked on")
    try require(process?.works[work.work] == nil, "two works have the number \(work.work)")
    try require(work.notification == open.push.notification, "work of another notification")
    process?.works[work.work] = WalkWork(
      handle: work.handle, notificationClass: work.notificationClass, account: open.push.account)
  }

  // MARK: Taps

  func performTap(_ command: ClientCommand, _ cause: ClientEvent) throws {
    switch command {
    case .authorize(let tap, let destination):
      let push = try whose(tap, cause)
      try requireOurs(push, "authorized", isLed: true)
      try require(process?.asked[tap] == nil, "tap \(tap) is asked about twice")
      process?.asked[tap] = destination
    case .navigate(let tap, let destination, let mode, _):
      let push = try whose(tap, cause)
      try require(
        process?.isForeground == true && process?.isReady == true, "navigation before the UI is ready")
      if let policy = setup.policy.destinations[destination.name], policy.accountRequired {
        try require(device.account != nil, "a place of an account, and nobody is signed in")
      }
      if destination == push.destination, !destination.parameters.isEmpty || push.account != nil,
        destination.name != setup.policy.home
      {
        try requireOurs(push, "navigated to", isLed: true)
        try require(process?.allowed[tap] == destination, "navigation that the app did not allow")
      }
      try require((mode == .refresh) == (state.session.screen.destination == destination), "mode \(mode)")
      try consume(tap, push, cause)
    case .runAction(_, let notification, _, _):
      guard case .responded(let response) = cause, let push = current else {
        throw WalkFault("an action without a response")
      }
      try require(push.notification == notification, "an action of another notification")
      try requireOurs(push, "acted on")
      try consumeAction(push, response.action)
    default: break
    }
  }

  /// The notification that was tapped.
  private func whose(_ tap: Int, _ cause: ClientEvent) throws -> WalkPush {
    if let push = ledger.taps[tap] { return push }
    switch cause {
    case .responded, .linkOpened:
      let push = current ?? WalkPush()
      ledger.taps[tap] = push
      return push
    default: throw WalkFault("tap \(tap) is nobody's")
    }
  }

  /// Each tap leads somewhere once, whatever restarts lie between.
  private func consume(_ tap: Int, _ push: WalkPush, _ cause: ClientEvent) throws {
    let own = "tap \(tap)"
    try require(!ledger.navigated.contains(own), "tap \(tap) navigates twice")
    ledger.navigated.append(own)
    count("navigated")
    guard let key = ledger.tapKeys[tap] else { return }
    try require(!ledger.navigated.suffix(150).contains(key), "\(key) navigates twice")
    ledger.navigated.append(key)
  }

  private func consumeAction(_ push: WalkPush, _ action: String) throws {
    guard let notification = push.notification else { return }
    let key = "\(notification)/\(push.revision)/\(action)"
    try require(!ledger.navigated.suffix(150).contains(key), "\(key) runs twice")
    ledger.navigated.append(key)
  }
}
