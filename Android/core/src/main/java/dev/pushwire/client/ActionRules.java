package dev.pushwire.client;

/**
 * Buttons of a notification.
 *
 * <pre>
 * not in the class's category                   no effect
 * takes text                                    its action runs, with the text
 * opens the app, or needs an unlocked device    leads to the destination, with the action's id
 * else                                          its action runs, and the app stays where it is
 * </pre>
 *
 * <p>An action of a notification that is not for the account here does not run.
 */
final class ActionRules extends Rules {
  ActionRules(Reduction step) {
    super(step);
  }

  /** Null: the notification's class has no such button. */
  ActionPolicy button(String id, PushPayload payload) {
    ClassPolicy known = policy.classes.get(payload.notificationClass);
    if (known == null || known.category == null || !policy.categories.containsKey(known.category)) {
      return null;
    }
    for (ActionPolicy button : policy.categories.get(known.category)) {
      if (button.id.equals(id)) {
        return button;
      }
    }
    return null;
  }

  boolean opensApp(ActionPolicy button) {
    return !button.textInput && (button.foreground || button.authenticationRequired);
  }

  void runInBackground(ActionPolicy button, Response response, PushPayload payload) {
    step.taps.consume(payload.notification, payload.revision, button.id);
    String reason = step.seen.reasonToWithhold(payload);
    if (reason != null) {
      metric("action", reason);
      return;
    }
    metric("action", "run");
    command(ClientCommand.runAction(
        button.id, payload.notification, payload.notificationClass, button.textInput ? response.text : null));
  }
}
