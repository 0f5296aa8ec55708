package dev.pushwire.client;

/** How silent work ended. */
public enum WorkResult implements CodedWord {
  NEW_DATA, NO_DATA, FAILED;

  static final Codec<WorkResult> CODEC = Codec.words(values());
}
