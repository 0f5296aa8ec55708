package dev.pushwire.client;

/** Whole numbers in text, as the Swift core reads them. */
final class WholeNumber {
  private WholeNumber() {}

  /** The number of an optional sign and ASCII digits; null where it is none or does not fit 64 bits. */
  static Long of(String text) {
    for (int index = 0; index < text.length(); index++) {
      if (text.charAt(index) > '9') { // Long.parseLong takes the digits of other scripts
        return null;
      }
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException none) {
      return null;
    }
  }
}
