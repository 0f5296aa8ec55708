internal import PushClient

extension VirtualDevice {
  /// The app asks for permission: the system shows its dialog, or answers for the person.
  func authorizationAsked(provisional: Bool) {
    switch platform {
    case .ios, .macos:
      let status = system.permission.status
      guard status == .notDetermined || (status == .provisional && !provisional) else {
        note(.system, "answers for the person: \(status.rawValue)")
        answer(granted: system.permission.isDisplayable, milliseconds: 5)
        return
      }
      if provisional {
        note(.system, "allows quiet notifications, without a dialog")
        allow(.provisional)
        answer(granted: true, milliseconds: 5)
        return
      }
    case .android:
      guard system.apiLevel >= 33, !system.permission.isDisplayable, system.denials < 2 else {
        note(.system, "shows no dialog: \(system.permission.isDisplayable ? "allowed" : "denied")")
        answer(granted: system.permission.isDisplayable, milliseconds: 5)
        return
      }
    }
    system.promptsShown += 1
    openPrompt = true
    note(.system, "asks the person for permission")
    decide(person.reaction())
  }

  /// The person answers the dialog.
  func decide(_ reaction: Person.Reaction) {
    let rationale = system.permission.rationale
    switch reaction {
    case .wait: return
    case .dismiss where platform != .android:
      note(.person, "cannot swipe the dialog away")
      return
    case .allow:
      note(.person, "allows notifications")
      allow(.authorized)
    case .deny:
      note(.person, "denies notifications")
      system.permission.status = .denied
      system.permission.alert = "disabled"
      if platform == .android {
        system.denials += 1
        system.permission.rationale = system.denials == 1
      }
    case .dismiss: note(.person, "swipes the dialog away")
    }
    openPrompt = false
    answer(
      granted: system.permission.isDisplayable, milliseconds: person.readingTime, rationaleBefore: rationale)
  }

  private func allow(_ status: Permission.Status) {
    system.permission.status = status
    system.permission.alert = "enabled"
    system.permission.sound = "enabled"
    system.permission.badge = "enabled"
    system.permission.lockScreen = "enabled"
    system.permission.rationale = false
  }

  private func answer(granted: Bool, milliseconds: Int, rationaleBefore: Bool = false) {
    var answer = PromptAnswer()
    answer.granted = granted
    answer.milliseconds = milliseconds
    answer.rationaleBefore = rationaleBefore
    answer.rationaleAfter = system.permission.rationale
    process?.steps.append(.event(.promptAnswered(answer)))
    process?.steps.append(.event(.permissionRead(system.permission)))
  }
}
