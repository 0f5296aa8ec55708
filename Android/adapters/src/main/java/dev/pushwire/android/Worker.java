package dev.pushwire.android;

/** Where everything is decided, one step after the other; and time. */
interface Worker {
  /** A step that comes later unless it is cancelled. */
  interface Timer {
    /** It does not come any more. */
    void cancel();
  }

  /** Runs a step after those that were given before. */
  void run(Runnable step);

  /** The same after some milliseconds. */
  Timer after(long milliseconds, Runnable step);

  /** Milliseconds since 1970. */
  long now();
}
