package dev.pushwire.client;

/** What the provider reaches this installation by. Never in metrics or logs. */
public final class DeviceToken extends Coded {
  static final Codec<DeviceToken> CODEC = Codec.record(DeviceToken::new);

  /** As the system gave it. */
  public String value = "";
  /** {@code token} or {@code fid}. */
  public String kind = "token";
  /** {@code sandbox}, {@code production}, {@code unknown}; empty on Android. */
  public String environment = "";
  /**
   * Where the environment was read: {@code simulator}, {@code embedded_profile}, {@code store}, {@code
   * entitlement}, …
   */
  public String environmentSource = "";

  /** With every member at its default. */
  public DeviceToken() {}

  @Override
  DeviceToken blank() {
    return new DeviceToken();
  }

  @Override
  void fields(FieldCoder coder) {
    value = coder.text("value", value);
    kind = coder.text("kind", kind);
    environment = coder.text("environment", environment);
    environmentSource = coder.text("environment_source", environmentSource);
  }
}
