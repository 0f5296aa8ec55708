internal import PushContract

/// What happens to a notification that the system hands to the app. Each handle is completed at once, but for
/// that of silent work, which its end completes.
///
/// | what it is | what happens |
/// |---|---|
/// | not Pushwire's, with another owner in the app | nothing: the other completes it |
/// | not Pushwire's | shown as the system would; else completed |
/// | a challenge | echoed with the next registration |
/// | meant for an account that is not the bound one (`reasonToWithhold`) | withheld, now and for ever |
/// | a silent class, to work with | `Reduction+Work` |
/// | a silent class, to show | nothing is shown |
/// | to show, or due (`presenting`, `message`, `local`) | `Reduction+Show` |
/// | in a service extension | delivered; it is not known yet whether it is shown |
/// | an alert, handed over to work with (`background`) | the system shows it; its inbox item is kept |
/// | a class that the app does not know, to work with | nothing |
extension Reduction {
  mutating func pushArrived(_ push: PushArrival) {
    let payload = PushPayload(push.payload)
    guard let name = payload.notificationClass else { return foreignArrived(push) }
    guard name != ChallengeWire.notificationClass else { return challengeArrived(push, payload) }
    if let reason = reasonToWithhold(payload) { return withhold(push, payload, reason) }

    let known = policy.classes[name]
    if known?.kind == .silent {
      guard push.way == .background || push.way == .message else { return answerNothing(push) }
      return silentArrived(push, payload)
    }
    switch push.way {
    case .presenting, .local: show(push, payload, known)
    case .message:
      if known == nil, !push.hasNotification { return unknownArrived(push) }
      show(push, payload, known)
    case .extension: previewed(push, payload)
    case .background:
      guard let known else { return unknownArrived(push) }
      handedOver(push, payload, known)
    }
  }

  /// Nothing is shown and nothing done, and whoever waits for the handle is told so.
  /// - Parameter suppressed: a service extension cannot withhold; it shows a text that tells nothing.
  mutating func answerNothing(_ push: PushArrival, suppressed: Bool = false) {
    switch push.way {
    case .presenting, .local: command(.present(handle: push.handle, options: []))
    case .message, .background: command(.complete(handle: push.handle, result: .noData))
    case .extension: command(.deliver(handle: push.handle, suppressed: suppressed))
    }
  }

  private mutating func foreignArrived(_ push: PushArrival) {
    guard !push.hasOtherOwner else { return }
    switch push.way {
    case .presenting, .local: command(.present(handle: push.handle, options: Presentation.allCases))
    case .message where push.hasNotification:
      command(.display(handle: push.handle, notification: nil, alerts: true))
    case .message, .background, .extension: answerNothing(push)
    }
  }

  private mutating func unknownArrived(_ push: PushArrival) {
    metric("unknown_class")
    answerNothing(push)
  }

  private mutating func withhold(_ push: PushArrival, _ payload: PushPayload, _ reason: String) {
    metric("suppressed", reason)
    answerNothing(push, suppressed: true)
    if push.way == .local { state.locals.removeAll { $0.notification == payload.notification } }
    guard reason != "again" else { return }
    remember(payload, isSuppressed: true)
    if push.way != .local { receipt(payload.notification, .suppressed, result: reason) }
  }

  /// Seen, as far as the extension can: it runs in a process of its own, and what it remembers is not kept.
  private mutating func previewed(_ push: PushArrival, _ payload: PushPayload) {
    command(.deliver(handle: push.handle, suppressed: false))
    cancelTwin(of: payload)
    receipt(payload.notification, .received)
  }

  /// In front, `presenting` comes as well, and decides. Behind, the system has shown it without asking; and
  /// the same is handed over again when a person opens it.
  private mutating func handedOver(_ push: PushArrival, _ payload: PushPayload, _ known: ClassPolicy) {
    let isNew = seen(payload.notification).map { !$0.isShown || $0.revision < payload.revision } ?? true
    command(.complete(handle: push.handle, result: .noData))
    guard !state.session.isForeground, isNew else { return }
    shown(payload)
    storeInbox(payload, known)
    receipt(payload.notification, .received)
  }

  mutating func storeInbox(_ payload: PushPayload, _ known: ClassPolicy?) {
    guard let known, known.inbox, let id = payload.notification, let name = payload.notificationClass else {
      return
    }
    command(
      .storeInbox(
        notification: id, notificationClass: name,
        destination: payload.destination.flatMap(resolver.resolve)))
  }

  /// The provider dropped some: what they would have told is fetched.
  mutating func messagesDeleted() {
    metric("messages_deleted")
    if state.account.binding == .bound { command(.syncInbox) }
    reconcile()
  }
}
