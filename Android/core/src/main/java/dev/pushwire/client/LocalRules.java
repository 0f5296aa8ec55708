package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Local notifications, under the same rules as remote ones.
 *
 * <pre>
 * asked for without an id of 1 to 128 bytes, or one too many    refused
 * asked for, of a class for an account, and nobody or two here  refused
 * asked for, and its id was shown or withheld                   refused
 * asked for                                                     pending, in place of one with its id; of a
 *                                                               class for an account under its tag
 * withdrawn, or its account leaves                              cancelled
 * its remote twin is shown first                                cancelled
 * due first                                                     shown; the remote twin is a duplicate
 * </pre>
 *
 * <p>A pending one whose time has come is kept until the system asks about it; where it does not, it was
 * shown without asking, and is forgotten after {@link ClientConstant#LOCAL_GRACE}.
 */
final class LocalRules extends Rules {
  LocalRules(Reduction step) {
    super(step);
  }

  void localAsked(LocalNotification asked) {
    forgetDueLocals();
    LocalNotification local = LocalNotification.CODEC.copy(asked);
    local.tag = null;
    if (!PushPayload.isId(local.notification)) {
      command(ClientCommand.warn("local_without_id", ""));
      return;
    }
    ClassPolicy known = policy.classes.get(local.notificationClass);
    if (known != null && known.audience == ClassPolicy.Audience.ACCOUNT) {
      String tag = step.seen.localTag();
      if (tag == null || state.account.binding == AccountState.Binding.AMBIGUOUS) {
        metric("local", "withheld");
        return;
      }
      local.tag = tag;
    }
    SeenNotification before = step.seen.seen(local.notification);
    if (before != null && (before.isShown || before.isSuppressed)) {
      metric("local", "duplicate");
      return;
    }
    forgetLocal(local.notification);
    if (state.locals.size() >= ClientConstant.LOCAL_CAPACITY) {
      metric("local", "too_many");
      return;
    }
    state.locals.add(local);
    command(ClientCommand.addLocal(local));
  }

  void localWithdrawn(String notification) {
    if (forgetLocal(notification)) {
      command(ClientCommand.cancelLocals(Collections.singletonList(notification)));
    }
  }

  void localRefused(String notification, String reason) {
    // The reason is the system's text: for a log, and no label.
    if (forgetLocal(notification)) {
      metric("local", "refused");
    }
  }

  /** Cancels what is the account's. */
  void localsLeft() {
    List<String> gone = new ArrayList<>();
    for (LocalNotification local : state.locals) {
      if (local.tag != null) {
        gone.add(local.notification);
      }
    }
    if (gone.isEmpty()) {
      return;
    }
    state.locals.removeIf(local -> local.tag != null);
    command(ClientCommand.cancelLocals(gone));
  }

  /**
   * Whether the system has shown the local twin of a remote notification, without asking; or is about to ask.
   */
  boolean localWasShown(PushPayload payload) {
    for (LocalNotification local : state.locals) {
      if (local.notification.equals(payload.notification) && local.at <= now) {
        return true;
      }
    }
    return false;
  }

  /** The remote one is shown, so the local one does not come any more. */
  void cancelTwin(PushPayload payload) {
    if (!payload.isLocal && forgetLocal(payload.notification)) {
      command(ClientCommand.cancelLocals(Collections.singletonList(payload.notification)));
    }
  }

  /** Whether there was one. */
  boolean forgetLocal(String notification) {
    return state.locals.removeIf(local -> local.notification.equals(notification));
  }

  private void forgetDueLocals() {
    for (LocalNotification local : state.locals) {
      if (isOver(local)) {
        step.seen.rememberShown(new PushPayload(local.payload()));
      }
    }
    state.locals.removeIf(this::isOver);
  }

  private boolean isOver(LocalNotification local) {
    return local.at <= now - ClientConstant.LOCAL_GRACE;
  }
}
