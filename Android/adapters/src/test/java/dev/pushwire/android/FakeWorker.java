package dev.pushwire.android;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Steps run at once, on whatever thread brings the first; time moves by hand. */
final class FakeWorker implements Worker {
  private final class Coming implements Timer {
    final long at;
    final Runnable step;

    Coming(long at, Runnable step) {
      this.at = at;
      this.step = step;
    }

    @Override
    public void cancel() {
      synchronized (FakeWorker.this) {
        coming.remove(this);
      }
    }
  }

  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private final List<Coming> coming = new ArrayList<>();
  private boolean isRunning;
  private long now = 1_700_000_000_000L;

  @Override
  public void run(Runnable step) {
    synchronized (this) {
      waiting.add(step);
      if (isRunning) {
        return;
      }
      isRunning = true;
    }
    while (true) {
      Runnable next;
      synchronized (this) {
        next = waiting.poll();
        if (next == null) {
          isRunning = false;
          notifyAll();
          return;
        }
      }
      next.run();
    }
  }

  @Override
  public synchronized Timer after(long milliseconds, Runnable step) {
    Coming timer = new Coming(now + milliseconds, step);
    coming.add(timer);
    return timer;
  }

  @Override
  public synchronized long now() {
    return now;
  }

  /** Moves time on; what is due meanwhile runs in its order. */
  void advance(long milliseconds) {
    long end = now() + milliseconds;
    while (true) {
      Coming next = null;
      synchronized (this) {
        for (Coming timer : coming) {
          if (timer.at <= end && (next == null || timer.at < next.at)) {
            next = timer;
          }
        }
        if (next == null) {
          now = end;
          return;
        }
        coming.remove(next);
        now = Math.max(now, next.at);
      }
      run(next.step);
    }
  }

  /** Time passes while nothing runs, as for a process that is frozen or gone. */
  synchronized void leap(long milliseconds) {
    now += milliseconds;
  }

  /** How long each timer has still to wait, in their order. */
  synchronized List<Long> waits() {
    List<Long> waits = new ArrayList<>();
    for (Coming timer : coming) {
      waits.add(timer.at - now);
    }
    return waits;
  }

  /** As after the end of the process. */
  synchronized void forget() {
    coming.clear();
    waiting.clear();
  }
}
