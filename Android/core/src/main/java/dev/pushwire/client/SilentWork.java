package dev.pushwire.client;

/** Work that the app does for a silent push. */
public final class SilentWork extends Coded {
  static final Codec<SilentWork> CODEC = Codec.record(SilentWork::new);

  /** The work's number. */
  public long work;
  /** What is completed when it ends. */
  public long handle;
  /** The notification id; null: there is none. */
  public String notification;
  /** The class. */
  public String notificationClass = "";
  /** The payload's own keys, beside {@code aps} and {@code pw}. */
  public JsonValue data = JsonValue.EMPTY;

  /** With every member at its default. */
  public SilentWork() {}

  @Override
  SilentWork blank() {
    return new SilentWork();
  }

  @Override
  void fields(FieldCoder coder) {
    work = coder.number("work", work);
    handle = coder.number("handle", handle);
    notification = coder.optionalText("notification", notification);
    notificationClass = coder.text("class", notificationClass);
    data = coder.field("data", data, Codec.JSON);
  }
}
