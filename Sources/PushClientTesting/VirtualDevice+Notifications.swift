internal import PushClient

extension VirtualDevice {
  /// What a provider handed to the device: the system decides what becomes of it.
  public func receive(_ delivery: Delivery) {
    lastDelivery = max(lastDelivery, delivery.number)
    if faults.contains(.nothingDelivered) { return }
    let id = notificationName(delivery)
    note(.provider, "\(delivery.provider.rawValue) hands over \(id)")
    let acts =
      platform == .android
      ? AndroidRules.acts(delivery, system)
      : AppleRules.acts(delivery, system, hasExtension: app.hasServiceExtension)
    for act in acts { perform(act, id) }
    settle()
  }

  /// Takes what arrived since it was last asked.
  /// - Parameter wait: how long to wait for the first, milliseconds.
  /// - Returns: how many came.
  @discardableResult
  public func fetch(wait: Int = 0) throws -> Int {
    guard let token = system.token, system.isOnline else { return 0 }
    let fresh = try provider.deliveries(of: token, after: lastDelivery, wait: wait)
    for delivery in fresh { receive(delivery) }
    return fresh.count
  }

  private func perform(_ act: SystemAct, _ id: String) {
    switch act {
    case .drop(let why): note(.system, "\(id): \(why)")
    case .setBadge(let number): system.badge = number == 0 ? nil : number
    case .show(let item):
      put(item)
      note(.system, "shows \(id)")
    case .extend(let item):
      let left = extended(item, id)
      if system.appState == .foreground {
        present(left, id)
      } else {
        put(left)
        note(.system, "shows \(id)")
      }
    case .present(let item): present(item, id)
    case .wake(let payload):
      if process == nil {
        note(.system, "starts the app in the background for \(id)")
        start(inFront: false)
      }
      hand(.background, payload, nil, id)
    case .message(let message):
      if process == nil {
        note(.system, "starts the app in the background for \(id)")
        start(inFront: false)
      }
      hand(.message, message.data, message.notification, id)
    case .messagesDeleted:
      if process == nil { start(inFront: false) }
      note(.system, "says that messages were deleted")
      if !faults.contains(.handlerDropped) { process?.steps.append(.event(.messagesDeleted)) }
    }
  }

  private func present(_ item: ShownNotification, _ id: String) {
    note(.system, "asks the app what to show of \(id)")
    hand(.presenting, item.payload, item, id)
  }

  /// Gives it to the app's code, with a handler to complete.
  private func hand(
    _ way: PushArrival.Way, _ payload: JSONValue, _ item: ShownNotification?, _ id: String
  ) {
    guard let process else { return }
    if faults.contains(.handlerDropped) {
      note(.app, "\(id): dropped, nobody handles it")
      return
    }
    var push = PushArrival()
    push.handle = nextHandle
    push.way = way
    push.payload = payload
    push.hasNotification = way == .message && item != nil
    push.thread = item?.thread
    nextHandle += 1
    let kind: AppProcess.OpenHandle.Kind =
      switch way {
      case .presenting, .local: .present
      case .message: .message
      case .background, .extension: .background
      }
    let shown = item ?? (way == .message ? own(payload) : nil)
    process.handles[push.handle] = AppProcess.OpenHandle(kind: kind, item: shown)
    process.steps.append(.event(.pushArrived(push)))
  }

  /// A data message as Android's app would show it itself.
  private func own(_ data: JSONValue) -> ShownNotification {
    let payload = PushPayload(data)
    let channel = payload.notificationClass.flatMap { app.policy.classes[$0]?.channel }
    return ShownNotification(
      id: payload.notification ?? random.hex(8), title: nil, body: nil, payload: data, thread: nil,
      category: nil, channel: channel, isAlerting: true, by: .app)
  }

  /// A local notification is due.
  func localDue(_ notification: String) {
    guard let local = system.pendingLocals.first(where: { $0.notification == notification }) else { return }
    system.pendingLocals.removeAll { $0.notification == notification }
    let item = localItem(local)
    guard system.permission.isDisplayable else {
      note(.system, "local \(notification): not shown: \(AppleRules.refusal(system.permission))")
      return
    }
    if system.appState == .foreground {
      note(.system, "asks the app what to show of local \(notification)")
      hand(.local, item.payload, item, notification)
    } else {
      put(item)
      note(.system, "shows local \(notification)")
    }
  }

  private func localItem(_ local: LocalNotification) -> ShownNotification {
    let rules = app.policy.classes[local.notificationClass]
    return ShownNotification(
      id: local.notification, title: nil, body: nil, payload: local.payload, thread: nil,
      category: rules?.category, channel: rules?.channel, isAlerting: true, by: .local)
  }

  // MARK: The tray

  /// Shows it in the place of an older one of the same id.
  func put(_ item: ShownNotification) {
    system.tray.removeAll { $0.id == item.id }
    system.tray.append(item)
  }

  /// How a delivery is named in the journal: by its notification id, else by the provider's.
  func notificationName(_ delivery: Delivery) -> String {
    if delivery.isDeletion { return "that messages were deleted" }
    let payload = PushPayload(platform == .android ? delivery.payload["data"] : delivery.payload)
    if payload.challenge != nil { return "a challenge" }
    return payload.notification ?? "a push that is not Pushwire's"
  }
}
