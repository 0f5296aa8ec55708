package dev.pushwire.client;

/** A notification that was met, so that the same is not shown or worked on twice. */
public final class SeenNotification extends Coded {
  static final Codec<SeenNotification> CODEC = Codec.record(SeenNotification::new);

  /** The notification id. */
  public String id = "";
  /** The newest revision that was met. */
  public long revision;
  /** It was shown, or may have been. */
  public boolean isShown;
  /** It was withheld, and stays so. */
  public boolean isSuppressed;
  /** Its silent work was begun. */
  public boolean isWorked;

  /** With every member at its default. */
  public SeenNotification() {}

  @Override
  SeenNotification blank() {
    return new SeenNotification();
  }

  @Override
  void fields(FieldCoder coder) {
    id = coder.text("id", id);
    revision = coder.number("revision", revision);
    isShown = coder.flag("shown", isShown);
    isSuppressed = coder.flag("suppressed", isSuppressed);
    isWorked = coder.flag("worked", isWorked);
  }
}
