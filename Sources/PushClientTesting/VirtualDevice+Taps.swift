internal import PushClient

extension VirtualDevice {
  /// The person taps a notification: the app comes to the front, from a cold start where it is not in memory.
  /// - Parameters:
  ///   - action: a button's id; nil: the notification itself.
  ///   - text: what the person typed, where the button takes it.
  public func tap(_ item: ShownNotification, action: String? = nil, text: String? = nil) {
    guard system.appState != .notInstalled, system.tray.contains(where: { $0.id == item.id }) else {
      note(.person, "finds nothing to tap")
      return
    }
    system.tray.removeAll { $0.id == item.id }
    let button = action.flatMap { id in
      item.category.flatMap { app.policy.categories[$0] }?.first { $0.id == id }
    }
    let name = item.notification ?? "a notification that is not Pushwire's"
    note(.person, action.map { "chooses \($0) of \(name)" } ?? "taps \(name)")
    if action == nil || button?.foreground == true {
      toFront()
    } else if process == nil {
      note(.system, "starts the app in the background for \(action ?? "")")
      start(inFront: false)
    }
    respond(item.payload, action: action ?? Response.tap, text: text)
  }

  /// The person swipes a notification away.
  public func dismiss(_ item: ShownNotification) {
    guard system.tray.contains(where: { $0.id == item.id }) else { return }
    system.tray.removeAll { $0.id == item.id }
    note(.person, "dismisses \(item.notification ?? "a notification that is not Pushwire's")")
    // Told to the app only where it asked for it, and then in the background.
    if process != nil { respond(item.payload, action: Response.dismiss, text: nil) }
  }

  /// The same tap once more: Android's old intent, as the app is opened from recents; Apple's response in the
  /// scene's options and in the delegate.
  public func respondAgain(_ item: ShownNotification) {
    guard system.appState != .notInstalled else { return }
    note(.system, "hands over the tap on \(item.notification ?? "a notification") once more")
    toFront()
    respond(item.payload, action: Response.tap, text: nil)
  }

  private func respond(_ payload: JSONValue, action: String, text: String?) {
    if faults.contains(.tapDropped) {
      note(.app, "the response is dropped, nobody handles it")
      settle()
      return
    }
    guard let process else { return }
    var response = Response()
    if platform != .android {
      response.handle = nextHandle
      process.handles[nextHandle] = AppProcess.OpenHandle(kind: .response, item: nil)
      nextHandle += 1
    }
    response.action = action
    response.payload = payload
    response.text = text
    // A tap is there before the first screen is.
    let ready = process.steps.firstIndex { step in
      if case .event(.uiReady) = step { true } else { false }
    }
    process.steps.insert(.event(.responded(response)), at: ready ?? process.steps.endIndex)
    settle()
  }
}
