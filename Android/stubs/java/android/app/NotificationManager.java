package android.app;

import android.service.notification.StatusBarNotification;
import java.util.List;

public class NotificationManager {
  public static final int IMPORTANCE_NONE = 0;
  public static final int IMPORTANCE_MIN = 1;
  public static final int IMPORTANCE_LOW = 2;
  public static final int IMPORTANCE_DEFAULT = 3;
  public static final int IMPORTANCE_HIGH = 4;

  protected NotificationManager() {}

  public boolean areNotificationsEnabled() {
    throw new UnsupportedOperationException("stub");
  }

  public void createNotificationChannels(List<NotificationChannel> channels) {
    throw new UnsupportedOperationException("stub");
  }

  public NotificationChannel getNotificationChannel(String channelId) {
    throw new UnsupportedOperationException("stub");
  }

  public List<NotificationChannel> getNotificationChannels() {
    throw new UnsupportedOperationException("stub");
  }

  /** API level 28. */
  public NotificationChannelGroup getNotificationChannelGroup(String channelGroupId) {
    throw new UnsupportedOperationException("stub");
  }

  public void notify(String tag, int id, Notification notification) {
    throw new UnsupportedOperationException("stub");
  }

  public void cancel(String tag, int id) {
    throw new UnsupportedOperationException("stub");
  }

  public StatusBarNotification[] getActiveNotifications() {
    throw new UnsupportedOperationException("stub");
  }
}
