package android.service.notification;

import android.app.Notification;

public class StatusBarNotification {
  private final String tag;
  private final int id;
  private final Notification notification;

  /** Android's has more; this is the tests' alone. */
  public StatusBarNotification(String tag, int id, Notification notification) {
    this.tag = tag;
    this.id = id;
    this.notification = notification;
  }

  public String getTag() {
    return tag;
  }

  public int getId() {
    return id;
  }

  public Notification getNotification() {
    return notification;
  }
}
