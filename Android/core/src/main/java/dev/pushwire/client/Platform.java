package dev.pushwire.client;

/** The system the app runs on. */
public enum Platform implements CodedWord {
  IOS, MACOS, ANDROID;

  static final Codec<Platform> CODEC = Codec.words(values());
}
