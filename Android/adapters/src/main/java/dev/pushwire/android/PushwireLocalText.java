package dev.pushwire.android;

/** The text of a local notification. */
public final class PushwireLocalText {
  /** In bold, one line. */
  public final String title;
  /** Below it. */
  public final String body;

  /** A title and what stands below it. */
  public PushwireLocalText(String title, String body) {
    this.title = title;
    this.body = body;
  }
}
