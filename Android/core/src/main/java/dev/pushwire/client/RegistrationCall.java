package dev.pushwire.client;

/**
 * PUT /v1/installations/{id}, but for what the adapter adds: the secret, a ticket of {@code account}, and
 * the predecessor's secret.
 */
public final class RegistrationCall extends Coded {
  static final Codec<RegistrationCall> CODEC = Codec.record(RegistrationCall::new);

  /** The request's number. */
  public long request;
  /** The installation's id. */
  public String installation = "";
  /** The generation it registers. */
  public long generation;
  /** The token; null: there is none. */
  public DeviceToken token;
  /** As the system says. */
  public Permission permission = new Permission();
  /** A ticket of this account is needed; null: the publishable id. */
  public String account;
  /** The account it takes the place of. */
  public String replaces;
  /** The installation that was on this device before; null: none that is known. */
  public String predecessor;
  /** The echo of a challenge. */
  public String challenge;

  /** With every member at its default. */
  public RegistrationCall() {}

  @Override
  RegistrationCall blank() {
    return new RegistrationCall();
  }

  @Override
  void fields(FieldCoder coder) {
    request = coder.number("request", request);
    installation = coder.text("installation", installation);
    generation = coder.number("generation", generation);
    token = coder.field("token", token, Codec.optional(DeviceToken.CODEC));
    permission = coder.field("permission", permission, Permission.CODEC);
    account = coder.optionalText("account", account);
    replaces = coder.optionalText("replaces", replaces);
    predecessor = coder.optionalText("predecessor", predecessor);
    challenge = coder.optionalText("challenge", challenge);
  }
}
