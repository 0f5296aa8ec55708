package dev.pushwire.android;

import com.google.firebase.messaging.RemoteMessage;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.ClientMetric;
import dev.pushwire.client.PushArrival;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Firebase's messages: each holds its thread until it is shown, withheld or worked on. */
final class Messages {
  private static final class Waiting {
    final RemoteMessage message;
    final CountDownLatch done = new CountDownLatch(1);

    Waiting(RemoteMessage message) {
      this.message = message;
    }
  }

  private final Pushwire push;
  private final Map<Long, Waiting> open = new ConcurrentHashMap<>();
  volatile PushwireHandlers.Foreground foreground;

  Messages(Pushwire push) {
    this.push = push;
  }

  boolean received(RemoteMessage message, boolean othersTakeForeign) {
    Map<String, String> data = message.getData();
    boolean isOurs = Payload.isOurs(data);
    if (!isOurs && othersTakeForeign) {
      return false;
    }
    if (isOurs && message.getOriginalPriority() == RemoteMessage.PRIORITY_HIGH
        && message.getPriority() != RemoteMessage.PRIORITY_HIGH) {
      // Firebase does so where messages of high priority show nothing.
      ClientMetric metric = new ClientMetric();
      metric.name = "priority";
      metric.label = "downgraded";
      push.options.metrics.count(metric);
    }
    PushArrival arrival = new PushArrival();
    arrival.handle = push.newHandle();
    arrival.way = PushArrival.Way.MESSAGE;
    arrival.payload = Payload.json(data);
    arrival.hasNotification = message.getNotification() != null;
    Waiting waiting = new Waiting(message);
    open.put(arrival.handle, waiting);
    long began = push.around.worker.now();
    push.around.worker.run(() -> {
      push.locals.fireDue();
      push.decisions.decide(ClientEvent.pushArrived(arrival), () -> complete(arrival.handle));
    });
    if (!push.isLaunched()) {
      push.log("not_launched", "");
      return true;
    }
    try {
      push.around.patience.await(waiting.done, Limits.MESSAGE_HELD);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    if (!push.life.isForeground()) {
      push.registration.holdThread(Math.max(0, Limits.MESSAGE_HELD - (push.around.worker.now() - began)));
    }
    return true;
  }

  void complete(long handle) {
    Waiting waiting = open.remove(handle);
    if (waiting != null) {
      waiting.done.countDown();
    }
  }

  void display(long handle, boolean alerts) {
    Waiting waiting = open.get(handle);
    if (waiting == null) {
      return;
    }
    PushwireHandlers.Foreground decide = foreground;
    Map<String, String> data = waiting.message.getData();
    if (decide == null || !push.life.isForeground() || !Payload.isOurs(data)) {
      show(handle, alerts);
      return;
    }
    AtomicBoolean isDecided = new AtomicBoolean();
    Worker.Timer limit = push.around.worker.after(push.options.foregroundDecision, () -> {
      if (isDecided.compareAndSet(false, true)) {
        push.log("foreground_decision_late", "");
        show(handle, alerts);
      }
    });
    push.around.main.execute(() -> {
      Boolean shows = decide.shows(new PushwireArrival(
          data.get(Payload.NOTIFICATION), data.get(Payload.CLASS), Payload.destination(data)));
      push.around.worker.run(() -> {
        limit.cancel();
        if (!isDecided.compareAndSet(false, true)) {
          return;
        }
        if (shows == null || shows) {
          show(handle, alerts);
        } else {
          complete(handle);
        }
      });
    });
  }

  private void show(long handle, boolean alerts) {
    Waiting waiting = open.get(handle);
    if (waiting == null) {
      return;
    }
    try {
      push.display.show(Content.of(waiting.message, push.app), waiting.message.getData(), alerts);
    } finally {
      complete(handle);
    }
  }
}
