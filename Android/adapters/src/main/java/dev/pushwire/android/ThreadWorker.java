package dev.pushwire.android;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** One thread of its own. */
final class ThreadWorker implements Worker {
  private final PushwireHandlers.Log log;
  private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, step -> {
    Thread made = new Thread(step, "pushwire");
    made.setDaemon(true);
    return made;
  });

  ThreadWorker(PushwireHandlers.Log log) {
    this.log = log;
    thread.setRemoveOnCancelPolicy(true);
  }

  @Override
  public void run(Runnable step) {
    thread.execute(() -> guarded(step));
  }

  @Override
  public Timer after(long milliseconds, Runnable step) {
    Future<?> coming = thread.schedule(() -> guarded(step), Math.max(0, milliseconds), TimeUnit.MILLISECONDS);
    return () -> coming.cancel(false);
  }

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  private void guarded(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException fault) {
      log.line("fault", fault.getClass().getSimpleName());
    }
  }
}
