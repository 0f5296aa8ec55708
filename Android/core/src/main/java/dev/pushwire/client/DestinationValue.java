package dev.pushwire.client;

import java.math.BigDecimal;

/**
 * A destination's parameters as typed values, and back: what generated code rests on.
 *
 * <p>Each function gives null where the value is missing or not of the form that {@link DestinationPolicy}
 * names.
 */
public final class DestinationValue {
  private DestinationValue() {}

  /** Any text. */
  public static String string(String text) {
    return text;
  }

  /** An opaque id: 1 to 128 bytes of letters, digits and {@code ._~:-}. */
  public static String id(String text) {
    return text != null && ParameterForm.isId(text) ? text : null;
  }

  /** A whole number of 64 bits. */
  public static Long integer(String text) {
    return text == null ? null : ParameterForm.integer(text);
  }

  /** A number without an exponent. */
  public static Double decimal(String text) {
    return text != null && ParameterForm.fits(text, "decimal") ? Double.valueOf(text) : null;
  }

  /** {@code true} or {@code false}. */
  public static Boolean flag(String text) {
    return text != null && ParameterForm.fits(text, "boolean") ? Boolean.valueOf(text) : null;
  }

  /** UNIX seconds. */
  public static Long timestamp(String text) {
    return text != null && ParameterForm.fits(text, "timestamp") ? ParameterForm.integer(text) : null;
  }

  /**
   * A number without an exponent, as payloads write it. What is not finite becomes a text that is no number.
   */
  public static String text(double number) {
    String text = Double.toString(number);
    return text.indexOf('E') < 0 ? text : new BigDecimal(text).toPlainString();
  }

  /**
   * The parts of a link's path, percent-encoded and joined; null where one is none: empty, {@code .} or
   * {@code ..}.
   */
  public static String path(String... parts) {
    StringBuilder path = new StringBuilder();
    for (String part : parts) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        return null;
      }
      if (path.length() > 0) {
        path.append('/');
      }
      for (byte unit : Utf8.bytes(part)) {
        char character = (char) (unit & 0xFF);
        if (character != ':' && ParameterForm.isIdCharacter(character)) {
          path.append(character);
        } else {
          path.append('%').append(Character.toUpperCase(Character.forDigit((unit >> 4) & 0xF, 16)))
              .append(Character.toUpperCase(Character.forDigit(unit & 0xF, 16)));
        }
      }
    }
    return path.toString();
  }
}
