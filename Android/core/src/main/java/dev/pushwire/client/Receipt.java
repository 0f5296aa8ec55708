package dev.pushwire.client;

/** What the device confirms of a notification. See docs/api.md, Report receipts. */
public final class Receipt extends Coded {
  static final Codec<Receipt> CODEC = Codec.record(Receipt::new);

  /** The notification id. */
  public String notification = "";
  /** received, displayed, opened, routed, suppressed, duplicate, completed, fell_back. */
  public String kind = "";
  /** Milliseconds since 1970. */
  public long at;
  /**
   * Of {@code completed}: new_data, no_data, failed, expired. Of {@code suppressed} and {@code fell_back}:
   * why.
   */
  public String result;
  /** Of {@code completed}: how long the work took. */
  public Long milliseconds;

  /** With every member at its default. */
  public Receipt() {}

  Receipt(String notification, String kind, long at, String result) {
    this.notification = notification;
    this.kind = kind;
    this.at = at;
    this.result = result;
  }

  @Override
  Receipt blank() {
    return new Receipt();
  }

  @Override
  void fields(FieldCoder coder) {
    notification = coder.text("notification", notification);
    kind = coder.text("kind", kind);
    at = coder.number("at", at);
    result = coder.optionalText("result", result);
    milliseconds = coder.optionalNumber("milliseconds", milliseconds);
  }
}
