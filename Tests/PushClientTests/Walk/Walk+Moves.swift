import PushClient

/// What happens next.
extension Walk {
  typealias Move = @Sendable (Walk) throws -> Void

  /// With a process; each stands as often as it weighs.
  private static let moves: [Move] = weighted([
    (1, { $0.kill() }), (6, { try $0.changeFront() }), (3, { try $0.changeNetwork() }),
    (5, { try $0.reachMoment() }), (6, { try $0.answerExplainer() }), (5, { try $0.changeAccount() }),
    (5, { try $0.changeReady() }), (3, { try $0.showScreen() }), (2, { try $0.askToRegister() }),
    (3, { try $0.openLink() }), (4, { try $0.changeLocals() }),
    (2, { try $0.askForTask() }), (6, { try $0.endWork() }), (8, { try $0.answerAccess() }),
    (6, { try $0.answerToken() }), (8, { try $0.answerPrompt() }), (5, { try $0.readPermission() }),
    (1, { try $0.rotateToken() }), (2, { $0.changeSettings() }), (2, { try $0.startTask() }),
    (4, { try $0.submissionEnds() }), (4, { try $0.endRun() }), (14, { try $0.answerRequest() }),
    (5, { try $0.flush() }), (8, { $0.send() }), (2, { $0.changeData() }), (14, { try $0.deliver() }),
    (9, { try $0.tap() }),
    (2, { try $0.tapAgain() }), (1, { try $0.take(.messagesDeleted) }), (3, { try $0.doOddly() }),
  ])

  /// Without one.
  private static let idleMoves: [Move] = weighted([
    (10, { try $0.launch(inFront: true) }), (2, { try $0.launch(inFront: false) }), (6, { try $0.deliver() }),
    (4, { $0.send() }), (1, { $0.changeData() }), (5, { try $0.tap() }), (2, { try $0.tapAgain() }),
    (2, { $0.changeSettings() }),
    (1, { try $0.startTask() }), (2, { try $0.answerRequest() }), (2, { try $0.changeNetwork() }),
    (1, { $0.loseDevice() }),
  ])

  private static func weighted(_ moves: [(Int, Move)]) -> [Move] {
    moves.flatMap { weight, move in [Move](repeating: move, count: weight) }
  }

  func step() throws {
    try localsAreDue()
    let move = random.pick(process == nil ? Self.idleMoves : Self.moves)
    try move(self)
  }

  // MARK: The person and the device

  func changeFront() throws {
    guard let process else { return }
    if process.isForeground {
      if random.chance(1, of: 8) {
        device.isForceQuit = random.chance(1, of: 2)
        return kill()
      }
      // Where the store fails the core has not heard of it; the walk goes by what it was told.
      self.process?.isForeground = false
      if try !take(.backgrounded) { self.process?.isForeground = true }
    } else {
      self.process?.isForeground = true
      self.process?.isReadDue = true
      if try !take(.foregrounded) { self.process?.isForeground = false }
    }
  }

  func changeNetwork() throws {
    device.isOnline.toggle()
    if process != nil { try take(.networkChanged(isOnline: device.isOnline)) }
  }

  func changeSettings() {
    guard process?.isForeground != true else { return }
    device.permission.change(&random)
  }

  func readPermission() throws {
    guard process?.isReadDue == true || random.chance(1, of: 6) else { return }
    process?.isReadDue = false
    try take(.permissionRead(device.permission.read))
  }

  /// The app is deleted and installed again, or its data moves to another device.
  func loseDevice() {
    guard random.chance(1, of: 4) else { return }
    count("device lost")
    log?("  — reinstalled, or restored elsewhere")
    let isRestored = setup.isReliable || random.chance(1, of: 2)
    if isRestored || setup.platform == .android { device.marker = nil }
    if isRestored {
      device.devices += 1
      device.key = "device-\(device.devices)"
    } else {
      store.text = nil
      (device.inbox, device.data) = ([], WalkData())
    }
    device.permission = WalkPermission(setup)
    (device.tray, device.locals, device.tasks) = ([], [:], [])
    (device.oldTaps, device.isForceQuit) = ([], false)
    newToken()
    // What was restored is there until the device can tell that it is another.
    if isRestored { (ledger.knowsAnswer, ledger.denials) = (false, 0) } else { forgetAll() }
    ledger.isOwed = true
  }

  // MARK: The app

  func reachMoment() throws {
    guard random.chance(1, of: 2) || state.session.isForeground else { return }
    try take(.momentReached(name: random.pick(WalkSetup.moments)))
  }

  func answerExplainer() throws {
    guard process?.explainer != nil else { return }
    try take(.explainerAnswered(accepted: random.chance(1, of: 2)))
  }

  func answerPrompt() throws {
    if let answer = process?.answers.first {
      process?.answers.removeFirst()
      process?.isReadDue = true
      try take(.promptAnswered(answer))
    } else if let answer = device.permission.answer(random.pick(WalkPermission.Choice.allCases), now: now) {
      count("dialog answered")
      // Nobody may be left to hear of it.
      if random.chance(1, of: 12) { return kill() }
      process?.isReadDue = true
      try take(.promptAnswered(answer))
    }
    if random.chance(1, of: 10) { try take(.settingsOpened) }
  }

  func changeAccount() throws {
    guard random.chance(1, of: 2) else { return }
    if device.account != nil, random.chance(1, of: 2) {
      try take(.loggedOut)
    } else {
      // Now and then with no logout before, or the same once more.
      guard device.account == nil || random.chance(1, of: 2) else { return }
      try take(.loggedIn(account: random.pick(WalkSetup.accounts)))
    }
  }

  func changeReady() throws {
    guard let process else { return }
    if !process.isReady {
      self.process?.isReady = true
      if try !take(.uiReady) { self.process?.isReady = false }
    } else if random.chance(1, of: 4) {
      self.process?.isReady = false
      if try !take(.uiNotReady) { self.process?.isReady = true }
    }
  }

  func showScreen() throws {
    let screens = [
      Screen(), Screen(destination: Destination("home")),
      Screen(destination: Destination("order", ["order": "7"])),
      Screen(destination: Destination("orders"), thread: "orders"),
      Screen(destination: Destination("offers")),
    ]
    try take(.screenShown(random.pick(screens)))
  }

  func askToRegister() throws {
    device.callers += 1
    let caller = device.callers
    process?.callers.insert(caller)
    // Where the store fails, the adapter ends the wait.
    if try !take(.registrationAsked(caller: caller)) { process?.callers.remove(caller) }
  }

  func openLink() throws {
    let links = [
      "parcel:offers", "parcel://offers", "https://parcel.example/orders/7",
      "https://PARCEL.example/offers?x=1#y",
      "https://evil.example/orders/7", "javascript:alert(1)",
      "https://parcel.example/offers/5/1700000000/0.5/true",
      "https://parcel.example/offers/x/1700000000/0.5/true", "parcel://orders/%C3%A9%2F",
      "http://parcel.example/offers",
    ]
    current = WalkPush()
    defer { current = nil }
    try take(.linkOpened(url: random.pick(links)))
  }

  func endWork() throws {
    guard let work = random.any((process?.works.keys).map { $0.sorted() } ?? []) else { return }
    if random.chance(1, of: 4) {
      try take(.workExpired(work: work))
    } else {
      try take(.workFinished(work: work, result: random.pick([.newData, .noData, .failed])))
    }
  }

  func answerAccess() throws {
    guard let asked = process?.asked, let tap = random.any(asked.keys.sorted()) else { return }
    let access: Access = random.chance(2, of: 3) ? .allowed : random.pick([.forbidden, .deleted, .unknown])
    process?.asked[tap] = nil
    // It says so of what it was asked about, whether the core hears of it or not.
    if access == .allowed { process?.allowed[tap] = asked[tap] }
    try take(.accessAnswered(tap: tap, access: access))
  }

  func askForTask() throws {
    try take(
      .taskAsked(id: random.pick(["com.example.refresh", "com.example.upload", "com.example.unlisted"])))
  }
}
