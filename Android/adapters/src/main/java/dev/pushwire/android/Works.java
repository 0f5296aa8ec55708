package dev.pushwire.android;

import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.SilentWork;
import dev.pushwire.client.WorkResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The app's work for silent pushes, reconciling and buttons, each within its time. On the worker. */
final class Works {
  private final Pushwire push;
  private final Map<Long, RunningWork> running = new HashMap<>();
  private RunningWork reconciling;
  private int acting;
  private List<Runnable> acted = new ArrayList<>();
  volatile PushwireHandlers.SilentWork silentWork;
  volatile PushwireHandlers.Work reconcileWork;
  volatile PushwireHandlers.Actions actions;

  Works(Pushwire push) {
    this.push = push;
  }

  void run(SilentWork silent) {
    long number = silent.work;
    PushwireHandlers.SilentWork body = silentWork;
    if (body == null) {
      push.log("no_silent_handler", silent.notificationClass);
      push.decisions.post(
          ClientEvent.workFinished(number, WorkResult.NO_DATA), () -> push.messages.complete(silent.handle));
      return;
    }
    PushwireWork work = PushwireWork.push(silent);
    RunningWork made = RunningWork.prepare(
        work.gate, () -> body.run(work), result -> push.around.worker.run(() -> {
          WorkResult ended = result == null ? WorkResult.FAILED : result;
          end(number, silent.handle, ClientEvent.workFinished(number, ended));
        }));
    running.put(number, made);
    made.limit(push.around.worker.after(
        Limits.MESSAGE, () -> end(number, silent.handle, ClientEvent.workExpired(number))));
    made.begin(push.around.background);
  }

  private void end(long number, long handle, ClientEvent event) {
    push.decisions.decide(event, () -> {
      cancel(number);
      push.messages.complete(handle);
    });
    cancel(number);
  }

  void cancel(long number) {
    RunningWork work = running.remove(number);
    if (work != null) {
      work.cancel();
    }
  }

  void reconcile(List<String> classes) {
    PushwireHandlers.Work body = reconcileWork;
    if (body == null) {
      return;
    }
    if (reconciling != null) {
      reconciling.cancel();
    }
    PushwireWork work = PushwireWork.reconcile(classes);
    reconciling = RunningWork.prepare(work.gate, () -> done(body, work), isDone -> {
      if (isDone == null) {
        push.log("reconcile_failed", "");
      }
    });
    reconciling.begin(push.around.background);
  }

  static Boolean done(PushwireHandlers.Work body, PushwireWork work) throws Exception {
    body.run(work);
    return true;
  }

  void act(PushwireAction action) {
    PushwireHandlers.Actions body = actions;
    if (body == null) {
      push.log("no_action_handler", action.action);
      return;
    }
    acting++;
    RunningWork work = RunningWork.prepare(
        new EffectGate(),
        () -> {
          body.run(action);
          return true;
        },
        isDone -> push.around.worker.run(() -> {
          if (isDone == null) {
            push.log("action_failed", action.action);
          }
          ended();
        }));
    work.limit(push.around.worker.after(Limits.ACTION, () -> {
      if (work.cancel()) {
        push.log("action_expired", action.action);
        ended();
      }
    }));
    work.begin(push.around.background);
  }

  private void ended() {
    acting--;
    whenActed(() -> { });
  }

  /** When no button's action is under way. */
  void whenActed(Runnable then) {
    acted.add(then);
    if (acting == 0) {
      List<Runnable> told = acted;
      acted = new ArrayList<>();
      told.forEach(Runnable::run);
    }
  }
}
