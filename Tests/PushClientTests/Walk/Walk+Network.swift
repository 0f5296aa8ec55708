import PushClient

/// Requests, and what the server sends.
extension Walk {
  func flush() throws {
    guard process?.isFlushDue == true else { return }
    process?.isFlushDue = false
    if try !take(.flushDue) { process?.isFlushDue = true }
  }

  /// A request comes on: to the server, or back, or nowhere.
  func answerRequest() throws {
    guard !device.requests.isEmpty else { return }
    // The network may set the order.
    let index = random.below(device.requests.count)
    var request = device.requests.remove(at: index)
    let isLost = !isCalm && random.chance(1, of: 10)
    if device.isOnline, request.answer == nil, isCalm || !random.chance(1, of: 12) {
      request.answer = try serve(request)
    }
    if request.isOrphan {
      // Some wait for a while.
      if request.answer == nil, device.requests.count < 8, random.chance(1, of: 2) {
        device.requests.append(request)
      }
      return
    }
    var answer = ServerAnswer(status: nil)
    if let (status, body) = request.answer, device.isOnline, !isLost {
      answer = ServerAnswer(status: status, retryAfter: status == 429 ? 5 : nil, body: body)
    }
    switch request.kind {
    case .register: try take(.registrationAnswered(request: request.number, answer))
    case .logout: try take(.logoutAnswered(request: request.number, answer))
    case .receipts: try take(.receiptsAnswered(request: request.number, answer))
    }
  }

  private func serve(_ request: WalkRequest) throws -> (status: Int, body: JSONValue) {
    if !isCalm, random.chance(1, of: 12) {
      return (random.pick([500, 503, 429, 401]), ["code": "busy"])
    }
    switch request.kind {
    case .register(let call, let made):
      if !isCalm, random.chance(1, of: 40) { return (409, ["code": "account_full"]) }
      count("registered")
      return server.register(
        request.installation, made.body, account: WalkAccount(call.account), predecessor: call.predecessor)
    case .logout(let made): return server.logout(request.installation, made.body)
    case .receipts(let batch):
      let answer = server.receive(request.installation, batch)
      try require(answer.status != 400, "the server does not take \(batch.json.text)")
      return answer
    }
  }

  /// The app's backend asks for a notification.
  func send() {
    pushChallenges()
    guard let (installation, registration) = random.any(server.registrations.sorted { $0.key < $1.key })
    else {
      return
    }
    if random.chance(1, of: 60) { return server.tokenDied(installation) }
    guard let token = registration.token, !registration.isHeld else { return }
    let isSilent = setup.isMostlySilent && random.chance(4, of: 5)
    let name = random.pick(isSilent ? silentClasses : setup.policy.classes.keys.sorted())
    guard let policy = setup.policy.classes[name] else { return }
    // A class for whoever holds the device may be sent to an account as well.
    let meansAccount = policy.audience == .account || random.chance(1, of: 4)
    guard !meansAccount || registration.binding == "bound" else { return }
    var payload = WalkPayload()
    // The same id again: another revision, or a silent one before.
    if device.notifications == 0 || random.chance(5, of: 6) { device.notifications += 1 }
    payload.notification = random.chance(19, of: 20) ? "n-\(device.notifications)" : nil
    payload.notificationClass = name
    payload.revision = random.chance(1, of: 5) ? 2 + random.below(3) : 1
    if meansAccount, let account = registration.account {
      payload.tag = WalkServer.tag(account, installation, registration.generation)
    }
    payload.destination = policy.kind == .silent ? nil : destination()
    if random.chance(1, of: 4) { payload.data["order_state"] = "sent" }
    var push = WalkPush()
    push.isSilent = policy.kind == .silent
    push.payload = setup.platform == .android ? payload.android : payload.apple(isSilent: push.isSilent)
    push.notification = payload.notification
    push.notificationClass = name
    push.account = meansAccount ? registration.account : nil
    push.destination = payload.destination
    push.token = token
    if push.isSilent, let key = dataKey(name, push.account) { server.data.change(key) }
    // A newer one takes the place of what has not arrived.
    if push.isSilent, random.chance(1, of: 3) {
      let waiting = device.air.count
      device.air.removeAll { $0.notificationClass == name }
      if device.air.count < waiting { count("coalesced") }
    }
    device.air.append(push)
    if device.air.count > 30 { device.air.removeFirst() }
    count("sent")
  }

  func pushChallenges() {
    for (token, challenge) in server.duePushes {
      var payload = WalkPayload()
      payload.notification = "pushwire.challenge.\(challenge)"
      payload.notificationClass = "pushwire.challenge"
      payload.revision = 1
      payload.data["pushwire_challenge"] = .string(challenge)
      var push = WalkPush()
      push.isSilent = true
      push.payload = setup.platform == .android ? payload.android : payload.apple(isSilent: true)
      push.notification = payload.notification
      push.notificationClass = payload.notificationClass
      push.token = token
      device.air.append(push)
    }
    server.duePushes = []
  }

  private func destination() -> Destination? {
    switch random.below(8) {
    case 0: nil
    case 1: Destination("orders")
    case 2: Destination("offers")
    case 3: Destination("offer", ["number": "5", "from": "1700000000", "share": "0.5", "new": "true"])
    case 4: Destination("no_such_place", ["x": "1"])
    case 5: Destination("order", ["wrong": "7"])
    default: Destination("order", ["order": "\(random.below(9))"])
    }
  }

  // MARK: Local notifications

  func changeLocals() throws {
    if random.chance(1, of: 3), let id = random.any(device.locals.keys.sorted()) {
      let isRefused = random.chance(1, of: 2)
      if isRefused { device.locals[id] = nil }
      try take(
        isRefused ? .localRefused(notification: id, reason: "full") : .localWithdrawn(notification: id))
      return
    }
    var local = LocalNotification()
    if random.chance(1, of: 2) { device.notifications += 1 }
    local.notification = "n-\(device.notifications)"
    local.notificationClass = random.pick(["order_shipped", "promo", "device_note", "unknown_class"])
    local.at = now + random.below(100_000)
    local.destination = destination()
    try take(.localAsked(local))
  }

  /// The system brings a local notification at its time.
  func localsAreDue() throws {
    for (id, pending) in device.locals.sorted(by: { $0.key < $1.key }) where pending.local.at <= now {
      guard device.locals.removeValue(forKey: id) != nil else { continue }
      try due(pending.local, of: pending.account)
    }
  }

  private func due(_ local: LocalNotification, of account: WalkAccount?) throws {
    var push = WalkPush()
    push.payload = local.payload
    push.destination = local.destination
    push.notification = local.notification
    push.notificationClass = local.notificationClass
    push.account = account
    push.isLocal = true
    if process?.isForeground == true, setup.platform != .android {
      try arrive(push, .local)
    } else {
      push.isStray = account != device.account
      device.tray.append(push)
    }
  }
}
