package dev.pushwire.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What Pushwire put into a payload, read from APNs' {@code userInfo} and from FCM's flat data alike. */
final class PushPayload {
  /** The keys of what Pushwire puts in: in one object under {@code pw}, or flat as {@code pw.n}. */
  static final String ROOT = "pw";
  static final String NOTIFICATION = "n";
  static final String CLASS = "c";
  private static final String REVISION = "r";
  static final String BINDING = "b";
  static final String DESTINATION = "d";
  static final String PARAMETERS = "p";

  /** Marks a local notification, beside the others. */
  static final String LOCAL = "l";

  /** The key of a challenge beside {@code aps}, or in FCM's data. */
  private static final String CHALLENGE = "pushwire_challenge";
  /** The hidden class that carries one. */
  static final String CHALLENGE_CLASS = "pushwire.challenge";

  /** The notification id; null: there is none. */
  final String notification;
  /** Null where Pushwire did not send it. */
  final String notificationClass;
  final long revision;
  /** Whom it is meant for; null: nobody's account. */
  final String tag;
  /** Whether the device itself made it: see {@link LocalNotification#payload()}. */
  final boolean isLocal;
  /** Null: there is none. */
  final Destination destination;
  /** The app's own keys, beside {@code aps}, {@code pw} and what the providers add. */
  final Map<String, JsonValue> data = new LinkedHashMap<>();
  final String challenge;

  PushPayload(JsonValue payload) {
    JsonValue root = payload.get(ROOT);
    Map<String, JsonValue> all = payload.object() == null ? Collections.emptyMap() : payload.object();
    String prefix = ROOT + ".";
    Map<String, JsonValue> own = new LinkedHashMap<>();
    Map<String, JsonValue> parameters = new LinkedHashMap<>();
    if (root.object() != null) {
      own.putAll(root.object());
      if (root.get(PARAMETERS).object() != null) {
        parameters.putAll(root.get(PARAMETERS).object());
      }
    } else {
      String parameterPrefix = prefix + PARAMETERS + ".";
      for (Map.Entry<String, JsonValue> member : all.entrySet()) {
        String name = member.getKey();
        if (name.startsWith(parameterPrefix)) {
          parameters.put(name.substring(parameterPrefix.length()), member.getValue());
        } else if (name.startsWith(prefix)) {
          own.put(name.substring(prefix.length()), member.getValue());
        }
      }
    }
    String id = text(own.get(NOTIFICATION));
    notification = id != null && isId(id) ? id : null;
    notificationClass = text(own.get(CLASS));
    revision = revision(own.get(REVISION));
    tag = text(own.get(BINDING));
    isLocal = "true".equals(text(own.get(LOCAL)));
    destination = destination(text(own.get(DESTINATION)), parameters);
    for (Map.Entry<String, JsonValue> member : all.entrySet()) {
      if (isFree(member.getKey())) {
        data.put(member.getKey(), member.getValue());
      }
    }
    challenge = text(data.remove(CHALLENGE));
  }

  /** Whether Pushwire made it. */
  boolean isOurs() {
    return notificationClass != null;
  }

  /**
   * Whether a notification id is one that the server sends and takes: see docs/payloads.md. Any other counts
   * as none, so that what is remembered stays small, and a receipt of it spoils no post.
   */
  static boolean isId(String text) {
    return ParameterForm.isId(text);
  }

  /** Whether a key is the app's own, and neither the providers' nor ours. */
  private static boolean isFree(String key) {
    boolean isOurs = key.equals(ROOT) || key.startsWith(ROOT + ".");
    boolean isFcms = key.equals("from") || key.equals("message_type") || key.startsWith("google")
        || key.startsWith("gcm");
    return !(key.equals("aps") || isOurs || isFcms);
  }

  private static Destination destination(String name, Map<String, JsonValue> parameters) {
    if (name == null) {
      return null;
    }
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, JsonValue> parameter : parameters.entrySet()) {
      String text = text(parameter.getValue());
      if (text != null) {
        texts.put(parameter.getKey(), text);
      }
    }
    return new Destination(name, texts);
  }

  private static long revision(JsonValue value) {
    String text = text(value);
    Long number = text == null ? null : WholeNumber.of(text);
    return number == null ? 1 : number;
  }

  /** Text, or a number or flag as text: FCM has nothing but text. Null where there is none. */
  private static String text(JsonValue value) {
    String text = value == null ? null : value.scalarText();
    return text == null || text.isEmpty() ? null : text;
  }
}
