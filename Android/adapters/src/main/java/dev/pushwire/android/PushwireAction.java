package dev.pushwire.android;

/** A button that does not open the app. */
public final class PushwireAction {
  /** Its id, as in the profile. */
  public final String action;
  /** The notification id; null: there is none. */
  public final String notification;
  /** The class; null: there is none. */
  public final String notificationClass;
  /** What was typed; null: nothing. It is the person's: keep it out of logs. */
  public final String text;

  PushwireAction(String action, String notification, String notificationClass, String text) {
    this.action = action;
    this.notification = notification;
    this.notificationClass = notificationClass;
    this.text = text;
  }

  /** The button alone. */
  @Override
  public String toString() {
    return action;
  }
}
