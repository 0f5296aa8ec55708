package dev.pushwire.client;

/** How the wait for a registration ends. */
public enum RegistrationOutcome implements CodedWord {
  REGISTERED,
  /** A later one took its place. */
  SUPERSEDED,
  /** The system gave no token in time. Not a denial. */
  UNAVAILABLE,
  /** The system refused. */
  FAILED,
  /** The server could not be reached; it is sent again when it can. */
  WAITING,
  /** The server refused. */
  REFUSED;

  static final Codec<RegistrationOutcome> CODEC = Codec.words(values());
}
