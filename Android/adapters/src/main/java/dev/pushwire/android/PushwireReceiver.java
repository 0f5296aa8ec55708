package dev.pushwire.android;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/**
 * Buttons that do not open the app, dismissals, and local notifications that are due. It stands in the
 * library's manifest, not exported.
 */
public final class PushwireReceiver extends BroadcastReceiver {
  /** Made by the system. */
  public PushwireReceiver() {}

  @Override
  public void onReceive(Context context, Intent intent) {
    Pushwire push = Pushwire.current();
    String action = intent.getAction();
    if (push == null || action == null) {
      return;
    }
    switch (action) {
      case Display.BUTTON:
      case Display.DISMISSED:
        push.taps.received(intent, goAsync());
        break;
      case Display.LOCAL:
        push.locals.due(goAsync());
        break;
      default:
        // The device has started, or the app was replaced: alarms are gone, and the launch has set them anew.
        break;
    }
  }
}
