package dev.pushwire.android;

import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.Destination;
import java.util.ArrayDeque;
import java.util.Queue;

/** Navigations that wait for the app's router. A router that goes away takes none with it. Main thread. */
final class RouteQueue {
  private final Pushwire push;
  private final Queue<PushwireNavigation<Destination>> waiting = new ArrayDeque<>();
  private Consumer consumer;
  private Object router;

  /** Takes one. */
  private interface Consumer {
    void take(PushwireNavigation<Destination> next);
  }

  RouteQueue(Pushwire push) {
    this.push = push;
  }

  void put(PushwireNavigation<Destination> navigation) {
    push.around.main.execute(() -> {
      waiting.add(navigation);
      give();
    });
  }

  <P> void take(PushwireHandlers.Parser<P> parser, PushwireHandlers.Router<P> taker) {
    push.around.main.execute(() -> {
      router = taker;
      consumer = next -> {
        P place = parser.place(next.place);
        if (place == null) {
          // What the core resolved is of the policy, and so is the app's code: a mismatch of builds.
          place = parser.place(new Destination(push.policy.home));
        }
        if (place == null) {
          push.log("destination_unknown", next.place.name());
        } else {
          taker.open(new PushwireNavigation<>(place, next.mode, next.action));
        }
      };
      give();
    });
  }

  void end(Object taker) {
    push.around.main.execute(() -> {
      if (router == taker) {
        router = null;
        consumer = null;
        push.decisions.post(ClientEvent.uiNotReady());
      }
    });
  }

  private void give() {
    while (consumer != null && !waiting.isEmpty()) {
      consumer.take(waiting.remove());
    }
  }
}
