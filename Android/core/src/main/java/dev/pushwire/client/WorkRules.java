package dev.pushwire.client;

import java.util.ArrayList;
import java.util.List;

/**
 * Silent pushes: work that the app does, bounded, with one completion each.
 *
 * <pre>
 * a repeated one, its revision not higher          no_data at once, no work
 * another                                          the app's work begins
 * the work ends                                    completed with its result, once
 * the budget is over, or the system ends it        cancelled, completed failed; a late end is ignored
 * the account leaves during its work               cancelled, completed failed
 * an end or expiry of work that is not open        ignored
 * </pre>
 *
 * <p>Work counts as begun when it begins: where the process is killed during it, the next launch reconciles.
 */
final class WorkRules extends Rules {
  WorkRules(Reduction step) {
    super(step);
  }

  void silentArrived(PushArrival push, PushPayload payload) {
    SeenNotification before = step.seen.seen(payload.notification);
    if (before != null && before.isWorked && payload.revision <= before.revision) {
      metric("duplicate");
      step.push.answerNothing(push, false);
      step.receipts.receipt(payload.notification, "duplicate");
      return;
    }
    step.seen.rememberWorked(payload);

    OpenWork open = new OpenWork();
    open.work = nextNumber();
    open.handle = push.handle;
    open.notification = payload.notification;
    open.isAccountBound = step.seen.isForAccount(payload);
    open.startedAt = now;
    state.session.works.add(open);

    SilentWork work = new SilentWork();
    work.work = open.work;
    work.handle = push.handle;
    work.notification = payload.notification;
    work.notificationClass = payload.notificationClass;
    work.data = JsonValue.object(payload.data);
    command(ClientCommand.runWork(work));
    step.receipts.receipt(payload.notification, "received");
  }

  void workFinished(long work, WorkResult result) {
    OpenWork open = closeWork(work);
    if (open != null) {
      complete(open, result, result.word());
    }
  }

  void workExpired(long work) {
    OpenWork open = closeWork(work);
    if (open != null) {
      command(ClientCommand.cancelWork(work));
      complete(open, WorkResult.FAILED, "expired");
    }
  }

  /** Ends the work that is the account's. */
  void worksLeft() {
    for (OpenWork open : new ArrayList<>(state.session.works)) {
      if (open.isAccountBound) {
        closeWork(open.work);
        command(ClientCommand.cancelWork(open.work));
        complete(open, WorkResult.FAILED, "failed");
      }
    }
  }

  /** Null: it is not open. */
  private OpenWork closeWork(long work) {
    List<OpenWork> works = state.session.works;
    for (int index = 0; index < works.size(); index++) {
      if (works.get(index).work == work) {
        return works.remove(index);
      }
    }
    return null;
  }

  private void complete(OpenWork open, WorkResult result, String word) {
    command(ClientCommand.complete(open.handle, result));
    metric("work", word);
    // A clock that was set back meanwhile took no less than no time.
    step.receipts.receipt(open.notification, "completed", word, Math.max(0, now - open.startedAt));
  }
}
