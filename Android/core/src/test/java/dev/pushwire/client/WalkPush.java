package dev.pushwire.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** A notification of the walk: what was sent, and for whom. */
final class WalkPush {
  final String id;
  final String notificationClass;
  final String tag;
  final Destination destination;
  long revision = 1;

  WalkPush(String id, String notificationClass, String tag, Destination destination) {
    this.id = id;
    this.notificationClass = notificationClass;
    this.tag = tag;
    this.destination = destination;
  }

  /** The server's tag for an account; a real one tells nothing of it. */
  static String tag(String account, int number) {
    return "tag|" + account + "|" + number;
  }

  /** Null: nobody's account. */
  String owner() {
    if (tag == null) {
      return null;
    }
    return tag.startsWith("local:") ? tag.substring("local:".length()) : tag.split("\\|")[1];
  }

  boolean isLocal() {
    return tag != null && tag.startsWith("local:");
  }

  /** As APNs has it, or as FCM has it. */
  JsonValue payload(boolean isFlat) {
    Map<String, JsonValue> own = new LinkedHashMap<>();
    own.put("n", JsonValue.of(id));
    own.put("c", JsonValue.of(notificationClass));
    own.put("r", isFlat ? JsonValue.of(String.valueOf(revision)) : JsonValue.of(revision));
    own.put("b", JsonValue.of(tag));
    Map<String, JsonValue> all = new LinkedHashMap<>();
    if (destination != null) {
      own.put("d", JsonValue.of(destination.name()));
    }
    if (isFlat) {
      own.forEach((name, value) -> put(all, "pw." + name, value));
      if (destination != null) {
        destination.parameters().forEach((name, value) -> all.put("pw.p." + name, JsonValue.of(value)));
      }
      all.put("from", JsonValue.of("1234"));
    } else {
      if (destination != null) {
        own.put("p", Codec.TEXT_BY_NAME.write(destination.parameters()));
      }
      own.values().removeIf(JsonValue::isNull);
      all.put("pw", JsonValue.object(own));
      all.put("aps", JsonValue.EMPTY);
    }
    all.put("colour", JsonValue.of("blue"));
    return JsonValue.object(all);
  }

  private static void put(Map<String, JsonValue> members, String name, JsonValue value) {
    if (!value.isNull()) {
      members.put(name, value);
    }
  }
}
