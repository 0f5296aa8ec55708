package dev.pushwire.client;

/** What a person did with a notification. */
public final class Response extends Coded {
  static final Codec<Response> CODEC = Codec.record(Response::new);

  /** The action of a plain tap. */
  public static final String TAP = "tap";
  /** The action of a dismissal. */
  public static final String DISMISS = "dismiss";

  /** Null where nothing waits to be completed. */
  public Long handle;
  /** {@code tap}, {@code dismiss} or the id of a button. */
  public String action = TAP;
  /** The notification's {@code userInfo}, or the intent's extras. */
  public JsonValue payload = JsonValue.EMPTY;
  /** What was typed. Never in metrics, receipts or logs. */
  public String text;

  /** With every member at its default. */
  public Response() {}

  @Override
  Response blank() {
    return new Response();
  }

  @Override
  void fields(FieldCoder coder) {
    handle = coder.optionalNumber("handle", handle);
    action = coder.text("action", action);
    payload = coder.field("payload", payload, Codec.JSON);
    text = coder.optionalText("text", text);
  }
}
