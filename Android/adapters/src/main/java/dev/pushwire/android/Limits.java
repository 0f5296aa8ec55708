package dev.pushwire.android;

/** How long others may take, milliseconds. */
final class Limits {
  private Limits() {}

  /**
   * Silent work and all else in {@code onMessageReceived}: Firebase speaks of a window of 10 s that delays
   * before it make shorter (Firebase, Receive messages in Android apps). Longer work belongs into a
   * background task.
   */
  static final long MESSAGE = 9_000;
  /** Firebase's thread is let go after this, whatever happens. */
  static final long MESSAGE_HELD = 9_500;
  /** A receiver has some 10 s (Android, BroadcastReceiver.goAsync). */
  static final long ACTION = 8_500;
  /** The app's word on whether a place may open. */
  static final long ACCESS = 10_000;
}
