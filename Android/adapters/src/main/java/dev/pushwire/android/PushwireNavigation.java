package dev.pushwire.android;

import dev.pushwire.client.Navigation;

/** Where a tap or a link leads. */
public final class PushwireNavigation<P> {
  /** The app's own place. */
  public final P place;
  /** Refresh: it is on the screen already. */
  public final Navigation mode;
  /** The button that was chosen; null: the notification itself, or a link. */
  public final String action;

  PushwireNavigation(P place, Navigation mode, String action) {
    this.place = place;
    this.mode = mode;
    this.action = action;
  }
}
