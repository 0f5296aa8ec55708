/// What is shown of an alert that the app is asked about.
///
/// | what it is | shown |
/// |---|---|
/// | seen, and the revision is not higher | nothing; counted as a duplicate |
/// | seen, with a higher revision | replaces: without banner and sound |
/// | its thread is on the screen | nothing |
/// | its class is known | as its `foreground` says |
/// | its class is not known | in the list |
///
/// That is for an app in front, and always where the system asks (`presenting`). An Android message or a local
/// notification that comes while the app is not in front is shown whole.
///
/// `displayed` is reported only where the permission lets an alert be seen.
extension Reduction {
  mutating func show(_ push: PushArrival, _ payload: PushPayload, _ known: ClassPolicy?) {
    let isLocal = push.way == .local
    let before = seen(payload.notification)
    let isRepeated = before?.isShown == true || (!isLocal && localWasShown(payload))
    if isRepeated, payload.revision <= before?.revision ?? 1 {
      metric("duplicate")
      answerNothing(push)
      // Where the local twin was due, the system may be about to ask about it.
      if before != nil { remember(payload) }
      if !isLocal { receipt(payload.notification, .duplicate) }
      return
    }
    if isRepeated { metric("replaced") }
    if isLocal { state.locals.removeAll { $0.notification == payload.notification } }

    var options = Presentation.allCases
    if push.way == .presenting || state.session.isForeground {
      options = known?.foreground ?? [.list]
      if let thread = push.thread, thread == state.session.screen.thread { options = [] }
    }
    if isRepeated { options.removeAll { $0 == .banner || $0 == .sound } }

    answer(push, payload, options)
    shown(payload)
    guard !isLocal else { return }
    storeInbox(payload, known)
    receipt(payload.notification, .received)
    if isSeen(options, push.way, known) { receipt(payload.notification, .displayed) }
  }

  /// It was shown, or may have been: its local twin is not to come any more.
  mutating func shown(_ payload: PushPayload) {
    remember(payload, isShown: true)
    cancelTwin(of: payload)
  }

  private mutating func answer(_ push: PushArrival, _ payload: PushPayload, _ options: [Presentation]) {
    guard push.way == .message else {
      return command(.present(handle: push.handle, options: options))
    }
    guard !options.isEmpty else { return answerNothing(push) }
    let alerts = options.contains(.banner) || options.contains(.sound)
    command(.display(handle: push.handle, notification: payload.notification, alerts: alerts))
  }

  /// Whether a person can see it: with a banner or in the list; on Android all that is displayed is in the list.
  private func isSeen(_ options: [Presentation], _ way: PushArrival.Way, _ known: ClassPolicy?) -> Bool {
    guard state.permission.isDisplayable else { return false }
    if let channel = known?.channel, state.permission.blockedChannels.contains(channel) { return false }
    if way == .message { return !options.isEmpty }
    return options.contains(.banner) || options.contains(.list)
  }
}
