package dev.pushwire.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads links: app links and the app's own schemes end in the same places as taps.
 *
 * <pre>
 * https:// and a host of the profile, in any case; no user, no port     its path
 * a scheme of the profile, in any case                                  its path, which begins after //
 * another scheme or host, longer than 2,048 bytes, not read as a link   nowhere
 * </pre>
 *
 * <p>A path fits a template part by part: a {@code {parameter}} takes one part, anything else stands as it
 * is. Parts are percent-decoded; one that is empty, {@code .} or {@code ..}, or no UTF-8, fits nothing; a
 * slash at the end does not matter. Query and fragment are not read. The profile's rules let no link fit two
 * paths.
 */
final class LinkPath {
  private final LinkPolicy policy;

  LinkPath(LinkPolicy policy) {
    this.policy = policy;
  }

  /** The decoded parts of the path; null where the link is none of the app's own. */
  List<String> read(String link) {
    int colon = link.indexOf(':');
    if (colon < 0 || Utf8.bytes(link).length > ClientConstant.LINK_LENGTH) {
      return null;
    }
    String scheme = lowercase(link.substring(0, colon));
    String rest = upTo(upTo(link.substring(colon + 1), '?'), '#');
    if (scheme.equals("https")) {
      if (!rest.startsWith("//")) {
        return null;
      }
      rest = rest.substring(2);
      String host = upTo(rest, '/');
      if (!policy.hosts.contains(lowercase(host))) {
        return null;
      }
      rest = rest.substring(host.length());
    } else {
      if (!policy.schemes.contains(scheme)) {
        return null;
      }
      if (rest.startsWith("//")) {
        rest = rest.substring(2);
      }
    }
    return parts(rest);
  }

  private static List<String> parts(String path) {
    String inner = path.startsWith("/") ? path.substring(1) : path;
    if (inner.endsWith("/")) {
      inner = inner.substring(0, inner.length() - 1);
    }
    List<String> parts = new ArrayList<>();
    if (inner.isEmpty()) {
      return parts;
    }
    for (String part : inner.split("/", -1)) {
      String text = decoded(part);
      if (text == null || text.isEmpty() || text.equals(".") || text.equals("..")) {
        return null;
      }
      parts.add(text);
    }
    return parts;
  }

  /** The parameters; null where the path does not fit the template. */
  static Map<String, String> match(List<String> path, String template) {
    List<String> parts = new ArrayList<>();
    for (String part : template.split("/")) {
      if (!part.isEmpty()) {
        parts.add(part);
      }
    }
    if (parts.size() != path.size()) {
      return null;
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int index = 0; index < parts.size(); index++) {
      String part = parts.get(index);
      if (part.startsWith("{") && part.endsWith("}")) {
        parameters.put(part.substring(1, Math.max(1, part.length() - 1)), path.get(index));
      } else if (!part.equals(path.get(index))) {
        return null;
      }
    }
    return parameters;
  }

  private static String upTo(String text, char mark) {
    int end = text.indexOf(mark);
    return end < 0 ? text : text.substring(0, end);
  }

  /** Of ASCII letters alone. */
  private static String lowercase(String text) {
    StringBuilder lower = new StringBuilder(text);
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (unit >= 'A' && unit <= 'Z') {
        lower.setCharAt(index, (char) (unit | 0x20));
      }
    }
    return lower.toString();
  }

  /** Null where a `%` is not followed by two hexadecimal digits, or the bytes are no UTF-8. */
  private static String decoded(String part) {
    byte[] bytes = Utf8.bytes(part);
    byte[] out = new byte[bytes.length];
    int length = 0;
    for (int index = 0; index < bytes.length; index++) {
      if (bytes[index] != '%') {
        out[length++] = bytes[index];
        continue;
      }
      int high = index + 1 < bytes.length ? digit(bytes[index + 1]) : -1;
      int low = index + 2 < bytes.length ? digit(bytes[index + 2]) : -1;
      if (high < 0 || low < 0) {
        return null;
      }
      out[length++] = (byte) (high << 4 | low);
      index += 2;
    }
    return Utf8.text(out, length);
  }

  private static int digit(byte unit) {
    return unit < 0 ? -1 : Character.digit(unit, 16);
  }
}
