package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Background tasks (BGTaskScheduler; iOS alone has the list of permitted ids, macOS has no such tasks).
 *
 * <pre>
 * launch: a handler given twice                      the second is not registered; a warning
 * launch: a handler whose id the Info.plist does not
 *   permit, or the profile does not know             the same
 * launch: a permitted id without a handler           a warning
 * asked for                                          submitted, in place of one that is pending
 * asked for, without a handler                       a warning
 * asked for, refused for good before; or for an
 *   account, and nobody is signed in                 nothing
 * submitted: unavailable                             again at the next return to the front, and not before
 * submitted: too_many                                the oldest of our own of its kind is dropped, and it is
 *                                                    tried once more
 * submitted: not_permitted                           refused for good: not tried again before the next launch
 * submitted: anything else                           given up
 * run starts                                         the next is submitted first; then the app's work begins
 * run starts, without a handler; or for an account,
 *   and nobody is signed in                          completed without success
 * run ends                                           completed once
 * run expires                                        cancelled, completed without success; a late end ignored
 * the account leaves                                 its pending ones and its runs are cancelled
 * </pre>
 */
final class TaskRules extends Rules {
  TaskRules(Reduction step) {
    super(step);
  }

  /** At launch: handlers that the Info.plist permits are registered, and what does not fit is told. */
  void tasksLaunched(Launch launch) {
    if (launch.platform == Platform.MACOS) {
      return;
    }
    // The next launch may be of a mended build.
    state.tasks.disabled = new ArrayList<>();
    List<String> given = new ArrayList<>();
    for (String id : launch.taskHandlers) {
      if (given.contains(id)) {
        command(ClientCommand.warn("task_registered_twice", id));
        continue;
      }
      given.add(id);
      if (launch.platform == Platform.IOS && !launch.permittedTasks.contains(id)) {
        command(ClientCommand.warn("task_not_permitted", id));
      } else if (!policy.tasks.containsKey(id)) {
        command(ClientCommand.warn("task_unknown", id));
      } else {
        state.session.handledTasks.add(id);
        command(ClientCommand.registerTask(id));
      }
    }
    for (String id : launch.permittedTasks) {
      if (!given.contains(id)) {
        given.add(id);
        command(ClientCommand.warn("task_without_handler", id));
      }
    }
  }

  /** Back in front: what was unavailable is tried again. */
  void tasksForegrounded() {
    for (String id : new ArrayList<>(state.tasks.postponed)) {
      submit(id);
    }
  }

  void taskAsked(String id) {
    if (!state.session.handledTasks.contains(id)) {
      command(ClientCommand.warn("task_not_registered", id));
      return;
    }
    submit(id);
  }

  void taskSubmitted(String id, String fault) {
    if (!state.tasks.pending.contains(id)) {
      return;
    }
    if (fault == null) {
      remove(state.session.retriedTasks, id);
      return;
    }
    if (fault.equals("too_many") && !state.session.retriedTasks.contains(id)) {
      String oldest = oldestTask(id);
      if (oldest != null) {
        metric("task", "dropped");
        remove(state.tasks.pending, oldest);
        command(ClientCommand.cancelTasks(Collections.singletonList(oldest)));
        state.session.retriedTasks.add(id);
        submit(id);
        return;
      }
    }
    remove(state.tasks.pending, id);
    remove(state.session.retriedTasks, id);
    switch (fault) {
      case "unavailable":
        metric("task", fault);
        state.tasks.postponed.add(id);
        break;
      case "not_permitted":
        metric("task", fault);
        state.tasks.disabled.add(id);
        break;
      case "too_many":
        metric("task", fault);
        break;
      default:
        metric("task", "failed_to_submit");
    }
  }

  void taskStarted(String id, long run) {
    for (OpenRun open : state.session.runs) {
      if (open.run == run) {
        return;
      }
    }
    remove(state.tasks.pending, id);
    if (!state.session.handledTasks.contains(id) || !mayRun(id)) {
      command(ClientCommand.completeTask(run, false));
      return;
    }
    submit(id);
    OpenRun open = new OpenRun();
    open.run = run;
    open.id = id;
    state.session.runs.add(open);
    command(ClientCommand.runTask(id, run));
  }

  void taskFinished(long run, boolean success) {
    if (!closeRun(run)) {
      return;
    }
    metric("task", success ? "succeeded" : "failed");
    command(ClientCommand.completeTask(run, success));
  }

  void taskExpired(long run) {
    if (!closeRun(run)) {
      return;
    }
    metric("task", "expired");
    command(ClientCommand.cancelRun(run));
    command(ClientCommand.completeTask(run, false));
  }

  /** Ends what is the account's. */
  void tasksLeft() {
    List<String> gone = new ArrayList<>(state.tasks.pending);
    gone.removeIf(id -> !isForAccount(id));
    state.tasks.pending.removeIf(this::isForAccount);
    state.tasks.postponed.removeIf(this::isForAccount);
    if (!gone.isEmpty()) {
      command(ClientCommand.cancelTasks(gone));
    }
    for (OpenRun open : new ArrayList<>(state.session.runs)) {
      if (isForAccount(open.id)) {
        closeRun(open.run);
        command(ClientCommand.cancelRun(open.run));
        command(ClientCommand.completeTask(open.run, false));
      }
    }
  }

  private void submit(String id) {
    remove(state.tasks.postponed, id);
    TaskPolicy task = policy.tasks.get(id);
    // Postponed by an earlier process, which may have had other handlers.
    boolean isHandled = state.session.handledTasks.contains(id);
    if (!isHandled || state.tasks.disabled.contains(id) || !mayRun(id) || task == null) {
      return;
    }
    remove(state.tasks.pending, id);
    state.tasks.pending.add(id);
    command(ClientCommand.submitTask(id, now + task.earliestBegin * 1000));
  }

  private boolean closeRun(long run) {
    return state.session.runs.removeIf(open -> open.run == run);
  }

  private boolean isForAccount(String id) {
    TaskPolicy task = policy.tasks.get(id);
    return task != null && task.accountBound;
  }

  private boolean mayRun(String id) {
    return !isForAccount(id) || state.account.account != null;
  }

  /** The system counts each kind for itself (1 refresh, 10 processing: BGTaskScheduler, submit). */
  private String oldestTask(String besides) {
    TaskPolicy task = policy.tasks.get(besides);
    for (String id : state.tasks.pending) {
      TaskPolicy other = policy.tasks.get(id);
      boolean isSameKind = task == null || other == null ? task == other : task.kind == other.kind;
      if (!id.equals(besides) && isSameKind) {
        return id;
      }
    }
    return null;
  }

  private static void remove(List<String> ids, String id) {
    ids.removeIf(other -> other.equals(id));
  }
}
