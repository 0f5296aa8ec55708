package android.content;

public abstract class BroadcastReceiver {
  /** What {@link #goAsync} gave: whether each was finished. */
  public PendingResult fakePending;

  public abstract void onReceive(Context context, Intent intent);

  public final PendingResult goAsync() {
    fakePending = new PendingResult();
    return fakePending;
  }

  public static class PendingResult {
    public int fakeFinished;

    public final void finish() {
      fakeFinished++;
    }
  }
}
