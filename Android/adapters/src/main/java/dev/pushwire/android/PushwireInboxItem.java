package dev.pushwire.android;

import dev.pushwire.client.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** One notification of the account's inbox. */
public final class PushwireInboxItem {
  /** The notification id. */
  public final String id;
  /** The class. */
  public final String notificationClass;
  /** As it was sent. */
  public final String title;
  /** As it was sent. */
  public final String body;
  /** As it was sent. */
  public final Map<String, String> parameters;
  /** RFC 3339, by the server's clock. */
  public final String at;
  /** Whether it was read. */
  public final boolean isRead;

  private PushwireInboxItem(
      String id, String notificationClass, String title, String body, Map<String, String> parameters,
      String at, boolean isRead) {
    this.id = id;
    this.notificationClass = notificationClass;
    this.title = title;
    this.body = body;
    this.parameters = parameters;
    this.at = at;
    this.isRead = isRead;
  }

  /** Null: it is none. */
  static PushwireInboxItem of(JsonValue json) {
    String id = json.get("notification").string();
    if (id == null) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    if (json.get("parameters").object() != null) {
      for (Map.Entry<String, JsonValue> member : json.get("parameters").object().entrySet()) {
        if (member.getValue().string() != null) {
          parameters.put(member.getKey(), member.getValue().string());
        }
      }
    }
    boolean isRead = json.get("read_at").string() != null || Boolean.TRUE.equals(json.get("read").bool());
    return new PushwireInboxItem(
        id, text(json.get("class")), text(json.get("title")), text(json.get("body")),
        Collections.unmodifiableMap(parameters), text(json.get("at")), isRead);
  }

  PushwireInboxItem read() {
    return new PushwireInboxItem(id, notificationClass, title, body, parameters, at, true);
  }

  private static String text(JsonValue value) {
    return value.string() == null ? "" : value.string();
  }
}
