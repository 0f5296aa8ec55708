package dev.pushwire.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A place in the app with its parameters. Values are text, as they came; generated code gives them types.
 * A destination does not change.
 */
public final class Destination {
  static final Codec<Destination> CODEC = Codec.plain(Destination::read, Destination::json);

  private final String name;
  private final Map<String, String> parameters;

  /** A destination with these parameters. */
  public Destination(String name, Map<String, String> parameters) {
    this.name = name;
    this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** A destination without parameters. */
  public Destination(String name) {
    this(name, Collections.emptyMap());
  }

  /** As in the profile. */
  public String name() {
    return name;
  }

  /** By name, not to be changed. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** The destination as JSON, without what is empty. */
  public JsonValue json() {
    Map<String, JsonValue> members = new LinkedHashMap<>();
    if (!name.isEmpty()) {
      members.put("name", JsonValue.of(name));
    }
    if (!parameters.isEmpty()) {
      members.put("parameters", Codec.TEXT_BY_NAME.write(parameters));
    }
    return JsonValue.object(members);
  }

  private static Destination read(JsonValue json) {
    if (json.object() == null) {
      return null;
    }
    FieldCoder coder = FieldCoder.reading(json.object());
    String name = coder.text("name", "");
    Map<String, String> parameters =
        coder.field("parameters", Collections.emptyMap(), Codec.TEXT_BY_NAME);
    return coder.fault() == null ? new Destination(name, parameters) : null;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Destination
        && ((Destination) other).name.equals(name)
        && ((Destination) other).parameters.equals(parameters);
  }

  @Override
  public int hashCode() {
    return 31 * name.hashCode() + parameters.hashCode();
  }

  /** The name alone: parameters are the person's affair. */
  @Override
  public String toString() {
    return name;
  }
}
