package dev.pushwire.android;

import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * The app's work under way. It ends once: by itself, or cancelled, and after either nothing of it has an
 * effect any more.
 */
final class RunningWork {
  /** Told how work ended that was not cancelled before. */
  interface Ended<T> {
    /** Null: it threw. */
    void ended(T outcome);
  }

  private final EffectGate gate;
  private final FutureTask<Void> task;
  private Worker.Timer timer;

  private RunningWork(EffectGate gate, FutureTask<Void> task) {
    this.gate = gate;
    this.task = task;
  }

  static <T> RunningWork prepare(EffectGate gate, Callable<T> body, Ended<T> ended) {
    FutureTask<Void> task = new FutureTask<>(() -> {
      T outcome;
      try {
        outcome = body.call();
      } catch (Exception | LinkageError | AssertionError failed) {
        outcome = null;
      }
      if (gate.close()) {
        ended.ended(outcome);
      }
      return null;
    });
    return new RunningWork(gate, task);
  }

  void begin(Executor background) {
    background.execute(task);
  }

  synchronized void limit(Worker.Timer timer) {
    if (gate.isOpen()) {
      this.timer = timer;
    } else {
      timer.cancel();
    }
  }

  /**
   * The effect under way is let through first, and then its thread is interrupted.
   *
   * @return false: it had ended
   */
  boolean cancel() {
    boolean wasOpen = gate.close();
    if (wasOpen) {
      task.cancel(true);
    }
    unlimit();
    return wasOpen;
  }

  private synchronized void unlimit() {
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }
}
