package android.app;

public class ActivityManager {
  protected ActivityManager() {}

  /** API level 28. */
  public boolean isBackgroundRestricted() {
    throw new UnsupportedOperationException("stub");
  }
}
