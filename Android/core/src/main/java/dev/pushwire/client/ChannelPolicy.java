package dev.pushwire.client;

/** An Android notification channel; importance is fixed at creation. */
public final class ChannelPolicy extends Coded {
  static final Codec<ChannelPolicy> CODEC = Codec.record(ChannelPolicy::new);

  /** As the person sees it. */
  public String name = "";
  /** none, min, low, default or high. */
  public String importance = "default";
  /** As the person sees it beside the name; null: none. */
  public String detail;

  /** With every member at its default. */
  public ChannelPolicy() {}

  @Override
  ChannelPolicy blank() {
    return new ChannelPolicy();
  }

  @Override
  void fields(FieldCoder coder) {
    name = coder.text("name", name);
    importance = coder.text("importance", importance);
    detail = coder.optionalText("description", detail);
  }
}
