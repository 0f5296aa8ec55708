package android.app;

public class AlarmManager {
  public static final int RTC_WAKEUP = 0;

  protected AlarmManager() {}

  public void setAndAllowWhileIdle(int type, long triggerAtMillis, PendingIntent operation) {
    throw new UnsupportedOperationException("stub");
  }

  public void cancel(PendingIntent operation) {
    throw new UnsupportedOperationException("stub");
  }
}
