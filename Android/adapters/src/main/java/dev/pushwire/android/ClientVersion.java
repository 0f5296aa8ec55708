package dev.pushwire.android;

/** The version of this client, for the server's counts. */
final class ClientVersion {
  static final String TEXT = "0.1.0";

  private ClientVersion() {}
}
