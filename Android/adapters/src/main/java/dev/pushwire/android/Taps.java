package dev.pushwire.android;

import android.app.RemoteInput;
import android.content.BroadcastReceiver;
import android.content.Intent;
import android.os.Bundle;
import dev.pushwire.client.Access;
import dev.pushwire.client.ActionPolicy;
import dev.pushwire.client.ClassPolicy;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.Destination;
import dev.pushwire.client.Response;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What a person did with a notification, and links.
 *
 * <pre>
 * an intent with our keys among its extras      a tap, of a button where it opens the app
 * an intent to view an address                  a link
 * from the list of recent apps, or met before   nothing: Android hands an Activity its old intent again
 * of the receiver                               a button or a dismissal
 * </pre>
 *
 * <p>Any app can send an intent to a launcher: such a one leads no further than a link, and runs no action.
 */
final class Taps {
  private static final String OPENED_EXTRA = Payload.OWN + "opened";

  private final Pushwire push;
  private final Map<Long, BroadcastReceiver.PendingResult> responses = new ConcurrentHashMap<>();

  Taps(Pushwire push) {
    this.push = push;
  }

  boolean opened(Intent intent) {
    if (intent == null || (intent.getFlags() & Intent.FLAG_ACTIVITY_LAUNCHED_FROM_HISTORY) != 0
        || intent.getBooleanExtra(OPENED_EXTRA, false)) {
      return false;
    }
    Map<String, String> data = Payload.of(intent);
    if (Payload.isOurs(data)) {
      intent.putExtra(OPENED_EXTRA, true);
      Response response = new Response();
      response.payload = Payload.json(data);
      String action = intent.getStringExtra(Display.ACTION_EXTRA);
      if (action != null && opensApp(data.get(Payload.CLASS), action)) {
        response.action = action;
        // A button takes its notification away no more than it does by itself.
        push.display.cancel(intent.getStringExtra(Display.TAG_EXTRA));
      }
      push.decisions.post(ClientEvent.responded(response));
      return true;
    }
    String link = intent.getDataString();
    if (!Intent.ACTION_VIEW.equals(intent.getAction()) || link == null) {
      return false;
    }
    intent.putExtra(OPENED_EXTRA, true);
    push.decisions.post(ClientEvent.linkOpened(link));
    return true;
  }

  private boolean opensApp(String name, String action) {
    ClassPolicy known = push.policy.classes.get(name);
    List<ActionPolicy> buttons =
        known == null || known.category == null ? null : push.policy.categories.get(known.category);
    if (buttons != null) {
      for (ActionPolicy button : buttons) {
        if (button.id.equals(action)) {
          return Display.opensApp(button);
        }
      }
    }
    return false;
  }

  /** From our receiver, which no other app can reach. */
  void received(Intent intent, BroadcastReceiver.PendingResult pending) {
    Response response = new Response();
    response.handle = push.newHandle();
    response.payload = Payload.json(Payload.of(intent));
    String action = intent.getStringExtra(Display.ACTION_EXTRA);
    if (Display.DISMISSED.equals(intent.getAction()) || action == null) {
      response.action = Response.DISMISS;
    } else {
      response.action = action;
      Bundle typed = RemoteInput.getResultsFromIntent(intent);
      CharSequence text = typed == null ? null : typed.getCharSequence(Display.TEXT_KEY);
      response.text = text == null ? null : text.toString();
      // Its spinner would turn for ever.
      push.display.cancel(intent.getStringExtra(Display.TAG_EXTRA));
    }
    responses.put(response.handle, pending);
    push.decisions.post(ClientEvent.responded(response), () -> complete(response.handle));
  }

  /** After what it asked for. */
  void complete(long handle) {
    BroadcastReceiver.PendingResult pending = responses.remove(handle);
    if (pending != null) {
      push.works.whenActed(pending::finish);
    }
  }

  void askAccess(long tap, Destination destination) {
    AtomicBoolean isAnswered = new AtomicBoolean();
    Worker.Timer limit = push.around.worker.after(Limits.ACCESS, () -> {
      if (isAnswered.compareAndSet(false, true)) {
        push.log("authorization_late", "");
        push.decisions.decide(ClientEvent.accessAnswered(tap, Access.UNKNOWN), () -> { });
      }
    });
    push.around.background.execute(() -> {
      Access access;
      try {
        access = push.authorizer.mayOpen(destination);
      } catch (Exception failed) {
        push.log("authorization_failed", failed.getClass().getSimpleName());
        access = Access.UNKNOWN;
      }
      if (isAnswered.compareAndSet(false, true)) {
        limit.cancel();
        push.decisions.post(ClientEvent.accessAnswered(tap, access == null ? Access.UNKNOWN : access));
      }
    });
  }
}
