package dev.pushwire.client;

/** Why a text is no JSON. */
public final class JsonFault extends Exception {
  private static final long serialVersionUID = 1L;

  private final int offset;

  JsonFault(int offset) {
    super("no JSON at byte " + offset);
    this.offset = offset;
  }

  /** The byte, of the text in UTF-8, at which reading ended. */
  public int offset() {
    return offset;
  }
}
