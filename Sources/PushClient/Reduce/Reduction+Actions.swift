/// Buttons of a notification.
///
/// | the button | |
/// |---|---|
/// | not in the class's category | no effect |
/// | takes text | its action runs, with the text |
/// | opens the app, or needs an unlocked device | leads to the destination, with the action's id |
/// | else | its action runs, and the app stays where it is |
///
/// An action of a notification that is not for the account here does not run.
extension Reduction {
  func button(_ id: String, of payload: PushPayload) -> ActionPolicy? {
    guard let name = payload.notificationClass, let category = policy.classes[name]?.category else {
      return nil
    }
    return policy.categories[category]?.first { $0.id == id }
  }

  func opensApp(_ button: ActionPolicy) -> Bool {
    !button.textInput && (button.foreground || button.authenticationRequired)
  }

  mutating func runInBackground(_ button: ActionPolicy, _ response: Response, _ payload: PushPayload) {
    consume(payload.notification, payload.revision, button.id)
    if let reason = reasonToWithhold(payload) { return metric("action", reason) }
    metric("action", "run")
    command(
      .runAction(
        action: button.id, notification: payload.notification, notificationClass: payload.notificationClass,
        text: button.textInput ? response.text : nil))
  }
}
