package dev.pushwire.client;

/** How a destination opens. */
public enum Navigation implements CodedWord {
  OPEN,
  /** It is on the screen already. */
  REFRESH;

  static final Codec<Navigation> CODEC = Codec.words(values());
}
