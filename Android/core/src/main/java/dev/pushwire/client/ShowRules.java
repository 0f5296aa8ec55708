package dev.pushwire.client;

import java.util.List;

/**
 * What is shown of an alert that the app is asked about.
 *
 * <pre>
 * what it is                                shown
 * seen, and the revision is not higher      nothing; counted as a duplicate
 * seen, with a higher revision              replaces: without banner and sound
 * its thread is on the screen               nothing
 * its class is known                        as its foreground says
 * its class is not known                    in the list
 * </pre>
 *
 * <p>That is for an app in front, and always where the system asks ({@code presenting}). An Android message
 * or a local notification that comes while the app is not in front is shown whole.
 *
 * <p>{@code displayed} is reported only where the permission lets an alert be seen.
 */
final class ShowRules extends Rules {
  ShowRules(Reduction step) {
    super(step);
  }

  /** `known`: null where the app does not know the class. */
  void show(PushArrival push, PushPayload payload, ClassPolicy known) {
    boolean isLocal = push.way == PushArrival.Way.LOCAL;
    SeenNotification before = step.seen.seen(payload.notification);
    boolean isRepeated = (before != null && before.isShown)
        || (!isLocal && step.locals.localWasShown(payload));
    if (isRepeated && payload.revision <= (before == null ? 1 : before.revision)) {
      metric("duplicate");
      step.push.answerNothing(push, false);
      // Where the local twin was due, the system may be about to ask about it.
      if (before != null) {
        step.seen.remember(payload);
      }
      if (!isLocal) {
        step.receipts.receipt(payload.notification, "duplicate");
      }
      return;
    }
    if (isRepeated) {
      metric("replaced");
    }
    if (isLocal) {
      step.locals.forgetLocal(payload.notification);
    }

    List<Presentation> options = options(push, known);
    if (isRepeated) {
      options.removeIf(option -> option == Presentation.BANNER || option == Presentation.SOUND);
    }
    answer(push, payload, options);
    shown(payload);
    if (isLocal) {
      return;
    }
    step.push.storeInbox(payload, known);
    step.receipts.receipt(payload.notification, "received");
    if (isSeen(options, push.way, known)) {
      step.receipts.receipt(payload.notification, "displayed");
    }
  }

  private List<Presentation> options(PushArrival push, ClassPolicy known) {
    if (push.way != PushArrival.Way.PRESENTING && !state.session.isForeground) {
      return Presentation.all();
    }
    List<Presentation> options = Presentation.none();
    if (push.thread != null && push.thread.equals(state.session.screen.thread)) {
      return options;
    }
    if (known == null) {
      options.add(Presentation.LIST);
    } else {
      options.addAll(known.foreground);
    }
    return options;
  }

  /** It was shown, or may have been: its local twin is not to come any more. */
  void shown(PushPayload payload) {
    step.seen.rememberShown(payload);
    step.locals.cancelTwin(payload);
  }

  private void answer(PushArrival push, PushPayload payload, List<Presentation> options) {
    if (push.way != PushArrival.Way.MESSAGE) {
      command(ClientCommand.present(push.handle, options));
    } else if (options.isEmpty()) {
      step.push.answerNothing(push, false);
    } else {
      boolean alerts = options.contains(Presentation.BANNER) || options.contains(Presentation.SOUND);
      command(ClientCommand.display(push.handle, payload.notification, alerts));
    }
  }

  /** Whether a person can see it: with a banner or in the list; on Android all that is displayed is. */
  private boolean isSeen(List<Presentation> options, PushArrival.Way way, ClassPolicy known) {
    if (!state.permission.isDisplayable()) {
      return false;
    }
    if (known != null && known.channel != null && state.permission.blockedChannels.contains(known.channel)) {
      return false;
    }
    if (way == PushArrival.Way.MESSAGE) {
      return !options.isEmpty();
    }
    return options.contains(Presentation.BANNER) || options.contains(Presentation.LIST);
  }
}
