package dev.pushwire.android;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;

/** Hashes, and what is made of randomness. */
final class Hash {
  private static final char[] BASE64URL =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".toCharArray();
  private static final SecureRandom RANDOM = new SecureRandom();

  private Hash() {}

  /** SHA-256, 64 hexadecimal digits. */
  static String hex(String text) {
    StringBuilder out = new StringBuilder();
    for (byte unit : bytes(text)) {
      out.append(Character.forDigit((unit >> 4) & 0xF, 16)).append(Character.forDigit(unit & 0xF, 16));
    }
    return out.toString();
  }

  /** A number that is the same for the same text, in each process and build: 0 or more, and even. */
  static int number(String text) {
    byte[] bytes = bytes(text);
    return (bytes[0] & 0x7F) << 24 | (bytes[1] & 0xFF) << 16 | (bytes[2] & 0xFF) << 8 | bytes[3] & 0xFE;
  }

  /** 256 bits as base64url: 43 characters. */
  static String secret() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    StringBuilder out = new StringBuilder();
    int bits = 0;
    int count = 0;
    for (byte unit : bytes) {
      bits = bits << 8 | unit & 0xFF;
      count += 8;
      while (count >= 6) {
        count -= 6;
        out.append(BASE64URL[bits >> count & 0x3F]);
      }
    }
    return out.append(BASE64URL[bits << 6 - count & 0x3F]).toString();
  }

  private static byte[] bytes(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
