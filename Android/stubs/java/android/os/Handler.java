package android.os;

import java.util.concurrent.ConcurrentLinkedQueue;

public class Handler {
  /** What was posted and waits for {@link #fakeRun}. */
  private static final ConcurrentLinkedQueue<Runnable> POSTED = new ConcurrentLinkedQueue<>();

  public Handler(Looper looper) {}

  public final boolean post(Runnable r) {
    return POSTED.add(r);
  }

  /** Runs what was posted. */
  public static void fakeRun() {
    for (Runnable next = POSTED.poll(); next != null; next = POSTED.poll()) {
      next.run();
    }
  }
}
