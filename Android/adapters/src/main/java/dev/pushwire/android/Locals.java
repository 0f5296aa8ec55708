package dev.pushwire.android;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.BroadcastReceiver;
import android.content.Intent;
import android.net.Uri;
import dev.pushwire.client.ClientEvent;
import dev.pushwire.client.Destination;
import dev.pushwire.client.JsonFault;
import dev.pushwire.client.JsonValue;
import dev.pushwire.client.LocalNotification;
import dev.pushwire.client.Presentation;
import dev.pushwire.client.PushArrival;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Notifications that the device shows by itself. Android has no such thing: an alarm wakes the app, which
 * asks the core and shows it. Alarms go with a restart of the device, so what is planned stands in a file,
 * and each launch sets them anew. On the worker.
 */
final class Locals {
  private static final class Plan {
    final String id;
    final long at;
    final JsonValue payload;
    final PushwireLocalText text;

    Plan(String id, long at, JsonValue payload, PushwireLocalText text) {
      this.id = id;
      this.at = at;
      this.payload = payload;
      this.text = text;
    }
  }

  private final Pushwire push;
  private AtomicText file;
  private final Map<String, Plan> plans = new LinkedHashMap<>();
  private final Map<String, PushwireLocalText> asked = new HashMap<>();
  private final Map<Long, Plan> due = new HashMap<>();

  Locals(Pushwire push) {
    this.push = push;
  }

  /** From any thread. */
  void ask(String id, String notificationClass, Destination destination, long at, PushwireLocalText text) {
    LocalNotification local = new LocalNotification();
    local.notification = id;
    local.notificationClass = notificationClass;
    local.destination = destination;
    local.at = at;
    push.around.worker.run(() -> {
      fireDue();
      asked.put(id, text);
      push.decisions.decide(ClientEvent.localAsked(local), () -> asked.remove(id));
      if (push.decisions.state() != null) {
        asked.remove(id);
      }
    });
  }

  void add(LocalNotification local) {
    PushwireLocalText text = asked.remove(local.notification);
    if (text == null) {
      return;
    }
    Plan plan = new Plan(local.notification, local.at, local.payload(), text);
    plans.put(plan.id, plan);
    if (!save()) {
      plans.remove(plan.id);
      push.decisions.post(ClientEvent.localRefused(plan.id, "unsaved"));
      return;
    }
    setAlarm(plan);
  }

  void cancel(List<String> ids) {
    for (String id : ids) {
      if (plans.remove(id) != null) {
        alarms().cancel(alarm(id));
      }
    }
    save();
  }

  /** What is not for everybody. */
  void clear() {
    List<String> gone = new ArrayList<>();
    for (Plan plan : plans.values()) {
      Map<String, String> data = Payload.flat(plan.payload);
      if (push.display.isForAccount(data.get(Payload.CLASS), data.get(Payload.TAG))) {
        gone.add(plan.id);
      }
    }
    if (!gone.isEmpty()) {
      cancel(gone);
    }
  }

  // When its time has come

  void due(BroadcastReceiver.PendingResult pending) {
    push.around.worker.run(() -> {
      fireDue();
      pending.finish();
    });
  }

  /**
   * An alarm may be late, and the core takes one that is past its time for shown. So it is asked before
   * anything else that could meet it.
   */
  void fireDue() {
    if (push.decisions.state() == null) {
      return;
    }
    List<Plan> over = new ArrayList<>();
    for (Plan plan : plans.values()) {
      if (plan.at <= push.around.worker.now()) {
        over.add(plan);
      }
    }
    for (Plan plan : over) {
      plans.remove(plan.id);
      alarms().cancel(alarm(plan.id));
      PushArrival arrival = new PushArrival();
      arrival.handle = push.newHandle();
      arrival.way = PushArrival.Way.LOCAL;
      arrival.payload = plan.payload;
      arrival.hasNotification = true;
      due.put(arrival.handle, plan);
      push.decisions.decide(ClientEvent.pushArrived(arrival), () -> due.remove(arrival.handle));
    }
    if (!over.isEmpty()) {
      save();
    }
  }

  void present(long handle, List<Presentation> options) {
    Plan plan = due.remove(handle);
    if (plan == null || options.isEmpty()) {
      return;
    }
    Content content = new Content();
    content.title = plan.text.title;
    content.body = plan.text.body;
    content.tag = plan.id;
    boolean alerts = options.contains(Presentation.BANNER) || options.contains(Presentation.SOUND);
    push.display.show(content, Payload.flat(plan.payload), alerts);
  }

  // Alarms

  void planAgain() {
    fireDue();
    for (Plan plan : plans.values()) {
      setAlarm(plan);
    }
  }

  private AlarmManager alarms() {
    return push.app.getSystemService(AlarmManager.class);
  }

  /** Not exact: that takes a permission which a person can refuse. */
  private void setAlarm(Plan plan) {
    alarms().setAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, plan.at, alarm(plan.id));
  }

  private PendingIntent alarm(String id) {
    Intent intent = new Intent(push.app, PushwireReceiver.class)
        .setAction(Display.LOCAL)
        .setData(Uri.parse("pushwire-local:" + Hash.hex(id)));
    return PendingIntent.getBroadcast(
        push.app, 0, intent, PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE);
  }

  // The file

  void load() {
    file = new AtomicText(push.around.folder, "locals.json");
    try {
      String text = file.read();
      List<JsonValue> entries = text == null ? null : JsonValue.parse(text).array();
      if (entries == null) {
        return;
      }
      for (JsonValue entry : entries) {
        String id = entry.get("id").string();
        Long at = entry.get("at").integer();
        if (id != null && at != null) {
          plans.put(id, new Plan(id, at, entry.get("payload"), new PushwireLocalText(
              entry.get("title").string(), entry.get("body").string())));
        }
      }
    } catch (IOException | JsonFault unusable) {
      push.log("locals_set_aside", "");
      file.setAside();
    }
  }

  private boolean save() {
    List<JsonValue> entries = new ArrayList<>();
    for (Plan plan : plans.values()) {
      Map<String, JsonValue> members = new LinkedHashMap<>();
      members.put("id", JsonValue.of(plan.id));
      members.put("at", JsonValue.of(plan.at));
      members.put("payload", plan.payload);
      members.put("title", JsonValue.of(plan.text.title));
      members.put("body", JsonValue.of(plan.text.body));
      entries.add(JsonValue.object(members));
    }
    try {
      file.write(JsonValue.array(entries).text());
      return true;
    } catch (IOException unwritten) {
      push.log("locals_unsaved", "");
      return false;
    }
  }
}
