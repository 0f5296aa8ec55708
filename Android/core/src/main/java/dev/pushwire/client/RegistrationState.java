package dev.pushwire.client;

/** The token and what the server knows of it. */
public final class RegistrationState extends Coded {
  static final Codec<RegistrationState> CODEC = Codec.record(RegistrationState::new);

  /** Counts up with each new token, environment, login and logout; never down. */
  public long generation;
  /** The token as the system gave it last; null: none yet. */
  public DeviceToken token;
  /** The generation that the server confirmed last; 0: none. */
  public long acknowledged;
  /** When that was, milliseconds since 1970; null: never. */
  public Long acknowledgedAt;
  /** Something is to be sent that the server has not confirmed. */
  public boolean isDue;
  /** Why there is no token: the system's code, or {@code unavailable}. */
  public String failure;
  /** A challenge to echo with the next registration. */
  public String challenge;

  /** With every member at its default. */
  public RegistrationState() {}

  @Override
  RegistrationState blank() {
    return new RegistrationState();
  }

  @Override
  void fields(FieldCoder coder) {
    generation = coder.number("generation", generation);
    token = coder.field("token", token, Codec.optional(DeviceToken.CODEC));
    acknowledged = coder.number("acknowledged", acknowledged);
    acknowledgedAt = coder.optionalNumber("acknowledged_at", acknowledgedAt);
    isDue = coder.flag("due", isDue);
    failure = coder.optionalText("failure", failure);
    challenge = coder.optionalText("challenge", challenge);
  }
}
