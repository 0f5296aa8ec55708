package dev.pushwire.android;

import dev.pushwire.client.Destination;

/** A notification that is about to show while the app is in front. */
public final class PushwireArrival {
  /** The notification id; null: there is none. */
  public final String notification;
  /** The class; null: there is none. */
  public final String notificationClass;
  /** Where a tap would lead, as the payload says; null: nowhere. */
  public final Destination destination;

  PushwireArrival(String notification, String notificationClass, Destination destination) {
    this.notification = notification;
    this.notificationClass = notificationClass;
    this.destination = destination;
  }
}
