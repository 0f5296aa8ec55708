package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What the launch sets up, what is fetched at each return, and what ends when the account leaves. */
final class SetupRules extends Rules {
  SetupRules(Reduction step) {
    super(step);
  }

  /** At launch: categories on Apple's systems, channels on Android, once. */
  void notificationsLaunched() {
    if (state.session.platform == Platform.ANDROID) {
      List<String> ids = sorted(policy.channels.keySet());
      if (!ids.isEmpty()) {
        command(ClientCommand.createChannels(ids));
      }
    } else {
      List<String> ids = sorted(policy.categories.keySet());
      if (!ids.isEmpty()) {
        command(ClientCommand.setCategories(ids));
      }
    }
  }

  /**
   * At launch and in front, and when the account is bound: what missed silent pushes would have told is
   * fetched anyway. Classes for an account only while it is bound.
   */
  void reconcile() {
    List<String> classes = new ArrayList<>();
    for (Map.Entry<String, ClassPolicy> entry : policy.classes.entrySet()) {
      ClassPolicy known = entry.getValue();
      boolean isMeant = known.audience != ClassPolicy.Audience.ACCOUNT
          || state.account.binding == AccountState.Binding.BOUND;
      if (known.kind == ClassPolicy.Kind.SILENT && known.reconcile != null && isMeant) {
        classes.add(entry.getKey());
      }
    }
    if (classes.isEmpty()) {
      return;
    }
    state.reconciledAt = now;
    command(ClientCommand.reconcile(sorted(classes)));
  }

  /** The account is gone: nothing of it stays in sight or goes on. */
  void accountLeft() {
    state.account.isLeaving = true;
    command(ClientCommand.clearDelivered());
    command(ClientCommand.clearInbox());
    step.locals.localsLeft();
    step.work.worksLeft();
    step.tasks.tasksLeft();
    step.judge.tapsLeft();
  }

  /**
   * What an account may have left with the system and the app: of an installation that is not known any more,
   * or because the process ended before it was taken away.
   */
  void clearAway() {
    state.account.isLeaving = true;
    command(ClientCommand.clearDelivered());
    command(ClientCommand.clearInbox());
    List<String> tasks = new ArrayList<>();
    for (Map.Entry<String, TaskPolicy> entry : policy.tasks.entrySet()) {
      if (entry.getValue().accountBound) {
        tasks.add(entry.getKey());
      }
    }
    if (!tasks.isEmpty()) {
      command(ClientCommand.cancelTasks(sorted(tasks)));
    }
  }

  /** A challenge was pushed to this very token; its echo proves who holds it. */
  void challengeArrived(PushArrival push, PushPayload payload) {
    // One that the server would not take back would spoil the registration.
    if (payload.challenge != null
        && Utf8.bytes(payload.challenge).length <= ClientConstant.CHALLENGE_LENGTH) {
      state.registration.challenge = payload.challenge;
      step.registration.register();
    }
    // The server's has no text. What another has is shown to nobody.
    step.push.answerNothing(push, true);
  }

  private static List<String> sorted(Collection<String> names) {
    List<String> all = new ArrayList<>(names);
    all.sort(Utf8.ORDER);
    return all;
  }
}
