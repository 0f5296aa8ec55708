package dev.pushwire.android;

import android.content.Intent;
import android.os.Bundle;
import dev.pushwire.client.Destination;
import dev.pushwire.client.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;

/** Pushwire's keys in Firebase's data, in an intent's extras and in what a notification keeps: flat texts. */
final class Payload {
  static final String NOTIFICATION = "pw.n";
  static final String CLASS = "pw.c";
  static final String TAG = "pw.b";
  private static final String DESTINATION = "pw.d";
  private static final String PARAMETER = "pw.p.";
  /** Of our own extras, which are no part of it. */
  static final String OWN = "pushwire.";

  private Payload() {}

  static JsonValue json(Map<String, String> data) {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : data.entrySet()) {
      members.put(entry.getKey(), JsonValue.of(entry.getValue()));
    }
    return JsonValue.object(members);
  }

  static boolean isOurs(Map<String, String> data) {
    String name = data.get(CLASS);
    return name != null && !name.isEmpty();
  }

  /**
   * The texts among an intent's extras. What Firebase adds beside them, as {@code google.message_id}, is of
   * no matter to the core.
   */
  static Map<String, String> of(Intent intent) {
    Map<String, String> data = new LinkedHashMap<>();
    Bundle extras = intent.getExtras();
    if (extras == null) {
      return data;
    }
    for (String key : extras.keySet()) {
      String text = extras.getString(key);
      if (text != null && !key.startsWith(OWN)) {
        data.put(key, text);
      }
    }
    return data;
  }

  /** Of what a local notification carries: the same keys, flat. */
  static Map<String, String> flat(JsonValue payload) {
    Map<String, String> data = new LinkedHashMap<>();
    flatten("", payload, data);
    return data;
  }

  private static void flatten(String name, JsonValue value, Map<String, String> into) {
    if (value.object() != null) {
      for (Map.Entry<String, JsonValue> member : value.object().entrySet()) {
        flatten(name.isEmpty() ? member.getKey() : name + "." + member.getKey(), member.getValue(), into);
      }
    } else {
      into.put(name, value.string() != null ? value.string() : value.text());
    }
  }

  static void put(Map<String, String> data, Intent into) {
    for (Map.Entry<String, String> entry : data.entrySet()) {
      into.putExtra(entry.getKey(), entry.getValue());
    }
  }

  /** As it stands there; null: there is none. */
  static Destination destination(Map<String, String> data) {
    String name = data.get(DESTINATION);
    if (name == null) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : data.entrySet()) {
      if (entry.getKey().startsWith(PARAMETER)) {
        parameters.put(entry.getKey().substring(PARAMETER.length()), entry.getValue());
      }
    }
    return new Destination(name, parameters);
  }
}
