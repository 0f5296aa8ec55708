package dev.pushwire.client;

/** How a notification shows while the app is in front. */
public enum Presentation implements CodedWord {
  BANNER, LIST, SOUND, BADGE;

  static final Codec<Presentation> CODEC = Codec.words(values());
}
