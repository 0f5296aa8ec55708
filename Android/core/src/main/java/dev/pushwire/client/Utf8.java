package dev.pushwire.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;

/** What Java's UTF-16 strings need in order to behave as the UTF-8 of the wire. */
final class Utf8 {
  private Utf8() {}

  /** The order of the strings' UTF-8 bytes, which is that of their code points. */
  static final Comparator<String> ORDER = Utf8::compare;

  private static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int index = 0; index < length; index++) {
      char a = left.charAt(index);
      char b = right.charAt(index);
      if (a != b) {
        // Halves of pairs stand for what lies above U+FFFF, and so behind every single unit.
        boolean aIsHalf = Character.isSurrogate(a);
        boolean bIsHalf = Character.isSurrogate(b);
        return aIsHalf == bIsHalf ? Character.compare(a, b) : aIsHalf ? 1 : -1;
      }
    }
    return Integer.compare(left.length(), right.length());
  }

  /** The text with U+FFFD for each half of a surrogate pair that stands alone. */
  static String wellFormed(String text) {
    StringBuilder mended = null;
    for (int index = 0; index < text.length(); index++) {
      char unit = text.charAt(index);
      if (!Character.isSurrogate(unit)) {
        continue;
      }
      boolean isPair = Character.isHighSurrogate(unit) && index + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(index + 1));
      if (isPair) {
        index++;
        continue;
      }
      if (mended == null) {
        mended = new StringBuilder(text);
      }
      mended.setCharAt(index, '\uFFFD');
    }
    return mended == null ? text : mended.toString();
  }

  static byte[] bytes(String text) {
    return wellFormed(text).getBytes(StandardCharsets.UTF_8);
  }

  /** The text of these bytes; null where they are no UTF-8. */
  static String text(byte[] bytes, int length) {
    try {
      // A new decoder reports what does not fit instead of replacing it.
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
    } catch (CharacterCodingException fault) {
      return null;
    }
  }
}
