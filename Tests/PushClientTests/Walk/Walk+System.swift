import PushClient

/// Tokens, deliveries and taps, as the system brings them.
extension Walk {
  func newToken() {
    device.tokens += 1
    var token = DeviceToken()
    token.value = "token-\(device.tokens)"
    token.environment =
      setup.platform == .android ? "" : random.pick(["sandbox", "production", "production", "unknown"])
    token.environmentSource = token.environment.isEmpty ? "" : "embedded_profile"
    device.token = token
  }

  func rotateToken() throws {
    guard random.chance(1, of: 2) else { return }
    newToken()
    try take(.tokenReceived(device.token))
  }

  func answerToken() throws {
    guard let attempt = process?.attempts.first else { return }
    process?.attempts.removeFirst()
    if device.token.value.isEmpty { newToken() }
    switch isCalm ? 9 : random.below(10) {
    case 0: try take(.tokenFailed(code: random.pick(["3000", "3010", "SERVICE_NOT_AVAILABLE"])))
    case 1: try take(.tokenTimedOut(attempt: attempt))
    case 2:
      // Late.
      try take(.tokenTimedOut(attempt: attempt))
      try take(.tokenReceived(device.token))
    default: try take(.tokenReceived(device.token))
    }
  }

  // MARK: Deliveries

  /// A push comes, in any order, or never, or twice.
  func deliver() throws {
    guard !device.air.isEmpty, device.isOnline else { return }
    let index = isCalm ? 0 : random.below(device.air.count)
    let push = device.air[index]
    if isCalm || !random.chance(1, of: 8) { device.air.remove(at: index) }
    // The provider knows a dead token, soon enough.
    if push.token != device.token.value, isCalm || random.chance(2, of: 3) { return }
    guard isCalm || random.chance(setup.isMostlySilent ? 1 : 6, of: setup.isMostlySilent ? 2 : 7) else {
      return count("lost")
    }
    if index > 0 { count("reordered") }
    if push.isSilent {
      try deliverSilently(push)
    } else if setup.platform == .android {
      try deliverMessage(push)
    } else if process?.isForeground == true {
      try arrive(push, .presenting)
    } else {
      try showBySystem(push)
    }
  }

  private func deliverSilently(_ push: WalkPush) throws {
    if process == nil {
      guard !device.isForceQuit, setup.platform != .macos else { return }
      guard try launch(inFront: false) else { return }
    }
    try arrive(push, setup.platform == .android ? .message : .background)
  }

  private func deliverMessage(_ push: WalkPush) throws {
    let isDataOnly = random.chance(1, of: 3)
    if process?.isForeground == true || isDataOnly {
      if process == nil {
        guard !device.isForceQuit, try launch(inFront: false) else { return }
      }
      try arrive(push, .message, hasNotification: !isDataOnly)
    } else if !device.isForceQuit {
      try showBySystem(push)
    }
  }

  /// Nobody asks the app; on iOS perhaps its service extension.
  private func showBySystem(_ push: WalkPush) throws {
    guard device.permission.read.isDisplayable else { return }
    if setup.platform != .android, random.chance(1, of: 2) { return try arriveInExtension(push) }
    var shown = push
    shown.isStray = push.account != device.account
    device.tray.append(shown)
  }

  /// A service extension is a process of its own and reads what is saved.
  private func arriveInExtension(_ push: WalkPush) throws {
    guard let text = store.text, var saved = try? ClientState(saved: text) else { return }
    let knows = WalkAccount(saved.account.account)
    var arrival = PushArrival()
    arrival.handle = device.nextHandle()
    arrival.way = .extension
    arrival.payload = push.payload
    let reducer = ClientReducer(policy: setup.policy)
    let effects = reducer.reduce(&saved, .pushArrived(arrival), now: now)
    let delivered = effects.commands.compactMap { command -> Bool? in
      if case .deliver(arrival.handle, let isSuppressed) = command { isSuppressed } else { nil }
    }
    try require(delivered.count == 1, "an extension ends \(delivered.count) times")
    if delivered == [false] {
      try require(push.account == nil || push.account == knows, "an extension shows \(name(push.account))'s")
      device.tray.append(push)
      count("extension shows")
    }
  }

  func arrive(
    _ push: WalkPush, _ way: PushArrival.Way, hasNotification: Bool = false, hasOtherOwner: Bool = false
  ) throws {
    var arrival = PushArrival()
    arrival.handle = device.nextHandle()
    arrival.way = way
    arrival.payload = push.payload
    arrival.hasNotification = hasNotification
    arrival.thread = random.chance(1, of: 3) ? "orders" : nil
    arrival.hasOtherOwner = hasOtherOwner
    let isForeign = hasOtherOwner && push.notificationClass == nil
    process?.handles[arrival.handle] = WalkHandle(kind: .push(way), push: push, isForeign: isForeign)
    current = push
    defer { current = nil }
    // Where the store fails, the adapter completes it.
    if try !take(.pushArrived(arrival)) { process?.handles[arrival.handle] = nil }
  }

  // MARK: Taps

  func tap() throws {
    guard !device.tray.isEmpty else { return }
    let index = random.below(device.tray.count)
    let push = device.tray.remove(at: index)
    let action = random.pick([
      Response.tap, Response.tap, Response.tap, Response.tap, Response.dismiss, "track", "archive", "pay",
      "reply",
      "no_such_action",
    ])
    if action == Response.tap { device.oldTaps.append((push, action)) }
    device.oldTaps = device.oldTaps.suffix(4)
    let isBackground = ["archive", "reply", Response.dismiss, "pay"].contains(action)
    if process == nil {
      guard try launch(inFront: !isBackground) else { return }
      device.isForceQuit = false
      // Once with the scene, once more as a response.
      if setup.platform != .android { try respond(push, action, hasHandle: false) }
    } else if !isBackground, process?.isForeground == false {
      try changeFront()
    }
    try respond(push, action, hasHandle: setup.platform != .android)
  }

  /// The launch notification is returned again, the task is opened from recents.
  func tapAgain() throws {
    guard let (push, action) = random.any(device.oldTaps) else { return }
    if process == nil { guard try launch(inFront: true) else { return } }
    try respond(push, action, hasHandle: random.chance(1, of: 2))
  }

  func respond(_ push: WalkPush, _ action: String, hasHandle: Bool) throws {
    guard process != nil else { return }
    var response = Response()
    response.action = action
    response.payload = push.payload
    if action == "reply" { response.text = "on my way \u{1F44D}" }
    if hasHandle {
      let handle = device.nextHandle()
      response.handle = handle
      process?.handles[handle] = WalkHandle(kind: .response, push: push)
    }
    current = push
    defer { current = nil }
    if try !take(.responded(response)), let handle = response.handle { process?.handles[handle] = nil }
  }

  /// A tap that comes before the launch is told.
  func beforeLaunch() throws {
    guard let push = device.tray.popLast() else { return }
    try respond(push, Response.tap, hasHandle: random.chance(1, of: 2))
  }
}
