package dev.pushwire.android;

import dev.pushwire.client.JsonFault;
import dev.pushwire.client.JsonValue;
import dev.pushwire.client.Launch;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which installation this is, and its secret, in the folder that no backup takes. Android removes it with the
 * app, so a reinstalled one is new and names no predecessor; the server finds it by the token.
 */
final class Identity {
  private final AtomicText text;
  /** The device's hash; empty: cannot be read. */
  final String deviceKey;
  private String installation = "";
  private String storedKey = "";
  private String secret = "";
  private String predecessor;
  private String predecessorSecret;

  Identity(File folder, String deviceKey, PushwireHandlers.Log log) {
    text = new AtomicText(folder, "identity.json");
    this.deviceKey = deviceKey;
    try {
      String stored = text.read();
      if (stored != null) {
        take(JsonValue.parse(stored));
      }
    } catch (IOException | JsonFault unusable) {
      log.line("identity_set_aside", "");
      text.setAside();
    }
  }

  private void take(JsonValue stored) {
    installation = orEmpty(stored.get("installation").string());
    storedKey = orEmpty(stored.get("device_key").string());
    secret = orEmpty(stored.get("secret").string());
    predecessor = stored.get("predecessor").string();
    predecessorSecret = stored.get("predecessor_secret").string();
  }

  /** Null: there is none. */
  synchronized Launch.Marker marker() {
    return installation.isEmpty() || secret.isEmpty() ? null : new Launch.Marker(installation, storedKey);
  }

  synchronized String secret() {
    return secret;
  }

  /** The secret of an installation that was here before; null: it is not known. */
  synchronized String predecessorSecret(String id) {
    return id != null && id.equals(predecessor) ? predecessorSecret : null;
  }

  /** Takes a new id, with a new secret. */
  synchronized void adopt(String id, String before, String freshSecret) throws IOException {
    predecessorSecret = before != null && before.equals(installation) ? secret : null;
    predecessor = before;
    installation = id;
    storedKey = deviceKey;
    secret = freshSecret;
    Map<String, JsonValue> members = new LinkedHashMap<>();
    members.put("installation", JsonValue.of(installation));
    members.put("device_key", JsonValue.of(storedKey));
    members.put("secret", JsonValue.of(secret));
    members.put("predecessor", JsonValue.of(predecessor));
    members.put("predecessor_secret", JsonValue.of(predecessorSecret));
    text.write(JsonValue.object(members).text());
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }
}
