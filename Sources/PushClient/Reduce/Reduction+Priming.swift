/// When the person is asked, and what the system's word on it comes to.
///
/// | what happens | then |
/// |---|---|
/// | a value moment: in front, nothing asked, a dialog can follow, and it may be offered | explainer |
/// | … else | nothing; counted where an offer was declined before |
/// | explainer: not now | declined; no dialog was used up |
/// | explainer: yes | the system's dialog, once; where the system has none (Android before 13), nothing |
/// | the process ends with the explainer on the screen | undecided, no decline |
/// | the process ends with the dialog on the screen | the yes still counts: a later moment may ask again |
/// | provisional is configured, undetermined, never asked | quiet authorization at launch, or when that is read first; no dialog |
///
/// **A dialog can follow:** iOS, macOS: not_determined or provisional, never answered. Android from 13: denied or
/// not_determined, fewer than two denials, not blocked. Android before 13: not_determined. A status that this
/// code does not know: never.
///
/// **It may be offered:** at first; again where the policy allows it, less often than its `times`, `after` its
/// wait since the last "not now" or denial, and after two further value moments. Where the clock was set back, the
/// wait begins with the next moment.
///
/// | the dialog ends | then |
/// |---|---|
/// | granted | granted |
/// | iOS, macOS: not granted | blocked for good |
/// | Android, rationale false → true | a denial; the second blocks for good |
/// | Android, rationale true → false | a denial, and blocked for good |
/// | Android, false → false at once | the system showed none: blocked for good |
/// | Android, else | swiped away: no denial |
///
/// | the permission is read | then |
/// |---|---|
/// | changed in what the server sees | sent, same generation |
/// | authorized where it was not | granted; not blocked any more |
/// | denied where it was authorized | withdrawn in Settings: blocked, no explainer |
/// | an explainer is on the screen, and no dialog can follow any more | taken away |
/// | denied for good, alerts off, the app or one of its channels blocked | the settings row says which |
extension Reduction {
  mutating func permissionRead(_ permission: Permission) {
    let isGranted = permission.status == .authorized && state.permission.status != .authorized
    let isNews = takePermission(permission)
    if state.session.isLaunched { askQuietly() }
    guard state.registration.token != nil else {
      // Without one, a grant is a reason to ask once more.
      if isGranted, state.session.isLaunched, state.session.tokenAttempt == nil { askForToken() }
      return
    }
    if isNews { register() } else { sendRegistration() }
  }

  /// - Returns: whether it differs in what the server sees.
  mutating func takePermission(_ permission: Permission) -> Bool {
    var before = state.permission
    state.permission = permission
    if before.status != permission.status { statusChanged(from: before.status, to: permission.status) }
    if state.session.explainer != nil, !canPrompt { hideExplainer() }
    updateSettingsRow()
    before.rationale = permission.rationale
    return before != permission
  }

  private mutating func statusChanged(from before: Permission.Status, to status: Permission.Status) {
    let isApple = state.session.platform != .android
    if status == .authorized { state.priming.isBlocked = false }
    if status == .denied, isApple || before == .authorized { state.priming.isBlocked = true }
    // The first reading changes nothing.
    guard before != .unread else { return }
    switch status {
    case .authorized: deviceEvent(.permissionGranted)
    // On Android a reading alone may be a dialog that was swiped away.
    case .denied where isApple || before == .authorized: deviceEvent(.permissionDenied)
    case .provisional: deviceEvent(.permissionProvisional)
    default: break
    }
  }

  mutating func askQuietly() {
    guard policy.provisional, state.session.platform != .android, state.permission.status == .notDetermined,
      !state.priming.provisionalAsked
    else { return }
    state.priming.provisionalAsked = true
    command(.requestAuthorization(provisional: true))
  }

  mutating func momentReached(_ name: String) {
    guard policy.moments[name] != nil else {
      metric("moment", "unknown")
      return
    }
    if let declinedAt = state.priming.declinedAt {
      state.priming.momentsSince &+= 1
      // The clock was set back: the wait begins now, and does not last until that time comes again.
      state.priming.declinedAt = min(declinedAt, now)
    }
    guard state.session.isLaunched, state.session.isForeground, state.session.explainer == nil,
      !state.session.isPrompting, canPrompt, mayOffer
    else { return }
    state.session.explainer = name
    command(.showExplainer(moment: name))
    deviceEvent(.explainerShown, detail: name)
    metric("explainer", "shown")
  }

  mutating func explainerAnswered(accepted: Bool) {
    guard let moment = state.session.explainer else { return }
    hideExplainer()
    state.priming.answers &+= 1
    metric("explainer", accepted ? "accepted" : "declined")
    deviceEvent(accepted ? .explainerAccepted : .explainerDeclined, detail: moment)
    if accepted {
      prompt()
    } else {
      state.priming.declines &+= 1
      state.priming.promptAsked = false
      waitForReoffer()
    }
    updateSettingsRow()
  }

  private mutating func hideExplainer() {
    state.session.explainer = nil
    command(.hideExplainer)
  }

  private mutating func prompt() {
    state.priming.promptAsked = true
    guard state.session.platform != .android || state.session.apiLevel >= 33 else {
      state.priming.promptAnswered = true
      return
    }
    state.priming.promptAnswered = false
    state.session.isPrompting = true
    command(.requestAuthorization(provisional: false))
  }

  mutating func promptAnswered(_ answer: PromptAnswer) {
    guard state.session.isPrompting else { return }
    state.session.isPrompting = false
    if answer.granted {
      promptWasShown()
      state.priming.promptAnswered = true
      metric("prompt", "granted")
      changeStatus(to: .authorized)
    } else {
      waitForReoffer()
      if state.session.platform == .android { androidDenied(answer) } else { appleDenied() }
    }
    updateSettingsRow()
  }

  private mutating func appleDenied() {
    promptWasShown()
    state.priming.promptAnswered = true
    metric("prompt", "denied")
    changeStatus(to: .denied)
  }

  private mutating func androidDenied(_ answer: PromptAnswer) {
    switch (answer.rationaleBefore, answer.rationaleAfter) {
    case (false, true), (true, false):
      promptWasShown()
      state.priming.promptAnswered = true
      state.priming.denials &+= 1
      if answer.rationaleBefore || state.priming.denials > 1 { state.priming.isBlocked = true }
      metric("prompt", "denied")
      deviceEvent(.permissionDenied)
      changeStatus(to: .denied)
    case (false, false) where answer.milliseconds < ClientConstant.instantAnswer:
      state.priming.promptAnswered = true
      state.priming.isBlocked = true
      metric("prompt", "blocked")
    default:
      promptWasShown()
      state.priming.promptAsked = false
      metric("prompt", "dismissed")
    }
  }

  private mutating func promptWasShown() { deviceEvent(.promptShown) }

  /// What the answer already tells; the reading that follows brings the rest.
  private mutating func changeStatus(to status: Permission.Status) {
    guard state.permission.status != status else { return }
    let before = state.permission.status
    state.permission.status = status
    statusChanged(from: before, to: status)
    state.registration.isDue = true
    cancelRegistration()
  }

  private mutating func waitForReoffer() {
    state.priming.declinedAt = now
    state.priming.momentsSince = 0
  }

  mutating func settingsOpened() { deviceEvent(.settingsOpened) }

  /// Whether the system would show its dialog.
  private var canPrompt: Bool {
    let priming = state.priming
    guard !priming.isBlocked else { return false }
    let status = state.permission.status
    guard state.session.platform == .android else {
      return (status == .notDetermined || status == .provisional) && !priming.promptAnswered
    }
    guard state.session.apiLevel >= 33 else { return status == .notDetermined && !priming.promptAnswered }
    return (status == .notDetermined || status == .denied) && priming.denials < 2
  }

  private var mayOffer: Bool {
    guard mayOfferAgain else { return false }
    guard let declinedAt = state.priming.declinedAt, let reoffer = policy.reoffer else { return true }
    return now &- declinedAt >= reoffer.after &* 1000
      && state.priming.momentsSince >= ClientConstant.momentsBeforeReoffer
  }

  /// Sooner or later.
  private var mayOfferAgain: Bool {
    let priming = state.priming
    // A yes whose dialog never was answered is still open.
    let answers = priming.promptAsked && !priming.promptAnswered ? priming.answers - 1 : priming.answers
    guard answers > 0 else { return true }
    guard let reoffer = policy.reoffer else { return false }
    return answers < reoffer.times
  }

  private mutating func updateSettingsRow() {
    let permission = state.permission
    switch permission.status {
    case .denied: state.priming.settingsRow = canPrompt && mayOfferAgain ? nil : "denied"
    case .authorized, .provisional, .ephemeral:
      state.priming.settingsRow =
        if permission.appBlocked {
          "app_blocked"
        } else if permission.alert == "disabled" {
          "alerts_off"
        } else if permission.blockedChannels.contains(where: { policy.channels[$0] != nil }) {
          "channel_blocked"
        } else {
          nil
        }
    default: state.priming.settingsRow = nil
    }
  }
}
