package dev.pushwire.client;

/**
 * Whether a destination's parameter has the form of its type.
 *
 * <table>
 * <caption>Forms</caption>
 * <tr><th>type</th><th>form</th></tr>
 * <tr><td>string</td><td>any text</td></tr>
 * <tr><td>id</td><td>1 to 128 bytes of letters, digits and {@code ._~:-}</td></tr>
 * <tr><td>integer</td><td>a whole number of 64 bits, as JSON writes it</td></tr>
 * <tr><td>decimal</td><td>at most 64 bytes: a number as JSON writes it, without an exponent</td></tr>
 * <tr><td>boolean</td><td>{@code true} or {@code false}</td></tr>
 * <tr><td>timestamp</td><td>UNIX seconds: a whole number from 0 and below 100,000,000,000 (more is
 * milliseconds)</td></tr>
 * </table>
 *
 * <p>A type that this code does not know is text.
 */
final class ParameterForm {
  private static final long TIMESTAMP_END = 100_000_000_000L;
  private static final int ID_LENGTH = 128;
  private static final int DECIMAL_LENGTH = 64;

  private ParameterForm() {}

  static boolean fits(String value, String type) {
    switch (type) {
      case "id":
        return isId(value);
      case "integer":
        return integer(value) != null;
      case "decimal":
        return value.length() <= DECIMAL_LENGTH && isNumber(value, true);
      case "boolean":
        return value.equals("true") || value.equals("false");
      case "timestamp":
        Long seconds = integer(value);
        return seconds != null && seconds >= 0 && seconds < TIMESTAMP_END;
      default:
        return true;
    }
  }

  static boolean isId(String value) {
    if (value.isEmpty() || value.length() > ID_LENGTH) {
      return false;
    }
    for (int at = 0; at < value.length(); at++) {
      if (!isIdCharacter(value.charAt(at))) {
        return false;
      }
    }
    return true;
  }

  static boolean isIdCharacter(char unit) {
    return isDigit(unit) || isLetter(unit) || "._~:-".indexOf(unit) >= 0;
  }

  /** The number; null where the text is none of 64 bits. */
  static Long integer(String value) {
    if (!isNumber(value, false)) {
      return null;
    }
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }

  /** {@code -}, then 0 or digits that do not begin with 0, then perhaps a point and digits. */
  private static boolean isNumber(String value, boolean fraction) {
    int at = value.startsWith("-") ? 1 : 0;
    int whole = at;
    while (at < value.length() && isDigit(value.charAt(at))) {
      at++;
    }
    if (at == whole || (at - whole > 1 && value.charAt(whole) == '0')) {
      return false;
    }
    if (at == value.length()) {
      return true;
    }
    if (!fraction || value.charAt(at) != '.') {
      return false;
    }
    int point = at++;
    while (at < value.length() && isDigit(value.charAt(at))) {
      at++;
    }
    return at == value.length() && at - point > 1;
  }

  private static boolean isDigit(char unit) {
    return unit >= '0' && unit <= '9';
  }

  private static boolean isLetter(char unit) {
    return (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z');
  }
}
