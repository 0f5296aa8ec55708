package dev.pushwire.client;

/** An event of the device's own, as in explainer_shown, prompt_shown, permission_granted. */
public final class DeviceEvent extends Coded {
  static final Codec<DeviceEvent> CODEC = Codec.record(DeviceEvent::new);

  /** Counts each once: the state's own counter. */
  public String id = "";
  /** The kind of event; see docs/api.md. */
  public String kind = "";
  /** Milliseconds since 1970. */
  public long at;
  /** More about it, as in a code; null: nothing. */
  public String detail;

  /** With every member at its default. */
  public DeviceEvent() {}

  @Override
  DeviceEvent blank() {
    return new DeviceEvent();
  }

  @Override
  void fields(FieldCoder coder) {
    id = coder.text("id", id);
    kind = coder.text("kind", kind);
    at = coder.number("at", at);
    detail = coder.optionalText("detail", detail);
  }
}
