package dev.pushwire.client;

/**
 * From a tap or link to the one place it leads to, once.
 *
 * <p>Captured:
 *
 * <pre>
 * not Pushwire's                                                 completed
 * notification id, revision and action known already: waiting or
 *   consumed                                                     completed
 * dismissed                                                      counted; consumed
 * a button                                                       ActionRules
 * a tap or link, its place found                                 waits, then JudgeRules
 * a place that cannot be found; of another account               waits to lead home; nothing of it is kept
 * </pre>
 *
 * <p>A tap is consumed when it leads somewhere, and that is saved before it does: it never leads there twice.
 * At most {@link ClientConstant#CONSUMED_CAPACITY} are remembered, and {@link ClientConstant#TAP_CAPACITY}
 * wait.
 */
final class TapRules extends Rules {
  TapRules(Reduction step) {
    super(step);
  }

  void responded(Response response) {
    PushPayload payload = new PushPayload(response.payload);
    if (payload.isOurs()) {
      take(response, payload);
    }
    if (response.handle != null) {
      command(ClientCommand.complete(response.handle, WorkResult.NO_DATA));
    }
  }

  void linkOpened(String url) {
    WaitingTap tap = new WaitingTap();
    lead(tap, step.resolver.resolveLink(url));
    keep(tap);
  }

  private void take(Response response, PushPayload payload) {
    boolean isDismissed = response.action.equals(Response.DISMISS);
    boolean isButton = !isDismissed && !response.action.equals(Response.TAP);
    ActionPolicy button = isButton ? step.actions.button(response.action, payload) : null;
    if (isButton && button == null) {
      metric("tap", "unknown_action");
      return;
    }
    if (isKnown(payload, response.action)) {
      metric("tap", "repeated");
      return;
    }

    provesDisplay(payload);
    if (isDismissed) {
      consume(payload.notification, payload.revision, response.action);
      metric("tap", "dismissed");
    } else if (button != null && !step.actions.opensApp(button)) {
      step.actions.runInBackground(button, response, payload);
    } else {
      if (!payload.isLocal) {
        step.receipts.receipt(payload.notification, "opened");
      }
      tapped(payload, button == null ? null : button.id);
    }
  }

  private void tapped(PushPayload payload, String action) {
    WaitingTap tap = new WaitingTap();
    tap.notification = payload.notification;
    tap.revision = payload.revision;
    tap.isLocal = payload.isLocal;
    tap.action = action;
    tap.tag = payload.tag;
    tap.account = payload.tag == null ? null : step.judge.owner(payload.tag);
    lead(tap, step.resolver.resolve(payload.destination));
    if (tap.tag == null && step.seen.isForAccount(payload)) {
      step.judge.fallBack(tap, "other_account", step.resolver.home());
    }
    keep(tap);
  }

  /** `destination`: null where it cannot be found. */
  private void lead(WaitingTap tap, Destination destination) {
    tap.destination = destination == null ? step.resolver.home() : destination;
    if (destination == null) {
      tap.why = "unavailable";
    }
  }

  private void keep(WaitingTap tap) {
    tap.tap = nextNumber();
    tap.at = now;
    state.taps.waiting.add(tap);
    if (state.taps.waiting.size() > ClientConstant.TAP_CAPACITY) {
      step.judge.supersede(state.taps.waiting.get(0));
    }
    step.judge.judgeTaps();
  }

  /** What a person acts on was shown. */
  private void provesDisplay(PushPayload payload) {
    SeenNotification before = step.seen.seen(payload.notification);
    if (!payload.isLocal && (before == null || !before.isShown)) {
      step.receipts.receipt(payload.notification, "displayed");
    }
    step.show.shown(payload);
  }

  // Once

  private boolean isKnown(PushPayload payload, String action) {
    String notification = payload.notification;
    if (notification == null) {
      return false;
    }
    if (state.taps.consumed.contains(key(notification, payload.revision, action))) {
      return true;
    }
    for (WaitingTap tap : state.taps.waiting) {
      if (notification.equals(tap.notification) && tap.revision == payload.revision
          && actionOrTap(tap.action).equals(action)) {
        return true;
      }
    }
    return false;
  }

  void consume(String notification, long revision, String action) {
    if (notification == null) {
      return;
    }
    state.taps.consumed.add(key(notification, revision, actionOrTap(action)));
    int over = state.taps.consumed.size() - ClientConstant.CONSUMED_CAPACITY;
    if (over > 0) {
      state.taps.consumed.subList(0, over).clear();
    }
  }

  private static String actionOrTap(String action) {
    return action == null ? Response.TAP : action;
  }

  /** A notification that took the place of an earlier revision of itself can be tapped again. */
  private static String key(String notification, long revision, String action) {
    return notification + "/" + action + (revision == 1 ? "" : "/" + revision);
  }
}
