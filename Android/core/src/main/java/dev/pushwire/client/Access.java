package dev.pushwire.client;

/**
 * What the app's own authorization says of a destination, at the time it would open. The person sees no
 * difference between the last three.
 */
public enum Access implements CodedWord {
  ALLOWED, FORBIDDEN, DELETED, UNKNOWN;

  static final Codec<Access> CODEC = Codec.words(values());
}
