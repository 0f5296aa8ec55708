package android.app;

public final class NotificationChannelGroup {
  private final String id;
  public boolean fakeBlocked;

  public NotificationChannelGroup(String id, CharSequence name) {
    this.id = id;
  }

  public String getId() {
    return id;
  }

  /** API level 28. */
  public boolean isBlocked() {
    return fakeBlocked;
  }
}
