package dev.pushwire.android;

/** The words of an explainer's dialog, but for its text, which the profile has. */
public final class PushwireExplainerWords {
  /** Above the text. */
  public final String title;
  /** The yes. */
  public final String accept;
  /** The "not now". */
  public final String decline;

  /** A title, a yes and a no. */
  public PushwireExplainerWords(String title, String accept, String decline) {
    this.title = title;
    this.accept = accept;
    this.decline = decline;
  }
}
