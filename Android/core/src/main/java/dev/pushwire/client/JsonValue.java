package dev.pushwire.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON value. What the client core reads of payloads and answers, and what its state is saved as.
 *
 * <p>Numbers are whole and fit 64 bits; any other number is kept as its text, since nothing in here computes
 * with it. Values do not change.
 */
public final class JsonValue {
  private enum Kind { NULL, BOOL, INTEGER, DECIMAL, STRING, ARRAY, OBJECT }

  /** How deep arrays and objects may lie in each other. */
  public static final int DEEPEST = 64;

  /** JSON's {@code null}. */
  public static final JsonValue NULL = new JsonValue(Kind.NULL, null);

  /** An object without members. */
  public static final JsonValue EMPTY = object(Collections.emptyMap());

  private static final JsonValue TRUE = new JsonValue(Kind.BOOL, true);
  private static final JsonValue FALSE = new JsonValue(Kind.BOOL, false);

  private final Kind kind;
  private final Object value;

  private JsonValue(Kind kind, Object value) {
    this.kind = kind;
    this.value = value;
  }

  /** A flag. */
  public static JsonValue of(boolean flag) {
    return flag ? TRUE : FALSE;
  }

  /** A whole number. */
  public static JsonValue of(long number) {
    return new JsonValue(Kind.INTEGER, number);
  }

  /**
   * A text; {@link #NULL} where it is null. Half a surrogate pair, which no UTF-8 can say, becomes U+FFFD.
   */
  public static JsonValue of(String text) {
    return text == null ? NULL : new JsonValue(Kind.STRING, Utf8.wellFormed(text));
  }

  /** An array of these, in their order. */
  public static JsonValue array(List<JsonValue> items) {
    return new JsonValue(Kind.ARRAY, Collections.unmodifiableList(new ArrayList<>(items)));
  }

  /** An object of these members. */
  public static JsonValue object(Map<String, JsonValue> members) {
    return new JsonValue(Kind.OBJECT, Collections.unmodifiableMap(new LinkedHashMap<>(members)));
  }

  /** A number that is not whole or does not fit, as written. */
  static JsonValue decimal(String text) {
    return new JsonValue(Kind.DECIMAL, text);
  }

  /**
   * Reads one JSON text (RFC 8259). Of two members with one name the last one counts.
   *
   * @throws JsonFault where it is none, is nested deeper than {@link #DEEPEST}, or goes on after its end
   */
  public static JsonValue parse(String text) throws JsonFault {
    return new JsonParser(Utf8.bytes(text)).whole();
  }

  /**
   * The same, of UTF-8 bytes. Bytes that are no UTF-8 in a string are a fault.
   *
   * @throws JsonFault as {@link #parse(String)}
   */
  public static JsonValue parse(byte[] utf8) throws JsonFault {
    return new JsonParser(utf8.clone()).whole();
  }

  /** The member of an object; {@link #NULL} where there is none. */
  public JsonValue get(String name) {
    Map<String, JsonValue> members = object();
    JsonValue member = members == null ? null : members.get(name);
    return member == null ? NULL : member;
  }

  /** The text; null where this is none. */
  public String string() {
    return kind == Kind.STRING ? (String) value : null;
  }

  /** The whole number; null where this is none. */
  public Long integer() {
    return kind == Kind.INTEGER ? (Long) value : null;
  }

  /** The flag; null where this is none. */
  public Boolean bool() {
    return kind == Kind.BOOL ? (Boolean) value : null;
  }

  /** The items, not to be changed; null where this is no array. */
  @SuppressWarnings("unchecked")
  public List<JsonValue> array() {
    return kind == Kind.ARRAY ? (List<JsonValue>) value : null;
  }

  /** The members, not to be changed; null where this is no object. */
  @SuppressWarnings("unchecked")
  public Map<String, JsonValue> object() {
    return kind == Kind.OBJECT ? (Map<String, JsonValue>) value : null;
  }

  /** Whether this is {@code null}. */
  public boolean isNull() {
    return kind == Kind.NULL;
  }

  /** A string, or a number or flag as it is written; null for anything else. */
  String scalarText() {
    switch (kind) {
      case STRING:
      case INTEGER:
      case DECIMAL:
      case BOOL:
        return String.valueOf(value);
      default:
        return null;
    }
  }

  /**
   * Compact text with members sorted by their names' UTF-8 bytes: equal values have equal text, here and in
   * the Swift core. Only {@code "}, {@code \} and what lies below U+0020 are escaped.
   */
  public String text() {
    StringBuilder out = new StringBuilder();
    write(out);
    return out.toString();
  }

  private void write(StringBuilder out) {
    switch (kind) {
      case STRING:
        quote((String) value, out);
        break;
      case ARRAY:
        out.append('[');
        String comma = "";
        for (JsonValue item : array()) {
          out.append(comma);
          item.write(out);
          comma = ",";
        }
        out.append(']');
        break;
      case OBJECT:
        out.append('{');
        List<String> names = new ArrayList<>(object().keySet());
        names.sort(Utf8.ORDER);
        String separator = "";
        for (String name : names) {
          out.append(separator);
          quote(name, out);
          out.append(':');
          object().get(name).write(out);
          separator = ",";
        }
        out.append('}');
        break;
      default:
        out.append(value); // null, a flag, a number
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (unit == '"' || unit == '\\') {
        out.append('\\').append(unit);
      } else if (unit < 0x20) {
        out.append("\\u00").append(unit < 0x10 ? "0" : "1").append(Character.forDigit(unit & 0xF, 16));
      } else {
        out.append(unit);
      }
    }
    out.append('"');
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof JsonValue)) {
      return false;
    }
    JsonValue that = (JsonValue) other;
    return kind == that.kind && (value == null ? that.value == null : value.equals(that.value));
  }

  @Override
  public int hashCode() {
    return value == null ? 0 : value.hashCode();
  }

  /** The same as {@link #text()}. */
  @Override
  public String toString() {
    return text();
  }
}
