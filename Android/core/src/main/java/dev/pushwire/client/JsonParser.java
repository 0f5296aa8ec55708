package dev.pushwire.client;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A cursor over the bytes of a JSON text. */
final class JsonParser {
  private static final int END = -1;

  private final byte[] bytes;
  private int index = 0;
  /** The bytes of the string that is being read. */
  private byte[] out = new byte[64];
  private int length = 0;

  JsonParser(byte[] bytes) {
    this.bytes = bytes;
  }

  JsonValue whole() throws JsonFault {
    JsonValue value = value(0);
    skipSpace();
    if (index != bytes.length) {
      throw fault();
    }
    return value;
  }

  private JsonFault fault() {
    return new JsonFault(index);
  }

  private int next() {
    return index < bytes.length ? bytes[index] & 0xFF : END;
  }

  private boolean take(char mark) {
    if (next() != mark) {
      return false;
    }
    index++;
    return true;
  }

  private void skipSpace() {
    while (next() == ' ' || next() == '\n' || next() == '\r' || next() == '\t') {
      index++;
    }
  }

  private JsonValue value(int depth) throws JsonFault {
    if (depth > JsonValue.DEEPEST) {
      throw fault();
    }
    skipSpace();
    switch (next()) {
      case '{': return object(depth);
      case '[': return array(depth);
      case '"': return JsonValue.of(string());
      case 't': return word("true", JsonValue.of(true));
      case 'f': return word("false", JsonValue.of(false));
      case 'n': return word("null", JsonValue.NULL);
      default: return number();
    }
  }

  private JsonValue word(String word, JsonValue value) throws JsonFault {
    for (int offset = 0; offset < word.length(); offset++) {
      if (!take(word.charAt(offset))) {
        throw fault();
      }
    }
    return value;
  }

  private JsonValue array(int depth) throws JsonFault {
    index++;
    List<JsonValue> items = new ArrayList<>();
    skipSpace();
    if (take(']')) {
      return JsonValue.array(items);
    }
    while (true) {
      items.add(value(depth + 1));
      skipSpace();
      if (take(']')) {
        return JsonValue.array(items);
      }
      if (!take(',')) {
        throw fault();
      }
    }
  }

  private JsonValue object(int depth) throws JsonFault {
    index++;
    Map<String, JsonValue> members = new LinkedHashMap<>();
    skipSpace();
    if (take('}')) {
      return JsonValue.object(members);
    }
    while (true) {
      skipSpace();
      if (next() != '"') {
        throw fault();
      }
      String name = string();
      skipSpace();
      if (!take(':')) {
        throw fault();
      }
      members.put(name, value(depth + 1));
      skipSpace();
      if (take('}')) {
        return JsonValue.object(members);
      }
      if (!take(',')) {
        throw fault();
      }
    }
  }

  private int digits() {
    int start = index;
    while (next() >= '0' && next() <= '9') {
      index++;
    }
    return index - start;
  }

  private JsonValue number() throws JsonFault {
    int start = index;
    boolean isWhole = true;
    take('-');
    int first = next();
    int count = digits();
    if (count == 0 || (count > 1 && first == '0')) {
      throw fault();
    }
    if (take('.')) {
      isWhole = false;
      if (digits() == 0) {
        throw fault();
      }
    }
    if (take('e') || take('E')) {
      isWhole = false;
      if (!take('+')) {
        take('-');
      }
      if (digits() == 0) {
        throw fault();
      }
    }
    String text = new String(bytes, start, index - start, StandardCharsets.US_ASCII);
    if (isWhole) {
      try {
        return JsonValue.of(Long.parseLong(text));
      } catch (NumberFormatException fault) {
        // More than 64 bits: kept as its text.
      }
    }
    return JsonValue.decimal(text);
  }

  private String string() throws JsonFault {
    index++;
    length = 0;
    while (true) {
      int unit = next();
      if (unit == '"') {
        String text = Utf8.text(out, length);
        if (text == null) {
          throw fault();
        }
        index++;
        return text;
      } else if (unit == '\\') {
        index++;
        escape();
      } else if (unit < 0x20) { // also the end
        throw fault();
      } else {
        append(unit);
        index++;
      }
    }
  }

  private void append(int unit) {
    if (length == out.length) {
      out = Arrays.copyOf(out, length * 2);
    }
    out[length++] = (byte) unit;
  }

  private void escape() throws JsonFault {
    int mark = next();
    if (mark == END) {
      throw fault();
    }
    index++;
    switch (mark) {
      case '"':
      case '\\':
      case '/':
        append(mark);
        break;
      case 'b': append('\b'); break;
      case 'f': append('\f'); break;
      case 'n': append('\n'); break;
      case 'r': append('\r'); break;
      case 't': append('\t'); break;
      case 'u':
        int code = unit();
        if (code >= 0xD800 && code < 0xDC00) {
          if (!take('\\') || !take('u')) {
            throw fault();
          }
          int low = unit();
          if (low < 0xDC00 || low >= 0xE000) {
            throw fault();
          }
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
        } else if (code >= 0xDC00 && code < 0xE000) {
          throw fault();
        }
        for (byte part : new String(Character.toChars(code)).getBytes(StandardCharsets.UTF_8)) {
          append(part);
        }
        break;
      default:
        throw fault();
    }
  }

  private int unit() throws JsonFault {
    int code = 0;
    for (int count = 0; count < 4; count++) {
      int digit = next() < 0x80 ? Character.digit(next(), 16) : -1;
      if (digit < 0) {
        throw fault();
      }
      code = code << 4 | digit;
      index++;
    }
    return code;
  }
}
