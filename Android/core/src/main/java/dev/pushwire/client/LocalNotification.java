package dev.pushwire.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A notification that the device shows by itself, under the same rules as a remote one. */
public final class LocalNotification extends Coded {
  static final Codec<LocalNotification> CODEC = Codec.record(LocalNotification::new);

  /** The notification id; the same as a remote one's where they are the same. */
  public String notification = "";
  /** Its class. */
  public String notificationClass = "";
  /** Where a tap leads; null: home. */
  public Destination destination;
  /** When it is due, milliseconds since 1970. */
  public long at;
  /** Whom it is meant for: written by the core, of a class that is meant for an account. */
  public String tag;

  /** With every member at its default. */
  public LocalNotification() {}

  /**
   * What a local notification carries, in the form of a remote one: so its tap is resolved by the same rules.
   */
  public JsonValue payload() {
    Map<String, JsonValue> own = new LinkedHashMap<>();
    own.put(PushPayload.NOTIFICATION, JsonValue.of(notification));
    own.put(PushPayload.CLASS, JsonValue.of(notificationClass));
    own.put(PushPayload.LOCAL, JsonValue.of(true));
    if (tag != null) {
      own.put(PushPayload.BINDING, JsonValue.of(tag));
    }
    if (destination != null) {
      own.put(PushPayload.DESTINATION, JsonValue.of(destination.name()));
      own.put(PushPayload.PARAMETERS, Codec.TEXT_BY_NAME.write(destination.parameters()));
    }
    return JsonValue.object(Collections.singletonMap(PushPayload.ROOT, JsonValue.object(own)));
  }

  @Override
  LocalNotification blank() {
    return new LocalNotification();
  }

  @Override
  void fields(FieldCoder coder) {
    notification = coder.text("notification", notification);
    notificationClass = coder.text("class", notificationClass);
    destination = coder.field("destination", destination, Codec.optional(Destination.CODEC));
    at = coder.number("due", at);
    tag = coder.optionalText("tag", tag);
  }
}
